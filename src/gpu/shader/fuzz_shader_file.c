/* SPDX-License-Identifier: MIT */
#include "gpu/shader/exercise.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    exercise_shader_file(bytes, size);
    return 0;
}
