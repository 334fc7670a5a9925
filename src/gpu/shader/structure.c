/* SPDX-License-Identifier: MIT */
/* After Ramsey, "Beyond Relooper" (2022): code follows the dominator tree; what several edges lead
 * to stands behind a scope that they leave. What follows a loop stands behind it, not in it. */
#include "gpu/shader/structure.h"

#include "gpu/shader/structure_graph.h"
#include "gpu/shader/structure_simplify.h"

#include "base/memory.h"

#include <stdlib.h>

enum { MAX_NESTING = 2000 };

/* The end of a list, where the next region goes. */
struct tail {
    uint32_t owner; /* a region, or FLOW_NONE: the function */
    bool other;     /* its other list */
    uint32_t last;  /* FLOW_NONE: the list is empty */
};

struct builder {
    struct graph graph;
    const struct shader_flow *flow;
    struct structure *out;
    /* Of each node: the scope that is left to come to it, its loop's region. */
    uint32_t *scopes, *loops;
    /* Named nodes by the one whose code they stand behind, in order; those behind a loop apart. */
    uint32_t *first_named, *named, *first_after, *after;
    unsigned nesting;
    struct error *error;
};

static uint32_t append(struct builder *b, struct tail *t, struct region r) {
    struct structure *s = b->out;
    const uint32_t number = (uint32_t)s->count;
    r.next = FLOW_NONE;
    GROW(s->regions, s->count, s->room);
    s->regions[s->count++] = r;
    if (t->last != FLOW_NONE)
        s->regions[t->last].next = number;
    else if (t->owner == FLOW_NONE)
        s->first = number;
    else
        *(t->other ? &s->regions[t->owner].other : &s->regions[t->owner].body) = number;
    t->last = number;
    return number;
}

static struct region region(enum region_kind kind, uint32_t block, uint32_t value) {
    return (struct region){kind, block, value, FLOW_NONE, FLOW_NONE, FLOW_NONE};
}

static struct tail inside(uint32_t owner, bool other) {
    return (struct tail){owner, other, FLOW_NONE};
}

static bool emit(struct builder *b, uint32_t node, struct tail *t);

/* Is the edge a jump: back, to something with a name, or out of the function? */
static bool is_jump(const struct builder *b, uint32_t from, const struct graph_edge *e) {
    return e->to == FLOW_NONE || graph_back(&b->graph, from, e->to) ||
           graph_named(&b->graph, e->to);
}

static void set(struct builder *b, const struct graph_edge *e, struct tail *t) {
    if (e->value != FLOW_NONE)
        append(b, t, region(REGION_SET, FLOW_NONE, e->value));
}

static void jump(struct builder *b, uint32_t from, const struct graph_edge *e, struct tail *t) {
    set(b, e, t);
    if (e->to == FLOW_NONE)
        append(b, t, region(REGION_END, b->graph.nodes[from].block, 0));
    else if (graph_back(&b->graph, from, e->to))
        append(b, t, region(REGION_CONTINUE, FLOW_NONE, b->loops[e->to]));
    else
        append(b, t, region(REGION_BREAK, FLOW_NONE, b->scopes[e->to]));
}

/* An edge with all that it alone leads to. */
static bool along(struct builder *b, uint32_t from, const struct graph_edge *e, struct tail *t) {
    if (is_jump(b, from, e)) {
        jump(b, from, e, t);
        return true;
    }
    set(b, e, t);
    return emit(b, e->to, t);
}

static bool emit_cases(struct builder *b, uint32_t node, uint32_t count, struct tail *t) {
    const struct graph_node *n = &b->graph.nodes[node];
    const uint32_t choice =
        append(b, t, region(n->block == FLOW_NONE ? REGION_DISPATCH : REGION_TABLE, n->block, 0));
    struct tail cases = inside(choice, false);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t one = append(b, &cases, region(REGION_CASE, FLOW_NONE, i));
        struct tail body = inside(one, false);
        if (!along(b, node, &b->graph.edges[n->first_edge + i], &body))
            return false;
    }
    return true;
}

/* Does the edge leave just the scope whose list this is, so that the rest of the list is better the
 * if's other side? Where it is deep already it stays beside it. */
static bool skips_list(const struct builder *b, uint32_t from, const struct graph_edge *e,
                       const struct tail *t) {
    return b->nesting < MAX_NESTING / 2 && e->to != FLOW_NONE && t->owner != FLOW_NONE &&
           !graph_back(&b->graph, from, e->to) && b->scopes[e->to] == t->owner;
}

/* Two ways. Where one jumps, the other goes on behind the if; *flows is where to, or FLOW_NONE. */
static bool emit_if(struct builder *b, uint32_t node, struct tail *t, uint32_t *flows) {
    const struct graph_node *n = &b->graph.nodes[node];
    const struct graph_edge *taken = &b->graph.edges[n->first_edge],
                            *next = &b->graph.edges[n->first_edge + n->edge_count - 1];
    const bool table = n->edge_count > 2;
    const uint32_t choice = append(b, t, region(REGION_IF, n->block, 0));
    struct tail body = inside(choice, false), other = inside(choice, true);
    const bool both = (!is_jump(b, node, taken) && !is_jump(b, node, next)) ||
                      skips_list(b, node, taken, t) || skips_list(b, node, next, t);
    if (table || both) {
        if (!(table ? emit_cases(b, node, n->edge_count - 1, &body) : along(b, node, taken, &body)))
            return false;
        return along(b, node, next, &other);
    }
    const bool jumps = is_jump(b, node, taken);
    const struct graph_edge *rest = jumps ? next : taken;
    jump(b, node, jumps ? taken : next, jumps ? &body : &other);
    if (is_jump(b, node, rest)) {
        jump(b, node, rest, t);
        return true;
    }
    set(b, rest, t);
    *flows = rest->to;
    return true;
}

/* The node's own code, and where it goes. */
static bool emit_node(struct builder *b, uint32_t node, struct tail *t, uint32_t *flows) {
    const struct graph_node *n = &b->graph.nodes[node];
    *flows = FLOW_NONE;
    if (n->block == FLOW_NONE)
        return emit_cases(b, node, n->edge_count, t);
    const struct flow_block *block = &b->flow->blocks[n->block];
    append(b, t, region(REGION_BLOCK, n->block, 0));
    if (block->conditional && block->end != FLOW_CALL)
        return emit_if(b, node, t, flows);
    if (block->end == FLOW_TABLE)
        return emit_cases(b, node, n->edge_count, t);
    const struct graph_edge *e = &b->graph.edges[n->first_edge];
    if (is_jump(b, node, e)) {
        jump(b, node, e, t);
        return true;
    }
    set(b, e, t);
    *flows = e->to;
    return true;
}

/* Opens a scope for each of the nodes, the last in order outermost; *t becomes the innermost list.
 * tails[i] is the list that has the scope of nodes[i], and then the node. */
static void open_scopes(struct builder *b, const uint32_t *nodes, uint32_t count,
                        struct tail *tails, struct tail *t) {
    for (uint32_t i = count; i-- > 0;) {
        tails[i] = *t;
        const uint32_t scope = append(b, &tails[i], region(REGION_SCOPE, FLOW_NONE, 0));
        b->scopes[nodes[i]] = scope;
        *t = inside(scope, false);
    }
}

/* The nodes behind their scopes. A scope's list goes on in that of the next one. */
static bool close_scopes(struct builder *b, const uint32_t *nodes, uint32_t count,
                         struct tail *tails) {
    for (uint32_t i = 0; i < count; i++)
        if (!emit(b, nodes[i], &tails[i]))
            return false;
    return true;
}

/* The node with what stands behind it within its loop. What comes next in the same list is *next, a
 * loop's head, or FLOW_NONE: a chain is no nesting. */
static bool emit_within(struct builder *b, uint32_t node, struct tail *t, uint32_t *next) {
    do {
        const uint32_t *named = &b->named[b->first_named[node]];
        const uint32_t count = b->first_named[node + 1] - b->first_named[node];
        struct tail *tails = NEW_ARRAY(struct tail, count + 1), inner = *t;
        uint32_t flows;
        open_scopes(b, named, count, tails, &inner);
        bool ok = emit_node(b, node, &inner, &flows);
        if (!count) {
            *t = inner;
            *next = flows;
        } else {
            ok = ok && (flows == FLOW_NONE || emit(b, flows, &inner)) &&
                 close_scopes(b, named, count - 1, tails);
            *t = tails[count - 1];
            *next = named[count - 1];
        }
        free(tails);
        if (!ok)
            return false;
        node = *next;
    } while (node != FLOW_NONE && !b->graph.nodes[node].head);
    return true;
}

/* A loop; what stands behind it comes next. */
static bool emit_loop(struct builder *b, uint32_t node, struct tail *t, uint32_t *next) {
    const uint32_t *after = &b->after[b->first_after[node]];
    const uint32_t count = b->first_after[node + 1] - b->first_after[node];
    struct tail *tails = NEW_ARRAY(struct tail, count + 1), inner = *t;
    uint32_t in_body;
    open_scopes(b, after, count, tails, &inner);
    b->loops[node] = append(b, &inner, region(REGION_LOOP, FLOW_NONE, 0));
    struct tail body = inside(b->loops[node], false);
    const bool ok = emit_within(b, node, &body, &in_body) &&
                    (in_body == FLOW_NONE || emit(b, in_body, &body)) &&
                    (!count || close_scopes(b, after, count - 1, tails));
    *t = count ? tails[count - 1] : inner;
    *next = count ? after[count - 1] : FLOW_NONE;
    free(tails);
    return ok;
}

static bool emit(struct builder *b, uint32_t node, struct tail *t) {
    bool ok = true;
    if (++b->nesting > MAX_NESTING)
        return error_set(b->error, ERROR_LIMIT, "the code's ifs and loops nest more than %d deep",
                         MAX_NESTING);
    while (ok && node != FLOW_NONE)
        ok = b->graph.nodes[node].head ? emit_loop(b, node, t, &node)
                                       : emit_within(b, node, t, &node);
    b->nesting--;
    return ok;
}

/* Lists of the named nodes: behind their dominator, or behind a loop. */
static void find_named(struct builder *b) {
    const struct graph *g = &b->graph;
    const size_t n = g->node_count;
    b->first_named = NEW_ARRAY(uint32_t, n + 2);
    b->first_after = NEW_ARRAY(uint32_t, n + 2);
    b->named = NEW_ARRAY(uint32_t, n + 1);
    b->after = NEW_ARRAY(uint32_t, n + 1);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 1; i < g->reached; i++) {
            const uint32_t node = g->sorted[i];
            const bool behind = g->nodes[node].after != FLOW_NONE;
            const uint32_t owner = behind ? g->nodes[node].after : g->nodes[node].dominator;
            uint32_t *first = behind ? b->first_after : b->first_named;
            if (!graph_named(g, node))
                continue;
            if (pass)
                (behind ? b->after : b->named)[first[owner]++] = node;
            else
                first[owner + 1]++;
        }
        for (size_t i = 0; !pass && i < n; i++) {
            b->first_named[i + 1] += b->first_named[i];
            b->first_after[i + 1] += b->first_after[i];
        }
    }
    for (size_t i = n; i > 0; i--) {
        b->first_named[i] = b->first_named[i - 1];
        b->first_after[i] = b->first_after[i - 1];
    }
    b->first_named[0] = b->first_after[0] = 0;
}

bool structure_build(const struct shader_flow *flow, uint32_t function, struct structure *out,
                     struct error *error) {
    struct builder b = {.flow = flow, .out = out, .error = error};
    struct tail t = inside(FLOW_NONE, false);
    *out = (struct structure){.first = FLOW_NONE};
    graph_build(&b.graph, flow, function);
    out->dispatched = b.graph.dispatched;
    b.scopes = NEW_ARRAY(uint32_t, b.graph.node_count);
    b.loops = NEW_ARRAY(uint32_t, b.graph.node_count);
    find_named(&b);
    if (out->dispatched)
        append(&b, &t, region(REGION_SET, FLOW_NONE, b.graph.begin));
    const bool ok = emit(&b, b.graph.entry, &t);
    if (ok)
        structure_simplify(out);
    free(b.scopes);
    free(b.loops);
    free(b.first_named);
    free(b.first_after);
    free(b.named);
    free(b.after);
    graph_free(&b.graph);
    if (!ok)
        structure_free(out);
    return ok;
}

void structure_free(struct structure *s) {
    free(s->regions);
    *s = (struct structure){.first = FLOW_NONE};
}
