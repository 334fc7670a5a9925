/* SPDX-License-Identifier: MIT */
#include "host/sandbox.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A path as a program may send it: what is taken starts with '/', fits, and has no part that leads
 * anywhere else; normalising it again changes nothing. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char once[SANDBOX_PATH], twice[SANDBOX_PATH];
    if (sandbox_normalise((const char *)data, size, once) != 0) {
        return 0;
    }
    size_t length = strnlen(once, SANDBOX_PATH);
    if (length == 0 || length == SANDBOX_PATH || once[0] != '/' || strstr(once, "//") ||
        strstr(once, "/../") || strstr(once, "/./") ||
        sandbox_normalise(once, sizeof once, twice) != 0 || strcmp(once, twice) != 0) {
        abort();
    }
    sandbox_same_name(once, twice);
    return 0;
}
