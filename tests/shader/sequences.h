/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_SEQUENCES_H
#define WINDLASS_TESTS_SHADER_SEQUENCES_H

#include "cases_run.h"

/* Random instructions that work on what those before them left: what the translator keeps of values
 * in a block, and products that it puts together again, shows only there. */

struct sequence_tally {
    unsigned compared, different; /* lanes */
    char text[4096];              /* the code and the first difference */
};
MUST_CHECK bool sequence_run(struct case_runner *run, unsigned length, struct sequence_tally *tally,
                             struct error *error);

#endif
