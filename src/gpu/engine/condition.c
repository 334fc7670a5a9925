/* SPDX-License-Identifier: MIT */
#include "gpu/engine/condition.h"

struct condition condition_decode(const uint32_t registers[3]) {
    const uint32_t mode = registers[2] & 7;
    return (struct condition){
        .address = (uint64_t)(registers[0] & 0xff) << 32 | registers[1],
        .mode = (uint8_t)(mode <= CONDITION_NOT_EQUAL ? mode : CONDITION_ALWAYS),
    };
}
