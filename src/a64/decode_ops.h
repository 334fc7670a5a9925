/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_DECODE_OPS_H
#define WINDLASS_A64_DECODE_OPS_H

#include <stdbool.h>
#include <stdint.h>

/* Functions for the `let`, `where` and `target` lines of the rows. */

static inline uint64_t a64_sign_extend(uint64_t value, unsigned bits) {
    return (uint64_t)((int64_t)(value << (64 - bits)) >> (64 - bits));
}

#endif
