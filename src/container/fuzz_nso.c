/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "container/exercise.h"

#include <stdlib.h>
#include <string.h>

/* The magic is always right and nothing is hashed: no fuzzer finds a SHA-256. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    enum { FLAGS_AT = 0xc, HASH_FLAGS = 0x38 };
    if (size < FLAGS_AT + 1)
        return 0;
    uint8_t *copy = memory_new(size);
    memcpy(copy, bytes, size);
    memcpy(copy, "NSO0", 4);
    copy[FLAGS_AT] = (uint8_t)(copy[FLAGS_AT] & ~HASH_FLAGS);
    exercise_program(copy, size);
    free(copy);
    return 0;
}
