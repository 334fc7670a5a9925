/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "lift/summary_solver.h"

#include <stdlib.h>

/* Most fixpoints go from callees to callers: in this order few functions are looked at twice. */

struct visit {
    uint32_t *stack, *next; /* functions begun; of each the call to follow next */
    bool *begun;
    size_t depth;
};

static void begin(struct visit *v, uint32_t function) {
    v->begun[function] = true;
    v->stack[v->depth++] = function;
}

static void visit(struct solver *s, struct visit *v, uint32_t first, size_t *ordered) {
    begin(v, first);
    while (v->depth) {
        const uint32_t f = v->stack[v->depth - 1];
        if (v->next[f] == s->first_call[f + 1]) {
            s->order[(*ordered)++] = f;
            v->depth--;
            continue;
        }
        const uint32_t callee = s->calls[v->next[f]++].callee;
        if (callee != UINT32_MAX && !v->begun[callee])
            begin(v, callee);
    }
}

void solver_order(struct solver *s) {
    const size_t count = s->discovery->count;
    struct visit v = {NEW_ARRAY(uint32_t, count + 1), NEW_ARRAY(uint32_t, count + 1),
                      NEW_ARRAY(bool, count + 1), 0};
    size_t ordered = 0;
    s->order = NEW_ARRAY(uint32_t, count + 1);
    for (size_t i = 0; i < count; i++)
        v.next[i] = s->first_call[i];
    for (uint32_t i = 0; i < count; i++)
        if (!v.begun[i])
            visit(s, &v, i, &ordered);
    free(v.stack);
    free(v.next);
    free(v.begun);
}

void solver_enqueue_callees_first(struct solver *s) {
    for (size_t i = 0; i < s->discovery->count; i++)
        solver_enqueue(s, s->order[i]);
}

void solver_enqueue_callers_first(struct solver *s) {
    for (size_t i = s->discovery->count; i-- > 0;)
        solver_enqueue(s, s->order[i]);
}
