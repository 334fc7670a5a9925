/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_VALUES_SOLVE_H
#define WINDLASS_GPU_SHADER_VALUES_SOLVE_H

#include "gpu/shader/values.h"

/* Finds out something about values, of those that are asked for and what they come from only. It
 * goes on, through loops too, until nothing changes. A fact is some bytes. Where the first four are
 * zero nothing is known yet, and anything may still be. */

enum { SOLVER_STEPS = 1 << 22 }; /* after so many nothing is said about any value */

struct solver;
struct solver_rules {
    size_t size; /* of a fact */
    /* Asks (solver_want) for what the fact of a value that an instruction wrote is made of. */
    void (*want)(struct solver *s, const struct value_write *write);
    /* Makes it; the facts that it is made of may be zeros. */
    void (*make)(const struct solver *s, const struct value_write *write, void *fact);
    /* Of what nobody wrote. */
    void (*nobody)(void *fact);
    /* What holds whichever of the two it is, both being known; true: that is less than `into` was.
     * After a few changes nothing may be left to change. */
    bool (*meet)(void *into, const void *other);
};

struct solver {
    const struct shader_values *values;
    const struct solver_rules *rules;
    uint32_t *place; /* of each value's fact, and one more; 0: not asked for */
    uint32_t *asked; /* values by place */
    uint8_t *facts;
    struct solver_edge {
        uint32_t user, next;
    } *edges;
    uint32_t *users; /* first edge, by place */
    size_t count, room, users_room, edge_count, edge_room;
    uint32_t asking;
    bool gave_up;
};

void solver_init(struct solver *s, const struct shader_values *values,
                 const struct solver_rules *rules);
void solver_want(struct solver *s, uint32_t value); /* VALUE_NONE is nothing */
void solver_run(struct solver *s);
/* NULL: nobody asked for it, or there was too much to do. */
const void *solver_fact(const struct solver *s, uint32_t value);
void solver_free(struct solver *s);

#endif
