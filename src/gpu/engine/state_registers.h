/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_STATE_REGISTERS_H
#define WINDLASS_GPU_ENGINE_STATE_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Reading registers by the byte addresses that NVIDIA's clb197.h gives them. */

static inline uint32_t word_at(const uint32_t *registers, unsigned address) {
    return registers[address / 4];
}

static inline uint32_t bits_at(const uint32_t *registers, unsigned address, unsigned low,
                               unsigned width) {
    return registers[address / 4] >> low & ((1u << width) - 1);
}

static inline bool flag_at(const uint32_t *registers, unsigned address, unsigned bit) {
    return registers[address / 4] >> bit & 1;
}

static inline float float_at(const uint32_t *registers, unsigned address) {
    float value;
    memcpy(&value, &registers[address / 4], sizeof value);
    return value;
}

/* Addresses of 40 bits: the upper eight stand first. */
static inline uint64_t address_at(const uint32_t *registers, unsigned address) {
    return (uint64_t)(registers[address / 4] & 0xff) << 32 | registers[address / 4 + 1];
}

#endif
