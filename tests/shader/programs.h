/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_PROGRAMS_H
#define WINDLASS_TESTS_SHADER_PROGRAMS_H

#include "cases_run.h"

/* Programs for what a single instruction between registers does not show: memory, flow, lanes. Each
 * runs on the device and in the model, and both must leave the same memory. */

struct program {
    const char *name, *text;
    unsigned group, groups; /* lanes of a workgroup, workgroups */
    const char *constants;  /* words of constant buffer 1, as in `.constants`; NULL: none */
    double near;            /* words of results are floats, right up to this; 0: words */
    bool warps; /* only where subgroups are warps: not all lanes come to what they do together */
};
extern const struct program programs[];
extern const size_t program_count;

/* Sets the flags of the rows whose words are in the programs. */
void programs_rows(bool seen[ISA_ROWS]);
/* False: the device could not run it, the model does not know it, or both differ. */
MUST_CHECK bool program_run(struct case_runner *run, const struct program *p, struct error *error);
/* A class in the text that is not translated; NULL: all are. */
const struct isa_row *program_untranslated(const struct program *p);

#endif
