/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_INT_H
#define WINDLASS_A64_OPS_INT_H

#include <stdint.h>

/* Integer helpers of the rows, one definition for lifted code and interpreter. Values in, values
 * out; nothing but compiler builtins. */

/* x86 division traps where AArch64 gives 0 or wraps. */
static inline uint32_t a64_udiv32(uint32_t a, uint32_t b) {
    return b ? a / b : 0;
}
static inline uint64_t a64_udiv64(uint64_t a, uint64_t b) {
    return b ? a / b : 0;
}
static inline uint32_t a64_sdiv32(uint32_t a, uint32_t b) {
    if (b == 0)
        return 0;
    return b == UINT32_MAX ? -a : (uint32_t)((int32_t)a / (int32_t)b);
}
static inline uint64_t a64_sdiv64(uint64_t a, uint64_t b) {
    if (b == 0)
        return 0;
    return b == UINT64_MAX ? -a : (uint64_t)((int64_t)a / (int64_t)b);
}

static inline uint32_t a64_ror32(uint32_t a, uint64_t n) {
    return a >> (n & 31) | a << (-n & 31);
}
static inline uint64_t a64_ror64(uint64_t a, uint64_t n) {
    return a >> (n & 63) | a << (-n & 63);
}
/* The bits of high:low from bit n. */
static inline uint32_t a64_extr32(uint32_t high, uint32_t low, uint64_t n) {
    return (uint32_t)(((uint64_t)high << 32 | low) >> n);
}
static inline uint64_t a64_extr64(uint64_t high, uint64_t low, uint64_t n) {
    return n ? high << (64 - n) | low >> n : low;
}

static inline uint64_t a64_umulh(uint64_t a, uint64_t b) {
    return (uint64_t)((unsigned __int128)a * b >> 64);
}
static inline uint64_t a64_smulh(uint64_t a, uint64_t b) {
    return (uint64_t)((__int128)(int64_t)a * (int64_t)b >> 64);
}

static inline uint32_t a64_rbit_32(uint32_t a) {
    return __builtin_bitreverse32(a);
}
static inline uint64_t a64_rbit_64(uint64_t a) {
    return __builtin_bitreverse64(a);
}
static inline uint32_t a64_rev16_32(uint32_t a) {
    return (a & 0x00ff00ff) << 8 | (a >> 8 & 0x00ff00ff);
}
static inline uint64_t a64_rev16_64(uint64_t a) {
    return (a & 0x00ff00ff00ff00ff) << 8 | (a >> 8 & 0x00ff00ff00ff00ff);
}
static inline uint32_t a64_clz_32(uint32_t a) {
    return a ? (uint32_t)__builtin_clz(a) : 32;
}
static inline uint64_t a64_clz_64(uint64_t a) {
    return a ? (uint64_t)__builtin_clzll(a) : 64;
}
/* Bits below the top one that are equal to it. */
static inline uint32_t a64_cls_32(uint32_t a) {
    return a64_clz_32((a ^ (uint32_t)((int32_t)a >> 31)) << 1 | 1);
}
static inline uint64_t a64_cls_64(uint64_t a) {
    return a64_clz_64((a ^ (uint64_t)((int64_t)a >> 63)) << 1 | 1);
}

/* CRC-32 of the low `bits` of data, with no inversion before or after: [k][byte] is what the byte
 * becomes when k others follow it (soft/crc.c). */
extern uint32_t a64_crc32_table[8][256];

static inline uint32_t a64_crc32(uint32_t crc, uint64_t data, unsigned bits) {
    const unsigned bytes = bits / 8;
    const uint64_t mixed = crc ^ data;
    uint32_t r = bits < 32 ? crc >> bits : 0;
    for (unsigned i = 0; i < bytes; i++)
        r ^= a64_crc32_table[bytes - 1 - i][mixed >> 8 * i & 0xff];
    return r;
}

/* The same with Castagnoli's polynomial, which is the host's. */
static inline uint32_t a64_crc32c(uint32_t crc, uint64_t data, unsigned bits) {
    switch (bits) {
    case 8:
        return __builtin_ia32_crc32qi(crc, (uint8_t)data);
    case 16:
        return __builtin_ia32_crc32hi(crc, (uint16_t)data);
    case 32:
        return __builtin_ia32_crc32si(crc, (uint32_t)data);
    default:
        return (uint32_t)__builtin_ia32_crc32di(crc, data);
    }
}

#endif
