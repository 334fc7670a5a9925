/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_FLOW_H
#define WINDLASS_GPU_SHADER_FLOW_H

#include "base/error.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where code goes. The GPU keeps a stack of places: SSY, PBK, PCNT, PRET, PLONGJMP and PEXIT push
 * one, SYNC, BRK, CONT, RET, LONGJMP and EXIT go to the topmost of their kind and drop it with all
 * above. Here the stack is followed along each path: a block is an address with what the stack
 * holds there, so that code reached with two stacks is two blocks, and each block knows where it
 * goes. */

enum flow_end {
    FLOW_NEXT, /* goes on into the next block */
    FLOW_GO,
    FLOW_CALL, /* of `callee`, then goes on */
    FLOW_RETURN,
    FLOW_EXIT,
    FLOW_KILL,
    FLOW_TABLE,   /* BRX, JMX: to one of several */
    FLOW_UNKNOWN, /* to where only the running GPU knows: BRX without a table, BRA c[0][0x10] */
};

enum { FLOW_NONE = UINT32_MAX };

struct flow_block {
    uint32_t begin, last; /* its first and its last instruction */
    uint32_t function;
    enum flow_end end;
    bool conditional; /* the last instruction does it only where its guard and condition hold */
    uint32_t next;    /* the block where it goes on; FLOW_NONE: it does not */
    uint32_t callee;  /* a function */
    uint32_t first_to, to_count; /* in flow.to: the blocks that the last instruction goes to */
};

struct shader_flow {
    struct flow_block *blocks; /* a function's entry comes before its other blocks */
    uint32_t *to;
    uint32_t *entries; /* the block where each function begins; 0: the program */
    size_t block_count, to_count, function_count;
    size_t block_room, to_room, function_room;
};

/* What constant buffer 1 holds, for jump tables and places; may be NULL. Fails where code runs off
 * its end, a target lies outside, or the stack grows without end. */
struct flow_constants {
    const uint8_t *bytes;
    size_t size;
};
MUST_CHECK bool shader_flow_build(const uint8_t *code, size_t size,
                                  const struct flow_constants *constants, struct shader_flow *out,
                                  struct error *error);
void shader_flow_free(struct shader_flow *flow);
/* A line a block. */
void shader_flow_print(const struct shader_flow *flow, struct strbuf *out);

/* ---- where one instruction goes ---- */

struct isa_instruction;

/* Where an instruction at an address goes, or the place that it pushes: what it says, or a constant
 * does that is known. False: that is not known. The address may lie outside of the code. */
bool shader_flow_target(const struct isa_instruction *in, uint32_t at,
                        const struct flow_constants *constants, int64_t *target);
/* Of BRX and JMX: what is added to the operand that says how far. */
uint32_t shader_flow_table_base(const struct isa_instruction *in, uint32_t at);

enum { FLOW_TABLE_LIMIT = 1024 };

/* Where the BRX or JMX at `at` may go: of a table in the constants, read with an index that was
 * limited. `targets` has room for FLOW_TABLE_LIMIT. 0: not found out. */
size_t shader_flow_table(const uint8_t *code, size_t size, uint32_t at,
                         const struct flow_constants *constants, int64_t *targets);

#endif
