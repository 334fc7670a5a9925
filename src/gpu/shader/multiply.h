/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_MULTIPLY_H
#define WINDLASS_GPU_SHADER_MULTIPLY_H

#include "gpu/shader/values.h"

/* XMAD multiplies halves. Compilers make of two or three of them a product of 32 bits; here these
 * are found again, so that one multiplication can stand for them. Exact: D = A * B + C modulo 2^32.
 */

enum multiply_role {
    MULTIPLY_NONE,
    MULTIPLY_DEAD, /* need not be done: only the last of its fold reads what it writes */
    MULTIPLY_LAST, /* writes A * B + C, under its own guard */
};

enum multiply_part { MULTIPLY_WHOLE, MULTIPLY_LOW, MULTIPLY_HIGH }; /* 16 bits, without sign */

/* What the operands (register, constant, immediate) hold where the last instruction stands, if what
 * is dead was not done. */
struct multiply_fold {
    uint32_t instruction; /* its number in the values */
    struct isa_operand a, b, c;
    enum multiply_part b_part;
};

struct shader_multiplies {
    uint8_t *roles;              /* enum multiply_role of each instruction */
    struct multiply_fold *folds; /* by instruction */
    size_t count, room;
};

void shader_multiplies_find(const struct shader_values *values, struct shader_multiplies *out);
void shader_multiplies_free(struct shader_multiplies *multiplies);
/* A line for each fold: "0x18 is R0 * R1 + R2". */
void shader_multiplies_print(const struct shader_values *values,
                             const struct shader_multiplies *multiplies, struct strbuf *out);
/* NULL: it is not MULTIPLY_LAST. */
const struct multiply_fold *shader_multiply_at(const struct shader_multiplies *multiplies,
                                               uint32_t instruction);

#endif
