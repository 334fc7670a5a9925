/* SPDX-License-Identifier: MIT */
#include "gpu/shader/exercise_translate.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    exercise_shader_translate(bytes, size);
    return 0;
}
