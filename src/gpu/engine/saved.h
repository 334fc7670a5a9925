/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_SAVED_H
#define WINDLASS_GPU_ENGINE_SAVED_H

#include <stddef.h>

/* State that can be kept and put back: parts of a struct. Nothing in it is trusted when it comes
 * back: every value is one that a program could have written. */

struct saved_part {
    void *data;
    size_t size;
};

/* Adds to `parts` (there is room) and returns how many it added. */
struct three_engine;
struct compute_engine;
struct two_d_engine;
enum { SAVED_PARTS = 12 }; /* at most, an engine */
size_t three_saved(struct three_engine *e, struct saved_part *parts);
size_t compute_saved(struct compute_engine *e, struct saved_part *parts);
size_t two_d_saved(struct two_d_engine *e, struct saved_part *parts);

#endif
