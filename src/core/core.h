/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_CORE_H
#define WINDLASS_CORE_CORE_H

#include "a64/state.h"
#include "base/error.h"
#include "core/lifted.h"

/* Running guest code: dispatch table, interpreter fallback, guest threads' base loop. */

/* Return addresses that no guest code has; the base loop knows them. */
#define CORE_LOADER_RETURN 0x07fff000ull /* x30 of an NRO's entry: back to the loader */
#define CORE_THREAD_RETURN 0x07ffe000ull /* pc that core_stop sets */

/* Fills the dispatch table for the program's modules. Call after guest_memory_init. */
MUST_CHECK bool core_load(const struct lifted_program *program, struct error *error);

/* Base loop of a guest thread: runs from s->pc until the guest jumps to CORE_LOADER_RETURN or
 * core_stop was called on this thread. Returns the final pc. */
uint64_t core_run(struct a64_state *s);
/* From inside an SVC: the thread leaves guest code for good; host frames return to core_run. */
void core_stop(struct a64_state *s);

/* Counters for the report, summed over threads. */
struct core_counters {
    uint64_t dispatch_misses; /* indirect transfers to addresses without a lifted entry */
    uint64_t interpreted;     /* instructions that the interpreter executed */
    uint64_t unwinds;         /* non-local transfers */
};
void core_counters(struct core_counters *out);

/* Symbol or "f_08001234" of the lifted function around pc; false outside all modules. */
bool core_describe(uint64_t pc, char *text, size_t room);

#endif
