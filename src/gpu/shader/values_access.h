/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_VALUES_ACCESS_H
#define WINDLASS_GPU_SHADER_VALUES_ACCESS_H

#include "gpu/shader/isa.h"

/* What an instruction reads and writes: of which variables (values.h), as which operand. */

enum { VALUE_ACCESSES = 64 }; /* more than any instruction has */

struct value_access {
    uint16_t variable;
    uint8_t role, index;
};
struct value_accesses {
    struct value_access list[VALUE_ACCESSES];
    unsigned count;
};

void shader_values_accesses(const struct isa_instruction *in, struct value_accesses *reads,
                            struct value_accesses *writes);

#endif
