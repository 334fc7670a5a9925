/* SPDX-License-Identifier: MIT */
#include "host/random.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>

static bool fixed;     /* set before there are threads */
static uint64_t words; /* of the sequence that were given out; atomic */

void random_make_fixed(void) {
    fixed = true;
}

/* The n-th output of the SplitMix64 generator. */
static uint64_t word(uint64_t n) {
    uint64_t z = n * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static void fill(uint8_t *out, size_t size) {
    for (size_t done = 0; done < size; done += sizeof(uint64_t)) {
        const uint64_t w = word(__atomic_add_fetch(&words, 1, __ATOMIC_RELAXED));
        memcpy(out + done, &w, size - done < sizeof w ? size - done : sizeof w);
    }
}

bool random_bytes(void *out, size_t size) {
    if (fixed) {
        fill(out, size);
        return true;
    }
    for (size_t done = 0; done < size;) {
        const ssize_t n = getrandom((uint8_t *)out + done, size - done, 0);
        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}
