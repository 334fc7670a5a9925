/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_TIMELINE_FILE_H
#define WINDLASS_HOST_TIMELINE_FILE_H

#include "base/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* The file of timeline.c: what is added stays, and a tail behind it until the next is added or it
 * is cut. Nothing here allocates. Functions but open are called with the lock held. */

extern pthread_mutex_t timeline_file_lock;

MUST_CHECK bool timeline_file_open(const char *path, struct error *error);
void timeline_file_add(const char *text, size_t length);
void timeline_file_cut(void);
/* One piece of the tail, of at most 200 bytes. */
void timeline_file_tail(const char *format, ...) __attribute__((format(printf, 1, 2)));
void timeline_file_close(void);

/* For signal handlers: timeline_close, but what is locked by the code below is left out. */
void timeline_complete_in_handler(void);

#endif
