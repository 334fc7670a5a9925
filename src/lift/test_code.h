/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_TEST_CODE_H
#define WINDLASS_LIFT_TEST_CODE_H

#include "lift/discover.h"

/* A module from assembly, for the lifter's tests. The source has the sections .text (at 0) and
 * .rodata (at 0x10000); symbols are dropped, but `test_label` finds them. */
struct test_code {
    struct module module;
    struct text text;
    struct discovery found;
    struct symbol *labels;
    size_t label_count;
};

#define TEST_BASE 0x08000000ull

/* Skips the test where clang or lld for AArch64 is missing. */
void test_assemble(struct test_code *c, const char *source);
/* The same, and functions are found. */
void test_discover(struct test_code *c, const char *source);
void test_close(struct test_code *c);
/* Guest address of a label. */
uint64_t test_label(const struct test_code *c, const char *name);
/* The function that begins at the label; fails the test where there is none. */
const struct function *test_function(const struct test_code *c, const char *name);
/* Is the instruction at the label in the function? */
bool test_holds(const struct test_code *c, const struct function *f, const char *label);

#endif
