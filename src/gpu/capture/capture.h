/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CAPTURE_CAPTURE_H
#define WINDLASS_GPU_CAPTURE_CAPTURE_H

#include "base/error.h"
#include "base/strbuf.h"
#include "gpu/memory/page_table.h"

/* Records what channels execute and the memory that is looked at meanwhile, for
 * `windlass gpu list` and `replay`. Of memory it keeps a page when something first asks where it
 * lies, and again what has changed of it when a submission begins. */

struct capture;

MUST_CHECK bool capture_new(const char *path, struct capture **out, struct error *error);
/* Ends it; fails where the file could not be written. */
MUST_CHECK bool capture_end(struct capture *c, struct error *error);

/* A channel is about to execute a submission. `save` adds its state where it has not been met. */
void capture_begin_submission(struct capture *c, const void *channel, struct page_table *pages,
                              void (*save)(const void *channel, struct strbuf *out),
                              const uint64_t *entries, size_t count, uint32_t added);

#endif
