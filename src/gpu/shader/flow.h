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
    FLOW_TABLE,   /* BRX: to one of several */
    FLOW_UNKNOWN, /* to where only the running GPU knows: JMP, BRX without a table, BRA c[][] */
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

/* What constant buffer 1 holds, for jump tables; may be NULL. Fails where code runs off its end, a
 * target lies outside, or the stack grows without end. */
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

/* ---- BRX ---- */

enum { FLOW_TABLE_LIMIT = 1024 };

/* Where the BRX at `at` may go: of a table in the constants, read with an index that was limited.
 * `targets` has room for FLOW_TABLE_LIMIT. 0: not found out. */
size_t shader_flow_table(const uint8_t *code, size_t size, uint32_t at,
                         const struct flow_constants *constants, int64_t *targets);

#endif
