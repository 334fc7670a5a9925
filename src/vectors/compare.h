/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_VECTORS_COMPARE_H
#define WINDLASS_VECTORS_COMPARE_H

#include "vectors/guard.h"
#include "vectors/vectors.h"

#include <stdio.h>

/* Prints a line for each thing that is not as the case wants it; true where there is none. before,
 * after: states; memory_after: the mapped pages in the order of vector_pages. */
bool vector_compare(const struct vectors *v, const struct vector_case *c,
                    const struct a64_state *before, const struct a64_state *after,
                    const struct vector_outcome *outcome, const uint8_t *memory_after, FILE *out);

#endif
