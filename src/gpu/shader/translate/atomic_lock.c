/* SPDX-License-Identifier: MIT */
/* 64 bits of shared memory, which is an array of words: who operates on two of them holds a lock of
 * the workgroup. A thread gives it back in the same round of the loop in which it got it, so that
 * threads that run in step do not wait for each other. Order comes of volatile words and not of
 * acquire and release: lavapipe 22.3 takes those for barriers of all threads. */
#include "gpu/shader/translate/atomic.h"

/* Zero when the workgroup begins. */
static uint32_t lock(struct translator *t) {
    if (!t->shared_lock) {
        const uint32_t type = type_u32(t);
        t->shared_lock =
            spirv_global(&t->m, SpvStorageClassWorkgroup, type, spirv_null(&t->m, type));
        translate_used(t, t->shared_lock);
    }
    return t->shared_lock;
}

static uint32_t value_of(struct translator *t, const struct atomic *a) {
    uint32_t word[2];
    for (unsigned i = 0; i < 2; i++)
        word[i] = SPIRV_VALUE(&t->m, SpvOpLoad, type_u32(t), memory_pointer(t, a->place, i),
                              SpvMemoryAccessVolatileMask);
    return join64(t, word[0], word[1]);
}

static void set_value(struct translator *t, const struct atomic *a, uint32_t value) {
    uint32_t word[2];
    split64(t, value, word);
    for (unsigned i = 0; i < 2; i++)
        SPIRV_DO(&t->m, SpvOpStore, memory_pointer(t, a->place, i), word[i],
                 SpvMemoryAccessVolatileMask);
}

uint32_t atomic_locked(struct translator *t, const struct atomic *a, atomic_step *step,
                       const uint32_t operand[2]) {
    const uint32_t type = spirv_uint(&t->m, 64), word = type_u32(t), truth = type_bool(t);
    const uint32_t head = spirv_id(&t->m), body = spirv_id(&t->m), held = spirv_id(&t->m);
    const uint32_t free = spirv_id(&t->m), again = spirv_id(&t->m), merge = spirv_id(&t->m);
    const uint32_t scope = u32_constant(t, SpvScopeWorkgroup), zero = u32_constant(t, 0);
    const uint32_t result = spirv_local(&t->m, type, 0), variable = lock(t);
    SPIRV_DO(&t->m, SpvOpBranch, head);
    spirv_label(&t->m, head);
    SPIRV_DO(&t->m, SpvOpLoopMerge, merge, again, SpvLoopControlMaskNone);
    SPIRV_DO(&t->m, SpvOpBranch, body);
    spirv_label(&t->m, body);
    const uint32_t was = SPIRV_VALUE(&t->m, SpvOpAtomicCompareExchange, word, variable, scope, zero,
                                     zero, u32_constant(t, 1), zero);
    const uint32_t got = op2(t, SpvOpIEqual, truth, was, zero);
    SPIRV_DO(&t->m, SpvOpSelectionMerge, free, SpvSelectionControlMaskNone);
    SPIRV_DO(&t->m, SpvOpBranchConditional, got, held, free);
    spirv_label(&t->m, held);
    const uint32_t old = value_of(t, a);
    set_value(t, a, step(t, a, old, operand));
    SPIRV_DO(&t->m, SpvOpStore, result, old);
    SPIRV_VALUE(&t->m, SpvOpAtomicExchange, word, variable, scope, zero, zero);
    SPIRV_DO(&t->m, SpvOpBranch, free);
    spirv_label(&t->m, free);
    SPIRV_DO(&t->m, SpvOpBranchConditional, got, merge, again);
    spirv_label(&t->m, again);
    SPIRV_DO(&t->m, SpvOpBranch, head);
    spirv_label(&t->m, merge);
    return op1(t, SpvOpLoad, type, result);
}
