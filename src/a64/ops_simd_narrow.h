/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_SIMD_NARROW_H
#define WINDLASS_A64_OPS_SIMD_NARROW_H

/* Between lanes of n bits and of 2n bits; part of a64/ops_simd.h, which includes it. Wide lanes
 * fill a register, narrow ones its low half. */

/* a64_widen_GB: the low half's lanes of B bits, extended. */
#define A64_WIDEN(g, b, w)                                                                         \
    static inline a64_v2u64 a64_widen_##g##b(a64_v2u64 v) {                                        \
        return (a64_v2u64) __builtin_convertvector((a64_half_##g##b)v[0], a64_v##g##w);            \
    }
/* a64_xtn_B: the wide lanes' low halves. a64_qxtn_GB: saturated; a64_qxtun_B: of signed lanes to
 * unsigned ones. `bits` are those of the result. */
#define A64_NARROW(b, w)                                                                           \
    static inline a64_v2u64 a64_xtn_##b(a64_v2u64 v) {                                             \
        return a64_join((uint64_t)__builtin_convertvector((a64_vu##w)v, a64_half_u##b), 0);        \
    }                                                                                              \
    static inline a64_v2u64 a64_narrowed_##b(uint64_t bits, a64_v2u64 v, a64_v2u64 r,              \
                                             struct a64_state *s) {                                \
        a64_note_saturated(2 * bits, r ^ v, s);                                                    \
        return a64_keep(bits, a64_xtn_##b(r));                                                     \
    }                                                                                              \
    static inline a64_v2u64 a64_qxtn_s##b(uint64_t bits, a64_v2u64 v, struct a64_state *s) {       \
        const a64_vs##w most = (a64_vs##w){0} + INT##b##_MAX;                                      \
        a64_vs##w r = __builtin_elementwise_min((a64_vs##w)v, most);                               \
        return a64_narrowed_##b(bits, v, (a64_v2u64)__builtin_elementwise_max(r, ~most), s);       \
    }                                                                                              \
    static inline a64_v2u64 a64_qxtn_u##b(uint64_t bits, a64_v2u64 v, struct a64_state *s) {       \
        const a64_vu##w most = (a64_vu##w){0} + UINT##b##_MAX;                                     \
        a64_v2u64 r = (a64_v2u64)__builtin_elementwise_min((a64_vu##w)v, most);                    \
        return a64_narrowed_##b(bits, v, r, s);                                                    \
    }                                                                                              \
    static inline a64_v2u64 a64_qxtun_##b(uint64_t bits, a64_v2u64 v, struct a64_state *s) {       \
        a64_v2u64 positive = a64_max_s##w(v, a64_join(0, 0));                                      \
        a64_note_saturated(2 * bits, positive ^ v, s);                                             \
        return a64_qxtn_u##b(bits, positive, s);                                                   \
    }
/* Neighbours added into one lane of twice the width (SADDLP, UADDLP). */
#define A64_ADD_LONG_PAIRS(g, b, w)                                                                \
    static inline a64_v2u64 a64_addlp_##g##b(a64_v2u64 v) {                                        \
        return a64_add_u##w(a64_shr_##g##w(a64_shl_u##w(v, b), b), a64_shr_##g##w(v, b));          \
    }

/* The doubled product of wide lanes, saturated, and its high half; SQRDMULH adds half of that one's
 * last bit first. Only the square of the least number saturates. */
#define A64_MULTIPLY_HIGH(b, w)                                                                    \
    static inline a64_v2u64 a64_doubled_##b(uint64_t bits, a64_v2u64 wide_a, a64_v2u64 wide_b,     \
                                            struct a64_state *s) {                                 \
        a64_v2u64 product = a64_mul_s##w(wide_a, wide_b);                                          \
        return a64_qadd_s##w(bits, product, product, s);                                           \
    }                                                                                              \
    static inline a64_v2u64 a64_half_high_##b(a64_v2u64 x, a64_v2u64 y, a64_v2u64 round) {         \
        a64_v2u64 product = a64_mul_s##w(a64_widen_s##b(x), a64_widen_s##b(y));                    \
        a64_vs##w r = __builtin_elementwise_add_sat((a64_vs##w)product, (a64_vs##w)product);       \
        r = __builtin_elementwise_add_sat(r, (a64_vs##w)round);                                    \
        return a64_xtn_##b(a64_shr_s##w((a64_v2u64)r, b));                                         \
    }                                                                                              \
    static inline a64_v2u64 a64_multiply_high_##b(uint64_t bits, a64_v2u64 x, a64_v2u64 y,         \
                                                  a64_v2u64 round, struct a64_state *s) {          \
        a64_v2u64 low = a64_half_high_##b(x, y, round);                                            \
        a64_v2u64 high = a64_half_high_##b(a64_high(x), a64_high(y), round);                       \
        return a64_saturated(bits, a64_above(low, high), a64_least_##b(x) & a64_least_##b(y), s);  \
    }                                                                                              \
    static inline a64_v2u64 a64_qdmulh_##b(uint64_t bits, a64_v2u64 x, a64_v2u64 y,                \
                                           struct a64_state *s) {                                  \
        return a64_multiply_high_##b(bits, x, y, a64_join(0, 0), s);                               \
    }                                                                                              \
    static inline a64_v2u64 a64_qrdmulh_##b(uint64_t bits, a64_v2u64 x, a64_v2u64 y,               \
                                            struct a64_state *s) {                                 \
        return a64_multiply_high_##b(bits, x, y, a64_splat_##w(1ull << (b - 1)), s);               \
    }

#define A64_NARROW_AND_WIDE(b, w)                                                                  \
    A64_WIDEN(s, b, w)                                                                             \
    A64_WIDEN(u, b, w)                                                                             \
    A64_NARROW(b, w)                                                                               \
    A64_ADD_LONG_PAIRS(s, b, w)                                                                    \
    A64_ADD_LONG_PAIRS(u, b, w)

A64_NARROW_AND_WIDE(8, 16)
A64_NARROW_AND_WIDE(16, 32)
A64_NARROW_AND_WIDE(32, 64)
A64_MULTIPLY_HIGH(16, 32)
A64_MULTIPLY_HIGH(32, 64)

#undef A64_WIDEN
#undef A64_NARROW
#undef A64_ADD_LONG_PAIRS
#undef A64_MULTIPLY_HIGH
#undef A64_NARROW_AND_WIDE

/* --- Polynomials over {0, 1} ------------------------------------------------------------------ */

static inline a64_v2u64 a64_pmul_8(a64_v2u64 a, a64_v2u64 b) {
    a64_vu8 r = {0};
    for (int i = 0; i < 8; i++)
        r ^= ((a64_vu8)a << (uint8_t)i) & (a64_vu8)(((a64_vu8)b & (uint8_t)(1 << i)) != 0);
    return (a64_v2u64)r;
}

/* Low halves' bytes to products of 16 bits, and low halves to one product of 128. */
static inline a64_v2u64 a64_pmull_8(a64_v2u64 a, a64_v2u64 b) {
    a64_vu16 x = (a64_vu16)a64_widen_u8(a), y = (a64_vu16)a64_widen_u8(b), r = {0};
    for (int i = 0; i < 8; i++)
        r ^= (x << (uint16_t)i) & (a64_vu16)((y & (uint16_t)(1 << i)) != 0);
    return (a64_v2u64)r;
}

static inline a64_v2u64 a64_pmull_64(a64_v2u64 a, a64_v2u64 b) {
    unsigned __int128 r = 0;
    for (int i = 0; i < 64; i++)
        r ^= b[0] >> i & 1 ? (unsigned __int128)a[0] << i : 0;
    return a64_join((uint64_t)r, (uint64_t)(r >> 64));
}

#endif
