/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "lift/coverage.h"
#include "lift/spin.h"

#include <stdlib.h>

static int compare(const void *a, const void *b) {
    const struct waiting *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->back_edge != y->back_edge)
        return x->back_edge < y->back_edge ? -1 : 1;
    return (x->function > y->function) - (x->function < y->function);
}

static void add_function(struct coverage *c, const struct text *t, const struct function *f) {
    struct spins spins;
    spins_find(t, f, &spins);
    for (size_t i = 0; i < spins.count; i++) {
        const struct block *first = &f->blocks[spins.spins[i].header];
        const struct block *last = &f->blocks[spins.spins[i].latch];
        GROW(c->waits, c->wait_count, c->wait_room);
        c->waits[c->wait_count++] = (struct waiting){
            text_pc(t, first->first), text_pc(t, last->first + last->count - 1), f->entry};
    }
    spins_free(&spins);
}

/* Blocks that several functions hold are found several times. */
void coverage_waits(struct coverage *c, const struct text *t, const struct discovery *d) {
    const size_t first = c->wait_count;
    size_t kept = first;
    for (size_t i = 0; i < d->count; i++)
        add_function(c, t, &d->functions[i]);
    if (c->wait_count > first)
        qsort(c->waits + first, c->wait_count - first, sizeof *c->waits, compare);
    for (size_t i = first; i < c->wait_count; i++)
        if (kept == first || c->waits[kept - 1].address != c->waits[i].address ||
            c->waits[kept - 1].back_edge != c->waits[i].back_edge)
            c->waits[kept++] = c->waits[i];
    c->wait_count = kept;
    c->stats.spins += kept - first;
}
