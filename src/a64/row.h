/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_ROW_H
#define WINDLASS_A64_ROW_H

#include "a64/a64.h"

/* The generated tables, private to a64/ and its tests. */

enum a64_row_flag {
    A64_ROW_NZCV_READ = 1 << 0,
    A64_ROW_NZCV_WRITTEN = 1 << 1,
    A64_ROW_FPCR_READ = 1 << 2,
    A64_ROW_FPSR_WRITTEN = 1 << 3,
};

/* A number that is known when an instruction is decoded. */
struct a64_slot {
    enum a64_slot_kind {
        A64_SLOT_CONSTANT, /* a */
        A64_SLOT_FIELD,    /* b bits of the word from bit a */
        A64_SLOT_LET,      /* let number a of the row */
        A64_SLOT_PC,
    } kind : 8;
    uint8_t a, b;
};

/* A register that an instruction reads or writes: its number is the field's bits or, where mask is
 * 0, `number`; for those of a row's let_uses it is let `number`. */
struct a64_use {
    uint8_t shift, mask, number;
    bool written, vector;
    bool has_31; /* SP, or a vector; else XZR, which is no register */
};
enum { A64_USES_USUAL = 4 /* a row has at least as many; 31 that is no register fills up */ };

struct a64_row {
    struct a64_op_info info;
    unsigned flags; /* enum a64_row_flag */
    uint32_t mask, value;
    uint16_t where, let;     /* numbers for a64_row_where and a64_row_lets; 0: none */
    uint16_t slots;          /* first in a64_slots */
    uint16_t uses, let_uses; /* first in a64_uses; of uses, X registers that are written first */
    uint8_t use_count, let_use_count, x_write_count;
    struct a64_slot special; /* branch target or register */
    /* C with places; n is one digit of base 36, a slot:
     *     $r<n> $v<n>                the number as it is, as a uint64_t literal
     *     $x<n> $w<n> $b<n> $c<n>    the register that X, W, XSP, WSP read
     *     $X<n> $W<n> $B<n> $C<n>    what SET_X, SET_W, ... put before the value in parentheses
     *     $s<n> $a<n>                " << ", " + " and the literal; nothing for 0
     *     $i<n>                      condition number n
     *     $f<mask> ... $e            for a flag that may not be wanted; $f8, $f4, $f2, $f1 in turn
     *     $z<n> ... $e               not for register 31
     *     $h                         where the names of twins have "host_" or "aside_" */
    const char *text;
};

/* A node of the decision tree looks at `width` bits of the word from `shift`. A link is a node, or
 * A64_LEAF | start of a list of opcodes in a64_leaves that A64_OP_NONE ends. */
struct a64_node {
    uint8_t shift, width;
    uint16_t first;
};
enum { A64_LEAF = 0x8000, A64_LETS = 16 };

/* What was executed: where the guest goes on, and the address and kind of the last instruction, as
 * two words that are returned in registers. */
struct a64_went {
    uint64_t pc;
    uint64_t last; /* 16 * address + kind */
};

static inline struct a64_went a64_went(uint64_t pc, uint64_t last, enum a64_kind kind) {
    return (struct a64_went){pc, last << 4 | kind};
}
static inline enum a64_kind a64_went_kind(struct a64_went w) {
    return (enum a64_kind)(w.last & 15);
}
static inline uint64_t a64_went_last(struct a64_went w) {
    return w.last >> 4;
}

/* Executes the word at pc, which is also s->pc, and on from there up to the first instruction that
 * is not A64_PLAIN or a branch not taken, but not the one at `end`. At the end s->pc may be behind:
 * who called stores what was returned. */
#define A64_INTERP __attribute__((preserve_none)) struct a64_went
/* Stands before a function that executes an instruction: its accesses are the guest's, whose races
 * are no mistakes of ours (scripts/check-threads). */
#define A64_INSTRUCTION __attribute__((no_sanitize("thread"))) A64_INTERP
typedef A64_INTERP a64_interp_function(struct a64_state *s, uint64_t pc, uint64_t end,
                                       uint32_t word);

extern const struct a64_row a64_rows[A64_OPS];
extern const struct a64_slot a64_slots[];
extern const struct a64_use a64_uses[];
extern const struct a64_node a64_nodes[];
extern const uint16_t a64_links[], a64_leaves[];
extern a64_interp_function *const a64_interp[A64_OPS];
/* For words without a row; and for a word that the table of remembered words does not have. */
a64_interp_function a64_do_none, a64_do_missed;

bool a64_row_where(unsigned number, uint32_t word);
void a64_row_lets(unsigned number, uint32_t word, uint64_t pc, uint64_t *let);

#endif
