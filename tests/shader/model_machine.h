/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_MODEL_MACHINE_H
#define WINDLASS_TESTS_SHADER_MODEL_MACHINE_H

#include "model.h"

/* What runs programs in the model: lanes, each with its own place in the code. */

enum { STACK = 64 };

enum kind { SSY, PBK, PCNT, PRET, PLONGJMP, PEXIT, CALL };

struct lane {
    struct model m;
    uint32_t at;
    bool ended, waits;
    struct isa_instruction in; /* what it waits at */
    struct entry {
        enum kind kind;
        uint32_t to;
    } stack[STACK];
    unsigned depth;
};

struct machine {
    const struct model_program *program;
    struct lane *lanes; /* of a workgroup */
    uint32_t counted;   /* by the last BAR.RED: how many predicates held, and the truth of it */
    bool truth;
    struct error *error;
    bool failed;
};

void machine_fail(struct machine *x, const struct lane *lane, const char *what);
/* False: it is no instruction of flow. */
bool machine_flow(struct machine *x, struct lane *lane, const struct isa_instruction *in);

#endif
