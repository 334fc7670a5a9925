/* SPDX-License-Identifier: MIT */
#include "lift/pattern.h"

/* Encodings: Arm Architecture Reference Manual (DDI 0487), C4.1. */

static uint32_t field(uint32_t word, unsigned low, unsigned width) {
    return word >> low & ((1u << width) - 1);
}

static int64_t sign_extend(uint64_t v, unsigned bits) {
    uint64_t top = 1ull << (bits - 1);
    return (int64_t)((v ^ top) - top);
}

/* DecodeBitMasks, immediate part. */
static bool bitmask(uint32_t word, bool wide, uint64_t *out) {
    uint32_t n = field(word, 22, 1), imms = field(word, 10, 6), immr = field(word, 16, 6);
    uint32_t combined = n << 6 | (~imms & 0x3f);
    if (!combined || (!wide && n))
        return false;
    unsigned length = 31u - (unsigned)__builtin_clz(combined);
    if (length < 1)
        return false;
    unsigned size = 1u << length;
    uint32_t s = imms & (size - 1), r = immr & (size - 1);
    if (s == size - 1)
        return false;
    uint64_t ones = (1ull << (s + 1)) - 1; /* s + 1 < size <= 64 */
    uint64_t all = size == 64 ? ~0ull : (1ull << size) - 1;
    uint64_t v = r ? ((ones >> r | ones << (size - r)) & all) : ones;
    for (unsigned w = size; w < 64; w *= 2)
        v |= v << w;
    *out = wide ? v : (uint32_t)v;
    return true;
}

static void read_immediate(uint32_t word, uint64_t pc, struct pattern *p) {
    uint32_t group = field(word, 23, 3);
    if (group <= 1) { /* ADR, ADRP */
        uint64_t imm = (uint64_t)field(word, 5, 19) << 2 | field(word, 29, 2);
        int64_t offset = sign_extend(imm, 21);
        p->kind = PATTERN_CONST;
        p->wide = true;
        p->value = word >> 31 ? (pc & ~0xfffull) + (uint64_t)offset * 4096 : pc + (uint64_t)offset;
    } else if (group == 2) { /* ADD, SUB (immediate) */
        uint64_t imm = (uint64_t)field(word, 10, 12) << (field(word, 22, 1) * 12);
        bool subtract = field(word, 30, 1), flags = field(word, 29, 1);
        if (flags && !subtract)
            return;
        p->kind = flags ? PATTERN_CMP_IMM : PATTERN_ADD_IMM;
        p->value = flags || !subtract ? imm : 0 - imm;
    } else if (group == 4) { /* AND, ORR (immediate) */
        uint32_t opc = field(word, 29, 2);
        if (!bitmask(word, p->wide, &p->value))
            return;
        if (opc == 0 && p->rd != 31)
            p->kind = PATTERN_AND_IMM;
        else if (opc == 1 && p->rn == 31 && p->rd != 31)
            p->kind = PATTERN_CONST;
    } else if (group == 5) { /* MOVN, MOVZ, MOVK */
        uint32_t opc = field(word, 29, 2), shift = field(word, 21, 2) * 16;
        uint64_t value = (uint64_t)field(word, 5, 16) << shift;
        if (opc == 1 || (!p->wide && shift > 16))
            return;
        p->kind = opc == 3 ? PATTERN_MOVK : PATTERN_CONST;
        p->value = opc == 0 ? ~value : value;
        p->mask = 0xffffull << shift;
        if (!p->wide)
            p->value = (uint32_t)p->value;
    } else if (group == 6) { /* SBFM, UBFM */
        uint32_t opc = field(word, 29, 2), immr = field(word, 16, 6), imms = field(word, 10, 6);
        unsigned width = p->wide ? 64 : 32;
        if ((opc != 0 && opc != 2) || field(word, 22, 1) != p->wide || immr >= width ||
            imms >= width)
            return;
        p->is_signed = opc == 0;
        if (imms >= immr) {
            p->kind = PATTERN_EXTRACT;
            p->shift = (uint8_t)immr;
            p->bits = (uint8_t)(imms - immr + 1);
        } else if (opc == 2 && imms + 1 == immr) {
            p->kind = PATTERN_SHIFT;
            p->shift = (uint8_t)(width - immr);
        }
    }
}

static void read_register(uint32_t word, struct pattern *p) {
    uint32_t top = field(word, 24, 5), opc = field(word, 29, 2);
    p->rm = (uint8_t)field(word, 16, 5);
    p->bits = p->wide ? 64 : 32;
    if (top == 0x0a) { /* logical, shifted register: ORR rd, zr, rm is MOV */
        if (opc == 1 && p->rn == 31 && !field(word, 21, 1) && !field(word, 10, 6))
            p->kind = PATTERN_MOVE;
    } else if (top == 0x0b && !field(word, 21, 1)) { /* ADD, SUBS, shifted register */
        if (field(word, 22, 2) != 0)
            return;
        p->shift = (uint8_t)field(word, 10, 6);
        if (opc == 0)
            p->kind = PATTERN_ADD_REG;
        else if (opc == 3 && !p->shift)
            p->kind = PATTERN_CMP_REG;
    } else if (top == 0x0b && field(word, 22, 2) == 0 && opc == 0) { /* ADD, extended register */
        uint32_t option = field(word, 13, 3);
        p->bits = (uint8_t)(8u << (option & 3));
        p->is_signed = option >> 2;
        p->shift = (uint8_t)field(word, 10, 3);
        p->kind = PATTERN_ADD_REG;
    }
}

static void read_memory(uint32_t word, uint64_t pc, struct pattern *p) {
    uint32_t size = field(word, 30, 2), opc = field(word, 22, 2);
    if (field(word, 26, 1))
        return;                                           /* vector registers */
    if (field(word, 27, 3) == 3 && !field(word, 24, 1)) { /* literal */
        if (size > 2)
            return;
        p->kind = PATTERN_LOAD_CONST;
        p->bytes = size == 1 ? 8 : 4;
        p->is_signed = size == 2;
        p->wide = size != 0;
        p->value = pc + (uint64_t)sign_extend((uint64_t)field(word, 5, 19) << 2, 21);
        return;
    }
    if (field(word, 27, 3) == 5 && field(word, 23, 2) == 2 && !field(word, 22, 1)) {
        p->kind = PATTERN_STORE_PAIR;
        p->bytes = p->wide ? 8 : 4;
        p->rm = (uint8_t)field(word, 10, 5);
        p->value = (uint64_t)sign_extend(field(word, 15, 7), 7) * p->bytes;
        return;
    }
    if (field(word, 27, 3) != 7)
        return;
    if (opc >= 2 && size == 3)
        return; /* PRFM */
    p->bytes = (uint8_t)(1u << size);
    p->is_signed = opc >= 2;
    p->wide = size == 3 || opc == 2;
    enum pattern_kind kind = opc ? PATTERN_LOAD : PATTERN_STORE;
    if (field(word, 24, 1)) { /* unsigned offset */
        p->kind = kind;
        p->value = (uint64_t)field(word, 10, 12) << size;
    } else if (!field(word, 21, 1) && field(word, 10, 2) == 0) { /* unscaled */
        p->kind = kind;
        p->value = (uint64_t)sign_extend(field(word, 12, 9), 9);
    } else if (field(word, 21, 1) && field(word, 10, 2) == 2 && opc) { /* register offset */
        uint32_t option = field(word, 13, 3);
        if (!(option & 2))
            return;
        p->kind = PATTERN_LOAD_REG;
        p->rm = (uint8_t)field(word, 16, 5);
        p->bits = option & 1 ? 64 : 32;
        p->shift = (uint8_t)(field(word, 12, 1) ? size : 0);
        /* is_signed says how the load extends; how the index does stands in mask. */
        p->mask = option >> 2;
    }
}

void pattern_read(uint32_t word, uint64_t pc, struct pattern *p) {
    *p = (struct pattern){.wide = word >> 31};
    p->rd = (uint8_t)field(word, 0, 5);
    p->rn = (uint8_t)field(word, 5, 5);
    uint32_t group = field(word, 25, 4);
    if ((group & 0xe) == 0x8)
        read_immediate(word, pc, p);
    else if ((group & 0x7) == 0x5)
        read_register(word, p);
    else if ((group & 0x5) == 0x4)
        read_memory(word, pc, p);
}

/* Writeback of a load or store to [sp]: pair and single forms, pre- and post-indexed. */
static void writeback(uint32_t word, int64_t *change) {
    if (field(word, 27, 3) == 5) { /* pairs: opc at 30, V at 26 */
        uint32_t mode = field(word, 23, 2), opc = field(word, 30, 2);
        if (mode != 1 && mode != 3)
            return;
        unsigned scale = field(word, 26, 1) ? 2 + opc : opc == 1 ? 2 : 2 + (opc >> 1);
        *change = sign_extend(field(word, 15, 7), 7) * (1 << scale);
    } else if (field(word, 27, 3) == 7 && !field(word, 24, 1) && !field(word, 21, 1) &&
               (field(word, 10, 2) & 1)) {
        *change = sign_extend(field(word, 12, 9), 9);
    }
}

bool pattern_sp_change(uint32_t word, int64_t *change) {
    struct pattern p;
    *change = 0;
    if ((field(word, 25, 4) & 5) == 4) { /* loads and stores */
        bool structures = (field(word, 24, 6) & 0x3e) == 0x0c;
        if (field(word, 5, 5) != 31)
            return true;
        if (structures)
            return !field(word, 23, 1);
        writeback(word, change);
        return true;
    }
    pattern_read(word, 0, &p);
    if (p.kind == PATTERN_ADD_IMM && p.rd == 31) {
        if (p.rn != 31 || !p.wide)
            return false;
        *change = (int64_t)p.value;
        return true;
    }
    /* Other writers of SP: AND/ORR/EOR immediate and ADD/SUB extended register with rd = 31. */
    if (field(word, 0, 5) == 31) {
        uint32_t top = field(word, 24, 5);
        bool logical = field(word, 23, 6) == 0x24 && field(word, 29, 2) != 3;
        bool extended = top == 0x0b && field(word, 21, 1) && !field(word, 29, 1);
        if (logical || extended)
            return false;
    }
    return true;
}
