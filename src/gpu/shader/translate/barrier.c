/* SPDX-License-Identifier: MIT */
/* Barriers of workgroups, with what they count, and of memory. */
#include "gpu/shader/translate/barrier.h"

#include "gpu/shader/translate/lanes.h"
#include "gpu/shader/translate/stage.h"
#include "gpu/shader/translate/values.h"

enum { WARP = 32, THREADS_LIMIT = 1024 };

static uint32_t all_memory(struct translator *t) {
    uint32_t semantics = SpvMemorySemanticsAcquireReleaseMask |
                         SpvMemorySemanticsUniformMemoryMask | SpvMemorySemanticsImageMemoryMask;
    if (t->program->stage == SHADER_COMPUTE)
        semantics |= SpvMemorySemanticsWorkgroupMemoryMask;
    return u32_constant(t, semantics);
}

void barrier_of_group(struct translator *t) {
    const uint32_t scope = u32_constant(t, SpvScopeWorkgroup);
    SPIRV_DO(&t->m, SpvOpControlBarrier, scope, scope, all_memory(t));
}

void barrier_of_patch(struct translator *t) {
    SPIRV_DO(&t->m, SpvOpControlBarrier, u32_constant(t, SpvScopeWorkgroup),
             u32_constant(t, SpvScopeInvocation), u32_constant(t, SpvMemorySemanticsMaskNone));
}

uint32_t barrier_threads(struct translator *t) {
    uint64_t threads = 1;
    for (unsigned i = 0; i < 3; i++) {
        threads *= t->key->group[i];
        if (threads && threads <= THREADS_LIMIT)
            continue;
        translate_fail(t, ERROR_LIMIT, "a workgroup of %u x %u x %u threads: 1 to %d are possible",
                       t->key->group[0], t->key->group[1], t->key->group[2], THREADS_LIMIT);
        return 1;
    }
    return (uint32_t)threads;
}

/* ---- BAR ---- */

/* The chip counts threads in whole warps; none said means all. */
static bool counts_all(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *count = &in->operand[ISA_ARG_B];
    const uint32_t all = (barrier_threads(t) + WARP - 1) / WARP * WARP;
    if (operand_is_rz(in, ISA_ARG_B))
        return true;
    return count->kind != ISA_REGISTER && (count->value == 0 || count->value >= all);
}

static uint32_t word_variable(struct translator *t, SpvStorageClass storage) {
    const uint32_t type = type_u32(t);
    const uint32_t variable = spirv_global(
        &t->m, storage, type, storage == SpvStorageClassPrivate ? spirv_null(&t->m, type) : 0);
    translate_used(t, variable);
    return variable;
}

/* How many threads' predicates hold: a word of the group, which the first thread clears. */
static void count_predicates(struct translator *t, const struct isa_instruction *in) {
    const uint32_t type = type_u32(t), zero = u32_constant(t, 0);
    const uint32_t holds = operand_predicate(t, in, ISA_ARG_PC);
    if (!t->bar_sum) {
        t->bar_sum = word_variable(t, SpvStorageClassWorkgroup);
        t->bar_result = word_variable(t, SpvStorageClassPrivate);
        t->bar_truth =
            spirv_global(&t->m, SpvStorageClassPrivate, type_bool(t), spirv_truth(&t->m, false));
        translate_used(t, t->bar_truth);
    }
    const uint32_t thread = stage_builtin_word(t, SpvBuiltInLocalInvocationIndex);
    const struct branch b = branch_begin(t, op2(t, SpvOpIEqual, type_bool(t), thread, zero));
    SPIRV_DO(&t->m, SpvOpStore, t->bar_sum, zero);
    branch_end(t, b);
    barrier_of_group(t);
    SPIRV_VALUE(&t->m, SpvOpAtomicIAdd, type, t->bar_sum, u32_constant(t, SpvScopeWorkgroup), zero,
                choose(t, type, holds, u32_constant(t, 1), zero));
    barrier_of_group(t);
    const uint32_t count = op1(t, SpvOpLoad, type, t->bar_sum);
    const bool all = in->modifier[ISA_MOD_BAROP] == ISA_BAROP_RED_AND;
    SPIRV_DO(&t->m, SpvOpStore, t->bar_result, count);
    SPIRV_DO(&t->m, SpvOpStore, t->bar_truth,
             op2(t, SpvOpUGreaterThanEqual, type_bool(t), count,
                 u32_constant(t, all ? barrier_threads(t) : 1)));
}

void translate_bar(struct translator *t, const struct isa_instruction *in) {
    const unsigned op = in->modifier[ISA_MOD_BAROP];
    const bool reduces =
        op == ISA_BAROP_RED_POPC || op == ISA_BAROP_RED_AND || op == ISA_BAROP_RED_OR;
    if (t->program->stage == SHADER_TESS_CONTROL && op == ISA_BAROP_SYNC) {
        barrier_of_patch(t);
        return;
    }
    if (t->program->stage != SHADER_COMPUTE) {
        translate_unknown(t, in, "threads of this stage cannot wait for each other");
        return;
    }
    if (op != ISA_BAROP_SYNC && op != ISA_BAROP_SYNCALL && !reduces)
        translate_unknown(t, in, "Vulkan's barriers are not come to without waiting at them");
    if (!counts_all(t, in))
        translate_unknown(t, in, "a barrier for some of the workgroup's threads only");
    barrier_of_group(t);
    if (reduces)
        count_predicates(t, in);
}

/* What the last BAR.RED found. */
void translate_b2r(struct translator *t, const struct isa_instruction *in) {
    if (in->modifier[ISA_MOD_BARMODE] != ISA_BARMODE_RESULT || !t->bar_sum) {
        translate_unknown(t, in, "only the result of a BAR.RED in front of it can be read");
        return;
    }
    result_word(t, in, op1(t, SpvOpLoad, type_u32(t), t->bar_result));
    result_predicate(t, in, ISA_ARG_PD, op1(t, SpvOpLoad, type_bool(t), t->bar_truth));
}

/* ---- memory ---- */

/* Where a device has no such barrier its threads see each other's writes in order, since it is the
 * CPU. */
void translate_membar(struct translator *t, const struct isa_instruction *in) {
    if (t->program->stage == SHADER_COMPUTE && !(t->key->features & SHADER_HAS_FENCES) &&
        !lanes_uniform(t))
        return;
    const bool group =
        in->modifier[ISA_MOD_MEMBAR] == ISA_MEMBAR_CTA && t->program->stage == SHADER_COMPUTE;
    SPIRV_DO(&t->m, SpvOpMemoryBarrier, u32_constant(t, group ? SpvScopeWorkgroup : SpvScopeDevice),
             all_memory(t));
}
