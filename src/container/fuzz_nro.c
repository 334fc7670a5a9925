/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "container/exercise.h"

#include <stdlib.h>
#include <string.h>

/* The magic is always right, so that no run is spent on guessing it. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static const char magic[] = "NRO0";
    if (size < 0x14)
        return 0;
    uint8_t *copy = memory_new(size);
    memcpy(copy, bytes, size);
    memcpy(copy + 0x10, magic, 4);
    exercise_program(copy, size);
    free(copy);
    return 0;
}
