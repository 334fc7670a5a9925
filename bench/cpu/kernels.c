/* SPDX-License-Identifier: MIT */
#include "kernels.h"

/* Direct calls: recursion without tail calls. */
__attribute__((noinline)) static uint64_t fibonacci(uint32_t n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static uint64_t calls(uint32_t rounds) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < rounds; i++)
        sum += fibonacci(24 + (i & 1));
    return sum;
}

/* Indirect calls through a table, as virtual calls are. */
struct shape {
    uint64_t (*const *methods)(const struct shape *, uint64_t);
    uint64_t size;
};
static uint64_t grow(const struct shape *s, uint64_t x) {
    return x * 3 + s->size;
}
static uint64_t shrink(const struct shape *s, uint64_t x) {
    return (x >> 1) ^ s->size;
}
static uint64_t (*const growing[])(const struct shape *, uint64_t) = {grow, shrink};
static uint64_t (*const shrinking[])(const struct shape *, uint64_t) = {shrink, grow};

static uint64_t indirect(uint32_t rounds) {
    struct shape shapes[8];
    uint64_t x = 1;
    for (uint32_t i = 0; i < 8; i++)
        shapes[i] = (struct shape){i & 1 ? growing : shrinking, i};
    for (uint32_t i = 0; i < rounds; i++)
        x = shapes[i & 7].methods[x & 1](&shapes[i & 7], x);
    return x;
}

/* Integer work in a loop: the compression function of SHA-256 on a running block. */
static uint32_t rotate(uint32_t x, int n) {
    return x >> n | x << (32 - n);
}

static uint64_t digest(uint32_t rounds) {
    uint32_t state[8] = {1, 2, 3, 4, 5, 6, 7, 8}, w[64];
    for (uint32_t r = 0; r < rounds; r++) {
        for (uint32_t i = 0; i < 16; i++)
            w[i] = state[i & 7] * (i + 1) + r;
        for (int i = 16; i < 64; i++)
            w[i] = w[i - 16] + (rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3) +
                   w[i - 7] + (rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10);
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5],
                 g = state[6], h = state[7];
        for (int i = 0; i < 64; i++) {
            uint32_t t = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) +
                         0x428a2f98u + w[i];
            uint32_t u =
                (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + u;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d;
        state[4] += e, state[5] += f, state[6] += g, state[7] += h;
    }
    return (uint64_t)state[0] << 32 | state[7];
}

/* Scalar double: the Mandelbrot set. */
static uint64_t mandelbrot(uint32_t rounds) {
    uint64_t sum = 0;
    for (uint32_t r = 0; r < rounds; r++)
        for (int i = 0; i < 64; i++) {
            double cx = -2.0 + (double)i / 24.0, cy = (double)(r & 63) / 48.0, x = 0, y = 0;
            int n = 0;
            while (n < 200 && x * x + y * y < 4.0) {
                double t = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = t;
                n++;
            }
            sum += (uint64_t)n;
        }
    return sum;
}

/* Vectors: a product of float matrices that the compiler vectorises. */
static float left[64][64], right[64][64], product[64][64];
static uint64_t matrix(uint32_t rounds) {
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            left[i][j] = (float)(i - j), right[i][j] = (float)(i + j);
    for (uint32_t r = 0; r < rounds; r++)
        for (int i = 0; i < 64; i++)
            for (int k = 0; k < 64; k++) {
                float f = left[i][k] * (float)(r & 3);
                for (int j = 0; j < 64; j++)
                    product[i][j] += f * right[k][j];
            }
    return (uint64_t)(int64_t)product[5][9];
}

/* Memory and branches: an in-place sort of pseudo-random words. */
static uint32_t words[4096];
static void sort(uint32_t *v, int n) {
    while (n > 1) {
        uint32_t pivot = v[n / 2];
        int i = 0, j = n - 1;
        while (i <= j) {
            while (v[i] < pivot)
                i++;
            while (v[j] > pivot)
                j--;
            if (i <= j) {
                uint32_t t = v[i];
                v[i++] = v[j];
                v[j--] = t;
            }
        }
        sort(v, j + 1);
        v += i;
        n -= i;
    }
}

static uint64_t sorting(uint32_t rounds) {
    uint64_t sum = 0;
    uint32_t seed = 1;
    for (uint32_t r = 0; r < rounds; r++) {
        for (int i = 0; i < 4096; i++)
            words[i] = seed = seed * 1664525u + 1013904223u;
        sort(words, 4096);
        sum += words[r & 4095];
    }
    return sum;
}

const struct kernel kernels[] = {
    {"calls", calls, 250},      {"indirect calls", indirect, 25000000},
    {"sha256", digest, 300000}, {"mandelbrot", mandelbrot, 9000},
    {"matrix", matrix, 2500},   {"sort", sorting, 400},
};
const unsigned kernel_count = sizeof kernels / sizeof *kernels;
