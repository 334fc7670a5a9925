/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_RANDOM_H
#define WINDLASS_A64_RANDOM_H

#include "a64/a64.h"

/* Random instructions and states, for tests of the instruction rows and for making vectors. The
 * guest memory of these states is one area; code stands right behind it. Nothing is mapped here. */

#define A64_RANDOM_AREA      0x3ffc0000ull
#define A64_RANDOM_AREA_SIZE 0x40000ull
#define A64_RANDOM_CODE      (A64_RANDOM_AREA + A64_RANDOM_AREA_SIZE)

/* The next number of the sequence that began with this seed. */
uint64_t a64_random(uint64_t *seed);
/* Does what the row does depend on nothing but registers and the area? Not so for system registers,
 * exceptions, hints, and a store-exclusive, whose monitor another instruction opens. */
bool a64_random_testable(enum a64_op op);
/* A word of the row whose behaviour the architecture defines; false if none was found. Literal
 * loads at A64_RANDOM_CODE stay inside the area. */
bool a64_random_word(enum a64_op op, uint64_t *seed, uint32_t *word);
/* Registers full of likely and unlikely values, pc = A64_RANDOM_CODE. For an instruction that
 * accesses memory the address registers lead into the area. */
void a64_random_state(struct a64_state *s, enum a64_op op, uint32_t word, uint64_t *seed);

#endif
