/* SPDX-License-Identifier: MIT */
#include "lift/summary_solver.h"

#include <stdlib.h>

/* What is in scratch registers after a call, other than results, means nothing: no compiler passes
 * it on. Where code reads it that is known, it is passed all the same; but what unknown code may
 * read is a guess, and most guesses are of such registers. That holds for functions. Pieces that an
 * outliner took out of functions may leave there what it likes: they are straight and restore
 * nothing. */

/* x0, x1 and q0 to q3 are results. */
static struct regset not_results(struct regset set) {
    return regset_minus(regset_and(set, REGSET_SCRATCH), REGSET_RESULTS);
}

static bool is_straight(const struct function *f) {
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct block *b = &f->blocks[i];
        if (b->end == END_COND || b->table >= 0 || b->taken.kind == EDGE_BLOCK)
            return false;
    }
    return true;
}

/* Does the function write a callee-saved register, and give it back as it was? */
static bool restores(const struct solver *s, uint32_t number) {
    const uint32_t count = s->discovery->functions[number].block_count;
    uint32_t written = 0;
    for (uint32_t i = 0; i < count; i++)
        written |= s->def[s->first_block[number] + i].x;
    return written & REGSET_SAVED.x & ~X_SP & ~s->summary->changes[number].x;
}

static bool keeps_to_standard(const struct solver *s, uint32_t number) {
    const struct function *f = &s->discovery->functions[number];
    return !f->odd_stack && !s->summary->elsewhere[number] &&
           (!is_straight(f) || restores(s, number));
}

/* A stub leaves what the code behind its pointer leaves; assembly may know that this keeps x9 to
 * x15 and v16 to v31. */
static bool is_stub(const struct function *f) {
    return f->block_count == 1 && f->blocks[0].end == END_JUMP && f->blocks[0].table < 0;
}

void summary_find_junk(struct solver *s) {
    const struct regset stub = {REGSET_ARGUMENTS.x, REGSET_ARGUMENTS.v, true};
    for (uint32_t i = 0; i < s->discovery->count; i++) {
        const struct regset all = not_results(s->summary->changes[i]);
        if (keeps_to_standard(s, i))
            s->summary->junk[i] = all;
        else if (is_stub(&s->discovery->functions[i]))
            s->summary->junk[i] = regset_and(all, stub);
    }
}
