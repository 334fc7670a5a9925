/* SPDX-License-Identifier: MIT */
#include "gpu/shader/structure_graph.h"

#include "base/memory.h"

#include <stdlib.h>

static void add_edge(struct graph *g, struct graph_node *node, uint32_t to) {
    GROW(g->edges, g->edge_count, g->edge_room);
    g->edges[g->edge_count++] = (struct graph_edge){to, FLOW_NONE};
    node->edge_count++;
}

static bool ends_here(enum flow_end end) {
    return end == FLOW_RETURN || end == FLOW_EXIT || end == FLOW_KILL || end == FLOW_UNKNOWN;
}

/* Nodes have the numbers of the function's blocks among themselves. */
static void copy_blocks(struct graph *g, const struct shader_flow *flow, uint32_t function) {
    uint32_t *node_of = NEW_ARRAY(uint32_t, flow->block_count);
    for (uint32_t i = 0; i < flow->block_count; i++)
        if (flow->blocks[i].function == function)
            node_of[i] = (uint32_t)g->node_count++;
    g->nodes = NEW_ARRAY(struct graph_node, g->node_count + 1); /* and the dispatcher */
    for (uint32_t i = 0; i < flow->block_count; i++) {
        const struct flow_block *block = &flow->blocks[i];
        struct graph_node *node = &g->nodes[node_of[i]];
        if (block->function != function)
            continue;
        *node = (struct graph_node){.block = i, .first_edge = (uint32_t)g->edge_count};
        for (uint32_t k = 0; k < block->to_count; k++)
            add_edge(g, node, node_of[flow->to[block->first_to + k]]);
        if (ends_here(block->end))
            add_edge(g, node, FLOW_NONE);
        if (block->next != FLOW_NONE)
            add_edge(g, node, node_of[block->next]);
    }
    g->entry = node_of[flow->entries[function]];
    free(node_of);
}

/* ---- order ---- */

static void find_order(struct graph *g) {
    uint32_t *stack = NEW_ARRAY(uint32_t, g->node_count), *at = NEW_ARRAY(uint32_t, g->node_count);
    uint32_t depth = 0, left = (uint32_t)g->node_count;
    bool *seen = NEW_ARRAY(bool, g->node_count);
    for (uint32_t i = 0; i < g->node_count; i++)
        g->nodes[i].order = FLOW_NONE;
    stack[depth++] = g->entry;
    seen[g->entry] = true;
    while (depth) {
        const uint32_t n = stack[depth - 1];
        const struct graph_node *node = &g->nodes[n];
        /* The last edge first, so that what is taken comes before what follows. */
        if (at[n] < node->edge_count) {
            const uint32_t to = g->edges[node->first_edge + node->edge_count - ++at[n]].to;
            if (to != FLOW_NONE && !seen[to]) {
                seen[to] = true;
                stack[depth++] = to;
            }
        } else {
            g->sorted[--left] = n;
            depth--;
        }
    }
    g->reached = g->node_count - left;
    for (uint32_t i = 0; i < g->reached; i++)
        g->sorted[i] = g->sorted[left + i];
    for (uint32_t i = 0; i < g->reached; i++)
        g->nodes[g->sorted[i]].order = i;
    free(stack);
    free(at);
    free(seen);
}

/* ---- dominators (Cooper, Harvey and Kennedy, 2001) ---- */

static uint32_t common(const struct graph *g, uint32_t a, uint32_t b) {
    while (a != b) {
        while (g->nodes[a].order > g->nodes[b].order)
            a = g->nodes[a].dominator;
        while (g->nodes[b].order > g->nodes[a].order)
            b = g->nodes[b].dominator;
    }
    return a;
}

static bool dominators_once(struct graph *g) {
    bool changed = false;
    for (uint32_t i = 0; i < g->reached; i++) {
        const uint32_t from = g->sorted[i];
        const struct graph_node *node = &g->nodes[from];
        for (uint32_t k = 0; k < node->edge_count; k++) {
            const uint32_t to = g->edges[node->first_edge + k].to;
            if (to == FLOW_NONE || to == g->entry)
                continue;
            uint32_t *dominator = &g->nodes[to].dominator;
            const uint32_t now = *dominator == FLOW_NONE ? from : common(g, *dominator, from);
            changed |= now != *dominator;
            *dominator = now;
        }
    }
    return changed;
}

static void find_dominators(struct graph *g) {
    for (uint32_t i = 0; i < g->node_count; i++)
        g->nodes[i].dominator = FLOW_NONE;
    g->nodes[g->entry].dominator = g->entry;
    while (dominators_once(g)) {
    }
}

static bool dominates(const struct graph *g, uint32_t a, uint32_t b) {
    while (g->nodes[b].order > g->nodes[a].order)
        b = g->nodes[b].dominator;
    return a == b;
}

static bool has_one_entry_a_loop(const struct graph *g) {
    for (uint32_t i = 0; i < g->reached; i++) {
        const struct graph_node *node = &g->nodes[g->sorted[i]];
        for (uint32_t k = 0; k < node->edge_count; k++) {
            const uint32_t to = g->edges[node->first_edge + k].to;
            if (to != FLOW_NONE && graph_back(g, g->sorted[i], to) &&
                !dominates(g, to, g->sorted[i]))
                return false;
        }
    }
    return true;
}

/* All edges go to a new node, that goes to all nodes, and the function begins there. */
static void dispatch(struct graph *g) {
    const uint32_t dispatcher = (uint32_t)g->node_count;
    for (size_t i = 0; i < g->edge_count; i++)
        if (g->edges[i].to != FLOW_NONE)
            g->edges[i] = (struct graph_edge){dispatcher, g->edges[i].to};
    struct graph_node *node = &g->nodes[g->node_count++];
    *node = (struct graph_node){.block = FLOW_NONE, .first_edge = (uint32_t)g->edge_count};
    for (uint32_t i = 0; i < dispatcher; i++)
        add_edge(g, node, i);
    g->begin = g->entry;
    g->entry = dispatcher;
    g->dispatched = true;
}

/* ---- loops ---- */

/* The node, or the head of the outermost loop around it that is known so far. */
static uint32_t outermost(const struct graph *g, uint32_t node) {
    if (g->nodes[node].loop != FLOW_NONE)
        node = g->nodes[node].loop;
    while (g->nodes[node].outer != FLOW_NONE)
        node = g->nodes[node].outer;
    return node;
}

/* Everything from which the head is reached again. Heads are looked at from the innermost out, and
 * a loop within is one step. */
static void find_body(struct graph *g, uint32_t head, uint32_t *stack, const uint32_t *first_into,
                      const uint32_t *into) {
    uint32_t depth = 0;
    stack[depth++] = head;
    while (depth) {
        const uint32_t n = stack[--depth];
        for (uint32_t k = first_into[n]; k < first_into[n + 1]; k++) {
            const uint32_t from = outermost(g, into[k]);
            if (from == head || (n == head && !graph_back(g, into[k], head)))
                continue;
            *(g->nodes[from].head ? &g->nodes[from].outer : &g->nodes[from].loop) = head;
            stack[depth++] = from;
        }
    }
}

/* The edges into each node, by node. */
static void find_into(const struct graph *g, uint32_t *first_into, uint32_t *into) {
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < g->reached; i++) {
            const struct graph_node *node = &g->nodes[g->sorted[i]];
            for (uint32_t k = 0; k < node->edge_count; k++) {
                const uint32_t to = g->edges[node->first_edge + k].to;
                if (to == FLOW_NONE)
                    continue;
                if (pass)
                    into[first_into[to]++] = g->sorted[i];
                else
                    first_into[to + 1]++;
            }
        }
        for (size_t i = 0; !pass && i < g->node_count; i++)
            first_into[i + 1] += first_into[i];
    }
    for (size_t i = g->node_count; i > 0; i--) /* filling moved each to the next one's begin */
        first_into[i] = first_into[i - 1];
    first_into[0] = 0;
}

static void find_loops(struct graph *g) {
    uint32_t *first_into = NEW_ARRAY(uint32_t, g->node_count + 2);
    uint32_t *into = NEW_ARRAY(uint32_t, g->edge_count + 1);
    uint32_t *stack = NEW_ARRAY(uint32_t, g->node_count + 1);
    for (uint32_t i = 0; i < g->node_count; i++)
        g->nodes[i].loop = g->nodes[i].outer = g->nodes[i].after = FLOW_NONE;
    for (uint32_t i = 0; i < g->reached; i++) {
        const struct graph_node *node = &g->nodes[g->sorted[i]];
        for (uint32_t k = 0; k < node->edge_count; k++) {
            const uint32_t to = g->edges[node->first_edge + k].to;
            if (to != FLOW_NONE && graph_back(g, g->sorted[i], to))
                g->nodes[to].head = true;
            else if (to != FLOW_NONE)
                g->nodes[to].entered++;
        }
    }
    find_into(g, first_into, into);
    for (uint32_t i = (uint32_t)g->reached; i-- > 0;)
        if (g->nodes[g->sorted[i]].head) {
            g->nodes[g->sorted[i]].loop = g->sorted[i];
            find_body(g, g->sorted[i], stack, first_into, into);
        }
    free(first_into);
    free(into);
    free(stack);
}

static bool in_loop(const struct graph *g, uint32_t node, uint32_t head) {
    for (uint32_t loop = g->nodes[node].loop; loop != FLOW_NONE; loop = g->nodes[loop].outer)
        if (loop == head)
            return true;
    return false;
}

/* What a loop's nodes lead to, and is not in it, stands behind the outermost loop that it is not
 * in. */
static void find_after(struct graph *g) {
    for (uint32_t i = 1; i < g->reached; i++) {
        struct graph_node *node = &g->nodes[g->sorted[i]];
        for (uint32_t loop = g->nodes[node->dominator].loop;
             loop != FLOW_NONE && !in_loop(g, g->sorted[i], loop); loop = g->nodes[loop].outer)
            node->after = loop;
    }
}

void graph_build(struct graph *g, const struct shader_flow *flow, uint32_t function) {
    *g = (struct graph){0};
    copy_blocks(g, flow, function);
    g->sorted = NEW_ARRAY(uint32_t, g->node_count + 1);
    find_order(g);
    find_dominators(g);
    if (!has_one_entry_a_loop(g)) {
        dispatch(g);
        find_order(g);
        find_dominators(g);
    }
    find_loops(g);
    find_after(g);
}

void graph_free(struct graph *g) {
    free(g->nodes);
    free(g->edges);
    free(g->sorted);
    *g = (struct graph){0};
}
