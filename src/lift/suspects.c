/* SPDX-License-Identifier: MIT */
#include "lift/suspects.h"

bool suspects_seen(const struct text *t, size_t index, const struct suspects *s) {
    const enum a64_op op = (enum a64_op)t->ops[index];
    struct a64_effects e;
    a64_effects(op, text_word(t, index), &e);
    switch (a64_info(op)->float_read) {
    case 32:
        return e.v_read & s->v64;
    case 64:
        return e.v_read & s->v32;
    default:
        return e.v_read & (s->v32 | s->v64);
    }
}

void suspects_follow(const struct text *t, size_t index, struct suspects *s) {
    const enum a64_op op = (enum a64_op)t->ops[index];
    const struct a64_op_info *info = a64_info(op);
    struct a64_effects e;
    a64_effects(op, text_word(t, index), &e);
    const bool suspect = info->twin || e.v_read & (s->v32 | s->v64);
    s->v32 &= ~e.v_written;
    s->v64 &= ~e.v_written;
    if (suspect && info->float_written == 32)
        s->v32 |= e.v_written;
    if (suspect && info->float_written == 64)
        s->v64 |= e.v_written;
}
