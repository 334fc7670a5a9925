/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_VECTORS_RUN_H
#define WINDLASS_VECTORS_RUN_H

#include "core/lifted.h"
#include "lift/sequence.h"
#include "vectors/memory.h"

#include <stdio.h>

/* Files of vectors through an engine. */

struct vectors_run {
    struct vectors *files;
    size_t count;
    unsigned every;                  /* 1: all cases; N: each file's first, and each Nth after it */
    struct lift_sequence *sequences; /* the distinct ones that these cases run */
    size_t sequence_count;
    size_t passed, failed;
};

/* Notes which code each chosen case runs. Where a chosen case does not say what is wanted, that is
 * an error. */
MUST_CHECK bool vectors_run_open(struct vectors_run *r, struct vectors *files, size_t count,
                                 unsigned every, struct error *error);
void vectors_run_close(struct vectors_run *r);

/* Runs the chosen cases and prints a line a difference. `lifted` has a function a sequence; NULL:
 * they are interpreted. */
MUST_CHECK bool vectors_run_all(struct vectors_run *r, lifted_function *const *lifted, FILE *out,
                                struct error *error);

/* Loads the shared object that lift_sequences and lift_build made; it stays until the process ends.
 */
MUST_CHECK bool vectors_load(const char *path, lifted_function *const **out, struct error *error);

#endif
