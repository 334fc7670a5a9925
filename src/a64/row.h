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

struct a64_use {
    enum a64_use_role {
        A64_USE_X_READ, /* 31 is XZR */
        A64_USE_X_WRITE,
        A64_USE_XSP_READ, /* 31 is SP */
        A64_USE_XSP_WRITE,
        A64_USE_V_READ,
        A64_USE_V_WRITE,
    } role;
    struct a64_slot slot;
};

struct a64_row {
    struct a64_op_info info;
    unsigned flags; /* enum a64_row_flag */
    uint32_t mask, value;
    uint16_t where, let;  /* numbers for a64_row_where and a64_row_lets; 0: none */
    uint16_t slots, uses; /* first in a64_slots and a64_uses */
    uint8_t use_count;
    struct a64_slot special; /* branch target or register */
    /* C with $r<n> for slot n as a bare number and $v<n> as a uint64_t literal; n is one digit of
     * base 36. $h: where the names of twins have "host_" or
     * "aside_". */
    const char *text;
};

/* A node of the decision tree looks at `width` bits of the word from `shift`. A link is a node, or
 * A64_LEAF | start of a list of opcodes in a64_leaves that A64_OP_NONE ends. */
struct a64_node {
    uint8_t shift, width;
    uint16_t first;
};
enum { A64_LEAF = 0x8000, A64_LETS = 16 };

/* Executes the word at pc, which is also s->pc, and returns where the guest goes on. That it comes
 * and goes in registers makes the chain from one instruction to the next short. */
typedef uint64_t a64_interp_function(struct a64_state *s, uint32_t word, uint64_t pc);

extern const struct a64_row a64_rows[A64_OPS];
extern const struct a64_slot a64_slots[];
extern const struct a64_use a64_uses[];
extern const struct a64_node a64_nodes[];
extern const uint16_t a64_links[], a64_leaves[];
extern a64_interp_function *const a64_interp[A64_OPS];

bool a64_row_where(unsigned number, uint32_t word);
void a64_row_lets(unsigned number, uint32_t word, uint64_t pc, uint64_t *let);

#endif
