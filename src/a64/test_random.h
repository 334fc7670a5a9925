/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_TEST_RANDOM_H
#define WINDLASS_A64_TEST_RANDOM_H

#include "a64/row.h"

/* Random instructions and states for the tests of the instruction rows. The guest memory of these
 * states is one area; code stands right behind it. */

#define TEST_AREA      0x40000000ull
#define TEST_AREA_SIZE 0x40000ull
#define TEST_CODE      (TEST_AREA + TEST_AREA_SIZE)

uint64_t test_random(uint64_t *seed);
/* A word of the row whose behaviour the architecture defines; false if none was found. Literal
 * loads at TEST_CODE stay inside the area. */
bool test_random_word(enum a64_op op, uint64_t *seed, uint32_t *word);
/* Registers full of likely and unlikely values, pc = TEST_CODE. For an instruction that accesses
 * memory the address registers lead into the area. */
void test_random_state(struct a64_state *s, enum a64_op op, uint32_t word, uint64_t *seed);
/* Maps the area, once. */
void *test_area_map(void);
/* Compares everything that instructions change, FPSR aside; false with a text about the first
 * difference. */
bool test_same_state(const struct a64_state *got, const struct a64_state *want, char *text,
                     size_t room);

#endif
