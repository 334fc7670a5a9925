/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "container/exercise.h"

#include <stdlib.h>
#include <string.h>

/* Magic, class and byte order are always right. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static const uint8_t start[] = {0x7f, 0x45, 0x4c, 0x46, 2, 1};
    if (size < sizeof start)
        return 0;
    uint8_t *copy = memory_new(size);
    memcpy(copy, bytes, size);
    memcpy(copy, start, sizeof start);
    exercise_program(copy, size);
    free(copy);
    return 0;
}
