/* SPDX-License-Identifier: MIT */
#include "round_trip.h"

#include <zstd.h>

kernel_run kernel_zstd;

static size_t once(const void *bytes, size_t size, void *packed, size_t room, void *back) {
    const size_t n = ZSTD_compress(packed, room, bytes, size, 3);
    if (ZSTD_isError(n) || ZSTD_decompress(back, size, packed, n) != size)
        exit(1);
    return n;
}

uint64_t kernel_zstd(uint32_t rounds) {
    return round_trips(rounds, once);
}
