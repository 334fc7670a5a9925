/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_H

#include "paths.h"

/* One program, both ways, on one device. */

enum outcome { OUTCOME_PASSED, OUTCOME_FAILED, OUTCOME_SKIPPED };
const char *outcome_name(enum outcome outcome);

/* What is being done: told to whoever waits, in case that it crashes. */
struct progress {
    enum phase { PHASE_OPEN, PHASE_TRANSLATED, PHASE_REFERENCE, PHASE_COMPARE } phase;
    bool expected; /* what was translated gave what expect.c knows */
    bool done;
    enum outcome outcome;
};

struct differential {
    struct setup setup;
    bool reference_twice; /* compared with itself; nothing is translated */
};

/* Prints lines, with two spaces in front. */
enum outcome differential_run(const struct differential *d, const struct scene *scene,
                              volatile struct progress *progress);

#endif
