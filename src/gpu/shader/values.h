/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_VALUES_H
#define WINDLASS_GPU_SHADER_VALUES_H

#include "gpu/shader/flow.h"
#include "gpu/shader/isa.h"

/* Which instruction wrote what another one reads, along all paths and through calls: what origin.h,
 * multiply.h and uniform.h work on. Code that several blocks share is there once a block. */

/* What is written and read: the registers, then P0 to P6, then the condition code. */
enum { VALUE_PREDICATE = 255, VALUE_CC = 262, VALUE_VARIABLES = 263, VALUE_WORDS = 5 };
/* Roles beside isa_role: what an instruction reads or writes without naming it as an operand. */
enum { VALUE_GUARD = ISA_ROLES, VALUE_CODE, VALUE_OLD };
enum { VALUE_INSTRUCTIONS_LIMIT = 1 << 20, VALUE_INS_LIMIT = 1 << 20 };

struct value_set { /* of variables */
    uint64_t bits[VALUE_WORDS];
};

/* A value is a number. The first is what no instruction wrote; then comes one for each write; then
 * for each write under a guard what is there behind it, be it written or what was there before;
 * then what reaches a block from those in front of it. */
enum { VALUE_NOBODY = 0, VALUE_NONE = UINT32_MAX };
enum value_kind { VALUE_UNWRITTEN, VALUE_WRITTEN, VALUE_EITHER, VALUE_REACHING };

struct value_read {
    uint32_t value;
    uint16_t variable;
    uint8_t role, index; /* which operand, which of its registers */
};
struct value_write {
    uint32_t instruction;
    uint32_t before;    /* the variable's value in front of it; VALUE_NONE: not in this block */
    uint32_t otherwise; /* the same where its guard fails */
    uint32_t uses;      /* by instructions, and by values that are used */
    uint16_t variable;
    uint8_t role, index;
};
struct value_instruction {
    uint32_t at, block, first_read, first_write;
    uint32_t guard; /* the value of the predicate; VALUE_NONE: it always runs */
    uint16_t class; /* enum isa_class; ISA_CLASSES: the word belongs to no row */
    bool guard_not;
};

/* A block as values go through it. Behind the blocks there is one for the end of each function. */
struct value_block {
    uint32_t first;                  /* instruction */
    uint32_t first_edge, edge_count; /* from where it is reached */
    uint32_t first_in, first_out;
    struct value_set in, out; /* variables that are read there or later; that it writes */
};
enum value_edge_kind { EDGE_ALL, EDGE_KEPT, EDGE_CHANGED };
struct value_edge {
    uint32_t block;
    uint32_t function; /* EDGE_KEPT: all but what it changes comes so. EDGE_CHANGED: only that */
    enum value_edge_kind kind;
};

struct shader_values {
    const uint8_t *code;
    const struct shader_flow *flow;
    struct value_block *blocks;
    struct value_edge *edges;
    struct value_set *changes; /* what each function may write, with those that it calls */
    struct value_instruction *instructions; /* and one more */
    struct value_read *reads;
    struct value_write *writes;
    uint32_t *outs; /* the last values of what each block writes */
    struct value_in {
        uint32_t block;
        uint16_t variable;
    } *ins; /* what reaches blocks */
    size_t block_count, edge_count, instruction_count, read_count, write_count, in_count;
    size_t edge_room, instruction_room, read_room, write_room;
    size_t value_count;
};

/* `code` and `flow` are kept and must outlive it. Fails where there are too many instructions, or
 * blocks that too much reaches. */
MUST_CHECK bool shader_values_build(const uint8_t *code, const struct shader_flow *flow,
                                    struct shader_values *out, struct error *error);
void shader_values_free(struct shader_values *values);

/* The number of the instruction at an address of a block; VALUE_NONE: it is not in the block. */
uint32_t shader_values_at(const struct shader_values *values, uint32_t block, uint32_t at);
/* False: the word belongs to no row. */
bool shader_values_decode(const struct shader_values *values, uint32_t instruction,
                          struct isa_instruction *out);
/* What register `index` of an operand holds; VALUE_NONE: it is RZ, PT or no register. */
uint32_t shader_values_read(const struct shader_values *values, uint32_t instruction, unsigned role,
                            unsigned index);

/* What variables hold along a block's instructions, in their order. */
struct value_walk {
    const struct shader_values *values;
    uint32_t block;
    uint32_t now[VALUE_VARIABLES];
};
void shader_values_walk(struct value_walk *walk, const struct shader_values *values,
                        uint32_t block);
/* VALUE_NONE: it is neither read nor written there. */
uint32_t shader_values_now(struct value_walk *walk, unsigned variable);
/* Goes on behind the next instruction. */
void shader_values_step(struct value_walk *walk, uint32_t instruction);
/* What is read where the guard of an instruction holds, or where it fails: what was written under
 * the same guard was written, or was not. */
uint32_t shader_values_under(const struct shader_values *values, uint32_t value,
                             uint32_t instruction, bool fails);

enum value_kind shader_values_kind(const struct shader_values *values, uint32_t value);
/* The write that made a value, or may have: of VALUE_WRITTEN and VALUE_EITHER. */
const struct value_write *shader_values_write(const struct shader_values *values, uint32_t value);
/* What a value is one of: of VALUE_EITHER and VALUE_REACHING. */
void shader_values_sources(const struct shader_values *values, uint32_t value,
                           void (*each)(void *context, uint32_t source), void *context);

/* Of VALUE_REACHING: what it is where it can be just one; else VALUE_NONE. */
uint32_t shader_values_only_source(const struct shader_values *values, uint32_t value);

#endif
