/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/lanes.h"

#include "gpu/shader/translate/stage.h"
#include "gpu/shader/translate/values.h"

bool lanes_are_subgroups(struct translator *t) {
    if (t->key->lanes != LANES || !(t->key->features & SHADER_HAS_SHUFFLE))
        return false;
    t->contract.lanes = LANES;
    spirv_capability(&t->m, SpvCapabilityGroupNonUniform);
    return true;
}

uint32_t lanes_thread(struct translator *t) {
    return stage_builtin_word(t, SpvBuiltInLocalInvocationIndex);
}

/* The quad's pixels are at even numbers and the next: their lowest bits are the lane. */
static uint32_t lane_of_pixel(struct translator *t) {
    const uint32_t type = type_u32(t), f32 = type_f32(t), vector = spirv_vector(&t->m, f32, 4);
    const uint32_t at = op1(t, SpvOpLoad, vector,
                            stage_builtin(t, SpvBuiltInFragCoord, SpvStorageClassInput, vector));
    uint32_t bit[2];
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t part = op2(t, SpvOpCompositeExtract, f32, at, i);
        bit[i] = bits_unsigned(t, op1(t, SpvOpConvertFToU, type, part), 0, 1);
    }
    return op2(t, SpvOpBitwiseOr, type, bit[0],
               op2(t, SpvOpShiftLeftLogical, type, bit[1], u32_constant(t, 1)));
}

uint32_t lanes_number(struct translator *t) {
    if (lanes_are_subgroups(t))
        return stage_builtin_word(t, SpvBuiltInSubgroupLocalInvocationId);
    switch (t->program->stage) {
    case SHADER_COMPUTE:
        return bits_unsigned(t, lanes_thread(t), 0, 5);
    case SHADER_FRAGMENT:
        return lane_of_pixel(t);
    default:
        return u32_constant(t, 0);
    }
}
