/* SPDX-License-Identifier: MIT */
#include "gpu/shader/structure_simplify.h"

#include "base/memory.h"

#include <stdlib.h>

struct simplifier {
    struct structure *s;
    uint32_t *uses; /* of each scope: breaks that are left */
    /* The scopes whose end is the end of the list at hand, a stack. */
    uint32_t *falls;
    size_t fall_count, fall_room;
};

static bool falls_to(const struct simplifier *f, size_t from, uint32_t scope) {
    for (size_t i = f->fall_count; i-- > from;)
        if (f->falls[i] == scope)
            return true;
    return false;
}

static void simplify_list(struct simplifier *f, uint32_t *first, size_t from);

/* What is inside; `from`: the falls that hold at the region's end. */
static void simplify_inside(struct simplifier *f, struct region *r, uint32_t number, size_t from) {
    switch (r->kind) {
    case REGION_IF:
        simplify_list(f, &r->body, from);
        simplify_list(f, &r->other, from);
        break;
    case REGION_TABLE:
    case REGION_DISPATCH:
        for (uint32_t c = r->body; c != FLOW_NONE; c = f->s->regions[c].next)
            simplify_list(f, &f->s->regions[c].body, from);
        break;
    case REGION_LOOP: /* running off its end is leaving it */
        simplify_list(f, &r->body, from);
        break;
    case REGION_SCOPE:
        GROW(f->falls, f->fall_count, f->fall_room);
        f->falls[f->fall_count++] = number;
        simplify_list(f, &r->body, from);
        f->fall_count--;
        break;
    default:
        break;
    }
}

/* Of the list's last region the falls from `from` on hold too, of the others none but their own. */
static void simplify_list(struct simplifier *f, uint32_t *first, size_t from) {
    struct region *regions = f->s->regions;
    for (uint32_t *at = first; *at != FLOW_NONE;) {
        const uint32_t number = *at;
        struct region *r = &regions[number];
        const bool last = r->next == FLOW_NONE;
        if (r->kind == REGION_BREAK && last && falls_to(f, from, r->value)) {
            *at = FLOW_NONE;
            return;
        }
        if (r->kind == REGION_BREAK)
            f->uses[r->value]++;
        simplify_inside(f, r, number, last ? from : f->fall_count);
        at = &r->next;
    }
}

/* A scope that nothing leaves is its list. */
static void dissolve(struct simplifier *f, uint32_t *first) {
    struct region *regions = f->s->regions;
    for (uint32_t *at = first; *at != FLOW_NONE;) {
        struct region *r = &regions[*at];
        if (r->kind == REGION_SCOPE && !f->uses[*at]) {
            uint32_t *end = &r->body;
            while (*end != FLOW_NONE)
                end = &regions[*end].next;
            *end = r->next;
            *at = r->body;
            continue;
        }
        dissolve(f, &r->body);
        dissolve(f, &r->other);
        at = &r->next;
    }
}

void structure_simplify(struct structure *s) {
    struct simplifier f = {.s = s, .uses = NEW_ARRAY(uint32_t, s->count)};
    simplify_list(&f, &s->first, 0);
    dissolve(&f, &s->first);
    free(f.uses);
    free(f.falls);
}
