/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_ENGINES_TEST_MACHINE_H
#define WINDLASS_A64_ENGINES_TEST_MACHINE_H

#include "a64/state.h"

#include <stdbool.h>

/* Unicorn as an oracle: a Cortex-A57 with the area of a64/random.h and one instruction behind it.
 */

/* Opens Unicorn; its area lies at `memory` on the host, apart from the area that we run on. */
void test_machine_open(void *memory);
void test_machine_close(void);
/* Unicorn executes the word on s, and `prelude` just before it where that is not 0. False where it
 * refuses. */
bool test_machine_run(struct a64_state *s, uint32_t prelude, uint32_t word);

#endif
