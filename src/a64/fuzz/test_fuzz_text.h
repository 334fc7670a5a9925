/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_FUZZ_TEST_FUZZ_TEXT_H
#define WINDLASS_A64_FUZZ_TEST_FUZZ_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* What libFuzzer calls and gives, for the fuzzers whose input is a text: a header of 16 bytes that
 * each reads as it likes, then words. test_fuzz_text.c damages the words as test_text.h says. */

enum { TEST_FUZZ_HEADER = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t room);

#endif
