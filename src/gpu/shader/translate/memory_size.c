/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/memory.h"

#include "gpu/shader/translate/values.h"

struct memory_size memory_size(unsigned lsize) {
    static const struct memory_size sizes[] = {
        [ISA_LSIZEG_U8] = {1, 8, false},   [ISA_LSIZEG_S8] = {1, 8, true},
        [ISA_LSIZEG_U16] = {1, 16, false}, [ISA_LSIZEG_S16] = {1, 16, true},
        [ISA_LSIZEG_NONE] = {1, 0, false}, [ISA_LSIZEG_64] = {2, 0, false},
        [ISA_LSIZEG_128] = {4, 0, false},  [ISA_LSIZEG_U_128] = {4, 0, false},
    };
    return sizes[lsize & 7];
}

uint32_t memory_part_at(struct translator *t, struct memory_size size, uint32_t address) {
    const uint32_t type = type_u32(t);
    const uint32_t byte = op2(t, SpvOpBitwiseAnd, type, address,
                              u32_constant(t, size.bits == 8    ? 3
                                              : size.bits == 16 ? 2
                                                                : 0));
    return op2(t, SpvOpShiftLeftLogical, type, byte, u32_constant(t, 3));
}

uint32_t memory_part(struct translator *t, struct memory_size size, uint32_t word,
                     uint32_t address) {
    if (!size.bits)
        return word;
    return op3(t, size.is_signed ? SpvOpBitFieldSExtract : SpvOpBitFieldUExtract, type_u32(t), word,
               memory_part_at(t, size, address), u32_constant(t, size.bits));
}
