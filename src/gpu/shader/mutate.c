/* SPDX-License-Identifier: MIT */
#include "gpu/shader/mutate.h"

#include <string.h>

uint64_t mutate_state;

/* splitmix64 (Steele, Lea and Flood, 2014) */
uint64_t mutate_random(void) {
    uint64_t z = mutate_state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

size_t mutate_below(size_t n) {
    return (size_t)(mutate_random() % n);
}

/* Headers steer, so that half of the changes lie in the first bytes. */
void mutate_bytes(uint8_t *bytes, size_t size) {
    static const uint32_t edges[] = {0,          1,          0xff,       0x100,
                                     0x7fffffff, 0x80000000, 0xffffffe0, 0xffffffff};
    const size_t at = mutate_below(mutate_random() & 1 && size > 96 ? 96 : size);
    switch (mutate_below(4)) {
    case 0:
        bytes[at] ^= (uint8_t)(1u << mutate_below(8));
        break;
    case 1:
        for (size_t i = 0; i < 4 && (at & ~3ul) + i < size; i++)
            bytes[(at & ~3ul) + i] = (uint8_t)(edges[mutate_below(8)] >> (8 * i));
        break;
    case 2:
        memmove(bytes + at, bytes + mutate_below(size), 1 + mutate_below(16) < size - at ? 1 : 0);
        break;
    default:
        bytes[at] = (uint8_t)mutate_random();
    }
}
