/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_CRYPTO_H
#define WINDLASS_A64_OPS_CRYPTO_H

#include "a64/vector.h"

/* The cryptographic extension: steps of AES (FIPS 197), SHA-1 and SHA-256 (FIPS 180-4). The state
 * of AES is 16 bytes, column by column. */

/* --- AES -------------------------------------------------------------------------------------- */

/* Times 2 in GF(2^8), modulo x^8 + x^4 + x^3 + x + 1, in each byte. */
static inline a64_vu8 a64_gf_double(a64_vu8 a) {
    return (a << 1) ^ ((a64_vu8)((a64_vs8)a < 0) & (uint8_t)0x1b);
}

static inline a64_vu8 a64_gf_multiply(a64_vu8 a, a64_vu8 b) {
    a64_vu8 r = {0};
    for (int i = 0; i < 8; i++) {
        r ^= a & (a64_vu8)((b & (uint8_t)(1 << i)) != 0);
        a = a64_gf_double(a);
    }
    return r;
}

/* 1 / a as a^254, 0 for 0. */
static inline a64_vu8 a64_gf_invert(a64_vu8 a) {
    a64_vu8 a2 = a64_gf_multiply(a, a), a3 = a64_gf_multiply(a2, a), a6 = a64_gf_multiply(a3, a3);
    a64_vu8 a12 = a64_gf_multiply(a6, a6), r = a64_gf_multiply(a12, a3); /* a^15 */
    for (int i = 0; i < 4; i++)
        r = a64_gf_multiply(r, r); /* a^240 in the end */
    return a64_gf_multiply(a64_gf_multiply(r, a12), a2);
}

static inline a64_vu8 a64_rotate_bytes(a64_vu8 a, int n) {
    return (a << (uint8_t)n) | (a >> (uint8_t)(8 - n));
}

static inline a64_vu8 a64_aes_substitute(a64_vu8 a) {
    a = a64_gf_invert(a);
    return a ^ a64_rotate_bytes(a, 1) ^ a64_rotate_bytes(a, 2) ^ a64_rotate_bytes(a, 3) ^
           a64_rotate_bytes(a, 4) ^ (uint8_t)0x63;
}

static inline a64_vu8 a64_aes_substitute_back(a64_vu8 a) {
    a = a64_rotate_bytes(a, 1) ^ a64_rotate_bytes(a, 3) ^ a64_rotate_bytes(a, 6) ^ (uint8_t)0x05;
    return a64_gf_invert(a);
}

/* AESE and AESD: key added, rows shifted, bytes substituted. */
static inline a64_v2u64 a64_aese(a64_v2u64 state, a64_v2u64 key) {
    a64_vu8 x = (a64_vu8)(state ^ key);
    x = __builtin_shufflevector(x, x, 0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11);
    return (a64_v2u64)a64_aes_substitute(x);
}

static inline a64_v2u64 a64_aesd(a64_v2u64 state, a64_v2u64 key) {
    a64_vu8 x = (a64_vu8)(state ^ key);
    x = __builtin_shufflevector(x, x, 0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3);
    return (a64_v2u64)a64_aes_substitute_back(x);
}

/* A column rotated up by n bytes. */
#define A64_COLUMN(x, n)                                                                           \
    __builtin_shufflevector(x, x, n, (1 + n) % 4, (2 + n) % 4, (3 + n) % 4, 4 + n,                 \
                            4 + (1 + n) % 4, 4 + (2 + n) % 4, 4 + (3 + n) % 4, 8 + n,              \
                            8 + (1 + n) % 4, 8 + (2 + n) % 4, 8 + (3 + n) % 4, 12 + n,             \
                            12 + (1 + n) % 4, 12 + (2 + n) % 4, 12 + (3 + n) % 4)

/* MixColumns: 2 3 1 1. */
static inline a64_v2u64 a64_aesmc(a64_v2u64 state) {
    a64_vu8 x = (a64_vu8)state;
    a64_vu8 up = A64_COLUMN(x, 1);
    return (a64_v2u64)(a64_gf_double(x ^ up) ^ up ^ A64_COLUMN(x, 2) ^ A64_COLUMN(x, 3));
}

/* InvMixColumns: 14 11 13 9, which is 2 3 1 1 after 5 0 4 0. */
static inline a64_v2u64 a64_aesimc(a64_v2u64 state) {
    a64_vu8 x = (a64_vu8)state;
    a64_vu8 four = a64_gf_double(a64_gf_double(x ^ A64_COLUMN(x, 2)));
    return a64_aesmc((a64_v2u64)(x ^ four));
}

#undef A64_COLUMN

/* --- SHA-1 ------------------------------------------------------------------------------------ */

static inline uint32_t a64_rotate_left(uint32_t x, int n) {
    return x << n | x >> (32 - n);
}

static inline uint32_t a64_sha_choose(uint32_t x, uint32_t y, uint32_t z) {
    return ((y ^ z) & x) ^ z;
}

static inline uint32_t a64_sha_parity(uint32_t x, uint32_t y, uint32_t z) {
    return x ^ y ^ z;
}

static inline uint32_t a64_sha_majority(uint32_t x, uint32_t y, uint32_t z) {
    return (x & y) | ((x | y) & z);
}

/* Four rounds: a to d in abcd, e in its own register, schedule and constant in w. */
#define A64_SHA1_ROUNDS(name, mix)                                                                 \
    static inline a64_v2u64 name(a64_v2u64 abcd, uint32_t e, a64_v2u64 w) {                        \
        a64_vu32 x = (a64_vu32)abcd;                                                               \
        for (int i = 0; i < 4; i++) {                                                              \
            uint32_t next =                                                                        \
                e + a64_rotate_left(x[0], 5) + mix(x[1], x[2], x[3]) + ((a64_vu32)w)[i];           \
            e = x[3];                                                                              \
            x = (a64_vu32){next, x[0], a64_rotate_left(x[1], 30), x[2]};                           \
        }                                                                                          \
        return (a64_v2u64)x;                                                                       \
    }
A64_SHA1_ROUNDS(a64_sha1c, a64_sha_choose)
A64_SHA1_ROUNDS(a64_sha1p, a64_sha_parity)
A64_SHA1_ROUNDS(a64_sha1m, a64_sha_majority)
#undef A64_SHA1_ROUNDS

static inline a64_v2u64 a64_sha1su0(a64_v2u64 d, a64_v2u64 n, a64_v2u64 m) {
    return (a64_v2u64){d[1], n[0]} ^ d ^ m;
}

static inline a64_v2u64 a64_sha1su1(a64_v2u64 d, a64_v2u64 n) {
    a64_vu32 next = (a64_vu32)n;
    a64_vu32 t = (a64_vu32)d ^ (a64_vu32) { next[1], next[2], next[3], 0 };
    a64_vu32 r = t << 1 | t >> 31;
    r[3] ^= a64_rotate_left(t[0], 2);
    return (a64_v2u64)r;
}

/* --- SHA-256 ---------------------------------------------------------------------------------- */

/* Four rounds: a to d in x, e to h in y. SHA256H wants the new x, SHA256H2 the new y. */
static inline a64_v2u64 a64_sha256_rounds(a64_v2u64 abcd, a64_v2u64 efgh, a64_v2u64 w,
                                          int want_efgh) {
    a64_vu32 x = (a64_vu32)abcd, y = (a64_vu32)efgh;
    for (int i = 0; i < 4; i++) {
        uint32_t a = x[0], e = y[0];
        uint32_t t = y[3] + a64_sha_choose(e, y[1], y[2]) + ((a64_vu32)w)[i];
        t += a64_rotate_left(e, 26) ^ a64_rotate_left(e, 21) ^ a64_rotate_left(e, 7);
        uint32_t s = a64_rotate_left(a, 30) ^ a64_rotate_left(a, 19) ^ a64_rotate_left(a, 10);
        uint32_t next_a = t + s + a64_sha_majority(a, x[1], x[2]);
        y = (a64_vu32){x[3] + t, e, y[1], y[2]};
        x = (a64_vu32){next_a, a, x[1], x[2]};
    }
    return (a64_v2u64)(want_efgh ? y : x);
}

/* Each lane rotated right by r1 and by r2 and shifted right by n. */
static inline a64_vu32 a64_sha256_sigma(a64_vu32 v, uint32_t r1, uint32_t r2, uint32_t n) {
    return (v >> r1 | v << (32 - r1)) ^ (v >> r2 | v << (32 - r2)) ^ v >> n;
}

static inline a64_v2u64 a64_sha256su0(a64_v2u64 d, a64_v2u64 n) {
    a64_vu32 now = (a64_vu32)d;
    a64_vu32 next = {now[1], now[2], now[3], ((a64_vu32)n)[0]};
    return (a64_v2u64)(a64_sha256_sigma(next, 7, 18, 3) + now);
}

static inline a64_v2u64 a64_sha256su1(a64_v2u64 d, a64_v2u64 n, a64_v2u64 m) {
    a64_vu32 second = (a64_vu32)n, third = (a64_vu32)m;
    a64_vu32 r = (a64_vu32)d + (a64_vu32){second[1], second[2], second[3], third[0]};
    r += a64_sha256_sigma((a64_vu32){third[2], third[3], 0, 0}, 17, 19, 10);
    r += a64_sha256_sigma((a64_vu32){0, 0, r[0], r[1]}, 17, 19, 10);
    return (a64_v2u64)r;
}

#endif
