/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_ENGINES_TEST_EMITTED_H
#define WINDLASS_A64_ENGINES_TEST_EMITTED_H

#include "a64/state.h"

/* What test_emitted_make prints: random words of rows, those of one row side by side. */
struct test_emitted {
    uint32_t word;
    void (*run)(struct a64_state *s); /* NULL where the list of known differences says so */
};

extern const struct test_emitted test_emitted[];
extern const unsigned test_emitted_count;
extern const unsigned test_emitted_level; /* A64_FLOAT_* that it was compiled for */

#endif
