/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/atomic.h"

#include "gpu/shader/translate/round.h"

bool atomic_is_wide(const struct atomic *a) {
    return a->type == ISA_ATOMSIZE_U64 || a->type == ISA_ATOMSIZE_S64;
}

static uint32_t type_of(struct translator *t, const struct atomic *a) {
    return spirv_uint(&t->m, atomic_is_wide(a) ? 64 : 32);
}

static uint32_t constant(struct translator *t, const struct atomic *a, uint32_t value) {
    return atomic_is_wide(a) ? spirv_u64(&t->m, value) : u32_constant(t, value);
}

static uint32_t pointer_of(struct translator *t, const struct atomic *a) {
    if (!atomic_is_wide(a))
        return memory_pointer(t, a->place, 0);
    if (!(t->key->features & SHADER_HAS_ATOMIC64))
        translate_unknown(t, a->in, "the device has no atomic operations on 64 bits");
    spirv_capability(&t->m, SpvCapabilityInt64Atomics);
    return memory_pointer64(t, a->place);
}

static uint32_t exchange_if(struct translator *t, uint32_t type, uint32_t pointer, uint32_t compare,
                            uint32_t value) {
    const uint32_t scope = u32_constant(t, SpvScopeDevice), relaxed = u32_constant(t, 0);
    return SPIRV_VALUE(&t->m, SpvOpAtomicCompareExchange, type, pointer, scope, relaxed, relaxed,
                       value, compare);
}

/* ---- what SPIR-V has no operation for ---- */

/* A number too small to be normal becomes zero. */
static uint32_t flushed(struct translator *t, uint32_t word) {
    const uint32_t type = type_u32(t), zero = u32_constant(t, 0);
    const uint32_t exponent = op2(t, SpvOpBitwiseAnd, type, word, u32_constant(t, 0x7f800000));
    return choose(t, type, op2(t, SpvOpIEqual, type_bool(t), exponent, zero),
                  op2(t, SpvOpBitwiseAnd, type, word, u32_constant(t, 0x80000000u)), word);
}

static uint32_t float_sum(struct translator *t, uint32_t a, uint32_t b) {
    const uint32_t x = as_float(t, flushed(t, a)), y = as_float(t, flushed(t, b));
    return flushed(t, as_word(t, op2(t, SpvOpFAdd, type_f32(t), x, y)));
}

/* A sum of two halves is exact enough in 32 bits to be rounded once more. */
static uint32_t of_halves(struct translator *t, unsigned op, uint32_t a, uint32_t b) {
    const uint32_t type = type_f32(t);
    uint32_t half[2];
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t x = float_of_half(t, a, i), y = float_of_half(t, b, i);
        const uint32_t result = op == ISA_ATOMOP_MIN ? SPIRV_GLSL(&t->m, GLSLstd450NMin, type, x, y)
                                : op == ISA_ATOMOP_MAX
                                    ? SPIRV_GLSL(&t->m, GLSLstd450NMax, type, x, y)
                                    : float_add(t, type, x, y);
        half[i] = half_of_float(t, result, ISA_ROUND_NONE);
    }
    return word_or(t, half[0], word_left(t, half[1], u32_constant(t, 16)));
}

static uint32_t next_value(struct translator *t, const struct atomic *a, uint32_t old,
                           const uint32_t operands[2]) {
    const uint32_t type = type_of(t, a), truth = type_bool(t), operand = operands[0];
    const uint32_t zero = constant(t, a, 0), one = constant(t, a, 1);
    if (a->type == ISA_ATOMSIZE_F32_FTZ_RN)
        return float_sum(t, old, operand);
    if (a->type == ISA_ATOMSIZE_F16X2_FTZ_RN)
        return of_halves(t, a->op, old, operand);
    if (a->op == ISA_ATOMOP_INC)
        return choose(t, type, op2(t, SpvOpUGreaterThanEqual, truth, old, operand), zero,
                      op2(t, SpvOpIAdd, type, old, one));
    const uint32_t over = op2(t, SpvOpLogicalOr, truth, op2(t, SpvOpIEqual, truth, old, zero),
                              op2(t, SpvOpUGreaterThan, truth, old, operand));
    return choose(t, type, over, operand, op2(t, SpvOpISub, type, old, one));
}

/* Until what was looked at is still there. */
static uint32_t by_exchange(struct translator *t, const struct atomic *a, uint32_t pointer,
                            const uint32_t operand[2]) {
    const uint32_t type = type_of(t, a), head = spirv_id(&t->m), body = spirv_id(&t->m);
    const uint32_t again = spirv_id(&t->m), merge = spirv_id(&t->m);
    const uint32_t seen = spirv_local(&t->m, type, 0);
    SPIRV_DO(&t->m, SpvOpStore, seen, constant(t, a, 0));
    SPIRV_DO(&t->m, SpvOpBranch, head);
    spirv_label(&t->m, head);
    SPIRV_DO(&t->m, SpvOpLoopMerge, merge, again, SpvLoopControlMaskNone);
    SPIRV_DO(&t->m, SpvOpBranch, body);
    spirv_label(&t->m, body);
    const uint32_t old = op1(t, SpvOpLoad, type, seen);
    const uint32_t got = exchange_if(t, type, pointer, old, next_value(t, a, old, operand));
    SPIRV_DO(&t->m, SpvOpStore, seen, got);
    const uint32_t done = op2(t, SpvOpIEqual, type_bool(t), got, old);
    SPIRV_DO(&t->m, SpvOpBranchConditional, done, merge, again);
    spirv_label(&t->m, again);
    SPIRV_DO(&t->m, SpvOpBranch, head);
    spirv_label(&t->m, merge);
    return old;
}

/* ---- operations ---- */

/* The operation on memory, and the one on values that it does; of min and max an instruction of
 * GLSL.std.450. */
static const struct operation {
    SpvOp unsigned_op, signed_op;
    SpvOp value_op;
    enum GLSLstd450 unsigned_glsl, signed_glsl;
} operations[] = {
    [ISA_ATOMOP_ADD] = {SpvOpAtomicIAdd, SpvOpAtomicIAdd, SpvOpIAdd, 0, 0},
    [ISA_ATOMOP_MIN] = {SpvOpAtomicUMin, SpvOpAtomicSMin, 0, GLSLstd450UMin, GLSLstd450SMin},
    [ISA_ATOMOP_MAX] = {SpvOpAtomicUMax, SpvOpAtomicSMax, 0, GLSLstd450UMax, GLSLstd450SMax},
    [ISA_ATOMOP_AND] = {SpvOpAtomicAnd, SpvOpAtomicAnd, SpvOpBitwiseAnd, 0, 0},
    [ISA_ATOMOP_OR] = {SpvOpAtomicOr, SpvOpAtomicOr, SpvOpBitwiseOr, 0, 0},
    [ISA_ATOMOP_XOR] = {SpvOpAtomicXor, SpvOpAtomicXor, SpvOpBitwiseXor, 0, 0},
    [ISA_ATOMOP_EXCH] = {SpvOpAtomicExchange, SpvOpAtomicExchange, 0, 0, 0},
    [ISA_ATOMOP_SAFEADD] = {SpvOpAtomicIAdd, SpvOpAtomicIAdd, SpvOpIAdd, 0, 0},
};

static bool is_signed(const struct atomic *a) {
    return a->type == ISA_ATOMSIZE_S32 || a->type == ISA_ATOMSIZE_S64;
}

/* SpvOpNop: none. */
static SpvOp operation(const struct atomic *a) {
    const bool is_float =
        a->type == ISA_ATOMSIZE_F32_FTZ_RN || a->type == ISA_ATOMSIZE_F16X2_FTZ_RN;
    if (is_float && a->op != ISA_ATOMOP_EXCH)
        return SpvOpNop;
    return is_signed(a) ? operations[a->op].signed_op : operations[a->op].unsigned_op;
}

/* The same by hand. */
static uint32_t operated(struct translator *t, const struct atomic *a, uint32_t old,
                         const uint32_t operand[2]) {
    const struct operation *o = &operations[a->op];
    const uint32_t type = type_of(t, a);
    const enum GLSLstd450 glsl = is_signed(a) ? o->signed_glsl : o->unsigned_glsl;
    if (a->op == ISA_ATOMOP_EXCH)
        return operand[0];
    if (glsl)
        return SPIRV_GLSL(&t->m, glsl, type, old, operand[0]);
    return o->value_op ? op2(t, o->value_op, type, old, operand[0])
                       : next_value(t, a, old, operand);
}

static uint32_t exchanged(struct translator *t, const struct atomic *a, uint32_t old,
                          const uint32_t operand[2]) {
    const uint32_t same = op2(t, SpvOpIEqual, type_bool(t), old, operand[0]);
    return choose(t, type_of(t, a), same, operand[1], old);
}

static bool needs_lock(struct translator *t, const struct atomic *a) {
    if (!atomic_is_wide(a) || a->place->kind != MEMORY_SHARED)
        return false;
    if (!(t->key->features & SHADER_HAS_INT64))
        translate_unknown(t, a->in, "the device has no integers of 64 bits");
    return true;
}

/* Has the chip the operation on the type, with a meaning that is known? */
static bool is_known(const struct atomic *a) {
    if (a->type == ISA_ATOMSIZE_F32_FTZ_RN)
        return a->op == ISA_ATOMOP_ADD || a->op == ISA_ATOMOP_EXCH;
    if (a->type == ISA_ATOMSIZE_F16X2_FTZ_RN)
        return a->op <= ISA_ATOMOP_MAX || a->op == ISA_ATOMOP_EXCH;
    return a->type <= ISA_ATOMSIZE_S64 && (a->op <= ISA_ATOMOP_EXCH || a->op == ISA_ATOMOP_SAFEADD);
}

uint32_t atomic_operate(struct translator *t, const struct atomic *a, uint32_t operand) {
    const uint32_t type = type_of(t, a), operands[2] = {operand, 0};
    if (!is_known(a)) {
        translate_unknown(t, a->in, "there is no such operation on this type");
        return operand;
    }
    if (a->place->nowhere)
        return constant(t, a, 0);
    const struct memory_inside inside = memory_begin(t, a->place, type);
    const SpvOp op = operation(a);
    uint32_t old;
    if (needs_lock(t, a))
        old = atomic_locked(t, a, operated, operands);
    else if (op == SpvOpNop)
        old = by_exchange(t, a, pointer_of(t, a), operands);
    else
        old = SPIRV_VALUE(&t->m, op, type, pointer_of(t, a), u32_constant(t, SpvScopeDevice),
                          u32_constant(t, 0), operand);
    return memory_end(t, inside, old);
}

uint32_t atomic_exchange(struct translator *t, const struct atomic *a, uint32_t compare,
                         uint32_t value) {
    const uint32_t type = type_of(t, a), operands[2] = {compare, value};
    if (a->place->nowhere)
        return constant(t, a, 0);
    const struct memory_inside inside = memory_begin(t, a->place, type);
    const uint32_t old = needs_lock(t, a) ? atomic_locked(t, a, exchanged, operands)
                                          : exchange_if(t, type, pointer_of(t, a), compare, value);
    return memory_end(t, inside, old);
}
