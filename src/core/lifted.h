/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_LIFTED_H
#define WINDLASS_CORE_LIFTED_H

#include "a64/state.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The contract between generated C and core/. Generated files include this header and
 * a64/lifted_ops.h, nothing else.
 *
 * A lifted function has the shape
 *
 *     void f_08001234(struct a64_state *s) {
 *         const uint64_t entry_return = s->x[30], entry_sp = s->sp;
 *         uint64_t x0 = s->x[0]; ...                      registers it uses
 *         ...
 *         s->x[0] = x0; ... s->x[30] = 0x08001248;        what it changed since the last spill
 *         f_08004000(s);                                  BL
 *         if (LIFTED_UNLIKELY(s->attention) &&
 *             lifted_attention(s, 0x08001248, sp, entry_return, entry_sp))
 *             return;
 *         x0 = s->x[0]; ...                               reload
 *         ...
 *         if (LIFTED_UNLIKELY(x30 != entry_return || sp != entry_sp))   RET
 *             lifted_leave(s, x30);
 *         return;
 *     }
 *
 * After an SVC, *s is reloaded and attention tested in the same way, with the next instruction as
 * return_pc. BLR and BR set s->pc to the target before they call what lifted_lookup gave. A tail
 * call (B or BR to another function) calls the C function with *s exact and returns. `#line N
 * "<module name>"` with N = (pc - base) / 4 + 1 stands before each instruction's C, which is
 * one line: fault reports find the guest pc through it.
 *
 * A host frame holds no guest state that its callee may read or write and that is not also in *s
 * (registers that nothing reads any more may be old there): it is a prediction of
 * where the guest will return to. When the guest goes elsewhere (longjmp, C++ unwinding, a fiber
 * switch), UNWIND is set in s->attention with s->pc the target, and host frames return until one
 * owns the target stack pointer; what runs the rest of its guest function is what lifted_lookup
 * knows for the target, or the interpreter.
 *
 * A function in which such targets are known (landing pads of exceptions, returns of setjmp)
 * begins with
 *
 *         if (LIFTED_UNLIKELY(s->resume)) { s->resume = 0; switch (s->pc) { case ...: goto ...; } }
 *
 * and has a second entry, r_08001234, for which lifted_lookup gives the same promise as for any
 * other: *s is exact, and x30 and sp are those that its host frame was made with. */

typedef void lifted_function(struct a64_state *s);

#define LIFTED_LIKELY(c)   __builtin_expect(!!(c), 1)
#define LIFTED_UNLIKELY(c) __builtin_expect(!!(c), 0)
/* At loop back-edges: a loop that does nothing but wait is none that ends. Guest accesses are
 * volatile and need no help. */
#define LIFTED_BACK_EDGE() __asm__ volatile("" ::: "memory")

/* Two-level dispatch over the low 4 GiB: one slot an instruction; pages without entries share one
 * page full of core_unlifted. */
extern lifted_function **lifted_pages[1u << 20];
/* Called as a function: runs the guest function at s->pc in the interpreter until it returns to
 * x30 with the stack pointer that it has now. */
void core_unlifted(struct a64_state *s);

static inline lifted_function *lifted_lookup(uint64_t target) {
    if (LIFTED_UNLIKELY(target >> 32 || target & 3))
        return core_unlifted;
    return lifted_pages[target >> 12][(target & 0xfff) >> 2];
}

/* After a call saw attention. return_pc: where the call should have come back to; sp_at_call: the
 * stack pointer at the call; entry_*: x30 and sp at the entry of the function that made it. True:
 * the caller returns at once. False: goes on at return_pc. */
bool lifted_attention(struct a64_state *s, uint64_t return_pc, uint64_t sp_at_call,
                      uint64_t entry_return, uint64_t entry_sp);
/* A return to an address that is not the function's return address, or with another sp (a fiber
 * switch comes back to the same address); *s is exact. */
void lifted_leave(struct a64_state *s, uint64_t target);
/* BR to an address without a lifted entry (core_unlifted was looked up), or any jump out of the
 * function that is no tail call (sp or x30 are not as at the entry); s->pc is the target and *s is
 * exact. The caller returns right after. */
void lifted_jump_unlifted(struct a64_state *s, uint64_t entry_return, uint64_t entry_sp);
/* The lifter left the code from s->pc on to the interpreter (unknown word, unproved jump table
 * that leads into the middle, truncated text). *s is exact; the caller returns right after. */
void lifted_interpret(struct a64_state *s, uint64_t entry_return, uint64_t entry_sp);

/* ---- what the generated table file defines ---- */

struct lifted_entry {
    uint32_t offset; /* from the module's base; sorted */
    lifted_function *function;
};

struct lifted_symbol {
    uint32_t offset, size;
    const char *name;
};

struct lifted_segment {
    uint64_t address, file_size, memory_size; /* as struct segment: text, rodata, data */
};

struct lifted_module {
    const char *name;
    uint64_t base;        /* guest address; every constant in the C was made for it */
    const uint8_t *image; /* unrelocated file image, image_size bytes */
    uint64_t image_size, memory_size;
    struct lifted_segment segments[3];
    uint64_t entry; /* offset */
    const struct lifted_entry *entries;
    size_t entry_count;
    const struct lifted_entry *resumes; /* where functions may go on; the same */
    size_t resume_count;
    const struct lifted_symbol *symbols; /* functions, sorted by offset; may be empty */
    size_t symbol_count;
};

enum { LIFTED_ABI = 3 };
enum lifted_start { LIFTED_START_NRO, LIFTED_START_NSO }; /* register state at the entry */

struct lifted_program {
    uint32_t abi; /* LIFTED_ABI */
    enum lifted_start start;
    unsigned float_level; /* A64_FLOAT_*: what its code was compiled for */
    bool exact;           /* lifted for debugging: *s holds every register at each instruction */
    const char *name, *title, *author;
    const struct lifted_module *modules;
    size_t module_count;
    /* The whole NRO file when it has assets, served at argv[0] where no such file lies on the SD
     * folder, so that RomFS is there in a stand-alone executable; size 0: none. */
    const uint8_t *file;
    uint64_t file_size;
};

/* Defined once in each executable that `windlass build` makes. */
extern const struct lifted_program lifted_program;

#endif
