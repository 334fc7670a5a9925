/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_A64_H
#define WINDLASS_A64_A64_H

#include "a64/state.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

/* Decoder, C emitter and interpreter of AArch64, all generated from the rows in a64/table/ (see
 * docs/a64.md for their form). enum a64_op (A64_OP_<ROW>, A64_OP_NONE = 0) is in the generated
 * a64/ops.h. */
#include "a64/ops.h"

/* How control leaves the instruction. */
enum a64_kind {
    A64_PLAIN,
    A64_BRANCH,      /* B */
    A64_BRANCH_COND, /* B.cond, CBZ, CBNZ, TBZ, TBNZ */
    A64_CALL,        /* BL */
    A64_BRANCH_REG,  /* BR */
    A64_CALL_REG,    /* BLR */
    A64_RET,         /* RET */
    A64_SVC,
    A64_TRAP, /* BRK, HLT, UDF and every word without a row */
};

struct a64_op_info {
    const char *name;
    enum a64_kind kind;
    bool reads_memory, writes_memory; /* loads, stores; both for exclusives and DC ZVA */
    bool exclusive;                   /* load/store exclusive and CLREX */
    bool system;                      /* MRS, MSR, cache and barrier operations */
    /* Width of the lanes, 32 or 64, where what it reads in vector registers counts as floats, and
     * where what it writes there is floats; 0: anything else. Of what it reads as floats, the bits
     * of a NaN decide about nothing but bits of a NaN that it writes. */
    uint8_t float_read, float_written;
    bool float_scalar; /* what it writes is one float, the rest of the register zero */
    bool reads_upper;  /* of vector registers it may read more than the lower half */
    bool writes_low;   /* what it writes in vector registers is 64 bits, the rest zero */
    bool sets_flags;
    bool vectors; /* reads or writes vector registers */
    bool twin;    /* a64_emit_host and a64_emit_aside give other texts */
};

/* Registers that an instruction reads and writes: bit n of x is Xn, bit 31 is SP (never XZR);
 * bit n of v is Vn. A partial write of a V register (INS, SMLAL2...) counts as read and write. */
struct a64_effects {
    uint32_t x_read, x_written;
    uint32_t v_read, v_written;
    bool nzcv_read, nzcv_written;
    bool fpcr_read, fpsr_written;
};

/* The row of a word; A64_OP_NONE where none matches. */
enum a64_op a64_decode(uint32_t word);
const struct a64_op_info *a64_info(enum a64_op op);
void a64_effects(enum a64_op op, uint32_t word, struct a64_effects *out);
uint32_t a64_x_written(enum a64_op op, uint32_t word); /* of its effects */
/* Target of B, BL, B.cond, CBZ, TBZ at pc. */
uint64_t a64_branch_target(enum a64_op op, uint32_t word, uint64_t pc);
/* Register of BR, BLR, RET. */
unsigned a64_branch_register(enum a64_op op, uint32_t word);
enum { A64_FLAG_N = 8, A64_FLAG_Z = 4, A64_FLAG_C = 2, A64_FLAG_V = 1, A64_FLAGS_ALL = 15 };

/* Adds C for the instruction at pc: statements for A64_PLAIN, the condition as one expression for
 * A64_BRANCH_COND, without a newline. Registers are the locals x0 to x30, sp and q0 to q31, flags
 * are fn, fz, fc and fv; the rest is in a64/lifted_ops.h. Of the flags that it writes, those in
 * `flags` are written. For A64_SVC and A64_TRAP it is the call of the env; the other kinds are the
 * lifter's to emit. */
void a64_emit(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc, unsigned flags);
/* The same by the host's arithmetic as it is: right where FPCR is 0, nobody reads FPSR and the
 * result is no NaN; else the result is a NaN as well, perhaps another one. */
void a64_emit_host(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc, unsigned flags);
/* The same as a64_emit, exact, by a call: little code, for what is hardly ever executed. */
void a64_emit_aside(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc, unsigned flags);
/* Executes the instruction at s->pc, whatever it is, and moves s->pc on. Returns its kind: after
 * A64_CALL and A64_CALL_REG s->pc is the callee and x30 the return address; after A64_SVC and
 * A64_TRAP the env was called. Guest memory is read and written in place. */
enum a64_kind a64_step(struct a64_state *s);
/* As a64_step for a word that does not stand in memory at s->pc (tests). */
enum a64_kind a64_execute(struct a64_state *s, uint32_t word);

#endif
