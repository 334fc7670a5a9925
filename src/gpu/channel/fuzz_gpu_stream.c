/* SPDX-License-Identifier: MIT */
#include "gpu/channel/exercise.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    exercise_stream(bytes, size);
    return 0;
}
