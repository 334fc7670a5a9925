/* SPDX-License-Identifier: MIT */
#include "deko3d/shader/exercise.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* A byte for the program's number, then the file. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    if (size)
        exercise_shader(bytes + 1, size - 1, bytes[0]);
    return 0;
}
