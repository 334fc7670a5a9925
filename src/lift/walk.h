/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_WALK_H
#define WINDLASS_LIFT_WALK_H

#include "lift/function.h"

/* Following code word by word: which words a function's entry reaches, and where blocks begin. */

/* SP and x29 as entry SP plus a known amount. */
struct depth {
    int32_t sp, fp;
    bool sp_known, fp_known;
};

struct step {
    uint32_t index;
    struct depth depth;
};

/* Scratch for the functions of one text, one at a time; epochs save clearing it. */
struct walker {
    struct text *text;
    uint32_t epoch;
    uint32_t *seen, *leader; /* epoch in which a word was reached, and began a block */
    uint32_t *block_of;      /* block number of a leader */
    struct depth *depths;    /* at each reached word */
    struct step *steps;      /* work list */
    size_t step_count, step_room;
    uint32_t *leaders;
    size_t leader_count, leader_room;
    size_t words; /* reached in this epoch */
    size_t total; /* in all epochs */
    bool rest;    /* only words that no function covers yet */
    bool marking; /* discovery: what is learned goes to the text's marks */
};

void walker_open(struct walker *w, struct text *t);
void walker_close(struct walker *w);

/* A new block begins at the word. */
void walk_push(struct walker *w, uint32_t index, struct depth depth);
void walk_mark(struct walker *w, size_t index, uint16_t bits);
/* Empties the work list. */
void walk_follow(struct walker *w, uint64_t entry);
/* What the instruction does to the depth. */
void walk_track(struct depth *d, uint32_t word);
enum block_end walk_end(const struct text *t, size_t index);
uint64_t walk_target(const struct text *t, size_t index);
enum edge_kind walk_edge(const struct walker *w, uint64_t entry, uint64_t target,
                         const struct depth *depth, bool after_call);
/* Word index of the landing pad of a call at word `index`, in the function; UINT32_MAX: none. */
uint32_t walk_landing(const struct walker *w, uint64_t entry, uint32_t index,
                      const struct depth *depth);

#endif
