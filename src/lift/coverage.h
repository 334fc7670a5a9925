/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_COVERAGE_H
#define WINDLASS_LIFT_COVERAGE_H

#include "lift/discover.h"
#include "lift/site.h"

/* What became of a site. */
enum outcome {
    OUTCOME_LIFTED,
    OUTCOME_TABLE,       /* BR through a jump table, proved */
    OUTCOME_TABLE_GUESS, /* through one that is not proved: checked at run time */
    OUTCOME_GOTO,        /* through pointers in memory that the guest may write: by address */
    OUTCOME_GENERAL,     /* BR by the dispatch table */
    OUTCOME_UNKNOWN,     /* no row: traps, and is reported by address */
    OUTCOME_DISAGREES,   /* the bits and the instruction table say different things */
    OUTCOME_UNREACHED,   /* in no function: data, or code that only the interpreter may meet */
    OUTCOMES,
};
const char *outcome_name(enum outcome outcome);

struct site {
    uint64_t address;
    uint32_t word;
    enum site_kind kind;
    enum outcome outcome;
    const struct text *text;
    const struct jump_table *table; /* that the BR goes through, or NULL */
};

/* Why a word or an edge was left to the dispatch table, the interpreter or the trap. */
enum lift_left {
    LIFT_LEFT_UNKNOWN_WORD, /* no row in the instruction table */
    LIFT_LEFT_INDIRECT,     /* a BR whose targets were not proved */
    LIFT_LEFT_OUTSIDE,      /* the code runs out of the text */
    LIFT_LEFT_INSIDE, /* code that only the sweep found (landing pads of exceptions) runs on in
                         a function's own code */
};
const char *lift_left_name(enum lift_left why);

struct finding {
    uint64_t address;
    uint32_t word;
    enum lift_left why;
};

/* Words of text in a row that are in no function; padding aside. */
struct gap {
    uint64_t address;
    size_t words;
    bool is_data; /* each is a literal, of a jump table or no instruction */
};

/* What control reaches by no instruction of its function. */
enum place_kind {
    PLACE_LANDING, /* landing pad of an exception */
    PLACE_RETURN,  /* behind a call that may return once more, or on another stack */
    PLACE_MIDDLE,  /* a function's entry that another one runs through or on into */
    PLACE_KINDS,
};
const char *place_kind_name(enum place_kind kind);

struct place {
    uint64_t address;
    enum place_kind kind;
    uint64_t function; /* entry of the one that goes on there; 0: none, the interpreter does */
};

/* A loop that only another thread can end (spin.h). */
struct waiting {
    uint64_t address, back_edge; /* of its first instruction, and of the branch back to it */
    uint64_t function;           /* the first one that has it */
};

/* Points into texts and functions. */
struct coverage {
    struct lift_stats stats;
    struct site *sites; /* by address */
    size_t site_count, site_room;
    struct finding *findings; /* by address, each once */
    size_t finding_count, finding_room;
    struct gap *gaps;
    size_t gap_count, gap_room;
    struct place *places; /* by address */
    size_t place_count, place_room;
    struct waiting *waits; /* by address, each once */
    size_t wait_count, wait_room;
    size_t counts[SITE_KINDS][OUTCOMES];
};

void coverage_find(const struct text *texts, const struct discovery *found, size_t count,
                   struct coverage *out);
/* coverage_places.c: adds those of one text; words have their final marks. */
void coverage_places(struct coverage *c, const struct text *t, const struct discovery *d);
/* coverage_waits.c: adds those of one text. */
void coverage_waits(struct coverage *c, const struct text *t, const struct discovery *d);
void coverage_free(struct coverage *c);

/* ---- coverage_print.c: the same in two forms ---- */
void coverage_text(const struct coverage *c, lift_svc_name *svc_name, struct strbuf *out);
void coverage_json(const struct coverage *c, lift_svc_name *svc_name, struct strbuf *out);

#endif
