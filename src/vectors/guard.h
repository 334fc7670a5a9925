/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_VECTORS_GUARD_H
#define WINDLASS_VECTORS_GUARD_H

#include "base/error.h"
#include "core/lifted.h"

/* Runs code that may do anything: whatever it does, control comes back. */

struct vector_outcome {
    enum vector_end {
        VECTOR_DONE,       /* control left the code: pc says to where */
        VECTOR_UNDEFINED,  /* detail: the word */
        VECTOR_BREAKPOINT, /* detail: the immediate */
        VECTOR_SVC,        /* detail: the number */
        VECTOR_READ,       /* of memory that is not mapped; detail: the address */
        VECTOR_WRITE,      /* the same, or read-only */
        VECTOR_ADDRESS,    /* an access whose address no pointer can have */
        VECTOR_ALIGNMENT,  /* an ordered access that is not aligned; detail: the address */
        VECTOR_TRAP,       /* a trap of the host: a mistake of windlass */
        VECTOR_ENDLESS,    /* it did not end in a quarter of a second of processor time */
    } end;
    uint64_t detail;
};

/* Takes the signals of the process, until vector_guard_close. */
MUST_CHECK bool vector_guard_open(struct error *error);
void vector_guard_close(void);

/* Runs from VECTORS_CODE to `code_end` on *s, in the lifted function or (NULL) the interpreter,
 * which also goes on where lifted code leaves it. FPCR and FPSR are taken from the state and
 * given back in it; the rest of it is exact where the outcome is DONE. */
struct vector_outcome vector_guard_run(struct a64_state *s, uint64_t code_end,
                                       lifted_function *lifted);
/* What lifted sequences call when control leaves them. */
void vector_guard_leave(struct a64_state *s);

/* "reads 0x1234, which is not mapped": how it ended. */
void vector_outcome_text(const struct vector_outcome *o, char *text, size_t room);

#endif
