/* SPDX-License-Identifier: MIT */
/* Branches that cannot be foreseen: an in-place sort of random words. */
#include "kernel.h"

kernel_run kernel_sort;

enum { WORDS = 4096 };
static uint32_t words[WORDS];

static void sort(uint32_t *v, int n) {
    while (n > 1) {
        const uint32_t pivot = v[n / 2];
        int i = 0, j = n - 1;
        while (i <= j) {
            while (v[i] < pivot)
                i++;
            while (v[j] > pivot)
                j--;
            if (i <= j) {
                const uint32_t t = v[i];
                v[i++] = v[j];
                v[j--] = t;
            }
        }
        sort(v, j + 1);
        v += i;
        n -= i;
    }
}

uint64_t kernel_sort(uint32_t rounds) {
    uint64_t sum = 0;
    uint32_t seed = 1;
    for (uint32_t r = 0; r < rounds; r++) {
        for (int i = 0; i < WORDS; i++)
            words[i] = kernel_random(&seed);
        sort(words, WORDS);
        sum += words[r % WORDS];
    }
    return sum;
}
