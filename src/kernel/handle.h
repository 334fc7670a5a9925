/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_HANDLE_H
#define WINDLASS_KERNEL_HANDLE_H

#include "kernel/object.h"

struct thread;

/* The handle table of the process: bits 0-14 of a handle are an index, bits 15-29 a number that
 * counts allocations from 1, so that a closed handle is not soon valid again. The public part
 * (handle_add, handle_get, handle_close) is in process.h. */
#define HANDLE_TABLE_SIZE 512u /* what the homebrew loader's process has */

/* Empties the table; references go with it. */
void handle_table_reset(void);
/* As handle_add and handle_get, with the kernel lock held. */
result handle_add_locked(struct object *o, uint32_t *handle_out);
struct object *handle_get_locked(uint32_t handle, struct thread *self);
/* The object without pseudo handles and without a reference; NULL where there is none. */
struct object *handle_peek_locked(uint32_t handle);
/* An object of this kind with a reference, or NULL; pseudo handles resolved for self. */
void *handle_get_kind(uint32_t handle, struct thread *self, enum object_kind kind);

#endif
