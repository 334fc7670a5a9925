/* SPDX-License-Identifier: MIT */
/* Jump tables. What the compiler makes of a dense switch:
 *
 *     IMNMX.U32 R0, R0, 0x3, PT        the index is limited
 *     SHL R0, R0, 0x2
 *     LDC R0, c[0x1][R0+0x20]          distances from the instruction behind BRX, less its own
 *     BRX R0, PC-0x1c8
 *
 * with other instructions in between. */
#include "gpu/shader/flow.h"

#include "gpu/shader/code.h"
#include "gpu/shader/registers.h"

#include <string.h>

enum { LOOK_BACK = 64, COMPILER_CONSTANTS = 1, ENTRY_SIZE = 4 };

/* The instruction in front of *at that writes the register, if it is of the class and always runs.
 */
static bool find_writer(const uint8_t *code, uint32_t *at, uint8_t number, enum isa_class class,
                        struct isa_instruction *out) {
    for (unsigned n = 0; n < LOOK_BACK && *at > CODE_WORD; n++) {
        uint64_t word;
        *at -= CODE_WORD;
        if (*at % CODE_GROUP == 0)
            *at -= CODE_WORD;
        memcpy(&word, code + *at, sizeof word);
        if (!isa_decode(word, out))
            return false;
        if (out->operand[ISA_ARG_D].number == number && out->operand[ISA_ARG_D].present &&
            out->row->class == class)
            return out->guard == ISA_PT && !out->guard_not;
        if (isa_writes(out, number))
            return false;
    }
    return false;
}

static bool is_number(const struct isa_operand *o, int64_t value) {
    return o->present && o->kind == ISA_SIGNED && o->value == value && !o->negate && !o->absolute;
}

/* The places of the table, and how many; 0: it is none. */
static size_t find_table(const uint8_t *code, uint32_t at, uint8_t number, int64_t *offset) {
    struct isa_instruction in;
    if (!find_writer(code, &at, number, ISA_LDC, &in) ||
        in.operand[ISA_ARG_B].slot != COMPILER_CONSTANTS ||
        in.modifier[ISA_MOD_LSIZE] != ISA_LSIZE_NONE || in.modifier[ISA_MOD_LDCMODE])
        return 0;
    *offset = in.operand[ISA_ARG_B].value;
    if (!find_writer(code, &at, in.operand[ISA_ARG_B].number, ISA_SHL, &in) ||
        !is_number(&in.operand[ISA_ARG_B], 2))
        return 0;
    if (!find_writer(code, &at, in.operand[ISA_ARG_A].number, ISA_IMNMX, &in))
        return 0;
    const struct isa_operand *limit = &in.operand[ISA_ARG_B], *least = &in.operand[ISA_ARG_PC];
    if (in.modifier[ISA_MOD_SIGN] != ISA_SIGN_U32 || in.modifier[ISA_MOD_XMODE] ||
        limit->kind != ISA_SIGNED || limit->value < 0 || limit->value >= FLOW_TABLE_LIMIT ||
        least->number != ISA_PT || least->invert)
        return 0;
    return (size_t)limit->value + 1;
}

size_t shader_flow_table(const uint8_t *code, size_t size, uint32_t at,
                         const struct flow_constants *constants, int64_t *targets) {
    struct isa_instruction in;
    uint64_t word;
    int64_t offset;
    if (at + CODE_WORD > size || !constants)
        return 0;
    memcpy(&word, code + at, sizeof word);
    if (!isa_decode(word, &in) || in.row->class != ISA_BRX || !in.operand[ISA_ARG_A].present)
        return 0;
    const size_t count = find_table(code, at, in.operand[ISA_ARG_A].number, &offset);
    if ((uint64_t)offset * (count != 0) + count * ENTRY_SIZE > constants->size)
        return 0;
    for (size_t i = 0; i < count; i++) {
        int32_t entry;
        memcpy(&entry, constants->bytes + offset + i * ENTRY_SIZE, sizeof entry);
        targets[i] = (int64_t)at + CODE_WORD + in.operand[ISA_ARG_L].value + entry;
    }
    return count;
}
