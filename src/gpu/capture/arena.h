/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CAPTURE_ARENA_H
#define WINDLASS_GPU_CAPTURE_ARENA_H

#include "gpu/capture/file.h"

/* Memory for the pages of a capture: pages that lay side by side do so again. */

struct arena_run {
    uint64_t first, count; /* pages */
    uint8_t *memory;
};

struct arena {
    struct arena_run *runs; /* by `first` */
    size_t count;
};

/* Of all pages that the records name; `r` stands behind the head and is left as it is. Fails where
 * a record is malformed or there are too many pages. */
MUST_CHECK bool arena_new(struct arena *a, const struct reader *r, struct error *error);
void arena_free(struct arena *a);
/* NULL: no record named it. */
uint8_t *arena_page(const struct arena *a, uint64_t page);

#endif
