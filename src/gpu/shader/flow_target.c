/* SPDX-License-Identifier: MIT */
/* Where instructions say that they go: a distance from the next one, or an address. */
#include "gpu/shader/flow.h"

#include "gpu/shader/code.h"
#include "gpu/shader/isa.h"

#include <string.h>

enum { COMPILER_CONSTANTS = 1 };

/* JMP and its kin count from the code's begin. */
static bool is_far(const struct isa_instruction *in) {
    const enum isa_class class = in->row->class;
    return class == ISA_JMP || class == ISA_JMX || class == ISA_JCAL;
}

bool shader_flow_target(const struct isa_instruction *in, uint32_t at,
                        const struct flow_constants *constants, int64_t *target) {
    const struct isa_operand *to = &in->operand[ISA_ARG_L];
    const int64_t from = is_far(in) ? 0 : (int64_t)at + CODE_WORD;
    if (!to->present)
        return false;
    if (to->kind != ISA_CONSTANT) {
        *target = from + to->value;
        return true;
    }
    int32_t word;
    if (to->slot != COMPILER_CONSTANTS || !constants ||
        (uint64_t)to->value + sizeof word > constants->size)
        return false;
    memcpy(&word, constants->bytes + to->value, sizeof word);
    *target = from + word;
    return true;
}

uint32_t shader_flow_table_base(const struct isa_instruction *in, uint32_t at) {
    const uint32_t from = is_far(in) ? 0 : at + CODE_WORD;
    const struct isa_operand *to = &in->operand[ISA_ARG_L];
    return to->kind == ISA_INDEXED ? from : from + (uint32_t)to->value;
}
