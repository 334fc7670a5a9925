/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/lanes.h"

#include "gpu/shader/translate/barrier.h"
#include "gpu/shader/translate/stage.h"
#include "gpu/shader/translate/values.h"

enum { LANE_BITS = 5 };

static bool are_subgroups(struct translator *t) {
    if (t->key->lanes != LANES || !(t->key->features & SHADER_HAS_SHUFFLE))
        return false;
    t->contract.lanes = LANES;
    spirv_capability(&t->m, SpvCapabilityGroupNonUniform);
    return true;
}

/* ---- numbers ---- */

static uint32_t thread_number(struct translator *t) {
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
    if (are_subgroups(t))
        return stage_builtin_word(t, SpvBuiltInSubgroupLocalInvocationId);
    if (t->program->stage == SHADER_COMPUTE)
        return bits_unsigned(t, thread_number(t), 0, LANE_BITS);
    return lanes_in_quad(t);
}

uint32_t lanes_in_quad(struct translator *t) {
    switch (t->program->stage) {
    case SHADER_COMPUTE:
        return bits_unsigned(t, lanes_number(t), 0, 2);
    case SHADER_FRAGMENT:
        return lane_of_pixel(t);
    default:
        return u32_constant(t, 0);
    }
}

/* ---- together ---- */

bool lanes_uniform(struct translator *t) {
    if (!t->uniform.values)
        shader_uniform_find(&t->values, &t->uniform);
    return shader_uniform_at(&t->uniform, t->block, t->at);
}

bool lanes_together(struct translator *t, const struct isa_instruction *in) {
    if (are_subgroups(t))
        return true;
    if (t->program->stage != SHADER_COMPUTE)
        translate_unknown(t, in,
                          "it works with 32 threads, and the device's subgroups have not as "
                          "many in all stages");
    else if (!lanes_uniform(t))
        translate_unknown(t, in,
                          "it works with 32 threads. The device's subgroups have not as many, and "
                          "shared memory cannot stand in where some threads may not come here");
    return !t->failed;
}

static uint32_t shared_words(struct translator *t, uint32_t *variable, uint32_t count) {
    if (!*variable) {
        const uint32_t type =
            SPIRV_TYPE(&t->m, SpvOpTypeArray, type_u32(t), u32_constant(t, count));
        *variable = spirv_global(&t->m, SpvStorageClassWorkgroup, type, 0);
        translate_used(t, *variable);
    }
    return *variable;
}

static uint32_t word_pointer(struct translator *t, uint32_t variable, uint32_t index) {
    return op2(t, SpvOpAccessChain, spirv_pointer(&t->m, SpvStorageClassWorkgroup, type_u32(t)),
               variable, index);
}

/* A word for each 32 threads, which the first of them clears. */
static uint32_t ballot_shared(struct translator *t, uint32_t truth) {
    const uint32_t type = type_u32(t), zero = u32_constant(t, 0), thread = thread_number(t);
    const uint32_t words = (barrier_threads(t) + LANES - 1) / LANES;
    const uint32_t index = op2(t, SpvOpShiftRightLogical, type, thread, u32_constant(t, LANE_BITS));
    const uint32_t lane = bits_unsigned(t, thread, 0, LANE_BITS);
    const uint32_t pointer = word_pointer(t, shared_words(t, &t->lane_ballots, words), index);
    const uint32_t bit = op2(t, SpvOpShiftLeftLogical, type, u32_constant(t, 1), lane);
    barrier_of_group(t);
    const struct branch b = branch_begin(t, op2(t, SpvOpIEqual, type_bool(t), lane, zero));
    SPIRV_DO(&t->m, SpvOpStore, pointer, zero);
    branch_end(t, b);
    barrier_of_group(t);
    SPIRV_VALUE(&t->m, SpvOpAtomicOr, type, pointer, u32_constant(t, SpvScopeWorkgroup), zero,
                choose(t, type, truth, bit, zero));
    barrier_of_group(t);
    return op1(t, SpvOpLoad, type, pointer);
}

uint32_t lanes_ballot(struct translator *t, uint32_t truth) {
    if (!are_subgroups(t))
        return ballot_shared(t, truth);
    const uint32_t type = type_u32(t);
    spirv_capability(&t->m, SpvCapabilityGroupNonUniformBallot);
    const uint32_t words = op2(t, SpvOpGroupNonUniformBallot, spirv_vector(&t->m, type, 4),
                               u32_constant(t, SpvScopeSubgroup), truth);
    return op2(t, SpvOpCompositeExtract, type, words, 0);
}

/* A word for each thread; the last lanes of a group that is no multiple of 32 have none. */
static uint32_t read_shared(struct translator *t, uint32_t word, uint32_t lane) {
    const uint32_t type = type_u32(t), thread = thread_number(t), threads = barrier_threads(t);
    const uint32_t variable = shared_words(t, &t->lane_words, threads);
    const uint32_t first = op2(t, SpvOpBitwiseAnd, type, thread, u32_constant(t, ~(LANES - 1u)));
    const uint32_t index = op2(t, SpvOpBitwiseOr, type, first, lane);
    const uint32_t there = op2(t, SpvOpULessThan, type_bool(t), index, u32_constant(t, threads));
    barrier_of_group(t);
    SPIRV_DO(&t->m, SpvOpStore, word_pointer(t, variable, thread), word);
    barrier_of_group(t);
    return op1(t, SpvOpLoad, type,
               word_pointer(t, variable, choose(t, type, there, index, thread)));
}

uint32_t lanes_read(struct translator *t, uint32_t word, uint32_t lane) {
    if (!are_subgroups(t))
        return read_shared(t, word, lane);
    spirv_capability(&t->m, SpvCapabilityGroupNonUniformShuffle);
    return op3(t, SpvOpGroupNonUniformShuffle, type_u32(t), u32_constant(t, SpvScopeSubgroup), word,
               lane);
}
