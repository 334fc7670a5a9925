/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_TEST_STATE_H
#define WINDLASS_A64_TEST_STATE_H

#include "a64/state.h"

#include <stdbool.h>
#include <stddef.h>

/* The memory of random states, for tests that run them, and comparison of what they leave. */

/* Maps the area of a64/random.h, once. */
void *test_area_map(void);
/* Compares everything that instructions change, FPSR aside; false with a text about the first
 * difference. */
bool test_same_state(const struct a64_state *got, const struct a64_state *want, char *text,
                     size_t room);

#endif
