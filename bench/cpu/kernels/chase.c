/* SPDX-License-Identifier: MIT */
/* Loads that wait for each other: a ring of nodes in random order, larger than the first cache. */
#include "kernel.h"

kernel_run kernel_chase;

enum { NODES = 1 << 14 };
struct node {
    struct node *next;
    uint64_t value;
};
static struct node nodes[NODES];

/* One ring through all nodes (Sattolo's shuffle). */
static void link_nodes(void) {
    static uint32_t order[NODES];
    uint32_t seed = 3;
    for (uint32_t i = 0; i < NODES; i++)
        order[i] = i;
    for (uint32_t i = NODES - 1; i > 0; i--) {
        const uint32_t k = kernel_random(&seed) % i, t = order[i];
        order[i] = order[k];
        order[k] = t;
    }
    for (uint32_t i = 0; i < NODES; i++) {
        nodes[order[i]].next = &nodes[order[(i + 1) % NODES]];
        nodes[i].value = i * 7 % 13;
    }
}

uint64_t kernel_chase(uint32_t rounds) {
    uint64_t sum = 0;
    link_nodes();
    const struct node *n = nodes;
    for (uint32_t r = 0; r < rounds; r++)
        for (uint32_t i = 0; i < NODES; i++) {
            sum += n->value;
            n = n->next;
        }
    return sum;
}
