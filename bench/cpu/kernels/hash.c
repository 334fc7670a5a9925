/* SPDX-License-Identifier: MIT */
/* Memory at random: a hash table with open addressing, filled, asked and emptied. */
#include "kernel.h"

kernel_run kernel_hash;

enum { BITS = 15, SLOTS = 1 << BITS, KEYS = SLOTS / 2 };
static struct {
    uint32_t key, value;
} slots[SLOTS];

static uint32_t place_of(uint32_t key) {
    uint32_t at = key * 0x9e3779b1u >> (32 - BITS);
    while (slots[at].key && slots[at].key != key)
        at = (at + 1) % SLOTS;
    return at;
}

uint64_t kernel_hash(uint32_t rounds) {
    uint64_t sum = 0;
    for (uint32_t r = 0; r < rounds; r++) {
        uint32_t seed = r;
        for (uint32_t i = 0; i < KEYS; i++) {
            const uint32_t key = kernel_random(&seed) % 65521 + 1, at = place_of(key);
            slots[at].key = key;
            slots[at].value += i;
        }
        for (uint32_t key = 1; key < 65521; key += 3)
            sum += slots[place_of(key)].value;
        for (uint32_t i = 0; i < SLOTS; i++)
            slots[i].key = slots[i].value = 0;
    }
    return sum;
}
