/* SPDX-License-Identifier: MIT */
/* Leaving regions: how jumps of any length become jumps of one. */
#include "gpu/shader/translate/walk.h"

#include "base/memory.h"

#include <stdlib.h>

/* Jumps have the codes 2 * region + 1 (leave it) and 2 * region + 2 (its next round). */
static uint32_t code_of(uint32_t region, bool again) {
    return 2 * region + 1 + again;
}

/* ---- blocks and labels ---- */

void walk_go(struct walk *w, uint32_t label) {
    if (w->ended)
        return;
    values_store(w->t);
    SPIRV_DO(&w->t->m, SpvOpBranch, label);
    w->ended = true;
}

void walk_begin(struct walk *w, uint32_t label) {
    spirv_label(&w->t->m, label);
    values_forget(w->t);
    w->ended = false;
}

void walk_begin_from(struct walk *w, uint32_t label, uint32_t mark) {
    spirv_label(&w->t->m, label);
    values_return(w->t, mark);
    w->ended = false;
}

uint32_t walk_variable(struct walk *w, uint32_t *v) {
    if (!*v)
        *v = spirv_local(&w->t->m, type_u32(w->t), u32_constant(w->t, 0));
    return *v;
}

void walk_store(struct walk *w, uint32_t v, uint32_t value) {
    SPIRV_DO(&w->t->m, SpvOpStore, v, u32_constant(w->t, value));
}

/* ---- jumps ---- */

/* Can it be gone to from here? A loop if no other loop is around the code within it, a switch if
 * nothing is. */
static bool reaches(const struct walk *w, const struct inside *to) {
    const struct inside *i = w->innermost;
    if (to->again)
        while (!i->again)
            i = i->outer;
    return i == to;
}

static void leaves_by(struct inside *i, uint32_t code) {
    for (size_t k = 0; k < i->left_count; k++)
        if (i->left[k] == code)
            return;
    GROW(i->left, i->left_count, i->left_room);
    i->left[i->left_count++] = code;
}

void walk_jump(struct walk *w, uint32_t region, bool again) {
    struct inside *to = w->innermost;
    while (to && to->region != region)
        to = to->outer;
    if (!to) {
        translate_fail(w->t, ERROR_UNSUPPORTED, "code leaves a region that it is not in");
        return;
    }
    if (reaches(w, to)) {
        walk_go(w, again ? to->again : to->merge);
        return;
    }
    leaves_by(w->innermost, code_of(region, again));
    walk_store(w, walk_variable(w, &w->leaving), code_of(region, again));
    walk_go(w, w->innermost->merge);
}

/* Behind a loop or switch: jumps that came out of it on their way go on. */
static void go_on(struct walk *w, const struct inside *from) {
    struct translator *t = w->t;
    for (size_t k = 0; k < from->left_count; k++) {
        const uint32_t code = from->left[k];
        const uint32_t then = spirv_id(&t->m), merge = spirv_id(&t->m);
        const uint32_t leaving = op1(t, SpvOpLoad, type_u32(t), w->leaving);
        const uint32_t is = op2(t, SpvOpIEqual, type_bool(t), leaving, u32_constant(t, code));
        const uint32_t mark = values_mark(t);
        SPIRV_DO(&t->m, SpvOpSelectionMerge, merge, SpvSelectionControlMaskNone);
        SPIRV_DO(&t->m, SpvOpBranchConditional, is, then, merge);
        walk_begin_from(w, then, mark);
        walk_store(w, w->leaving, 0);
        walk_jump(w, (code - 1) / 2, code % 2 == 0);
        walk_begin_from(w, merge, mark);
    }
}

void walk_enter(struct walk *w, struct inside *i, uint32_t region) {
    *i = (struct inside){.region = region,
                         .merge = spirv_id(&w->t->m),
                         .mark = values_mark(w->t),
                         .outer = w->innermost};
    w->innermost = i;
}

void walk_leave(struct walk *w, struct inside *i) {
    w->innermost = i->outer;
    walk_begin_from(w, i->merge, i->mark);
    go_on(w, i);
    free(i->left);
}
