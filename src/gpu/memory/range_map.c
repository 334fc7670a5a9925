/* SPDX-License-Identifier: MIT */
#include "gpu/memory/range_map.h"

#include "base/memory.h"

#include <stdlib.h>

/* A treap: a search tree by addresses that is a heap by random priorities, so that it stays flat.
 * A node knows the largest number below it. Nodes lie in one array; 0 is no node. */

struct node {
    struct range range;
    uint64_t max;
    uint32_t left, right, priority;
};

struct range_map {
    struct node *nodes;
    size_t count, room;
    uint32_t root, unused; /* unused nodes are a list by `left` */
    uint32_t random;
    size_t ranges;
};

struct range_map *range_map_new(void) {
    struct range_map *m = NEW(struct range_map);
    GROW(m->nodes, m->count, m->room);
    m->nodes[m->count++] = (struct node){0};
    m->random = 2463534242u; /* any but 0 */
    return m;
}

void range_map_free(struct range_map *m) {
    if (!m)
        return;
    free(m->nodes);
    free(m);
}

/* Marsaglia's xorshift of 32 bits. */
static uint32_t next_random(struct range_map *m) {
    m->random ^= m->random << 13;
    m->random ^= m->random >> 17;
    m->random ^= m->random << 5;
    return m->random;
}

static uint32_t node_new(struct range_map *m, struct range range) {
    uint32_t n = m->unused;
    if (n) {
        m->unused = m->nodes[n].left;
    } else {
        GROW(m->nodes, m->count, m->room);
        n = (uint32_t)m->count++;
    }
    m->nodes[n] = (struct node){.range = range, .max = range.value, .priority = next_random(m)};
    m->ranges++;
    return n;
}

static void tree_free(struct range_map *m, uint32_t n) {
    if (!n)
        return;
    tree_free(m, m->nodes[n].left);
    tree_free(m, m->nodes[n].right);
    m->nodes[n].left = m->unused;
    m->unused = n;
    m->ranges--;
}

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static void refresh(struct range_map *m, uint32_t n) {
    struct node *node = &m->nodes[n];
    node->max =
        larger(node->range.value, larger(m->nodes[node->left].max, m->nodes[node->right].max));
}

static uint32_t merge(struct range_map *m, uint32_t a, uint32_t b) {
    if (!a || !b)
        return a ? a : b;
    if (m->nodes[a].priority > m->nodes[b].priority) {
        const uint32_t right = merge(m, m->nodes[a].right, b);
        m->nodes[a].right = right;
        refresh(m, a);
        return a;
    }
    const uint32_t left = merge(m, a, m->nodes[b].left);
    m->nodes[b].left = left;
    refresh(m, b);
    return b;
}

/* What lies before an address and what from there on; a range over it becomes two. */
static void split(struct range_map *m, uint32_t n, uint64_t at, uint32_t *before,
                  uint32_t *behind) {
    if (!n) {
        *before = *behind = 0;
        return;
    }
    const struct range range = m->nodes[n].range;
    uint32_t part;
    if (range.end <= at) {
        split(m, m->nodes[n].right, at, &part, behind);
        m->nodes[n].right = part;
        *before = n;
    } else if (range.start >= at) {
        split(m, m->nodes[n].left, at, before, &part);
        m->nodes[n].left = part;
        *behind = n;
    } else {
        const uint32_t rest = node_new(m, (struct range){at, range.end, range.value});
        const uint32_t right = m->nodes[n].right;
        m->nodes[n].range.end = at;
        m->nodes[n].right = 0;
        *before = n;
        *behind = merge(m, rest, right);
    }
    refresh(m, n);
}

/* Takes the first or the last range of a tree away where it has the number and touches. */
static bool take_first(struct range_map *m, uint32_t *tree, uint64_t start, uint64_t value,
                       uint64_t *end) {
    uint32_t n = *tree, first, rest;
    while (n && m->nodes[n].left)
        n = m->nodes[n].left;
    if (!n || m->nodes[n].range.start != start || m->nodes[n].range.value != value)
        return false;
    *end = m->nodes[n].range.end;
    split(m, *tree, *end, &first, &rest);
    tree_free(m, first);
    *tree = rest;
    return true;
}

static bool take_last(struct range_map *m, uint32_t *tree, uint64_t end, uint64_t value,
                      uint64_t *start) {
    uint32_t n = *tree, rest, last;
    while (n && m->nodes[n].right)
        n = m->nodes[n].right;
    if (!n || m->nodes[n].range.end != end || m->nodes[n].range.value != value)
        return false;
    *start = m->nodes[n].range.start;
    split(m, *tree, *start, &rest, &last);
    tree_free(m, last);
    *tree = rest;
    return true;
}

/* A range of exactly these bytes gets the number. False: there is none. */
static bool renumber(struct range_map *m, uint32_t n, uint64_t start, uint64_t end,
                     uint64_t value) {
    if (!n)
        return false;
    struct node *node = &m->nodes[n];
    if (node->range.start == start) {
        if (node->range.end != end)
            return false;
        node->range.value = value;
    } else if (!renumber(m, node->range.start < start ? node->right : node->left, start, end,
                         value)) {
        return false;
    }
    refresh(m, n);
    return true;
}

static bool touches(const struct range_map *m, uint64_t start, uint64_t end, uint64_t value) {
    struct range near;
    return (range_map_at(m, end, &near) && near.value == value) ||
           (start && range_map_at(m, start - 1, &near) && near.value == value);
}

void range_map_set(struct range_map *m, uint64_t start, uint64_t end, uint64_t value) {
    uint32_t before, over, behind, rest;
    if (start >= end)
        return;
    /* Programs write the same places again and again. */
    if (value && !touches(m, start, end, value) && renumber(m, m->root, start, end, value))
        return;
    split(m, m->root, start, &before, &rest);
    split(m, rest, end, &over, &behind);
    tree_free(m, over);
    if (value) {
        take_last(m, &before, start, value, &start);
        take_first(m, &behind, end, value, &end);
        before = merge(m, before, node_new(m, (struct range){start, end, value}));
    }
    m->root = merge(m, before, behind);
}

/* Whether all of a tree lies between start and end is known on the way down: low and high are the
 * bounds of where its ranges can lie. */
static uint64_t max_of(const struct range_map *m, uint32_t n, uint64_t start, uint64_t end,
                       uint64_t low, uint64_t high) {
    if (!n || low >= end || high <= start)
        return 0;
    const struct node *node = &m->nodes[n];
    if (low >= start && high <= end)
        return node->max;
    uint64_t max = 0;
    if (node->range.start < end && node->range.end > start)
        max = node->range.value;
    max = larger(max, max_of(m, node->left, start, end, low, node->range.start));
    return larger(max, max_of(m, node->right, start, end, node->range.end, high));
}

uint64_t range_map_max(const struct range_map *m, uint64_t start, uint64_t end) {
    return start < end ? max_of(m, m->root, start, end, 0, UINT64_MAX) : 0;
}

/* The first that ends behind the byte; 0: there is none. */
static uint32_t find(const struct range_map *m, uint64_t at) {
    uint32_t found = 0;
    for (uint32_t n = m->root; n;) {
        if (m->nodes[n].range.end > at) {
            found = n;
            n = m->nodes[n].left;
        } else {
            n = m->nodes[n].right;
        }
    }
    return found;
}

bool range_map_next(const struct range_map *m, uint64_t start, uint64_t end, struct range *out) {
    const uint32_t found = find(m, start);
    if (!found || start >= end || m->nodes[found].range.start >= end)
        return false;
    *out = m->nodes[found].range;
    out->start = out->start > start ? out->start : start;
    out->end = out->end < end ? out->end : end;
    return true;
}

bool range_map_at(const struct range_map *m, uint64_t at, struct range *out) {
    const uint32_t found = find(m, at);
    if (!found || m->nodes[found].range.start > at)
        return false;
    *out = m->nodes[found].range;
    return true;
}

uint64_t range_map_get(const struct range_map *m, uint64_t at, uint64_t end, uint64_t *until) {
    const uint32_t found = find(m, at);
    const bool over = found && m->nodes[found].range.start <= at;
    *until = end;
    if (found) {
        const uint64_t edge = over ? m->nodes[found].range.end : m->nodes[found].range.start;
        *until = edge < end ? edge : end;
    }
    return over ? m->nodes[found].range.value : 0;
}

bool range_map_all(const struct range_map *m, uint64_t start, uint64_t end, uint64_t value) {
    struct range first;
    /* ranges of one number that touch are one */
    return start >= end || (range_map_next(m, start, end, &first) && first.start == start &&
                            first.end == end && first.value == value);
}

size_t range_map_count(const struct range_map *m) {
    return m->ranges;
}
