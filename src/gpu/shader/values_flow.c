/* SPDX-License-Identifier: MIT */
#include "gpu/shader/values_flow.h"

#include "base/memory.h"

#include <stdlib.h>

bool value_edge_has(const struct shader_values *v, const struct value_edge *edge,
                    unsigned variable) {
    return edge->kind == EDGE_ALL ||
           value_set_has(&v->changes[edge->function], variable) == (edge->kind == EDGE_CHANGED);
}

/* ---- edges ---- */

/* Calls `put` with each edge of the graph and the block where it goes. */
static void each_edge(struct shader_values *v,
                      void (*put)(struct shader_values *v, struct value_edge edge, uint32_t to)) {
    const struct shader_flow *flow = v->flow;
    for (uint32_t i = 0; i < flow->block_count; i++) {
        const struct flow_block *b = &flow->blocks[i];
        const bool calls = b->end == FLOW_CALL;
        for (uint32_t k = 0; k < b->to_count; k++)
            put(v, (struct value_edge){i, 0, EDGE_ALL}, flow->to[b->first_to + k]);
        if (calls)
            put(v, (struct value_edge){i, 0, EDGE_ALL}, flow->entries[b->callee]);
        if (b->end == FLOW_RETURN)
            put(v, (struct value_edge){i, 0, EDGE_ALL}, value_function_end(v, b->function));
        if (b->next == FLOW_NONE)
            continue;
        if (calls)
            put(v, (struct value_edge){value_function_end(v, b->callee), b->callee, EDGE_CHANGED},
                b->next);
        if (calls && !b->conditional)
            put(v, (struct value_edge){i, b->callee, EDGE_KEPT}, b->next);
        else
            put(v, (struct value_edge){i, 0, EDGE_ALL}, b->next);
    }
}

static void count_edge(struct shader_values *v, struct value_edge edge, uint32_t to) {
    (void)edge;
    v->blocks[to].edge_count++;
    v->edge_count++;
}

static void put_edge(struct shader_values *v, struct value_edge edge, uint32_t to) {
    struct value_block *b = &v->blocks[to];
    v->edges[b->first_edge + b->edge_count++] = edge;
}

void shader_values_edges(struct shader_values *v) {
    each_edge(v, count_edge);
    v->edges = NEW_ARRAY(struct value_edge, v->edge_count + 1);
    uint32_t at = 0;
    for (size_t i = 0; i < v->block_count; i++) {
        v->blocks[i].first_edge = at;
        at += v->blocks[i].edge_count;
        v->blocks[i].edge_count = 0;
    }
    each_edge(v, put_edge);
}

/* ---- sets that grow until nothing changes ---- */

struct queue {
    uint32_t *list; /* a ring */
    bool *waits;
    size_t size, first, count;
};

static void push(struct queue *q, uint32_t what) {
    if (q->waits[what])
        return;
    q->waits[what] = true;
    q->list[(q->first + q->count++) % q->size] = what;
}

static struct queue queue_of_all(size_t size) {
    struct queue q = {NEW_ARRAY(uint32_t, size), NEW_ARRAY(bool, size), size, 0, 0};
    for (size_t i = size; i > 0; i--)
        push(&q, (uint32_t)(i - 1));
    return q;
}

static uint32_t pop(struct queue *q) {
    const uint32_t what = q->list[q->first];
    q->first = (q->first + 1) % q->size;
    q->count--;
    q->waits[what] = false;
    return what;
}

static void queue_free(struct queue *q) {
    free(q->list);
    free(q->waits);
}

static bool set_join(struct value_set *into, const struct value_set *other) {
    uint64_t more = 0;
    for (unsigned i = 0; i < VALUE_WORDS; i++) {
        more |= other->bits[i] & ~into->bits[i];
        into->bits[i] |= other->bits[i];
    }
    return more != 0;
}

void shader_values_changes(struct shader_values *v) {
    const struct shader_flow *flow = v->flow;
    v->changes = NEW_ARRAY(struct value_set, flow->function_count + 1);
    for (size_t i = 0; i < flow->block_count; i++)
        set_join(&v->changes[flow->blocks[i].function], &v->blocks[i].out);
    struct queue q = queue_of_all(flow->function_count);
    while (q.count) {
        const uint32_t function = pop(&q);
        const struct value_block *entry = &v->blocks[flow->entries[function]];
        for (uint32_t i = 0; i < entry->edge_count; i++) {
            const uint32_t caller = v->edges[entry->first_edge + i].block;
            if (caller >= flow->block_count || flow->blocks[caller].callee != function)
                continue;
            const uint32_t of = flow->blocks[caller].function;
            if (set_join(&v->changes[of], &v->changes[function]))
                push(&q, of);
        }
    }
    queue_free(&q);
}

void shader_values_reach(struct shader_values *v) {
    struct queue q = queue_of_all(v->block_count);
    while (q.count) {
        const struct value_block *b = &v->blocks[pop(&q)];
        for (uint32_t i = 0; i < b->edge_count; i++) {
            const struct value_edge *edge = &v->edges[b->first_edge + i];
            struct value_block *from = &v->blocks[edge->block];
            struct value_set wanted = b->in;
            for (unsigned w = 0; w < VALUE_WORDS && edge->kind != EDGE_ALL; w++)
                wanted.bits[w] &= edge->kind == EDGE_CHANGED ? v->changes[edge->function].bits[w]
                                                             : ~v->changes[edge->function].bits[w];
            for (unsigned w = 0; w < VALUE_WORDS; w++)
                wanted.bits[w] &= ~from->out.bits[w];
            if (set_join(&from->in, &wanted))
                push(&q, edge->block);
        }
    }
    queue_free(&q);
}
