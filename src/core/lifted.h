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
 * A function that is lifted becomes two. The entry, e_08001234, is what the dispatch table holds:
 * at it *s and its arguments are exact, and when it returns *s is exact but for x0 and x1, which
 * are the C result, and SP and x30, which callers know (r_08001234 is the same for functions that
 * can be resumed, see below). The body, f_08001234, is what direct calls use. Its C parameters are
 * guest registers: what they hold in *s may be old.
 *
 *     LIFTED_FUNCTION(f_08001234, LIFTED_SP, uint64_t x30, uint64_t x0, uint64_t x19) {
 *         const uint64_t entry_return = x30, entry_sp = frame;
 *         uint64_t sp = frame;
 *         uint64_t x20 = s->x[20]; ...                    registers it uses and is not given
 *         ...
 *         s->x[2] = x2; ...               what the callee reads there and is newer than the struct
 *         { struct lifted_result r = f_08004000(s, sp, 0x08001248ul, x0);                 BL
 *         LIFTED_AFTER(0x08001248ul, entry_sp - sp, r.x0, s->x[1], s->q[0]) x0 = r.x0; }
 *         x2 = s->x[2]; ...                               what it may have changed
 *         ...
 *         s->x[2] = x2; ...                               what it may have changed itself
 *         if (LIFTED_UNLIKELY((x30 != entry_return) | (sp != entry_sp))) {                   RET
 *             s->x[19] = x19; ...                         the rest, for whoever goes on there
 *             return lifted_leave(s, x30);
 *         }
 *         return LIFTED_RESULT(r.x0 = x0);
 *     }
 *     LIFTED_ENTRY(e_08001234) {
 *         s->x[1] = x1; s->x[2] = x2;
 *         struct lifted_result r = f_08001234(s, frame, x30, x0, s->x[19]);
 *         r.x1 = s->x[1];
 *         return r;
 *     }
 *
 * A callee-saved register that the body saves and restores keeps its value in the caller's local,
 * and what the struct holds of it is after the call what it was before. Of SP and x30, which
 * callers know, it may hold anything; of x29 too, where only direct calls lead. Of x0, x1 and q0
 * the result of a body holds those that its callers may look for (summary.h), whoever ran the code
 * in the end: where the function does not change one of them, it is what the struct holds. The rest
 * is undefined; that of an entry never is.
 *
 * After an SVC, *s is reloaded and attention tested in the same way, with the next instruction as
 * return_pc. BLR and BR set s->pc to the target before they call what lifted_lookup gave. A tail
 * call (B or BR to another function) returns what the C function returns; the compiler makes it a
 * jump, since all functions have the same result and no parameter is on the host stack. `#line N
 * "<module name>"` with N = (pc - base) / 4 + 1 stands before each instruction's C, which is
 * one line: fault reports find the guest pc through it.
 *
 * A host frame holds no guest state that its callee may read or write and that is not also in *s
 * or given to it (registers that nothing reads any more may be old there): it is a prediction of
 * where the guest will return to. When the guest goes elsewhere (longjmp, C++ unwinding, a fiber
 * switch), UNWIND is set in s->attention with s->pc the target and *s exact, and host frames
 * return (with x0, x1 and q0 of *s) until one owns the target stack pointer; what runs the rest of
 * its guest function is what lifted_lookup knows for the target, or the interpreter.
 *
 * A function in which such targets are known (landing pads of exceptions, returns of setjmp)
 * begins with
 *
 *         if (LIFTED_UNLIKELY(s->resume)) { s->resume = 0; switch (s->pc) { case ...: goto ...; } }
 *
 * and has a second entry, r_08001234, for which lifted_lookup gives the same promise as for any
 * other: *s is exact, and x30 and sp are those that its host frame was made with. */

struct lifted_result {
    uint64_t x0, x1;
    a64_v2u64 q0;
};

/* swiftcall has what no other convention has at once: a register that holds the state all the time
 * (r13: callees leave it alone, so it costs nothing to pass and keep), and results in several
 * registers of both kinds. Its other registers are those of the usual convention, so that calls of
 * plain C functions cost nothing more. */
#define LIFTED_FUNCTION(name, ...)                                                                 \
    __attribute__((swiftcall)) struct lifted_result name(                                          \
        __attribute__((swift_context)) struct a64_state *s, ##__VA_ARGS__)
/* SP at the entry. (The register of an asynchronous context, r14, is one that callees leave alone
 * as well, but it is worth more where it holds what the compiler chooses.) */
#define LIFTED_SP uint64_t frame
/* Stands before a body: by the section core/preempt.c knows that a thread can be interrupted. */
#define LIFTED_CODE __attribute__((section("lifted_text")))
/* What the dispatch table holds: of what calls pass most the struct may have older values. */
#define LIFTED_TARGET(name)                                                                        \
    LIFTED_FUNCTION(name, LIFTED_SP, uint64_t x30, uint64_t x0, uint64_t x1, uint64_t x2,          \
                    uint64_t x29)
typedef LIFTED_TARGET(lifted_function);
/* Its arguments where the struct is exact. */
#define LIFTED_STATE       LIFTED_FROM(s->sp)
#define LIFTED_FROM(frame) s, frame, s->x[30], s->x[0], s->x[1], s->x[2], s->x[29]
/* An entry that only the dispatch table leads to; the body is not to be inlined there. */
#define LIFTED_ENTRY(name) __attribute__((cold)) LIFTED_TARGET(name)

static inline struct lifted_result lifted_get(const struct a64_state *s) {
    return (struct lifted_result){s->x[0], s->x[1], s->q[0]};
}
static inline void lifted_put(struct a64_state *s, struct lifted_result r) {
    s->x[0] = r.x0;
    s->x[1] = r.x1;
    s->q[0] = r.q0;
}
/* Behind a call: has the guest gone elsewhere than back? */
#define LIFTED_UNWINDS(s) ((s)->attention & A64_ATTENTION_UNWIND)
/* For callers that keep all registers in the struct. */
static inline void lifted_call(lifted_function *function, struct a64_state *s) {
    const uint64_t sp = s->sp, link = s->x[30];
    const struct lifted_result r = function(LIFTED_STATE);
    s->x[0] = r.x0;
    s->x[1] = r.x1;
    if (!LIFTED_UNWINDS(s)) {
        s->sp = sp;
        s->x[30] = link;
    }
}
#define LIFTED_RESULT(...)                                                                         \
    ({                                                                                             \
        struct lifted_result r;                                                                    \
        __VA_ARGS__;                                                                               \
        r;                                                                                         \
    })
#define LIFTED_LIKELY(c)   __builtin_expect((c), 1)
#define LIFTED_UNLIKELY(c) __builtin_expect((c), 0)
/* Code that was lifted for debugging asks this before an instruction, at which *s is exact; the
 * label STOP leaves the rest of the function to the interpreter, which talks with the debugger. A
 * loop that does not call asks for HALT at the beginning of its blocks. (The compiler takes a third
 * less time for these than for the same in C.) */
#define LIFTED_STOP(stops, n)                                                                      \
    __asm__ goto("cmpb $0, %0; jne %l1" : : "m"((stops)[n]) : "cc" : STOP);
#define LIFTED_HALT()                                                                              \
    __asm__ goto("testl %1, %0; jne %l2"                                                           \
                 :                                                                                 \
                 : "m"(s->attention), "i"(A64_ATTENTION_HALT)                                      \
                 : "cc"                                                                            \
                 : STOP);
/* Code that is lifted to be counted (LIFTED_COUNTED) takes a step at the entry of each function
 * and at each loop's back-edge, so that nothing runs for ever without one. When the steps of the
 * state are used up, another thread may run meanwhile; registers may be anywhere then. */
__attribute__((preserve_most, cold)) void lifted_steps_end(struct a64_state *s);
#define LIFTED_STEP()                                                                              \
    do {                                                                                           \
        if (LIFTED_UNLIKELY(--s->steps < 0))                                                       \
            lifted_steps_end(s);                                                                   \
    } while (0)
/* At loop back-edges: a loop that does nothing but wait is none that ends. Guest accesses are
 * volatile and need no help. (A fence for the compiler alone: where floating point is exact, an asm
 * statement costs an fwait, since all of them count as if they changed the x87's state.) */
#ifdef LIFTED_COUNTED
#define LIFTED_BACK_EDGE() LIFTED_STEP()
#else
#define LIFTED_BACK_EDGE() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#endif

/* At the back-edge of a loop that only another thread can end (lift/spin.h) stands a gate: it
 * pauses, and when the loop lasts it lets others run meanwhile. Where the loop ends, the next wait
 * begins. Registers may be anywhere. */
struct lifted_spin {
    uint64_t turns, asked_ns, waited_ns;
};
__attribute__((preserve_most, cold)) void lifted_spin(struct a64_state *s,
                                                      struct lifted_spin *spin);
#define LIFTED_SPINS() struct lifted_spin spin = {0}
#define LIFTED_SPIN()                                                                              \
    do {                                                                                           \
        LIFTED_BACK_EDGE();                                                                        \
        lifted_spin(s, &spin);                                                                     \
    } while (0)
#define LIFTED_SPIN_LEFT() ((void)(spin.turns = 0))

/* The register may hold anything: it is stored at most, where unknown code might read it. */
#define LIFTED_FORGET(reg)                                                                         \
    {                                                                                              \
        __typeof__(reg) anything;                                                                  \
        reg = anything;                                                                            \
    }

/* An argument that unknown code is given, and that nobody has set. */
#define LIFTED_ANY                                                                                 \
    ({                                                                                             \
        uint64_t anything;                                                                         \
        anything;                                                                                  \
    })

/* The compiler knows no more where the value comes from. */
#define LIFTED_OPAQUE(reg) __asm__("" : "+r"(reg));

/* One slot an instruction from address 0 to the last module's end; NULL: no function begins there.
 * There is one look-up between the load of a virtual function's address and the call, and the
 * processor waits for both where it foresaw another function. */
extern struct lifted_slots {
    lifted_function *const *slots;
    uint64_t count;
} lifted_slots;
/* Called as a function: runs the guest function at s->pc in the interpreter until it returns to
 * x30 with the stack pointer that it has now. */
LIFTED_TARGET(core_unlifted);

static inline lifted_function *lifted_lookup(uint64_t target) {
    const uint64_t slot = target >> 2 | target << 62; /* of no instruction's address: too large */
    if (LIFTED_UNLIKELY(slot >= lifted_slots.count || !lifted_slots.slots[slot]))
        return core_unlifted;
    return lifted_slots.slots[slot];
}

/* After a call saw attention. return_pc: where the call should have come back to; sp_at_call: the
 * stack pointer at the call; entry_*: x30 and sp at the entry of the function that made it. True:
 * the caller returns at once. False: goes on at return_pc. */
bool lifted_attention(struct a64_state *s, uint64_t return_pc, uint64_t sp_at_call,
                      uint64_t entry_return, uint64_t entry_sp);

/* The same for a call that has a result, which it gives, be it from the function or from wherever
 * the guest went meanwhile; whether the caller returns at once it leaves in s->leave. It stands
 * behind every call of the guest, so there is little around it. */
__attribute__((cold, noinline, unused)) static LIFTED_FUNCTION(lifted_attend, uint64_t return_pc,
                                                               uint64_t sp_at_call,
                                                               uint64_t entry_return,
                                                               uint64_t frame, uint64_t x0,
                                                               uint64_t x1, a64_v2u64 q0) {
    lifted_put(s, (struct lifted_result){x0, x1, q0});
    s->leave = lifted_attention(s, return_pc, sp_at_call, entry_return, sp_at_call + frame);
    return lifted_get(s);
}
#define LIFTED_AFTER(return_pc, frame, x0, x1, q0)                                                 \
    if (LIFTED_UNLIKELY(s->attention)) {                                                           \
        r = lifted_attend(s, return_pc, sp, entry_return, frame, x0, x1, q0);                      \
        if (s->leave)                                                                              \
            return r;                                                                              \
    }

/* These give back x0, x1 and q0 of *s. */

/* A return to an address that is not the function's return address, or with another sp (a fiber
 * switch comes back to the same address); *s is exact. */
LIFTED_FUNCTION(lifted_leave, uint64_t target);
/* BR to an address without a lifted entry (core_unlifted was looked up), or any jump out of the
 * function that is no tail call (sp or x30 are not as at the entry); s->pc is the target and *s is
 * exact. The caller returns right after. */
LIFTED_FUNCTION(lifted_jump_unlifted, uint64_t entry_return, uint64_t entry_sp);
/* The lifter left the code from s->pc on to the interpreter (unknown word, unproved jump table
 * that leads into the middle, truncated text). *s is exact; the caller returns right after. */
LIFTED_FUNCTION(lifted_interpret, uint64_t entry_return, uint64_t entry_sp);

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
    /* Lifted for debugging: a flag an instruction of the module, from its base on. */
    uint8_t *stops;
    size_t stop_count;
};

enum { LIFTED_ABI = 9 };
enum lifted_start { LIFTED_START_NRO, LIFTED_START_NSO }; /* register state at the entry */

struct lifted_program {
    uint32_t abi; /* LIFTED_ABI */
    enum lifted_start start;
    unsigned float_level; /* A64_FLOAT_*: what its code was compiled for */
    bool exact;           /* lifted for debugging: *s holds every register at each instruction */
    bool counted;         /* its code takes steps */
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
