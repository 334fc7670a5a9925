/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_MEMORY_WATCH_H
#define WINDLASS_GPU_MEMORY_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Finds which pages of guest memory the program has written. The kernel tells (Linux 6.7 or later:
 * userfaultfd's asynchronous write protection); where it cannot, pages' hashes are compared, which
 * finds what has changed. Memory may move, vanish and get other permissions meanwhile: then all of
 * the run counts as written.
 *
 * Ranges are of whole pages of 4 KiB. One thread, but for watch_ignore. */

enum { WATCH_PAGE = 4096 };

enum watch_kind { WATCH_BEST, WATCH_HASHES };

struct watch;

struct watch *watch_new(enum watch_kind kind);
void watch_free(struct watch *w);
/* How it finds them, for reports; and whether that is the fast way. */
const char *watch_method(const struct watch *w);
bool watch_is_best(const struct watch *w);

/* What is written from now on is found. */
void watch_add(struct watch *w, const uint8_t *range, uint64_t size);
void watch_remove(struct watch *w, const uint8_t *range, uint64_t size);
/* Calls for each run of pages of the range, all of which must have been added, that was written
 * since it was added or last looked at. */
void watch_scan(struct watch *w, const uint8_t *range, uint64_t size,
                void (*written)(void *context, const uint8_t *range, uint64_t size), void *context);
/* What was written so far does not count: it was known. On any thread. */
void watch_ignore(struct watch *w, const uint8_t *range, uint64_t size);

#endif
