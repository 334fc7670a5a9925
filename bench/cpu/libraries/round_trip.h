/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_BENCH_ROUND_TRIP_H
#define WINDLASS_BENCH_ROUND_TRIP_H

#include "data.h"
#include "kernel.h"

/* Text and records, packed and unpacked in each round. */
enum { ROUND_TRIP_SIZE = 128 << 10, ROUND_TRIP_ROOM = ROUND_TRIP_SIZE + ROUND_TRIP_SIZE / 8 };

/* Gives the packed size; ends the program where the bytes do not come back. */
typedef size_t round_trip(const void *bytes, size_t size, void *packed, size_t room, void *back);

static inline uint64_t round_trips(uint32_t rounds, round_trip *once) {
    static uint8_t bytes[2][ROUND_TRIP_SIZE], back[ROUND_TRIP_SIZE];
    static char packed[ROUND_TRIP_ROOM];
    uint64_t sum = 0;
    size_t size = 0;
    data_seed(7);
    data_text((char *)bytes[0], ROUND_TRIP_SIZE);
    data_binary(bytes[1], ROUND_TRIP_SIZE);
    for (uint32_t r = 0; r < rounds; r++) {
        size = once(bytes[r & 1], ROUND_TRIP_SIZE, packed, ROUND_TRIP_ROOM, back);
        sum += size;
    }
    if (memcmp(back, bytes[(rounds - 1) & 1], ROUND_TRIP_SIZE) != 0)
        exit(1);
    return sum ^ data_checksum(packed, size);
}

#endif
