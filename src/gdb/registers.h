/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GDB_REGISTERS_H
#define WINDLASS_GDB_REGISTERS_H

#include "a64/state.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

/* The registers by gdb's numbers, as the description says that we give it. */

enum {
    REGISTER_SP = 31,
    REGISTER_PC,
    REGISTER_CPSR,
    REGISTER_V0,
    REGISTER_FPSR = REGISTER_V0 + 32,
    REGISTER_FPCR,
    REGISTER_TPIDR,
    REGISTER_TPIDRRO,
    REGISTERS,
    REGISTER_BYTES = 16, /* the largest */
};

/* The XML of gdb's features org.gnu.gdb.aarch64.core and .fpu, and one of ours. */
void registers_describe(struct strbuf *out);
size_t registers_size(unsigned number);
/* number < REGISTERS; registers_size bytes. */
void registers_get(const struct a64_state *s, unsigned number, void *out);
/* False: it cannot be written. */
bool registers_set(struct a64_state *s, unsigned number, const void *in);

#endif
