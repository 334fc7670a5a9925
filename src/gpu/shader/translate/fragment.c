/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/fragment.h"

#include "gpu/shader/translate/attribute.h"
#include "gpu/shader/translate/resources.h"
#include "gpu/shader/translate/stage.h"
#include "gpu/shader/translate/values.h"

#include <stddef.h>

static void mode(struct translator *t, SpvExecutionMode m) {
    SPIRV_PUT(&t->m, SPIRV_MODES, SpvOpExecutionMode, t->functions[0], m);
}

void fragment_entry(struct translator *t) {
    mode(t, SpvExecutionModeOriginUpperLeft);
    if (t->contract.depth)
        mode(t, SpvExecutionModeDepthReplacing);
    if (t->key->early_tests)
        mode(t, SpvExecutionModeEarlyFragmentTests);
    if (t->key->post_depth_coverage) {
        spirv_capability(&t->m, SpvCapabilitySampleMaskPostDepthCoverage);
        spirv_extension(&t->m, "SPV_KHR_post_depth_coverage");
        mode(t, SpvExecutionModePostDepthCoverage);
    }
    if (t->key->per_sample)
        spirv_capability(&t->m, SpvCapabilitySampleRateShading);
}

/* ---- outputs ---- */

static uint32_t target_type(struct translator *t, unsigned target) {
    const uint8_t scalar = t->key->target_scalar[target];
    return scalar == SHADER_FLOAT  ? type_f32(t)
           : scalar == SHADER_SINT ? spirv_sint(&t->m, 32)
                                   : type_u32(t);
}

static uint32_t target_variable(struct translator *t, unsigned target) {
    uint32_t *v = &t->io->target[target];
    if (!*v) {
        const uint32_t type = spirv_vector(&t->m, target_type(t, target), 4);
        *v = spirv_global(&t->m, SpvStorageClassOutput, type, 0);
        const bool second = t->key->dual_source && target == 1;
        SPIRV_DECORATE(&t->m, *v, SpvDecorationLocation, second ? 0 : target);
        if (t->key->dual_source && target < 2)
            SPIRV_DECORATE(&t->m, *v, SpvDecorationIndex, target);
        t->contract.targets |= (uint8_t)(1u << target);
        translate_named(t, *v);
    }
    return *v;
}

/* The pixel stays where its alpha passes; comparisons with NaN do not, but for "not equal". */
static void test_alpha(struct translator *t, uint32_t alpha) {
    static const SpvOp ops[] = {
        [SHADER_LESS] = SpvOpFOrdLessThan,
        [SHADER_EQUAL] = SpvOpFOrdEqual,
        [SHADER_LESS_EQUAL] = SpvOpFOrdLessThanEqual,
        [SHADER_GREATER] = SpvOpFOrdGreaterThan,
        [SHADER_NOT_EQUAL] = SpvOpFUnordNotEqual,
        [SHADER_GREATER_EQUAL] = SpvOpFOrdGreaterThanEqual,
    };
    const uint8_t how = t->key->alpha_test;
    if (how == SHADER_OFF || how >= SHADER_ALWAYS)
        return;
    uint32_t fails = spirv_truth(&t->m, true);
    if (how != SHADER_NEVER) {
        const uint32_t reference = push_member(t, offsetof(struct shader_push, alpha_reference));
        const uint32_t passes = op2(t, ops[how], type_bool(t), alpha, reference);
        fails = op1(t, SpvOpLogicalNot, type_bool(t), passes);
    }
    const struct branch b = branch_begin(t, fails);
    spirv_do(&t->m, SpvOpKill);
    spirv_label(&t->m, b.merge);
}

/* Alpha of all targets that have numbers for it. */
static void make_round(struct translator *t, uint32_t color[SHADER_TARGETS][4]) {
    const uint32_t f32 = type_f32(t), coverage = fragment_coverage(t);
    for (unsigned i = 0; i < SHADER_TARGETS; i++)
        if (color[i][3] && t->key->target_scalar[i] == SHADER_FLOAT)
            color[i][3] = as_word(t, op2(t, SpvOpFMul, f32, as_float(t, color[i][3]), coverage));
}

static void store_mask(struct translator *t, uint32_t word) {
    const uint32_t type = SPIRV_TYPE(&t->m, SpvOpTypeArray, type_u32(t), u32_constant(t, 1));
    const uint32_t variable = stage_builtin(t, SpvBuiltInSampleMask, SpvStorageClassOutput, type);
    const uint32_t pointer = spirv_pointer(&t->m, SpvStorageClassOutput, type_u32(t));
    t->contract.sample_mask = true;
    SPIRV_DO(&t->m, SpvOpStore, op2(t, SpvOpAccessChain, pointer, variable, u32_constant(t, 0)),
             word);
}

static void store_depth(struct translator *t, uint32_t value) {
    const uint32_t variable =
        stage_builtin(t, SpvBuiltInFragDepth, SpvStorageClassOutput, type_f32(t));
    t->contract.depth = true;
    SPIRV_DO(&t->m, SpvOpStore, variable, value);
}

/* Registers from R0 on: the components that the header says of each target; then a sample mask, and
 * behind its place, used or not, the depth. */
void fragment_end(struct translator *t) {
    uint32_t color[SHADER_TARGETS][4] = {{0}}, next = 0;
    for (unsigned target = 0; target < SHADER_TARGETS; target++) {
        const uint32_t parts = stage_header(t, "target", target);
        for (unsigned i = 0; parts && i < 4; i++)
            color[target][i] = parts >> i & 1 ? get_register(t, next++) : u32_constant(t, 0);
    }
    const bool masked = stage_header(t, "out_sample_mask", 0);
    const uint32_t mask = masked ? get_register(t, next) : 0;
    const uint32_t depth = stage_header(t, "out_depth", 0) ? get_register_float(t, next + 1) : 0;
    fragment_leave_out(t);
    if (t->key->round_points)
        make_round(t, color);
    if (color[0][3])
        test_alpha(t, as_float(t, color[0][3]));
    const bool one =
        !t->key->dual_source && (t->key->one_color || !stage_header(t, "many_targets", 0));
    for (unsigned target = 0; target < SHADER_TARGETS; target++) {
        const uint32_t type = target_type(t, target), *c = color[one ? 0 : target];
        if (!c[0] || !(t->key->targets >> target & 1) || (t->key->dual_source && target > 1))
            continue;
        uint32_t part[4];
        for (unsigned i = 0; i < 4; i++)
            part[i] = type == type_u32(t) ? c[i] : op1(t, SpvOpBitcast, type, c[i]);
        SPIRV_DO(&t->m, SpvOpStore, target_variable(t, target),
                 SPIRV_VALUE(&t->m, SpvOpCompositeConstruct, spirv_vector(&t->m, type, 4), part[0],
                             part[1], part[2], part[3]));
    }
    if (mask)
        store_mask(t, mask);
    if (depth)
        store_depth(t, depth);
}

/* ---- what a pixel is ---- */

static uint32_t flat_builtin(struct translator *t, SpvBuiltIn builtin, uint32_t type) {
    const size_t known = t->builtin_count;
    const uint32_t variable = stage_builtin(t, builtin, SpvStorageClassInput, type);
    if (t->builtin_count != known)
        spirv_decorate(&t->m, variable, SpvDecorationFlat, 0, NULL);
    return variable;
}

static uint32_t coverage(struct translator *t) {
    const uint32_t type = SPIRV_TYPE(&t->m, SpvOpTypeArray, type_u32(t), u32_constant(t, 1));
    const uint32_t variable = flat_builtin(t, SpvBuiltInSampleMask, type);
    const uint32_t pointer = spirv_pointer(&t->m, SpvStorageClassInput, type_u32(t));
    return op1(t, SpvOpLoad, type_u32(t),
               op2(t, SpvOpAccessChain, pointer, variable, u32_constant(t, 0)));
}

/* Who asks Vulkan for it is run for each sample; a program that is not knows only the first. */
static uint32_t sample_number(struct translator *t) {
    const uint32_t type = type_u32(t);
    if (!t->key->per_sample)
        return u32_constant(t, 0);
    spirv_capability(&t->m, SpvCapabilitySampleRateShading);
    return op1(t, SpvOpLoad, type, flat_builtin(t, SpvBuiltInSampleId, type));
}

void translate_pixld(struct translator *t, const struct isa_instruction *in) {
    if (t->program->stage != SHADER_FRAGMENT) {
        translate_unknown(t, in, "there is a pixel in fragment shaders only");
        return;
    }
    switch (in->modifier[ISA_MOD_PIXLD]) {
    case ISA_PIXLD_COVMASK:
        result_word(t, in, coverage(t));
        break;
    case ISA_PIXLD_MY_INDEX:
        result_word(t, in, sample_number(t));
        break;
    default:
        translate_unknown(t, in, "what it asks of the pixel is not known");
    }
    result_predicate(t, in, ISA_ARG_PD, spirv_truth(&t->m, false));
}
