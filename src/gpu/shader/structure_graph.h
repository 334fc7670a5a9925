/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_STRUCTURE_GRAPH_H
#define WINDLASS_GPU_SHADER_STRUCTURE_GRAPH_H

#include "gpu/shader/flow.h"

/* What structure.c knows of a function's graph: order, dominators, loops. */

struct graph_edge {
    uint32_t to;    /* a node; FLOW_NONE: the function ends here */
    uint32_t value; /* for the dispatcher; FLOW_NONE: the edge sets nothing */
};

struct graph_node {
    uint32_t block;                  /* FLOW_NONE: the dispatcher */
    uint32_t first_edge, edge_count; /* first where the block's end holds, then where it goes on */
    uint32_t order;                  /* in reverse postorder; FLOW_NONE: not reached */
    uint32_t dominator;              /* the immediate one; the entry's is itself */
    uint32_t loop;                   /* head of the innermost loop that it is in */
    uint32_t outer;                  /* of a head: head of the loop around; FLOW_NONE: none */
    uint32_t entered;                /* by how many edges that go forward */
    bool head;
    uint32_t after; /* it stands behind the loop of this head; FLOW_NONE: where it is reached */
};

struct graph {
    struct graph_node *nodes;
    struct graph_edge *edges;
    uint32_t *sorted; /* nodes by order */
    size_t node_count, edge_count, edge_room, reached;
    uint32_t entry;
    bool dispatched;
    uint32_t begin; /* what the dispatcher's variable is at first */
};

/* Of a function. Loops have one entry: where they had several there is a dispatcher, that all edges
 * go to. */
void graph_build(struct graph *g, const struct shader_flow *flow, uint32_t function);
void graph_free(struct graph *g);

/* Does the edge go back to a loop's head? */
static inline bool graph_back(const struct graph *g, uint32_t from, uint32_t to) {
    return g->nodes[to].order <= g->nodes[from].order;
}

/* Is the node reached by name, and not as the continuation of one place? */
static inline bool graph_named(const struct graph *g, uint32_t node) {
    return g->nodes[node].entered > 1 || g->nodes[node].after != FLOW_NONE;
}

#endif
