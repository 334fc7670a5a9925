/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_DISCOVER_H
#define WINDLASS_LIFT_DISCOVER_H

#include "lift/function.h"

/* All functions of a text, sorted by entry. Sources: the module's entry, symbols, .eh_frame, BL
 * targets, pointers and address constants that lead into text, and a sweep of what is left. */
struct discovery {
    struct function *functions;
    size_t count, room;
    size_t fdes;
    /* For discovery_find, which half of the analysis asks all the time: the number of the first
     * function in or behind each run of DISCOVERY_RUN bytes from `start` on. */
    uint64_t start;
    uint32_t *index;
    size_t runs;
};
enum { DISCOVERY_RUN = 256 };

typedef void discover_progress(void *context, size_t done, size_t total);

void discover(struct text *t, struct discovery *out, discover_progress *progress, void *context);
void discovery_free(struct discovery *d);
/* Number of the function that begins at pc, or SIZE_MAX. */
size_t discovery_find(const struct discovery *d, uint64_t pc);

#endif
