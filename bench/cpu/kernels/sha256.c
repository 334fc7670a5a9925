/* SPDX-License-Identifier: MIT */
/* Integer work in a loop: SHA-256 of a block that changes (FIPS 180-4, without its table of
 * constants, which makes no difference to the time). */
#include "kernel.h"

kernel_run kernel_sha256;

static uint32_t rotate(uint32_t x, int n) {
    return x >> n | x << (32 - n);
}

static void compress(uint32_t *state, const uint32_t *block) {
    uint32_t w[64], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4],
                    f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 16; i++)
        w[i] = block[i];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + (rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3) +
               w[i - 7] + (rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10);
    for (int i = 0; i < 64; i++) {
        const uint32_t t = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
                           ((e & f) ^ (~e & g)) + 0x428a2f98u + w[i];
        const uint32_t u =
            (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + u;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

uint64_t kernel_sha256(uint32_t rounds) {
    uint32_t state[8] = {1, 2, 3, 4, 5, 6, 7, 8}, block[16];
    for (uint32_t r = 0; r < rounds; r++) {
        for (uint32_t i = 0; i < 16; i++)
            block[i] = state[i & 7] * (i + 1) + r;
        compress(state, block);
    }
    return (uint64_t)state[0] << 32 | state[7];
}
