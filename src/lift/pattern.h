/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_PATTERN_H
#define WINDLASS_LIFT_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

/* The few instruction forms that address arithmetic, stack frames and jump tables are made of,
 * read from their bits. Everything else is PATTERN_OTHER. */

enum pattern_kind {
    PATTERN_OTHER,
    PATTERN_CONST,      /* rd = value: ADR, ADRP, MOVZ, MOVN, ORR rd, zr, #imm */
    PATTERN_MOVK,       /* rd = (rd & ~mask) | value */
    PATTERN_ADD_IMM,    /* rd = rn + value (SUB: negative); 31 is SP in both */
    PATTERN_CMP_IMM,    /* flags of rn - value; rd is zr or gets the difference */
    PATTERN_CMP_REG,    /* flags of rn - rm */
    PATTERN_ADD_REG,    /* rd = rn + extend(rm) << shift */
    PATTERN_MOVE,       /* rd = rm */
    PATTERN_AND_IMM,    /* rd = rn & value */
    PATTERN_EXTRACT,    /* rd = bits [shift, shift + bits) of rn, zero- or sign-extended */
    PATTERN_SHIFT,      /* rd = rn << shift */
    PATTERN_LOAD,       /* rd = memory [rn + value] */
    PATTERN_LOAD_REG,   /* rd = memory [rn + extend(rm) << shift] */
    PATTERN_LOAD_CONST, /* rd = memory [value]: literal load */
    PATTERN_STORE,      /* memory [rn + value] = rd */
    PATTERN_STORE_PAIR, /* memory [rn + value] = rd, rm; bytes: of each */
};

struct pattern {
    enum pattern_kind kind;
    bool wide; /* 64-bit form; else the result's upper half is zero */
    uint8_t rd, rn, rm;
    uint64_t value, mask;
    uint8_t shift, bits; /* bits: width of rm before it is extended, or of the extract */
    bool is_signed;      /* of the extension, the extract or the load */
    uint8_t bytes;       /* of the load or store */
};

void pattern_read(uint32_t word, uint64_t pc, struct pattern *out);

/* What a word does to the stack pointer: false when it changes by an amount that the word does
 * not say. */
bool pattern_sp_change(uint32_t word, int64_t *change);

#endif
