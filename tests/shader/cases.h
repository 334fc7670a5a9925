/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_CASES_H
#define WINDLASS_TESTS_SHADER_CASES_H

#include "gpu/shader/isa.h"

/* Instructions to compare with the model: each row of the table with each value of each of its
 * modifiers, and what they read. */

enum {
    CASE_GROUP = 64,  /* lanes of a workgroup */
    CASE_LANES = 512, /* input sets of a run: what a constant buffer holds */
    CASE_THIRD = 3,   /* sources of each kind */

    /* Registers of the programs that run cases. */
    CASE_FIRST_INPUT = 8,
    CASE_D = 48, /* and the next one */
};

/* Kinds of sources; each has three of them in registers, wide ones in pairs. */
enum case_kind {
    CASE_FLOAT,
    CASE_INTEGER,
    CASE_SMALL, /* shift counts, fields, selectors */
    CASE_HALVES,
    CASE_DOUBLE,
    CASE_LONG,
    CASE_KINDS
};

/* A generator of numbers, the same each time (xorshift). */
struct case_random {
    uint64_t state;
};
uint32_t case_random(struct case_random *r);

/* ---- what goes in ---- */

/* The words of one lane's inputs: kind by kind, three of each; then predicates and flags. */
enum {
    CASE_WORDS = 4 * CASE_THIRD + 2 * 2 * CASE_THIRD + 1,
    CASE_STATE = CASE_WORDS - 1, /* predicates in bits 0 to 6, flags in bits 8 to 11 */
    CASE_CONSTANTS = 2 * CASE_THIRD * CASE_KINDS * 8
};
/* The register of a source (of three) of a kind. */
unsigned case_register(enum case_kind kind, unsigned which);
/* Inputs of lane `index` of all lanes that ever run: corners crossed first, then anything. */
void case_inputs(struct case_random *r, unsigned index, uint32_t words[CASE_WORDS]);
/* The byte of a constant of a kind, and all constants: they are others each round. */
unsigned case_constant_place(enum case_kind kind, unsigned which);
void case_constants(struct case_random *r, uint32_t words[CASE_CONSTANTS]);
/* A value of a kind: a corner or, with `any`, sometimes not. */
uint64_t case_value(struct case_random *r, enum case_kind kind, bool any);

/* ---- instructions ---- */

struct case_list {
    struct isa_instruction *list;
    size_t count, room;
};
/* All cases of a row, with `random` combinations of modifiers besides one at a time. */
void cases_of_row(const struct isa_row *row, unsigned random, struct case_random *r,
                  struct case_list *out);
void cases_free(struct case_list *cases);
/* The register whose value D has before the instruction, which may leave a part of it. */
unsigned case_before(const struct isa_instruction *in);

/* ---- programs ---- */

enum {
    CASE_STRIDE = 128, /* bytes of a lane's inputs, in constant buffer 2; constants are in 3 */
    CASE_SEQUENCE_POOL = 24, /* registers from CASE_FIRST_INPUT on that sequences work on */
    CASE_RESULT = 16         /* bytes: D, the register behind it, predicates, flags */
};
/* May it change predicates or flags? Only then are these looked at, and set again behind it. */
bool case_writes_state(const struct isa_instruction *in);
/* Code that runs the cases one behind the other, each from the same state, and stores what each
 * left at c[0][0] (an address) + (case * CASE_LANES + lane) * CASE_RESULT. No cases: what is
 * around them once. The caller frees the code. */
struct blob;
void case_program(const struct isa_instruction *cases, size_t count, struct blob *code);
/* Code that runs them as they stand (a BRA's target is how many of them it leaves out), and stores
 * the pool and then the predicates, four words of all lanes behind four words of all lanes. */
void case_sequence(const struct isa_instruction *list, size_t count, struct blob *code);
/* What code holds that is not translated; NULL: all of it is. */
const struct isa_row *case_untranslated(const struct blob *code);

#endif
