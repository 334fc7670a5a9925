/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_FUNCTION_H
#define WINDLASS_LIFT_FUNCTION_H

#include "lift/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A guest function: the blocks that its entry reaches. Blocks end at every transfer of control,
 * calls and SVCs included, so that what happens at a call stands at a block's end. A block may be
 * in several functions (shared tails); each has its own copy. */

enum block_end {
    END_FALL,     /* no transfer: runs into the next block */
    END_BRANCH,   /* B */
    END_COND,     /* B.cond, CBZ, TBZ... */
    END_CALL,     /* BL */
    END_CALL_REG, /* BLR */
    END_JUMP,     /* BR */
    END_RETURN,   /* RET, BR x30 */
    END_SVC,
    END_TRAP, /* BRK, UDF, unknown word */
};

/* Where control goes from a block. */
struct edge {
    enum edge_kind {
        EDGE_NONE,
        EDGE_BLOCK, /* target is a block of this function */
        EDGE_TAIL,  /* another function: tail call */
        EDGE_LEAVE, /* cannot be lifted: interpreter */
    } kind;
    uint64_t pc; /* of the target */
    uint32_t block;
};

struct block {
    uint32_t first, count; /* word index, number of words */
    enum block_end end;
    struct edge next, taken;    /* falling through (after a call: return), branch target */
    struct edge landing;        /* of a call: where an exception out of it goes on */
    int32_t table;              /* END_JUMP: jump table of the function, or -1 */
    bool framed;                /* END_JUMP: SP is not known to be the entry's, so no tail call */
    uint32_t preds, pred_count; /* slice of function->preds */
    uint32_t x_written;         /* by the instructions; see text.h for bits */
    bool back_target;           /* some edge leads here from a later address: loop header */
    bool table_target;          /* a jump table leads here */
    bool resumed;               /* control comes back here from elsewhere, see resume.h */
};

struct jump_table {
    uint32_t at;          /* word index of the BR */
    uint64_t table, base; /* base: what the entries count from; 0 for pointers */
    uint32_t entry_bytes;
    uint32_t count;
    uint32_t load;                      /* word index of the load of the entry */
    struct limit wanted;                /* what would bound the index; entry 0: nothing */
    bool bounded;                       /* no entry is missing */
    bool proved;                        /* bound, place and targets: see jump_table.c */
    bool closed;                        /* as the image has it, no entry leads elsewhere in here */
    bool assumed;                       /* if the frame holds what was put there: checked */
    const char *why;                    /* what proves it, or is missing for a proof */
    uint32_t *targets;                  /* word indices by entry number; in this function */
    uint32_t *distinct, distinct_count; /* the same sorted, each once */
};

/* Can no other target be jumped to, whatever the guest's memory holds? */
static inline bool jump_table_is_complete(const struct jump_table *table) {
    return table->proved && !table->assumed;
}

/* Can none, unless the guest has made other pointers? */
static inline bool jump_table_is_closed(const struct jump_table *table) {
    return table->closed && !table->assumed;
}

struct function {
    uint64_t entry;
    struct block *blocks; /* by address; the entry's block may stand anywhere */
    uint32_t block_count, entry_block;
    uint32_t *preds;
    struct jump_table *tables;
    size_t table_count, table_room;
    size_t instructions;
    bool odd_stack; /* it returns with an SP that is not the entry's: it switches stacks */
    bool resumed;   /* some block of it is */
};

struct walker;

/* Follows the code from `entry`; text->marks say where other functions begin. */
void function_build(struct walker *w, uint64_t entry, struct function *out);
void function_free(struct function *f);
/* Does the block's end only pass control on inside the function? */
static inline bool block_stays(const struct block *b) {
    return (b->end == END_FALL || b->end == END_BRANCH || b->end == END_COND) &&
           b->next.kind <= EDGE_BLOCK && b->taken.kind <= EDGE_BLOCK;
}
/* Is the block's end a call that comes back (SVC included)? */
static inline bool block_is_call(const struct block *b) {
    return b->end == END_CALL || b->end == END_CALL_REG || b->end == END_SVC;
}
/* Target of the BL that ends the block; 0 where it ends otherwise. */
uint64_t block_call_target(const struct text *t, const struct block *b);
/* Does the block, which ends in a return, return to x30? */
bool block_returns_to_link(const struct text *t, const struct block *b);
/* The jump table of the BR that ends the block; NULL: it ends otherwise, or none was found. */
static inline const struct jump_table *function_table(const struct function *f,
                                                      const struct block *b) {
    return b->table < 0 ? NULL : &f->tables[b->table];
}
/* Block of the function that begins at word index, or UINT32_MAX. */
uint32_t function_block_at(const struct function *f, uint32_t first);
/* Calls visit for each block that control may reach from `b` directly, which leaves landing pads
 * out; one that several table entries name once. Here, so that visit becomes a part of it. */
static inline void function_successors(const struct function *f, const struct block *b,
                                       void (*visit)(void *context, uint32_t block),
                                       void *context) {
    if (b->next.kind == EDGE_BLOCK)
        visit(context, b->next.block);
    if (b->taken.kind == EDGE_BLOCK)
        visit(context, b->taken.block);
    if (b->table < 0)
        return;
    const struct jump_table *table = &f->tables[b->table];
    for (uint32_t k = 0; k < table->distinct_count; k++) {
        uint32_t to = function_block_at(f, table->distinct[k]);
        if (to != UINT32_MAX)
            visit(context, to);
    }
}

#endif
