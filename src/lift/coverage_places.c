/* SPDX-License-Identifier: MIT */
#include "lift/coverage.h"

#include "base/memory.h"
#include "lift/resume.h"

#include <stdlib.h>

const char *place_kind_name(enum place_kind kind) {
    static const char *const names[PLACE_KINDS] = {
        [PLACE_LANDING] = "landing pad",
        [PLACE_RETURN] = "return of setjmp or of a stack switch",
        [PLACE_MIDDLE] = "entry in the middle of a function",
    };
    return names[kind];
}

static void add(struct coverage *c, uint64_t address, enum place_kind kind, uint64_t function) {
    GROW(c->places, c->place_count, c->place_room);
    c->places[c->place_count++] = (struct place){address, kind, function};
    c->stats.places++;
    c->stats.places_left += !function;
}

struct middles {
    struct coverage *out;
    const struct text *text;
    const struct discovery *discovery;
    uint8_t *seen; /* by word */
};

static void add_middle(struct middles *m, uint64_t entry, uint64_t pc) {
    if (pc == entry || discovery_find(m->discovery, pc) == SIZE_MAX)
        return;
    uint8_t *seen = &m->seen[text_index(m->text, pc)];
    if (!*seen)
        add(m->out, pc, PLACE_MIDDLE, pc);
    *seen = 1;
}

/* Entries that are blocks of another function, too, or that one runs on into. */
static void add_middles(struct coverage *c, const struct text *t, const struct discovery *d) {
    struct middles m = {c, t, d, NEW_ARRAY(uint8_t, t->count + 1)};
    for (size_t i = 0; i < d->count; i++)
        for (uint32_t k = 0; k < d->functions[i].block_count; k++) {
            const struct function *f = &d->functions[i];
            const struct block *b = &f->blocks[k];
            add_middle(&m, f->entry, text_pc(t, b->first));
            if (b->next.kind == EDGE_TAIL)
                add_middle(&m, f->entry, b->next.pc);
        }
    free(m.seen);
}

static int compare(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (int)x->kind - (int)y->kind;
}

void coverage_places(struct coverage *c, const struct text *t, const struct discovery *d) {
    size_t count, first = c->place_count;
    struct resume_point *points = resume_points(t, d, &count);
    for (size_t i = 0; i < count; i++) {
        bool landing = t->marks[text_index(t, points[i].pc)] & MARK_LANDING;
        add(c, points[i].pc, landing ? PLACE_LANDING : PLACE_RETURN,
            d->functions[points[i].function].entry);
    }
    free(points);
    for (size_t i = 0; i < t->count; i++)
        if (t->marks[i] & MARK_LANDING && !(t->marks[i] & MARK_COVERED))
            add(c, text_pc(t, i), PLACE_LANDING, 0);
    add_middles(c, t, d);
    if (c->place_count > first)
        qsort(c->places + first, c->place_count - first, sizeof *c->places, compare);
}
