/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_HOST_TRAP_H
#define WINDLASS_A64_HOST_TRAP_H

#include "a64/ops_memory.h"

#include <stdbool.h>

/* Is the host's instruction that raised SIGILL the trap of a misaligned ordered access
 * (ops_memory.h)? The guest's address is in rax then. */
static inline bool a64_is_misaligned_trap(const void *instruction) {
    static const uint8_t misaligned[] = {0x67, 0x0f, 0xb9, 0x40, A64_UD1_MISALIGNED};
    return !__builtin_memcmp(instruction, misaligned, sizeof misaligned);
}

#endif
