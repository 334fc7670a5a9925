/* SPDX-License-Identifier: MIT */
#include "lift/resume.h"

#include "base/memory.h"
#include "lift/pattern.h"

#include <stdlib.h>

/* What a function does to the place it returns to. */
enum {
    KEEPS = 1 << 0,    /* keeps its return address outside of the stack, as setjmp does */
    JUMPS = 1 << 1,    /* takes another stack pointer and goes there, as longjmp does */
    SWITCHES = 1 << 2, /* does both, or calls what does: it returns when somebody switches back */
};

struct link {
    uint32_t callee, caller;
    bool tail;
};

struct finder {
    const struct text *text;
    struct discovery *discovery;
    uint8_t *facts;     /* by function */
    struct link *links; /* by callee */
    size_t link_count, link_room;
    uint32_t *queue;
};

/* The word stores x30: at an address made of register *base. */
static bool stores_return(const struct finder *w, uint32_t at, const struct a64_effects *effects,
                          unsigned *base) {
    *base = text_word(w->text, at) >> 5 & 31; /* Rn, in all stores */
    return a64_info((enum a64_op)w->text->ops[at])->writes_memory && effects->x_read >> 30 & 1 &&
           *base != 30;
}

/* False: x30 is written in the block, so that the rest says nothing about what the caller gave. */
static bool look_at_block(const struct finder *w, const struct block *b, bool *keeps, bool *saves) {
    for (uint32_t i = b->first; i < b->first + b->count; i++) {
        struct a64_effects effects;
        unsigned base;
        a64_effects((enum a64_op)w->text->ops[i], text_word(w->text, i), &effects);
        if (stores_return(w, i, &effects, &base)) {
            *saves = true;
            *keeps = *keeps || (base != 31 && base != 29);
        }
        if (effects.x_written >> 30 & 1)
            return false;
    }
    return true;
}

/* From the entry up to where paths part. */
static void look_at_entry(const struct finder *w, const struct function *f, bool *keeps,
                          bool *saves) {
    const struct block *b = &f->blocks[f->entry_block];
    for (uint32_t hops = 0; hops < f->block_count && look_at_block(w, b, keeps, saves); hops++) {
        const struct edge *on = b->end == END_BRANCH ? &b->taken : &b->next;
        if ((b->end != END_FALL && b->end != END_BRANCH) || on->kind != EDGE_BLOCK)
            return;
        b = &f->blocks[on->block];
    }
}

/* Is there a MOV SP, Xn, n not the frame pointer? */
static bool takes_stack(const struct finder *w, const struct function *f) {
    for (uint32_t k = 0; k < f->block_count; k++)
        for (uint32_t i = 0; i < f->blocks[k].count; i++) {
            struct pattern p;
            pattern_read(text_word(w->text, f->blocks[k].first + i), 0, &p);
            if (p.kind == PATTERN_ADD_IMM && p.rd == 31 && !p.value && p.rn != 31 && p.rn != 29)
                return true;
        }
    return false;
}

static uint8_t own_facts(const struct finder *w, size_t number) {
    const struct function *f = &w->discovery->functions[number];
    bool keeps = false, saves = false;
    look_at_entry(w, f, &keeps, &saves);
    bool jumps = f->odd_stack && takes_stack(w, f);
    return (uint8_t)((keeps ? KEEPS : 0) | (jumps ? JUMPS : 0) | (jumps && saves ? SWITCHES : 0));
}

static void add_link(struct finder *w, size_t caller, uint64_t pc, bool tail) {
    size_t callee = discovery_find(w->discovery, pc);
    if (callee == SIZE_MAX)
        return;
    GROW(w->links, w->link_count, w->link_room);
    w->links[w->link_count++] = (struct link){(uint32_t)callee, (uint32_t)caller, tail};
}

static int compare_links(const void *a, const void *b) {
    const struct link *x = a, *y = b;
    return (x->callee > y->callee) - (x->callee < y->callee);
}

static void collect_links(struct finder *w) {
    for (size_t i = 0; i < w->discovery->count; i++) {
        const struct function *f = &w->discovery->functions[i];
        for (uint32_t k = 0; k < f->block_count; k++) {
            const struct block *b = &f->blocks[k];
            if (b->end == END_CALL)
                add_link(w, i, block_call_target(w->text, b), false);
            if (b->next.kind == EDGE_TAIL)
                add_link(w, i, b->next.pc, true);
            if (b->taken.kind == EDGE_TAIL)
                add_link(w, i, b->taken.pc, true);
        }
    }
    if (w->link_count)
        qsort(w->links, w->link_count, sizeof *w->links, compare_links);
}

static size_t first_link(const struct finder *w, uint32_t callee) {
    size_t low = 0, high = w->link_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (w->links[middle].callee < callee)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Hands `fact` from functions to those that call them: to all, or to those that end in them. */
static void spread(struct finder *w, uint8_t fact, bool tails_only) {
    size_t waiting = 0;
    for (size_t i = 0; i < w->discovery->count; i++)
        if (w->facts[i] & fact)
            w->queue[waiting++] = (uint32_t)i;
    while (waiting) {
        uint32_t callee = w->queue[--waiting];
        for (size_t i = first_link(w, callee); i < w->link_count && w->links[i].callee == callee;
             i++) {
            uint8_t *facts = &w->facts[w->links[i].caller];
            if (*facts & fact || (tails_only && !w->links[i].tail))
                continue;
            *facts |= fact;
            w->queue[waiting++] = w->links[i].caller;
        }
    }
}

/* setjmp and longjmp in one function make a switch, too. */
static void find_pairs(struct finder *w) {
    uint8_t *called = NEW_ARRAY(uint8_t, w->discovery->count + 1);
    for (size_t i = 0; i < w->link_count; i++)
        called[w->links[i].caller] |= w->facts[w->links[i].callee];
    for (size_t i = 0; i < w->discovery->count; i++)
        if ((called[i] & (KEEPS | JUMPS)) == (KEEPS | JUMPS))
            w->facts[i] |= SWITCHES;
    free(called);
}

static void mark_block(struct function *f, uint32_t block) {
    f->blocks[block].resumed = true;
    f->resumed = true;
}

static void mark_blocks(struct finder *w, struct function *f) {
    for (uint32_t k = 0; k < f->block_count; k++) {
        const struct block *b = &f->blocks[k];
        if (w->text->marks[b->first] & MARK_LANDING)
            mark_block(f, k);
        if (b->end != END_CALL || b->next.kind != EDGE_BLOCK)
            continue;
        size_t callee = discovery_find(w->discovery, block_call_target(w->text, b));
        if (callee != SIZE_MAX && w->facts[callee] & (KEEPS | SWITCHES))
            mark_block(f, b->next.block);
    }
}

void resume_find(const struct text *t, struct discovery *d) {
    struct finder w = {.text = t, .discovery = d};
    w.facts = NEW_ARRAY(uint8_t, d->count + 1);
    w.queue = NEW_ARRAY(uint32_t, d->count + 1);
    for (size_t i = 0; i < d->count; i++)
        w.facts[i] = own_facts(&w, i);
    collect_links(&w);
    spread(&w, KEEPS, true);
    spread(&w, JUMPS, true);
    find_pairs(&w);
    spread(&w, SWITCHES, false);
    for (size_t i = 0; i < d->count; i++)
        mark_blocks(&w, &d->functions[i]);
    free(w.facts);
    free(w.queue);
    free(w.links);
}

static int compare_points(const void *a, const void *b) {
    const struct resume_point *x = a, *y = b;
    if (x->pc != y->pc)
        return x->pc < y->pc ? -1 : 1;
    return (x->function > y->function) - (x->function < y->function);
}

struct resume_point *resume_points(const struct text *t, const struct discovery *d, size_t *count) {
    struct resume_point *points = NULL;
    size_t n = 0, room = 0, kept = 0;
    for (size_t i = 0; i < d->count; i++)
        for (uint32_t k = 0; k < d->functions[i].block_count; k++) {
            const struct block *b = &d->functions[i].blocks[k];
            if (!b->resumed || discovery_find(d, text_pc(t, b->first)) != SIZE_MAX)
                continue;
            GROW(points, n, room);
            points[n++] = (struct resume_point){text_pc(t, b->first), i};
        }
    if (n)
        qsort(points, n, sizeof *points, compare_points);
    for (size_t i = 0; i < n; i++)
        if (!kept || points[kept - 1].pc != points[i].pc)
            points[kept++] = points[i];
    *count = kept;
    return points;
}
