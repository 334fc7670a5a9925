/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_VECTORS_MEMORY_H
#define WINDLASS_VECTORS_MEMORY_H

#include "vectors/vectors.h"

/* The guest memory of the case that runs: one read-only page of code, and the pages of its `mem`
 * areas. All else is unmapped, so that a stray access faults. */
struct vector_memory {
    uint64_t pages[VECTORS_PAGES]; /* that are mapped now */
    size_t count;
    uint32_t *code; /* the host's view of the code's page, which it may write */
};

MUST_CHECK bool vector_memory_open(struct vector_memory *m, struct error *error);
void vector_memory_close(struct vector_memory *m);
/* Maps what the case wants instead of what is there, and fills it. */
MUST_CHECK bool vector_memory_prepare(struct vector_memory *m, const struct vectors *v,
                                      const struct vector_case *c, struct error *error);
/* Copies the pages that are mapped, in their order; out has room for VECTORS_PAGES. */
void vector_memory_read(const struct vector_memory *m, uint8_t *out);

#endif
