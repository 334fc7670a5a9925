/* SPDX-License-Identifier: MIT */
#include "service/dns_wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct addrinfo hints;
    struct error error = {0};
    if (!dns_read_hints(data, size, &hints, &error) && error.kind == ERROR_NONE) {
        __builtin_trap();
    }
    return 0;
}
