/* SPDX-License-Identifier: MIT */
#include "a64/row.h"

#include <string.h>

enum a64_kind a64_execute(struct a64_state *s, uint32_t word) {
    const enum a64_op op = a64_decode(word);
    if (op == A64_OP_NONE)
        s->env->undefined(s, word);
    else
        s->pc = a64_interp[op](s, word);
    return a64_rows[op].info.kind;
}

enum a64_kind a64_step(struct a64_state *s) {
    uint32_t word;
    if (s->pc & 3) { /* PC alignment fault */
        s->env->undefined(s, 0);
        return A64_TRAP;
    }
    memcpy(&word, (const void *)(uintptr_t)s->pc, sizeof word);
    return a64_execute(s, word);
}
