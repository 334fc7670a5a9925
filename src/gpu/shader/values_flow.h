/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_VALUES_FLOW_H
#define WINDLASS_GPU_SHADER_VALUES_FLOW_H

#include "gpu/shader/values.h"

/* The parts of shader_values_build that follow the graph. */

static inline bool value_set_has(const struct value_set *set, unsigned variable) {
    return set->bits[variable / 64] >> variable % 64 & 1;
}

static inline void value_set_add(struct value_set *set, unsigned variable) {
    set->bits[variable / 64] |= 1ull << variable % 64;
}

/* How many of the set come before the variable. */
static inline unsigned value_set_rank(const struct value_set *set, unsigned variable) {
    unsigned rank = 0;
    for (unsigned i = 0; i < variable / 64; i++)
        rank += (unsigned)__builtin_popcountll(set->bits[i]);
    return rank +
           (unsigned)__builtin_popcountll(set->bits[variable / 64] & ((1ull << variable % 64) - 1));
}

/* The block that stands for the end of a function. */
static inline uint32_t value_function_end(const struct shader_values *v, uint32_t function) {
    return (uint32_t)v->flow->block_count + function;
}

/* Does the variable come along the edge? */
bool value_edge_has(const struct shader_values *v, const struct value_edge *edge,
                    unsigned variable);

/* From where each block is reached. */
void shader_values_edges(struct shader_values *v);
/* What each function changes; the blocks' `out` must be there. */
void shader_values_changes(struct shader_values *v);
/* Makes of `in`, what each block reads before it writes it, what is read there or later. */
void shader_values_reach(struct shader_values *v);

#endif
