/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_ADDRESS_MAP_H
#define WINDLASS_GPU_SHADER_ADDRESS_MAP_H

#include <stdint.h>

/* What lies in the storage buffer at BINDING_ADDRESS_MAP: which ranges of guest addresses a module
 * may reach, sorted, none over another. What lies in none reads as zero and is not written. */
struct address_map_range {
    uint64_t guest, size; /* bytes, multiples of four */
    uint64_t device;      /* the buffer device address of its first byte */
};
struct address_map {
    uint32_t count, zero[3];
    struct address_map_range ranges[];
};

#endif
