/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_SIMD_PERMUTE_H
#define WINDLASS_A64_OPS_SIMD_PERMUTE_H

/* Moves of lanes; part of a64/ops_simd.h, which includes it. */

/* --- ZIP, UZP, TRN: lanes of a, then of b, by their numbers ----------------------------------- */

#define A64_PERMUTE(name, bits, ...)                                                               \
    static inline a64_v2u64 a64_##name##_##bits(a64_v2u64 a, a64_v2u64 b) {                        \
        return (a64_v2u64)__builtin_shufflevector((a64_vu##bits)a, (a64_vu##bits)b, __VA_ARGS__);  \
    }

A64_PERMUTE(zip1, 8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
A64_PERMUTE(zip1, 16, 0, 8, 1, 9, 2, 10, 3, 11)
A64_PERMUTE(zip1, 32, 0, 4, 1, 5)
A64_PERMUTE(zip1, 64, 0, 2)
A64_PERMUTE(zip2, 8, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
A64_PERMUTE(zip2, 16, 4, 12, 5, 13, 6, 14, 7, 15)
A64_PERMUTE(zip2, 32, 2, 6, 3, 7)
A64_PERMUTE(zip2, 64, 1, 3)
A64_PERMUTE(uzp1, 8, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
A64_PERMUTE(uzp1, 16, 0, 2, 4, 6, 8, 10, 12, 14)
A64_PERMUTE(uzp1, 32, 0, 2, 4, 6)
A64_PERMUTE(uzp1, 64, 0, 2)
A64_PERMUTE(uzp2, 8, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
A64_PERMUTE(uzp2, 16, 1, 3, 5, 7, 9, 11, 13, 15)
A64_PERMUTE(uzp2, 32, 1, 3, 5, 7)
A64_PERMUTE(uzp2, 64, 1, 3)
A64_PERMUTE(trn1, 8, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30)
A64_PERMUTE(trn1, 16, 0, 8, 2, 10, 4, 12, 6, 14)
A64_PERMUTE(trn1, 32, 0, 4, 2, 6)
A64_PERMUTE(trn1, 64, 0, 2)
A64_PERMUTE(trn2, 8, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31)
A64_PERMUTE(trn2, 16, 1, 9, 3, 11, 5, 13, 7, 15)
A64_PERMUTE(trn2, 32, 1, 5, 3, 7)
A64_PERMUTE(trn2, 64, 1, 3)

/* --- REV: lanes of the second width reversed within each of the first --------------------------
 */

#define A64_REVERSE(group, bits, ...)                                                              \
    static inline a64_v2u64 a64_rev##group##_##bits(a64_v2u64 v) {                                 \
        return (a64_v2u64)__builtin_shufflevector((a64_vu##bits)v, (a64_vu##bits)v, __VA_ARGS__);  \
    }

A64_REVERSE(64, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)
A64_REVERSE(64, 16, 3, 2, 1, 0, 7, 6, 5, 4)
A64_REVERSE(64, 32, 1, 0, 3, 2)
A64_REVERSE(32, 8, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)
A64_REVERSE(32, 16, 1, 0, 3, 2, 5, 4, 7, 6)
A64_REVERSE(16, 8, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)

#undef A64_PERMUTE
#undef A64_REVERSE

/* --- TBL, TBX --------------------------------------------------------------------------------- */

typedef char a64_bytes_ __attribute__((vector_size(16)));

/* Bytes of one table register, by index; an index of 16 or more gives zero. The saturated sum has
 * its top bit set for those, which is what PSHUFB asks. */
static inline a64_v2u64 a64_tbl1(a64_v2u64 table, a64_v2u64 index) {
    a64_vu8 select = __builtin_elementwise_add_sat((a64_vu8)index, (a64_vu8){0} + (uint8_t)0x70);
    return (a64_v2u64)__builtin_ia32_pshufb128((a64_bytes_)table, (a64_bytes_)select);
}

/* The same for the register after n others: indices count from 16 n. */
static inline a64_v2u64 a64_tbl_after(uint64_t n, a64_v2u64 table, a64_v2u64 index) {
    return a64_tbl1(table, (a64_v2u64)((a64_vu8)index - (uint8_t)(16 * n)));
}

/* TBX leaves lanes of r whose index is past all tables of n registers. */
static inline a64_v2u64 a64_tbx(uint64_t n, a64_v2u64 r, a64_v2u64 found, a64_v2u64 index) {
    return a64_select((a64_v2u64)((a64_vu8)index < (uint8_t)(16 * n)), found, r);
}

/* --- EXT: sixteen bytes of a and then b from byte n on, as two table look-ups -------------------
 */

static inline a64_v2u64 a64_ext(a64_v2u64 a, a64_v2u64 b, uint64_t n) {
    const a64_vu8 first = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    a64_v2u64 index = (a64_v2u64)(first + (uint8_t)n);
    return a64_tbl1(a, index) | a64_tbl_after(1, b, index);
}

/* The 8-byte form: a byte shift of both low halves. */
static inline a64_v2u64 a64_ext_half(a64_v2u64 a, a64_v2u64 b, uint64_t n) {
    return a64_join(n ? a[0] >> (8 * n) | b[0] << (64 - 8 * n) : a[0], 0);
}

/* --- LD3, ST3: three registers in one run of bytes, by the width of an element ------------------
 */

/* Every third element of the run m1, m2, m3 (each of 64 bits where q is 0) from element k on. */
static inline a64_v2u64 a64_third(uint64_t q, uint64_t bits, uint64_t k, a64_v2u64 m1, a64_v2u64 m2,
                                  a64_v2u64 m3) {
    const a64_vu8 byte = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const uint8_t size = (uint8_t)(bits / 8);
    a64_v2u64 index = (a64_v2u64)((byte / size * 3 + (uint8_t)k) * size + byte % size);
    if (!q)
        return a64_join((a64_tbl1(a64_above(m1, m2), index) | a64_tbl_after(1, m3, index))[0], 0);
    return a64_tbl1(m1, index) | a64_tbl_after(1, m2, index) | a64_tbl_after(2, m3, index);
}

/* The run of v1's, v2's and v3's elements in turn, 16 bytes of it from byte `first` on. */
static inline a64_v2u64 a64_thirds(uint64_t bits, uint64_t first, a64_v2u64 v1, a64_v2u64 v2,
                                   a64_v2u64 v3) {
    const a64_vu8 offset = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const uint8_t size = (uint8_t)(bits / 8);
    const a64_vu8 byte = offset + (uint8_t)first;
    const a64_vu8 element = byte / size;
    const a64_vu8 index = element / 3 * size + byte % size;
    return a64_tbl1(v1, (a64_v2u64)(index | (a64_vu8)(element % 3 != 0))) |
           a64_tbl1(v2, (a64_v2u64)(index | (a64_vu8)(element % 3 != 1))) |
           a64_tbl1(v3, (a64_v2u64)(index | (a64_vu8)(element % 3 != 2)));
}

/* --- Bits within bytes ------------------------------------------------------------------------ */

static inline a64_v2u64 a64_cnt(a64_v2u64 v) {
    a64_vu8 x = (a64_vu8)v;
    x -= (x >> 1) & (uint8_t)0x55;
    x = (x & (uint8_t)0x33) + ((x >> 2) & (uint8_t)0x33);
    return (a64_v2u64)((x + (x >> 4)) & (uint8_t)0x0f);
}

static inline a64_v2u64 a64_rbit(a64_v2u64 v) {
    a64_vu8 x = (a64_vu8)v;
    x = (x >> 4) | (x << 4);
    x = ((x >> 2) & (uint8_t)0x33) | ((x & (uint8_t)0x33) << 2);
    return (a64_v2u64)(((x >> 1) & (uint8_t)0x55) | ((x & (uint8_t)0x55) << 1));
}

#endif
