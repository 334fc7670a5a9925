/* SPDX-License-Identifier: MIT */
#include "lift/link.h"

#include "base/memory.h"
#include "lift/outlined.h"
#include "lift/pattern.h"
#include "lift/regset.h"

#include <stdlib.h>

#define REG_FP 29
#define REG_LR 30
#define REG_SP 31

/* Sets of registers that hold the return address of the function. A call leaves x30 in them: what
 * returns by the x30 of its own call never comes to an end, so that it is code behind a call which
 * does not come back. */

static bool loads_from_stack(const struct text *t, uint32_t at) {
    const unsigned base = text_word(t, at) >> 5 & 31;
    return a64_info((enum a64_op)t->ops[at])->reads_memory && (base == REG_SP || base == REG_FP);
}

static uint32_t behind_word(const struct text *t, uint32_t at, uint32_t held) {
    struct pattern p;
    const uint32_t word = text_word(t, at);
    const uint32_t written = a64_x_written((enum a64_op)t->ops[at], word);
    if (loads_from_stack(t, at))
        return held | written;
    pattern_read(word, text_pc(t, at), &p);
    if (p.kind == PATTERN_MOVE && p.wide && held >> p.rm & 1)
        return held | 1u << p.rd;
    return held & ~written;
}

/* What the function writes, if all it does is to work and to return to x30, or if it is a stub: who
 * calls another library's function and keeps something in a register nevertheless knows it. Else
 * what any function may write. */
static uint32_t written_by(const struct text *t, const struct function *f) {
    uint32_t all = 0;
    for (uint32_t k = 0; k < f->block_count; k++) {
        const struct block *b = &f->blocks[k];
        const bool stub = f->block_count == 1 && b->end == END_JUMP && !b->framed;
        const bool plain = stub || b->end == END_FALL || b->end == END_BRANCH ||
                           b->end == END_COND ||
                           (b->end == END_RETURN && block_returns_to_link(t, b));
        if (!plain || b->next.kind > EDGE_BLOCK || b->taken.kind > EDGE_BLOCK)
            return REGSET_SCRATCH.x;
        all |= b->x_written;
    }
    return all;
}

/* Outlined code has its caller keep the return address in any register; assembly keeps it where
 * the callee that it knows writes nothing. */
static uint32_t behind_call(const struct text *t, const struct discovery *d, const struct block *b,
                            uint32_t held) {
    struct outlined run;
    if (!outlined_read(t, b, &run) || run.tail) {
        const uint64_t target = block_call_target(t, b);
        const size_t callee = target ? discovery_find(d, target) : SIZE_MAX;
        const uint32_t written =
            callee == SIZE_MAX ? REGSET_SCRATCH.x : written_by(t, &d->functions[callee]);
        return held & (~written | X_LR);
    }
    for (uint32_t i = run.first; i < run.end; i++)
        held = behind_word(t, i, held);
    return held;
}

static uint32_t behind_block(const struct text *t, const struct discovery *d, const struct block *b,
                             uint32_t held) {
    const uint32_t last = b->first + b->count - 1;
    for (uint32_t i = b->first; i < last; i++)
        held = behind_word(t, i, held);
    if (b->end == END_FALL)
        return behind_word(t, last, held);
    return block_is_call(b) ? behind_call(t, d, b, held) : held;
}

static bool leaves_elsewhere(const struct text *t, const struct block *b, uint32_t held) {
    const uint32_t last = b->first + b->count - 1;
    if (b->end == END_RETURN)
        return !(held >> a64_branch_register((enum a64_op)t->ops[last], text_word(t, last)) & 1);
    const bool tail =
        !block_is_call(b) && (b->next.kind == EDGE_TAIL || b->taken.kind == EDGE_TAIL);
    const bool jump = b->end == END_JUMP && b->table < 0 && !b->framed;
    return (tail || jump) && !(held >> REG_LR & 1);
}

/* Is there anything to follow? Most functions write x30 by calls and by loads from the stack. */
static bool is_ordinary(const struct text *t, const struct function *f) {
    for (uint32_t k = 0; k < f->block_count; k++) {
        const struct block *b = &f->blocks[k];
        const uint32_t last = b->first + b->count - 1;
        if (b->end == END_RETURN &&
            a64_branch_register((enum a64_op)t->ops[last], text_word(t, last)) != REG_LR)
            return false;
        for (uint32_t i = b->first; i <= last && b->x_written >> REG_LR & 1; i++) {
            const uint32_t written = a64_x_written((enum a64_op)t->ops[i], text_word(t, i));
            if (written >> REG_LR & 1 && !(i == last && block_is_call(b)) &&
                !loads_from_stack(t, i))
                return false;
        }
    }
    return true;
}

struct meet {
    uint32_t *held, behind;
    bool changed;
};

static void meet_successor(void *context, uint32_t block) {
    struct meet *m = context;
    const uint32_t both = m->held[block] & m->behind;
    m->changed |= both != m->held[block];
    m->held[block] = both;
}

bool link_leads_elsewhere(const struct text *t, const struct discovery *d,
                          const struct function *f) {
    if (f->odd_stack || is_ordinary(t, f))
        return false;
    struct meet m = {.held = NEW_ARRAY(uint32_t, f->block_count), .changed = true};
    for (uint32_t k = 0; k < f->block_count; k++)
        m.held[k] = k == f->entry_block ? X_LR : ~0u;
    while (m.changed) {
        m.changed = false;
        for (uint32_t k = 0; k < f->block_count; k++) {
            m.behind = behind_block(t, d, &f->blocks[k], m.held[k]);
            function_successors(f, &f->blocks[k], meet_successor, &m);
        }
    }
    bool elsewhere = false;
    for (uint32_t k = 0; k < f->block_count && !elsewhere; k++)
        elsewhere =
            leaves_elsewhere(t, &f->blocks[k], behind_block(t, d, &f->blocks[k], m.held[k]));
    free(m.held);
    return elsewhere;
}
