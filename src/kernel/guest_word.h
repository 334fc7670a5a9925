/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_GUEST_WORD_H
#define WINDLASS_KERNEL_GUEST_WORD_H

#include <stdbool.h>
#include <stdint.h>

/* Atomic operations on words in guest memory, which running guest threads change at the same time.
 * Each is false where the word is not aligned or the guest could not do the same. */

bool guest_word_load32(uint64_t address, uint32_t *out);
bool guest_word_load64(uint64_t address, uint64_t *out);
bool guest_word_store32(uint64_t address, uint32_t value);
/* Where the word is `expected` it becomes `next`; *before_out is what it was. */
bool guest_word_exchange32(uint64_t address, uint32_t expected, uint32_t next,
                           uint32_t *before_out);
/* A word of 0 becomes `tag`, another gets `bits` added; *before_out is what it was. */
bool guest_word_acquire32(uint64_t address, uint32_t tag, uint32_t bits, uint32_t *before_out);

#endif
