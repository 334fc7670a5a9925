/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_EMIT_H
#define WINDLASS_LIFT_EMIT_H

#include "base/strbuf.h"
#include "lift/dataflow.h"
#include "lift/float_loop.h"
#include "lift/float_pair.h"
#include "lift/float_span.h"
#include "lift/level.h"
#include "lift/spin.h"
#include "lift/upper.h"

/* Printing one function as C in the shape that core/lifted.h describes. Each instruction stands on
 * one line of its own, and #line makes the line number (pc - base) / 4 + 1 of a file with the
 * module's name, so that a host address leads to a guest address by line tables. */

struct emitter {
    const struct text *text;
    const struct discovery *discovery;
    const struct summary *summary;
    struct strbuf *out;
    const char *file_name; /* for #line */
    bool counted;          /* functions take steps: LIFTED_COUNTED */
    bool debug;            /* pc and registers are stored at every instruction */
    bool stops;            /* a debugger is asked at every instruction; with debug */
    bool suspects;         /* lift/suspects.h holds for the program; not with debug */
    bool pairs;            /* lift/float_pair.h: the host has vectors of 256 bits */
    /* Functions that the current C file mentions: by number, in which file last, and in order. */
    uint32_t *mentioned, file;
    size_t *mentions, mention_count;
    /* The function being printed. */
    const struct function *function;
    const struct flow *flow;
    struct float_loops loops;
    struct spins spins;
    struct levels levels; /* known: there is no local entry_sp */
    struct uppers uppers;
    uint64_t line; /* that the compiler now counts */
};

void emit_function(struct emitter *e, const struct function *f, const struct flow *flow);

/* Makes the compiler count on from the instruction at the word. */
void emit_line(struct emitter *e, uint32_t index);
/* From a block (UINT32_MAX: none) to another one. */
void emit_goto(struct emitter *e, uint32_t from, uint32_t to);

/* On the way between two blocks: what stands at loops' back-edges, and where waiting ends. */
void emit_way(struct emitter *e, uint32_t from, uint32_t to);

/* Prints an instruction that is no transfer as one of a64_emit, a64_emit_host and a64_emit_aside
 * does. */
typedef void emit_form(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc,
                       unsigned flags);
void emit_plain(struct emitter *e, uint32_t block, uint32_t index, emit_form *form);

/* ---- emit_loop.c: the copy of a loop that is tried first ---- */
void emit_loop(struct emitter *e, const struct float_loop *loop);

/* ---- emit_pair.c: two vectors at a time in such a copy ---- */
/* Where the loop begins, where a turn of it ends, and where it is left for code that reads the
 * vector registers `live`. */
void emit_pairs_begin(struct emitter *e, const struct float_pairs *pairs);
void emit_pairs_turn(struct emitter *e, const struct float_pairs *pairs);
void emit_pairs_end(struct emitter *e, const struct float_pairs *pairs, uint32_t live);
/* The pair of which the word is the later one. */
void emit_pair(struct emitter *e, const struct float_pair *pair);

/* ---- emit_params.c: how functions are declared and called ---- */
/* The declaration of a function's body, without what follows it. */
void emit_head(struct strbuf *out, uint64_t entry, struct regset params);
/* What the dispatch table holds of it. */
void emit_entries(struct emitter *e);
/* Arguments from the locals; x30: the return address, 0 for the local. */
void emit_arguments(struct emitter *e, struct regset params, uint64_t x30);
/* The same for a call through a pointer, at the end of a block. */
void emit_generic_arguments(struct emitter *e, uint32_t block, uint64_t x30);
/* The C result, from locals as far as the function has them. */
void emit_result(struct emitter *e);
/* All of what r, the C result of a call, holds only a part of. */
void emit_whole_result(struct strbuf *out, struct regset returned);

/* ---- emit_span.c: results that are looked at together ---- */
void emit_span(struct emitter *e, uint32_t block, const struct float_span *span);
/* Begins a statement for the case that a suspect is a NaN; false: there is none. Of `scalars` the
 * lowest lane is looked at, of `halves` the lower half. */
bool emit_nans(struct emitter *e, const struct suspects *s, uint32_t scalars, uint32_t halves);

/* ---- emit_exit.c: what stands at a block's end ---- */
void emit_spill(struct emitter *e, struct regset dirty);
void emit_load(struct emitter *e, struct regset live);
void emit_exit(struct emitter *e, uint32_t block);
/* Before the load of a table entry that a switch uses: keeps its index. */
void emit_table_index(struct emitter *e, const struct block *b, uint32_t at);
/* Where the BR of the block goes by its table, in register `reg`; what stands behind it is for all
 * other targets. */
void emit_switch(struct emitter *e, uint32_t block, unsigned reg);
/* Does the switch of the table go by index (else by address)? */
bool emit_by_index(const struct text *t, const struct block *b, const struct jump_table *table);

#endif
