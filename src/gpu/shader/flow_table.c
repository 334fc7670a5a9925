/* SPDX-License-Identifier: MIT */
/* Jump tables. What the compiler makes of a dense switch:
 *
 *     IMNMX.U32 R0, R0, 0x3, PT        the index is limited
 *     SHL R0, R0, 0x2
 *     LDC R0, c[0x1][R0+0x20]          distances from the instruction behind BRX, less its own
 *     BRX R0, PC-0x1c8
 *
 * with other instructions in between. The limit may be a mask or a field's width instead, and BRX
 * may read the table by itself. */
#include "gpu/shader/flow.h"

#include "gpu/shader/code.h"
#include "gpu/shader/registers.h"

#include <string.h>

enum { LOOK_BACK = 64, COMPILER_CONSTANTS = 1, ENTRY_SIZE = 4 };

/* The instruction in front of *at that writes the register, if it always runs. */
static bool find_writer(const uint8_t *code, uint32_t *at, uint8_t number,
                        struct isa_instruction *out) {
    for (unsigned n = 0; n < LOOK_BACK && *at > CODE_WORD; n++) {
        uint64_t word;
        *at -= CODE_WORD;
        if (*at % CODE_GROUP == 0)
            *at -= CODE_WORD;
        memcpy(&word, code + *at, sizeof word);
        if (!isa_decode(word, out))
            return false;
        if (out->operand[ISA_ARG_D].number == number && out->operand[ISA_ARG_D].present)
            return out->guard == ISA_PT && !out->guard_not;
        if (isa_writes(out, number))
            return false;
    }
    return false;
}

/* A number that is not changed on its way. */
static bool number_of(const struct isa_operand *o, int64_t *value) {
    *value = o->value;
    return o->present && (o->kind == ISA_SIGNED || o->kind == ISA_HEX) && !o->negate &&
           !o->absolute && !o->invert;
}

/* ---- how large the index may be ---- */

static bool limit_of_minimum(const struct isa_instruction *in, int64_t limit, int64_t *last) {
    const struct isa_operand *least = &in->operand[ISA_ARG_PC];
    *last = limit;
    return in->modifier[ISA_MOD_SIGN] == ISA_SIGN_U32 && !in->modifier[ISA_MOD_XMODE] &&
           least->number == ISA_PT && !least->invert;
}

static bool limit_of_mask(const struct isa_instruction *in, int64_t mask, int64_t *last) {
    *last = mask;
    return in->modifier[ISA_MOD_LOP] == ISA_LOP_AND && !in->modifier[ISA_MOD_X];
}

/* The field's width stands above its place. */
static bool limit_of_field(const struct isa_instruction *in, int64_t field, int64_t *last) {
    const int64_t width = field >> 8 & 0xff;
    *last = width < 32 ? (1LL << width) - 1 : FLOW_TABLE_LIMIT;
    return in->modifier[ISA_MOD_SIGN] == ISA_SIGN_U32 && !in->modifier[ISA_MOD_BREV];
}

static const struct {
    enum isa_class class;
    bool (*limit)(const struct isa_instruction *in, int64_t number, int64_t *last);
} limits[] = {
    {ISA_IMNMX, limit_of_minimum},
    {ISA_LOP, limit_of_mask},
    {ISA_BFE, limit_of_field},
};

/* How many values the register may have, from 0 on; 0: any. */
static size_t values_of(const uint8_t *code, uint32_t at, uint8_t number) {
    struct isa_instruction in;
    int64_t value, last;
    if (!find_writer(code, &at, number, &in) || !number_of(&in.operand[ISA_ARG_B], &value))
        return 0;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].class == in.row->class && limits[i].limit(&in, value, &last))
            return last >= 0 && last < FLOW_TABLE_LIMIT ? (size_t)last + 1 : 0;
    return 0;
}

/* ---- the table ---- */

/* How many entries a register chooses from as a number of bytes. */
static size_t entries_of(const uint8_t *code, uint32_t at, uint8_t number) {
    struct isa_instruction in;
    int64_t shift;
    if (!find_writer(code, &at, number, &in) || in.row->class != ISA_SHL ||
        !number_of(&in.operand[ISA_ARG_B], &shift) || shift != 2)
        return 0;
    return values_of(code, at, in.operand[ISA_ARG_A].number);
}

/* Where the table is, and how many entries it has; 0: it is none. */
static size_t find_table(const uint8_t *code, uint32_t at, const struct isa_instruction *jump,
                         int64_t *offset) {
    struct isa_instruction in = *jump;
    const struct isa_operand *from = &in.operand[ISA_ARG_L];
    if (jump->operand[ISA_ARG_A].present) {
        if (!find_writer(code, &at, jump->operand[ISA_ARG_A].number, &in) ||
            in.row->class != ISA_LDC || in.modifier[ISA_MOD_LSIZE] != ISA_LSIZE_NONE ||
            in.modifier[ISA_MOD_LDCMODE])
            return 0;
        from = &in.operand[ISA_ARG_B];
    }
    *offset = from->value;
    return from->slot == COMPILER_CONSTANTS ? entries_of(code, at, from->number) : 0;
}

size_t shader_flow_table(const uint8_t *code, size_t size, uint32_t at,
                         const struct flow_constants *constants, int64_t *targets) {
    struct isa_instruction in;
    uint64_t word;
    int64_t offset = 0;
    if (at + CODE_WORD > size || !constants)
        return 0;
    memcpy(&word, code + at, sizeof word);
    if (!isa_decode(word, &in) || (in.row->class != ISA_BRX && in.row->class != ISA_JMX))
        return 0;
    const size_t count = find_table(code, at, &in, &offset);
    if ((uint64_t)offset + count * ENTRY_SIZE > constants->size)
        return 0;
    for (size_t i = 0; i < count; i++) {
        int32_t entry;
        memcpy(&entry, constants->bytes + offset + i * ENTRY_SIZE, sizeof entry);
        targets[i] = (int64_t)(int32_t)shader_flow_table_base(&in, at) + entry;
    }
    return count;
}
