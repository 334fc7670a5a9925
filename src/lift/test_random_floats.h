/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_TEST_RANDOM_FLOATS_H
#define WINDLASS_LIFT_TEST_RANDOM_FLOATS_H

/* Writes functions.s: functions of random floating-point instructions, and of others that look at
 * their results; some of them loops. */
void test_random_floats(const char *folder, unsigned seed);

#endif
