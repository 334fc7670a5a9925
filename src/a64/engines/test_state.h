/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_ENGINES_TEST_STATE_H
#define WINDLASS_A64_ENGINES_TEST_STATE_H

#include "a64/state.h"

#include <stdbool.h>
#include <stddef.h>

/* For tests that run random states (a64/random.h): their memory, the host's floating-point mode
 * around them, and comparison of what they leave. */

/* Parts of a state. */
enum {
    TEST_X = 1 << 0, /* general registers, SP and PC */
    TEST_V = 1 << 1,
    TEST_NZCV = 1 << 2,
    TEST_FPSR = 1 << 3,
    TEST_SYSTEM = 1 << 4, /* FPCR and thread registers */
    TEST_PARTS = 5,
};

/* Maps the area of a64/random.h, once. */
void *test_area_map(void);
/* Runs f on s in the host's floating-point mode for s->fpcr; s->fpsr has all of FPSR at the end. */
void test_run(struct a64_state *s, void (*f)(struct a64_state *s));
/* The same with the interpreter's step for the word. */
void test_execute(struct a64_state *s, uint32_t word);
/* The parts in which the states differ. */
unsigned test_differing(const struct a64_state *a, const struct a64_state *b);
/* What the first difference in these parts is. */
void test_describe(const struct a64_state *got, const struct a64_state *want, unsigned parts,
                   char *text, size_t room);

#endif
