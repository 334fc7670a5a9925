/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_KNOWN_H
#define WINDLASS_A64_KNOWN_H

#include "a64/a64.h"

/* What known_differences.tbl says of rows: the table is generated from it. */

enum a64_known_kind {
    A64_KNOWN_STATES_SKIP,    /* random states leave these words out */
    A64_KNOWN_LIFTED_SKIPS,   /* the text of these rows is not compared as lifted code */
    A64_KNOWN_UNICORN_SKIPS,  /* Unicorn does not run these rows */
    A64_KNOWN_UNICORN_X,      /* Unicorn leaves another value in a general register, SP or PC */
    A64_KNOWN_UNICORN_V,      /* ... in a vector register */
    A64_KNOWN_UNICORN_NZCV,   /* ... in the condition flags */
    A64_KNOWN_UNICORN_FPSR,   /* ... in FPSR */
    A64_KNOWN_UNICORN_SYSTEM, /* ... in another system register */
    A64_KNOWN_UNICORN_MEMORY, /* ... in memory */
};

struct a64_known {
    enum a64_known_kind kind;
    const char *text;             /* the entry in one line */
    const uint8_t *rows;          /* 1 for each opcode that it names */
    bool (*where)(uint32_t word); /* NULL: all words */
};

extern const struct a64_known a64_knowns[];
extern const unsigned a64_known_count;

/* The first entry of this kind for a word of this row; NULL where there is none. */
const struct a64_known *a64_known_find(enum a64_known_kind kind, enum a64_op op, uint32_t word);

#endif
