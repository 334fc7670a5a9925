/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_NV_FILES_H
#define WINDLASS_SERVICE_NV_FILES_H

#include "service/nvdrv.h"

/* The driver's open files: small numbers from 1 on, one table for all sessions, counted so that a
 * close during a request does no harm. */

#define NV_FILES 64u

uint32_t nv_open(const char *path, size_t length, uint32_t *fd_out);
uint32_t nv_close(uint32_t fd);
/* Serves request number `request` on fd: argument in `in`, its result to `out` (both may be one).
 */
uint32_t nv_ioctl(uint32_t fd, uint32_t request, struct buffer in, struct buffer out,
                  struct buffer extra_in, struct buffer extra_out);
/* The open file of that device, for a request that names another file: NULL where fd is none; else
 * it stays open until nv_file_leave. */
void *nv_file_enter(uint32_t fd, const struct nv_device *device);
void nv_file_leave(uint32_t fd);
/* As nv_device.event. */
uint32_t nv_event(uint32_t fd, uint32_t number, struct object **out);

#endif
