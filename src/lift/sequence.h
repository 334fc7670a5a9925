/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_SEQUENCE_H
#define WINDLASS_LIFT_SEQUENCE_H

#include "lift/lift.h"

/* Many short pieces of code, each of which stands alone in memory at the same address, lifted and
 * compiled together into a shared object for this process. It defines
 *
 *     lifted_function *const lifted_sequences[];          by number; NULL: nothing can be lifted
 *     void (*lifted_sequences_leave)(struct a64_state *); set before the first call
 *
 * A function leaves its sequence by a call of lifted_sequences_leave, which does not return, or by
 * returning to x30. Then every register is exact, and pc is the next instruction, at a return
 * aside. */

struct lift_sequence {
    const uint32_t *words;
    size_t count;
};

/* Writes the C files and build.ninja into options->folder; lift_build compiles them. */
MUST_CHECK bool lift_sequences(const struct lift_sequence *sequences, size_t count,
                               uint64_t address, const struct lift_options *options,
                               struct error *error);

#endif
