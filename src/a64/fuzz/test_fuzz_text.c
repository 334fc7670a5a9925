/* SPDX-License-Identifier: MIT */
#include "a64/fuzz/test_fuzz_text.h"

#include "a64/fuzz/test_text.h"

#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t room, unsigned seed_bits) {
    uint64_t seed = seed_bits;
    if (seed_bits % 8 == 0 || size < TEST_FUZZ_HEADER + 4)
        return LLVMFuzzerMutate(bytes, size, room);
    if (seed_bits % 8 == 1) {
        LLVMFuzzerMutate(bytes, TEST_FUZZ_HEADER, TEST_FUZZ_HEADER);
        return size;
    }
    size_t count = (size - TEST_FUZZ_HEADER) / 4, words_room = (room - TEST_FUZZ_HEADER) / 4;
    uint32_t *words = malloc(words_room * 4); /* the fuzzer's bytes need not be aligned */
    if (!words)
        abort();
    memcpy(words, bytes + TEST_FUZZ_HEADER, count * 4);
    for (unsigned n = 1 + (seed_bits >> 3 & 7); n--;)
        count = test_text_damage(words, count, words_room, &seed);
    memcpy(bytes + TEST_FUZZ_HEADER, words, count * 4);
    free(words);
    return TEST_FUZZ_HEADER + count * 4;
}
