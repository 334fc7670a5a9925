/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_VALUES_H
#define WINDLASS_GPU_SHADER_VALUES_H

#include "gpu/shader/flow.h"
#include "gpu/shader/isa.h"

/* Which instruction wrote what another one reads, along all paths and through calls: what origin.h,
 * multiply.h and uniform.h work on. Code that several blocks share is there once a block. */

/* What is written and read: the registers, then P0 to P6, then the condition code. */
enum { VALUE_PREDICATE = 255, VALUE_CC = 262, VALUE_VARIABLES = 263, VALUE_WORDS = 5 };
/* Roles beside isa_role, of what an instruction reads without naming it as an operand. */
enum { VALUE_GUARD = ISA_ROLES, VALUE_CODE, VALUE_OLD };

struct value_set { /* of variables */
    uint64_t bits[VALUE_WORDS];
};

/* A value is a number. The first is what no instruction wrote; then one for each write; then, for a
 * write under a guard, what is there behind it: the one or what was there before; then what reaches
 * a block from the blocks in front of it. */
enum { VALUE_NOBODY = 0, VALUE_NONE = UINT32_MAX };
enum value_kind { VALUE_UNWRITTEN, VALUE_WRITTEN, VALUE_EITHER, VALUE_REACHING };

struct value_read {
    uint32_t value;
    uint16_t variable;
    uint8_t role, index; /* which operand, which of its registers */
};
struct value_write {
    uint32_t instruction;
    uint32_t before; /* the value of the variable in front of it; under a guard: where it fails */
    uint16_t variable;
    uint8_t role, index;
    bool guarded;
    bool used; /* read by an instruction, or by a block behind */
};

/* A block as data goes through it; behind the blocks there is one for the end of each function. */
struct value_block {
    uint32_t first; /* instruction */
    uint32_t first_in, first_from, from_count;
    uint32_t first_out;
    struct value_set in, out; /* variables that are read later; that it writes */
};

struct shader_values {
    const uint8_t *code;
    const struct shader_flow *flow;
    struct value_block *blocks;
    uint32_t *from;                          /* blocks in front of each */
    struct value_set *changes;               /* what each function may write, with those it calls */
    uint32_t *at, *first_read, *first_write; /* of each instruction, and one more */
    struct value_read *reads;
    struct value_write *writes;
    uint32_t *outs;     /* the last values of what a block writes */
    uint32_t *in_block; /* of values that reach a block */
    uint16_t *in_variable;
    size_t instruction_count, read_count, write_count, in_count, value_count;
};

/* `code` and `flow` are kept and must outlive it. */
void shader_values_build(const uint8_t *code, const struct shader_flow *flow,
                         struct shader_values *out);
void shader_values_free(struct shader_values *values);

/* The number of the instruction at an address of a block; the address must be in it. */
uint32_t shader_values_at(const struct shader_values *values, uint32_t block, uint32_t at);
void shader_values_decode(const struct shader_values *values, uint32_t instruction,
                          struct isa_instruction *out);
/* What register `index` of an operand holds; VALUE_NONE: it is RZ, PT or no register. */
uint32_t shader_values_read(const struct shader_values *values, uint32_t instruction, unsigned role,
                            unsigned index);

enum value_kind shader_values_kind(const struct shader_values *values, uint32_t value);
/* The write that made a value, or may have (VALUE_WRITTEN, VALUE_EITHER). */
const struct value_write *shader_values_write(const struct shader_values *values, uint32_t value);
/* What a value of the other kinds may be; calls `each` with each. */
void shader_values_sources(const struct shader_values *values, uint32_t value,
                           void (*each)(void *context, uint32_t source), void *context);

#endif
