/* SPDX-License-Identifier: MIT */
#include "gpu/capture/exercise.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    exercise_capture(bytes, size);
    return 0;
}
