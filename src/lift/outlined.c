/* SPDX-License-Identifier: MIT */
#include "lift/outlined.h"

#include "lift/pattern.h"
#include "lift/walk.h"

enum {
    LENGTH_MAX = 64, /* words of a run */
    REG_SP = 31,
};

/* A B at the end of the run is a tail call: else it is a branch in a function of more than a run.
 */
static bool leads_to_function(const struct text *t, uint32_t at) {
    uint64_t target = walk_target(t, at);
    return text_holds(t, target) && t->marks[text_index(t, target)] & (MARK_STRONG | MARK_FUNCTION);
}

bool outlined_read(const struct text *t, const struct block *b, struct outlined *out) {
    uint64_t target = block_call_target(t, b);
    if (!target || !text_holds(t, target))
        return false;
    *out = (struct outlined){.first = (uint32_t)text_index(t, target)};
    for (uint32_t i = out->first; i < t->count && i - out->first < LENGTH_MAX; i++) {
        /* What runs into another function never comes back: abort and the like end with a call. */
        if (i > out->first && t->marks[i] & (MARK_STRONG | MARK_FUNCTION))
            return false;
        enum block_end end = walk_end(t, i);
        if (end == END_FALL || end == END_CALL)
            continue;
        out->end = i;
        out->tail = end == END_BRANCH && leads_to_function(t, i);
        return (end == END_RETURN || out->tail) &&
               (out->end < b->first || out->first > b->first + b->count);
    }
    return false;
}

bool outlined_saves(const struct text *t, const struct outlined *run, unsigned reg) {
    bool written = false, saved = false, restored = false;
    for (uint32_t i = run->first; i < run->end; i++) {
        const enum a64_op op = (enum a64_op)t->ops[i];
        const uint32_t word = text_word(t, i);
        const bool on_stack = (word >> 5 & 31) == REG_SP;
        struct a64_effects effects;
        a64_effects(op, word, &effects);
        if (!written && on_stack && a64_info(op)->writes_memory && effects.x_read >> reg & 1)
            saved = true;
        if (effects.x_written >> reg & 1) {
            written = true;
            restored = on_stack && a64_info(op)->reads_memory;
        }
    }
    return saved && restored;
}
