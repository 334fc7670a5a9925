/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/quad.h"

#include "gpu/shader/translate/lanes.h"
#include "gpu/shader/translate/values.h"

enum { ACROSS, DOWN };

/* Half of the neighbour's word: a derivative is the difference between the two, which is exact for
 * numbers of 16 bits. */
static uint32_t neighbour_half(struct translator *t, uint32_t half, SpvOp derivative,
                               uint32_t second) {
    const uint32_t f32 = type_f32(t), own = op1(t, SpvOpConvertUToF, f32, half);
    const uint32_t difference = op1(t, derivative, f32, own);
    const uint32_t other = choose(t, f32, second, op2(t, SpvOpFSub, f32, own, difference),
                                  op2(t, SpvOpFAdd, f32, own, difference));
    return op1(t, SpvOpConvertFToU, type_u32(t), other);
}

static uint32_t swap(struct translator *t, uint32_t word, unsigned direction) {
    const uint32_t type = type_u32(t);
    if (t->key->features & SHADER_HAS_QUAD) {
        spirv_capability(&t->m, SpvCapabilityGroupNonUniform);
        spirv_capability(&t->m, SpvCapabilityGroupNonUniformQuad);
        return op3(t, SpvOpGroupNonUniformQuadSwap, type, u32_constant(t, SpvScopeSubgroup), word,
                   u32_constant(t, direction));
    }
    spirv_capability(&t->m, SpvCapabilityDerivativeControl);
    const SpvOp derivative = direction == ACROSS ? SpvOpDPdxFine : SpvOpDPdyFine;
    const uint32_t bit = bits_unsigned(t, lanes_in_quad(t), direction, 1);
    const uint32_t second = op2(t, SpvOpINotEqual, type_bool(t), bit, u32_constant(t, 0));
    const uint32_t low = neighbour_half(t, bits_unsigned(t, word, 0, 16), derivative, second);
    const uint32_t high = neighbour_half(t, bits_unsigned(t, word, 16, 16), derivative, second);
    return op2(t, SpvOpBitwiseOr, type, low,
               op2(t, SpvOpShiftLeftLogical, type, high, u32_constant(t, 16)));
}

/* Across, and then down from there: where a lane does not go, its own word stays. */
uint32_t quad_read(struct translator *t, uint32_t word, uint32_t other, int fixed) {
    for (unsigned direction = ACROSS; direction <= DOWN; direction++) {
        if (fixed >= 0 && !(fixed >> direction & 1))
            continue;
        const uint32_t swapped = swap(t, word, direction);
        if (fixed < 0) {
            const uint32_t bit = bits_unsigned(t, other, direction, 1);
            const uint32_t goes = op2(t, SpvOpINotEqual, type_bool(t), bit, u32_constant(t, 0));
            word = choose(t, type_u32(t), goes, swapped, word);
        } else {
            word = swapped;
        }
    }
    return word;
}
