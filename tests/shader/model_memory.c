/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <string.h>

/* Where local and shared memory lie among generic addresses. */
enum { LOCAL_WINDOW = 0x01000000, SHARED_WINDOW = 0x03000000, WINDOW = 0x01000000 };

/* ---- bytes ---- */

/* `size` bytes at an address of a memory; NULL: they are not there. */
static uint8_t *bytes_at(const struct model_memory *memory, uint64_t address, size_t size) {
    const uint64_t offset = address - memory->base;
    return offset < memory->size && size <= memory->size - offset ? memory->bytes + offset : NULL;
}

static uint8_t *place(struct model *m, const struct isa_instruction *in, size_t size) {
    const struct isa_operand *at = &in->operand[ISA_ARG_M];
    const bool wide = in->modifier[ISA_MOD_E] && at->number != ISA_RZ;
    const uint64_t address =
        (m->r[at->number] | (wide ? (uint64_t)m->r[at->number + 1] << 32 : 0)) +
        (uint64_t)at->value;
    switch ((enum isa_class)in->row->class) {
    case ISA_LDS:
    case ISA_STS:
    case ISA_ATOMS:
    case ISA_ATOMS_CAS:
        return bytes_at(&m->memory[MODEL_SHARED], (uint32_t)address, size);
    case ISA_LDL:
    case ISA_STL:
        return bytes_at(&m->memory[MODEL_LOCAL], (uint32_t)address, size);
    case ISA_LD:
    case ISA_ST:
        if (address - SHARED_WINDOW < WINDOW)
            return bytes_at(&m->memory[MODEL_SHARED], address - SHARED_WINDOW, size);
        if (address - LOCAL_WINDOW < WINDOW)
            return bytes_at(&m->memory[MODEL_LOCAL], address - LOCAL_WINDOW, size);
        break;
    default:
        break;
    }
    return in->modifier[ISA_MOD_E] ? bytes_at(&m->memory[MODEL_GLOBAL], address, size) : NULL;
}

/* ---- loads and stores ---- */

static size_t bytes_of(unsigned lsize) {
    static const uint8_t sizes[] = {1, 1, 2, 2, 4, 8, 16, 16};
    return sizes[lsize & 7];
}

static void load(struct model *m, const struct isa_instruction *in, const uint8_t *from,
                 unsigned lsize) {
    const size_t size = bytes_of(lsize);
    uint32_t words[4] = {0};
    memcpy(words, from, size);
    if (lsize == ISA_LSIZE_S8)
        words[0] = (uint32_t)(int8_t)words[0];
    else if (lsize == ISA_LSIZE_S16)
        words[0] = (uint32_t)(int16_t)words[0];
    const unsigned d = in->operand[ISA_ARG_D].number;
    for (unsigned i = 0; i < (size + 3) / 4; i++)
        if (d + i < ISA_RZ)
            m->r[d + i] = words[i];
}

static void read_registers(const struct model *m, unsigned number, uint32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        words[i] = number == ISA_RZ || number + i >= ISA_RZ ? 0 : m->r[number + i];
}

bool model_load_store(struct model *m, const struct isa_instruction *in) {
    const enum isa_class class = in->row->class;
    const unsigned lsize = class == ISA_LD || class == ISA_ST || class == ISA_LDG
                               ? in->modifier[ISA_MOD_LSIZEG]
                               : in->modifier[ISA_MOD_LSIZE];
    const size_t size = bytes_of(lsize);
    uint8_t *at = place(m, in, size);
    if (!at)
        return false;
    if (in->operand[ISA_ARG_D].present) {
        load(m, in, at, lsize);
        model_set_predicate(m, in, ISA_ARG_PD, true); /* the page is there */
        return true;
    }
    uint32_t words[4];
    read_registers(m, in->operand[ISA_ARG_B].number, words, 4);
    memcpy(at, words, size);
    return true;
}

/* The modes with S take the slot's distance from the upper half of the register. */
bool model_load_constant(struct model *m, const struct isa_instruction *in) {
    const struct isa_operand *b = &in->operand[ISA_ARG_B];
    const unsigned mode = in->modifier[ISA_MOD_LDCMODE], lsize = in->modifier[ISA_MOD_LSIZE];
    const bool slots = mode == ISA_LDCMODE_IS || mode == ISA_LDCMODE_ISL;
    const uint32_t index = m->r[b->number];
    const uint32_t slot = b->slot + (slots ? index >> 16 : 0);
    const uint32_t offset = (slots ? index & 0xffff : index) + (uint32_t)b->value;
    const size_t size = bytes_of(lsize);
    if (slot >= MODEL_SLOTS || offset % size || lsize > ISA_LSIZE_64 || mode == ISA_LDCMODE_IL)
        return false;
    const size_t have = m->constants[slot].count * 4;
    uint8_t bytes[8] = {0}; /* what lies behind the buffer is zero */
    if (offset < have && size <= have - offset)
        memcpy(bytes, (const uint8_t *)m->constants[slot].words + offset, size);
    load(m, in, bytes, lsize);
    return true;
}

/* ---- atomic operations ---- */

static uint64_t integers(unsigned operation, uint64_t old, uint64_t by, bool sign) {
    const bool less = sign ? (int64_t)by < (int64_t)old : by < old;
    switch (operation) {
    case ISA_ATOMOP_ADD:
        return old + by;
    case ISA_ATOMOP_MIN:
        return less ? by : old;
    case ISA_ATOMOP_MAX:
        return less ? old : by;
    case ISA_ATOMOP_INC:
        return old >= by ? 0 : old + 1;
    case ISA_ATOMOP_DEC:
        return old == 0 || old > by ? by : old - 1;
    case ISA_ATOMOP_AND:
        return old & by;
    case ISA_ATOMOP_OR:
        return old | by;
    case ISA_ATOMOP_XOR:
        return old ^ by;
    default:
        return by;
    }
}

static uint16_t half_sum(uint16_t a, uint16_t b) {
    return model_half_fma(model_half_value(a), 1, model_half_value(b), ISA_ROUND_NONE);
}

static bool swap_if_same(struct model *m, const struct isa_instruction *in) {
    const bool wide = in->modifier[ISA_MOD_WIDTH];
    const size_t size = wide ? 8 : 4;
    uint8_t *at = place(m, in, size);
    uint32_t words[4];
    if (!at || in->modifier[ISA_MOD_CASDATA] != ISA_CASDATA_NONE ||
        (in->row->class == ISA_ATOMS_CAS && in->modifier[ISA_MOD_CASMODE] != ISA_CASMODE_CAS))
        return false;
    read_registers(m, in->operand[ISA_ARG_B].number, words, 4);
    uint32_t old[2] = {0};
    memcpy(old, at, size);
    if (memcmp(old, words, size) == 0)
        memcpy(at, words + size / 4, size);
    load(m, in, (const uint8_t *)old, wide ? ISA_LSIZE_64 : ISA_LSIZE_NONE);
    return true;
}

bool model_atomic(struct model *m, const struct isa_instruction *in) {
    const enum isa_class class = in->row->class;
    if (class == ISA_ATOM_CAS || class == ISA_ATOMS_CAS)
        return swap_if_same(m, in);
    unsigned type = in->modifier[ISA_MOD_ATOMSIZE];
    if (class == ISA_ATOMS && type == ISA_ATOMSSIZE_S64)
        type = ISA_ATOMSIZE_S64;
    const unsigned operation =
        class == ISA_RED ? in->modifier[ISA_MOD_REDOP] : in->modifier[ISA_MOD_ATOMOP];
    const bool wide = type == ISA_ATOMSIZE_U64 || type == ISA_ATOMSIZE_S64;
    const bool sign = type == ISA_ATOMSIZE_S32 || type == ISA_ATOMSIZE_S64;
    uint8_t *at = place(m, in, wide ? 8 : 4);
    if (!at || type > ISA_ATOMSIZE_S64 || operation > ISA_ATOMOP_EXCH ||
        (type == ISA_ATOMSIZE_F16X2_FTZ_RN && operation != ISA_ATOMOP_ADD))
        return false;
    uint64_t old = 0, by = 0, result;
    memcpy(&old, at, wide ? 8 : 4);
    uint32_t words[2];
    read_registers(m, in->operand[ISA_ARG_B].number, words, 2);
    memcpy(&by, words, wide ? 8 : 4);
    if (type == ISA_ATOMSIZE_F32_FTZ_RN) {
        if (operation != ISA_ATOMOP_ADD)
            return false;
        const float sum = model_add(model_flush(model_float_of((uint32_t)old)),
                                    model_flush(model_float_of((uint32_t)by)), ISA_ROUND_NONE);
        result = model_float_bits(model_flush(sum));
    } else if (type == ISA_ATOMSIZE_F16X2_FTZ_RN) {
        result = half_sum((uint16_t)old, (uint16_t)by) |
                 (uint64_t)half_sum((uint16_t)(old >> 16), (uint16_t)(by >> 16)) << 16;
    } else if (wide || !sign) {
        result = integers(operation, old, by, sign);
    } else {
        result = integers(operation, (uint64_t)(int32_t)old, (uint64_t)(int32_t)by, true);
    }
    memcpy(at, &result, wide ? 8 : 4);
    if (in->operand[ISA_ARG_D].present)
        load(m, in, (const uint8_t *)&old, wide ? ISA_LSIZE_64 : ISA_LSIZE_NONE);
    return true;
}
