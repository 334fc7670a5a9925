/* SPDX-License-Identifier: MIT */
#include "gpu/shader/uniform_graph.h"

#include "base/memory.h"

#include <stdlib.h>

enum { NOT_REACHED = UINT32_MAX };

static uint32_t end_of(const struct uniform_graph *g) {
    return (uint32_t)g->flow->block_count;
}

bool uniform_graph_ends(const struct uniform_graph *g, uint32_t block) {
    const struct flow_block *b = &g->flow->blocks[block];
    return b->end == FLOW_EXIT || b->end == FLOW_KILL || b->end == FLOW_UNKNOWN ||
           (b->end == FLOW_CALL && g->ends[b->callee]);
}

bool uniform_graph_next(const struct uniform_graph *g, uint32_t block, uint32_t *at, uint32_t *to) {
    const struct flow_block *b = &g->flow->blocks[block];
    const uint32_t i = (*at)++;
    if (i < b->to_count)
        *to = g->flow->to[b->first_to + i];
    else if (i == b->to_count && b->next != FLOW_NONE)
        *to = b->next;
    else if (i <= b->to_count + 1 &&
             (b->end == FLOW_RETURN || g->endless[block] || uniform_graph_ends(g, block))) {
        *at = b->to_count + 2;
        *to = end_of(g);
    } else
        return false;
    return true;
}

static void find_ends(struct uniform_graph *g) {
    const struct shader_flow *flow = g->flow;
    g->ends = NEW_ARRAY(bool, flow->function_count);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < flow->block_count; i++) {
            bool *ends = &g->ends[flow->blocks[i].function];
            if (!*ends && uniform_graph_ends(g, i))
                *ends = again = true;
        }
    }
}

/* ---- from the end backwards: the same as dominators (Cooper, Harvey and Kennedy, 2001) ---- */

struct backward {
    struct uniform_graph *g;
    uint32_t *first, *list; /* the blocks in front of each */
    uint32_t *order;        /* of each: in postorder, the end is last */
    uint32_t *sorted;
    uint32_t count;
    uint32_t *stack, *progress;
};

static void find_front(struct backward *b) {
    const struct uniform_graph *g = b->g;
    const uint32_t count = end_of(g);
    uint32_t at, to, all = 0;
    b->first = NEW_ARRAY(uint32_t, count + 3);
    for (uint32_t i = 0; i < count; i++)
        for (at = 0; uniform_graph_next(g, i, &at, &to); all++)
            b->first[to + 2]++;
    for (uint32_t i = 2; i < count + 3; i++)
        b->first[i] += b->first[i - 1];
    b->list = NEW_ARRAY(uint32_t, all + 1);
    for (uint32_t i = 0; i < count; i++)
        for (at = 0; uniform_graph_next(g, i, &at, &to);)
            b->list[b->first[to + 1]++] = i;
}

static void visit(struct backward *b, uint32_t from) {
    uint32_t depth = 0;
    b->stack[depth++] = from;
    b->progress[from] = b->first[from];
    b->order[from] = 0;
    while (depth) {
        const uint32_t node = b->stack[depth - 1];
        if (b->progress[node] == b->first[node + 1]) {
            b->order[node] = b->count;
            b->sorted[b->count++] = node;
            depth--;
            continue;
        }
        const uint32_t next = b->list[b->progress[node]++];
        if (b->order[next] != NOT_REACHED)
            continue;
        b->order[next] = 0;
        b->progress[next] = b->first[next];
        b->stack[depth++] = next;
    }
}

static uint32_t common(const struct backward *b, uint32_t x, uint32_t y) {
    while (x != y) {
        while (b->order[x] < b->order[y])
            x = b->g->meeting[x];
        while (b->order[y] < b->order[x])
            y = b->g->meeting[y];
    }
    return x;
}

static bool meet_once(struct backward *b) {
    bool changed = false;
    for (uint32_t i = b->count; i > 0; i--) {
        const uint32_t node = b->sorted[i - 1];
        for (uint32_t k = b->first[node]; k < b->first[node + 1]; k++) {
            uint32_t *meeting = &b->g->meeting[b->list[k]];
            const uint32_t now = *meeting == NOT_REACHED ? node : common(b, *meeting, node);
            changed |= now != *meeting;
            *meeting = now;
        }
    }
    return changed;
}

static void find_meetings(struct backward *b) {
    const uint32_t end = end_of(b->g);
    for (uint32_t i = 0; i < end; i++)
        b->g->meeting[i] = NOT_REACHED;
    b->g->meeting[end] = end;
    while (meet_once(b)) {
    }
    for (uint32_t i = b->count; i > 0; i--) {
        const uint32_t node = b->sorted[i - 1];
        b->g->depth[node] = node == end ? 0 : b->g->depth[b->g->meeting[node]] + 1;
    }
}

/* All blocks that reach the end, in postorder. */
static void find_order(struct backward *b) {
    const uint32_t count = end_of(b->g) + 1;
    for (uint32_t i = 0; i < count; i++)
        b->order[i] = NOT_REACHED;
    b->count = 0;
    free(b->first);
    free(b->list);
    find_front(b);
    visit(b, end_of(b->g));
}

void uniform_graph_build(struct uniform_graph *g, const struct shader_flow *flow) {
    *g = (struct uniform_graph){.flow = flow};
    const size_t count = flow->block_count + 1;
    struct backward b = {.g = g};
    find_ends(g);
    g->meeting = NEW_ARRAY(uint32_t, count);
    g->depth = NEW_ARRAY(uint32_t, count);
    g->endless = NEW_ARRAY(bool, count);
    b.order = NEW_ARRAY(uint32_t, count);
    b.sorted = NEW_ARRAY(uint32_t, count);
    b.stack = NEW_ARRAY(uint32_t, count);
    b.progress = NEW_ARRAY(uint32_t, count);
    find_order(&b);
    for (uint32_t i = 0; i < count; i++)
        g->endless[i] = b.order[i] == NOT_REACHED;
    find_order(&b);
    find_meetings(&b);
    free(b.first);
    free(b.list);
    free(b.order);
    free(b.sorted);
    free(b.stack);
    free(b.progress);
}

void uniform_graph_free(struct uniform_graph *g) {
    free(g->meeting);
    free(g->depth);
    free(g->ends);
    free(g->endless);
    *g = (struct uniform_graph){0};
}
