/* SPDX-License-Identifier: MIT */
#include "lift/frame.h"

#include "lift/pattern.h"

/* Encodings: Arm Architecture Reference Manual (DDI 0487), C4.1. */

static uint32_t field(uint32_t word, unsigned low, unsigned width) {
    return word >> low & ((1u << width) - 1);
}

static int32_t sign_extend(uint32_t v, unsigned bits) {
    const uint32_t top = 1u << (bits - 1);
    return (int32_t)((v ^ top) - top);
}

/* Offset and writeback: modes 1 (post-indexed) and 3 (pre-indexed) write the base back. */
static void place(struct frame_access *a, unsigned mode, int32_t offset) {
    a->offset = mode == 1 ? 0 : offset;
    a->change = mode == 1 || mode == 3 ? offset : 0;
}

static bool pair(uint32_t word, struct frame_access *a) {
    const uint32_t opc = field(word, 30, 2);
    a->general = !field(word, 26, 1);
    a->bytes = a->general ? (opc & 2 ? 8 : 4) : 4 << opc;
    a->count = 2;
    a->reg[1] = (uint8_t)field(word, 10, 5);
    a->is_store = !field(word, 22, 1);
    place(a, field(word, 23, 2), sign_extend(field(word, 15, 7), 7) * a->bytes);
    return opc != 3;
}

static bool single(uint32_t word, struct frame_access *a) {
    const uint32_t size = field(word, 30, 2), opc = field(word, 22, 2);
    a->general = !field(word, 26, 1);
    a->count = 1;
    a->is_store = a->general ? opc == 0 : !(opc & 1);
    a->bytes = !a->general && opc & 2 ? 16 : 1 << size;
    if (a->general && size == 3 && opc == 2)
        return false; /* PRFM */
    if (field(word, 24, 1))
        place(a, 2, (int32_t)field(word, 10, 12) * a->bytes);
    else if (!field(word, 21, 1))
        place(a, field(word, 10, 2), sign_extend(field(word, 12, 9), 9));
    else
        return false;
    return true;
}

/* LD1 to ST4 and their forms with one lane, at the base itself; 64 bytes at most. */
static bool structures(uint32_t word, struct frame_access *a) {
    a->is_store = !field(word, 22, 1);
    a->bytes = 64;
    a->count = 1;
    /* Writeback by a register or by the size: the base's place is not followed. */
    return !field(word, 23, 1);
}

bool frame_access_read(uint32_t word, struct frame_access *out) {
    *out = (struct frame_access){.base = (uint8_t)field(word, 5, 5)};
    out->reg[0] = (uint8_t)field(word, 0, 5);
    if ((field(word, 25, 4) & 5) != 4 || (out->base != 31 && out->base != 29))
        return false;
    if (field(word, 27, 3) == 5)
        return pair(word, out);
    if (field(word, 27, 3) == 7)
        return single(word, out);
    if ((field(word, 24, 6) & 0x3e) == 0x0c)
        return structures(word, out);
    return false;
}

bool frame_move_read(uint32_t word, struct frame_move *out) {
    struct pattern p;
    pattern_read(word, 0, &p);
    *out = (struct frame_move){p.rd, p.rn, (int64_t)p.value};
    return p.kind == PATTERN_ADD_IMM && p.wide && (p.rd == 31 || p.rd == 29) &&
           (p.rn == 31 || p.rn == 29);
}
