/* SPDX-License-Identifier: MIT */
#include "container/exercise.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    exercise_nacp(bytes, size);
    return 0;
}
