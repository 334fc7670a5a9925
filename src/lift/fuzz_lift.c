/* SPDX-License-Identifier: MIT */
#include "a64/fuzz/test_fuzz_text.h"
#include "lift/exercise.h"

#include <string.h>

_Static_assert(sizeof(struct exercise_header) == TEST_FUZZ_HEADER,
               "the fuzzers share their inputs");

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct exercise_header header;
    if (size < sizeof header)
        return 0;
    memcpy(&header, bytes, sizeof header);
    exercise_text(&header, bytes + sizeof header, size - sizeof header);
    return 0;
}
