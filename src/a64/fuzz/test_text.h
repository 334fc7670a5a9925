/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_FUZZ_TEST_TEXT_H
#define WINDLASS_A64_FUZZ_TEST_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Text sections as no compiler leaves them, made from ones that it did, for fuzzers and tests. */

/* Damages `count` words (of an array of `room`) once: a word of any kind or of a row, a branch to
 * anywhere, a jump table's code, a part of the text somewhere else, a part taken out. Returns the
 * new number of words. The same seed does the same. */
size_t test_text_damage(uint32_t *words, size_t count, size_t room, uint64_t *seed);

#endif
