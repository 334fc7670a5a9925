/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_WORDS_H
#define WINDLASS_GPU_SHADER_TRANSLATE_WORDS_H

#include "gpu/shader/translate/values.h"

/* Operations of SPIR-V under short names: on words of 32 bits, on bools, on floats. */

#define WORDS_OP1(name, op, type)                                                                  \
    static inline uint32_t name(struct translator *t, uint32_t a) {                                \
        return op1(t, op, type(t), a);                                                             \
    }
#define WORDS_OP2(name, op, type)                                                                  \
    static inline uint32_t name(struct translator *t, uint32_t a, uint32_t b) {                    \
        return op2(t, op, type(t), a, b);                                                          \
    }

WORDS_OP1(word_not, SpvOpNot, type_u32)
WORDS_OP1(word_negate, SpvOpSNegate, type_u32)
WORDS_OP1(word_reverse, SpvOpBitReverse, type_u32)
WORDS_OP2(word_add, SpvOpIAdd, type_u32)
WORDS_OP2(word_sub, SpvOpISub, type_u32)
WORDS_OP2(word_mul, SpvOpIMul, type_u32)
WORDS_OP2(word_and, SpvOpBitwiseAnd, type_u32)
WORDS_OP2(word_or, SpvOpBitwiseOr, type_u32)
WORDS_OP2(word_xor, SpvOpBitwiseXor, type_u32)
/* By less than 32. */
WORDS_OP2(word_left, SpvOpShiftLeftLogical, type_u32)
WORDS_OP2(word_right, SpvOpShiftRightLogical, type_u32)
WORDS_OP2(word_right_signed, SpvOpShiftRightArithmetic, type_u32)

WORDS_OP2(word_equal, SpvOpIEqual, type_bool)
WORDS_OP2(word_differs, SpvOpINotEqual, type_bool)
WORDS_OP2(word_less, SpvOpULessThan, type_bool)
WORDS_OP2(word_less_signed, SpvOpSLessThan, type_bool)

WORDS_OP1(truth_not, SpvOpLogicalNot, type_bool)
WORDS_OP2(truth_and, SpvOpLogicalAnd, type_bool)
WORDS_OP2(truth_or, SpvOpLogicalOr, type_bool)
WORDS_OP2(truth_differs, SpvOpLogicalNotEqual, type_bool)

WORDS_OP2(float_less, SpvOpFOrdLessThan, type_bool)
WORDS_OP2(float_equal, SpvOpFOrdEqual, type_bool)

#undef WORDS_OP1
#undef WORDS_OP2

static inline uint32_t choose_word(struct translator *t, uint32_t truth, uint32_t yes,
                                   uint32_t no) {
    return choose(t, type_u32(t), truth, yes, no);
}

/* One or zero. */
static inline uint32_t word_of_truth(struct translator *t, uint32_t truth) {
    return choose_word(t, truth, u32_constant(t, 1), u32_constant(t, 0));
}

static inline uint32_t type_f64(struct translator *t) {
    return spirv_float(&t->m, 64);
}

static inline uint32_t word_is_negative(struct translator *t, uint32_t word) {
    return word_less_signed(t, word, u32_constant(t, 0));
}

static inline uint32_t word_min(struct translator *t, uint32_t a, uint32_t b) {
    return SPIRV_GLSL(&t->m, GLSLstd450UMin, type_u32(t), a, b);
}

/* Of floats of any size. */
static inline uint32_t float_abs(struct translator *t, uint32_t type, uint32_t value) {
    return SPIRV_GLSL(&t->m, GLSLstd450FAbs, type, value);
}

/* ---- floats and doubles, exactly (exact.c) ---- */

/* Just this operation, which no compiler makes another one of with its neighbours, nor what it
 * mostly is where an operand is zero. */
uint32_t float_add(struct translator *t, uint32_t type, uint32_t a, uint32_t b);
uint32_t float_sub(struct translator *t, uint32_t type, uint32_t a, uint32_t b);
uint32_t float_mul(struct translator *t, uint32_t type, uint32_t a, uint32_t b);
uint32_t float_fma(struct translator *t, uint32_t type, uint32_t a, uint32_t b, uint32_t c);
/* Is it written as a zero? */
bool float_is_zero(struct translator *t, uint32_t type, uint32_t value);
/* Is one of two floats of 32 bits zero? */
uint32_t float_zero_factor(struct translator *t, uint32_t a, uint32_t b);
/* A float as a double. */
uint32_t float_widen(struct translator *t, uint32_t value);

#endif
