/* SPDX-License-Identifier: MIT */
#include "lift/walk.h"

#include "base/memory.h"
#include "lift/landing.h"
#include "lift/pattern.h"

#include <stdlib.h>

/* More than any compiler makes of one function, and what functions of a text that is nonsense get
 * when they have shared far more words than sound code does: the work stays linear, and the rest is
 * the interpreter's. */
enum { WORDS_MAX = 200000, WORDS_MAX_NONSENSE = 256, SHARING_MAX = 16 };

static bool is_full(const struct walker *w) {
    bool nonsense = w->total > SHARING_MAX * w->text->count + WORDS_MAX;
    return w->words >= (nonsense ? (size_t)WORDS_MAX_NONSENSE : (size_t)WORDS_MAX);
}

void walker_open(struct walker *w, struct text *t) {
    *w = (struct walker){.text = t};
    w->seen = NEW_ARRAY(uint32_t, t->count + 1);
    w->leader = NEW_ARRAY(uint32_t, t->count + 1);
    w->block_of = NEW_ARRAY(uint32_t, t->count + 1);
    w->depths = NEW_ARRAY(struct depth, t->count + 1);
}

void walker_close(struct walker *w) {
    free(w->seen);
    free(w->leader);
    free(w->block_of);
    free(w->depths);
    free(w->steps);
    free(w->leaders);
    *w = (struct walker){0};
}

void walk_mark(struct walker *w, size_t index, uint16_t bits) {
    if (w->marking)
        w->text->marks[index] |= bits;
}

void walk_push(struct walker *w, uint32_t index, struct depth depth) {
    if (w->leader[index] != w->epoch) {
        w->leader[index] = w->epoch;
        GROW(w->leaders, w->leader_count, w->leader_room);
        w->leaders[w->leader_count++] = index;
    }
    if (w->seen[index] == w->epoch)
        return;
    GROW(w->steps, w->step_count, w->step_room);
    w->steps[w->step_count++] = (struct step){index, depth};
}

void walk_track(struct depth *d, uint32_t word) {
    int64_t change;
    struct pattern p;
    pattern_read(word, 0, &p);
    if (p.kind == PATTERN_ADD_IMM && p.rd == 29 && p.rn == 31) {
        d->fp = d->sp + (int32_t)p.value;
        d->fp_known = d->sp_known;
    } else if (p.kind == PATTERN_ADD_IMM && p.rd == 31 && p.rn == 29) {
        d->sp = d->fp + (int32_t)p.value;
        d->sp_known = d->fp_known;
    } else if (pattern_sp_change(word, &change)) {
        d->sp += (int32_t)change;
    } else {
        d->sp_known = false;
    }
}

/* Is a branch from `from` to `target` one to another function? A frame that is still there says
 * no: then the target is a cold part or a shared tail of this one. */
static bool is_tail(const struct text *t, uint64_t entry, uint64_t target,
                    const struct depth *depth) {
    if (target == entry || !(t->marks[text_index(t, target)] & MARK_FUNCTION))
        return false;
    return !depth->sp_known || depth->sp == 0;
}

/* Does a function begin at the word, or behind the padding that stands there? */
static bool leads_to_function(const struct text *t, size_t index) {
    while (index + 1 < t->count && !(t->marks[index] & MARK_FUNCTION) && text_is_padding(t, index))
        index++;
    return t->marks[index] & MARK_FUNCTION;
}

enum edge_kind walk_edge(const struct walker *w, uint64_t entry, uint64_t target,
                         const struct depth *depth, bool after_call) {
    const struct text *t = w->text;
    if (!text_holds(t, target))
        return EDGE_LEAVE;
    if (is_tail(t, entry, target, depth))
        return EDGE_TAIL;
    size_t index = text_index(t, target);
    if (w->rest && t->marks[index] & MARK_COVERED && w->seen[index] != w->epoch)
        return EDGE_LEAVE;
    /* Into the next function behind a call that most likely never returns. */
    if (after_call && target != entry && leads_to_function(t, index))
        return EDGE_LEAVE;
    return EDGE_BLOCK;
}

enum block_end walk_end(const struct text *t, size_t index) {
    switch ((enum a64_kind)t->kinds[index]) {
    case A64_PLAIN:
        return END_FALL;
    case A64_BRANCH:
        return END_BRANCH;
    case A64_BRANCH_COND:
        return END_COND;
    case A64_CALL:
        return END_CALL;
    case A64_CALL_REG:
        return END_CALL_REG;
    case A64_BRANCH_REG:
        return a64_branch_register((enum a64_op)t->ops[index], text_word(t, index)) == 30
                   ? END_RETURN
                   : END_JUMP;
    case A64_RET:
        return END_RETURN;
    case A64_SVC:
        return END_SVC;
    case A64_TRAP:
        break;
    }
    return END_TRAP;
}

uint64_t walk_target(const struct text *t, size_t index) {
    return a64_branch_target((enum a64_op)t->ops[index], text_word(t, index), text_pc(t, index));
}

uint32_t walk_landing(const struct walker *w, uint64_t entry, uint32_t index,
                      const struct depth *depth) {
    uint32_t pad = landing_of(w->text, index);
    if (pad == UINT32_MAX || walk_edge(w, entry, text_pc(w->text, pad), depth, false) != EDGE_BLOCK)
        return UINT32_MAX;
    return pad;
}

static void follow_branch(struct walker *w, uint32_t to, struct depth depth) {
    walk_mark(w, to, MARK_BRANCHED);
    walk_push(w, to, depth);
}

/* Follows one straight run of words. */
static void run(struct walker *w, uint64_t entry, struct step step) {
    struct text *t = w->text;
    struct depth depth = step.depth;
    for (uint32_t i = step.index;; i++) {
        w->seen[i] = w->epoch;
        w->depths[i] = depth;
        w->words++;
        w->total++;
        walk_mark(w, i, MARK_COVERED);
        enum block_end end = walk_end(t, i);
        walk_track(&depth, text_word(t, i));
        bool call = end == END_CALL || end == END_CALL_REG || end == END_SVC;
        if (end == END_BRANCH || end == END_COND) {
            uint64_t target = walk_target(t, i);
            if (walk_edge(w, entry, target, &depth, false) == EDGE_BLOCK && !is_full(w))
                follow_branch(w, (uint32_t)text_index(t, target), depth);
        }
        uint32_t pad = call ? walk_landing(w, entry, i, &depth) : UINT32_MAX;
        if (pad != UINT32_MAX && !is_full(w))
            follow_branch(w, pad, depth);
        if (end == END_BRANCH || end == END_JUMP || end == END_RETURN || end == END_TRAP)
            return;
        if (walk_edge(w, entry, text_pc(t, i + 1), &depth, call) != EDGE_BLOCK || is_full(w))
            return;
        if (!call)
            walk_mark(w, i + 1, MARK_FALLEN);
        if (end != END_FALL)
            walk_push(w, i + 1, depth);
        if (w->seen[i + 1] == w->epoch)
            return;
    }
}

void walk_follow(struct walker *w, uint64_t entry) {
    while (w->step_count) {
        struct step step = w->steps[--w->step_count];
        if (w->seen[step.index] != w->epoch)
            run(w, entry, step);
    }
}
