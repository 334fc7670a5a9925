/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_WALK_H
#define WINDLASS_GPU_SHADER_TRANSLATE_WALK_H

#include "gpu/shader/translate/values.h"

/* A function's regions as structured control flow of SPIR-V, where code may leave only the
 * innermost loop or switch. To leave more, a variable says what is left, and whoever comes out of
 * the inner one looks at it. */

/* A loop or a switch that the code stands in. */
struct inside {
    uint32_t region, merge, again; /* again: where its next round begins; 0: it is no loop */
    uint32_t mark;                 /* where it begins (values.h) */
    uint32_t *left;                /* codes of jumps from inside that go further out */
    size_t left_count, left_room;
    struct inside *outer;
};

struct walk {
    struct translator *t;
    const struct structure *s;
    struct inside *innermost;
    uint32_t leaving;  /* the variable: 0, or the code of a jump */
    uint32_t dispatch; /* the variable of REGION_SET */
    bool ended;        /* the block that is written has its end */
};

/* Goes to a label, if the block has no end yet. */
void walk_go(struct walk *w, uint32_t label);
/* Begins a block of which nothing is known, or what is known from a mark. */
void walk_begin(struct walk *w, uint32_t label);
void walk_begin_from(struct walk *w, uint32_t label, uint32_t mark);
/* A variable of the walk, made when it is first asked for; sets one. */
uint32_t walk_variable(struct walk *w, uint32_t *v);
void walk_store(struct walk *w, uint32_t v, uint32_t value);

/* Leaves a region, or goes on with its next round. */
void walk_jump(struct walk *w, uint32_t region, bool again);
/* Into a region that can be left, and out of it: behind it its jumps go on. */
void walk_enter(struct walk *w, struct inside *i, uint32_t region);
void walk_leave(struct walk *w, struct inside *i);

void walk_list(struct walk *w, uint32_t at);
/* By the table of a block, or by the variable. A value that is none of them goes to the last case.
 */
void walk_choice(struct walk *w, uint32_t region);
/* The instruction that ends a block. */
struct isa_instruction walk_last(const struct translator *t, uint32_t block);

#endif
