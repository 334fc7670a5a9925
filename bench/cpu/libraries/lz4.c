/* SPDX-License-Identifier: MIT */
#include "round_trip.h"

#include <lz4.h>

kernel_run kernel_lz4;

static size_t once(const void *bytes, size_t size, void *packed, size_t room, void *back) {
    const int n = LZ4_compress_default(bytes, packed, (int)size, (int)room);
    if (LZ4_decompress_safe(packed, back, n, (int)size) != (int)size)
        exit(1);
    return (size_t)n;
}

uint64_t kernel_lz4(uint32_t rounds) {
    return round_trips(rounds, once);
}
