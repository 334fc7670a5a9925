/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_DEBUG_POINTS_H
#define WINDLASS_CORE_DEBUG_POINTS_H

#include <stdbool.h>
#include <stdint.h>

/* Breakpoints and watchpoints, as guest threads ask for them. They change only while all threads
 * are held. */

/* The lowest breakpoint at `from` or above it, and below `end`; `end` where there is none. */
uint64_t debug_points_next(uint64_t from, uint64_t end);
static inline bool debug_points_at(uint64_t pc) {
    return debug_points_next(pc, pc + 4) == pc;
}
bool debug_points_watching(void);
/* True: the bytes of a watchpoint are other than they were; *address is where it begins. It is told
 * once. */
bool debug_points_changed(uint64_t *address);
void debug_points_clear(void);

#endif
