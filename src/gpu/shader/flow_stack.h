/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_FLOW_STACK_H
#define WINDLASS_GPU_SHADER_FLOW_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the stack may hold. Equal stacks have equal numbers; 0 is the empty one. */

enum flow_kind {
    FLOW_SYNC,
    FLOW_BREAK,
    FLOW_CONTINUE,
    FLOW_RET,
    FLOW_LONGJMP,
    FLOW_AT_EXIT,
};

struct flow_stacks {
    struct flow_entry {
        enum flow_kind kind;
        uint32_t target, below, depth;
    } *entries; /* [0] stands for the empty stack */
    size_t count, room;
};

enum { FLOW_DEPTH = 128 };

/* The stack with one more; false: it is too deep. */
bool shader_flow_push(struct flow_stacks *s, uint32_t stack, enum flow_kind kind, uint32_t target,
                      uint32_t *out);
/* Goes to the topmost of the kind; false: there is none. */
bool shader_flow_pop(const struct flow_stacks *s, uint32_t stack, enum flow_kind kind,
                     uint32_t *target, uint32_t *out);

#endif
