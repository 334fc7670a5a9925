/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_DEBUG_THREAD_H
#define WINDLASS_CORE_DEBUG_THREAD_H

#include "core/debug.h"

/* Where guest code begins and ends on a guest thread, and where it stops: what core's loops call
 * when there is a debugger (core_debugging). */

/* Guest code begins to run, or goes on. */
void debug_thread_enter(void);
/* The same in the middle of lifted code, which cannot stop there: waits until it may go on. */
void debug_thread_enter_inside(void);
/* It ends, or is left for the host's code; in_svc: what comes back is the next instruction. */
void debug_thread_leave(struct a64_state *s, bool in_svc);
/* Before the instruction at s->pc, where HALT is set or a breakpoint is: stops there if there is
 * a reason. True: the debugger wrote registers, so that pc is to be looked at anew. */
bool debug_thread_check(struct a64_state *s);
/* Behind an instruction that may have written memory. */
void debug_thread_wrote(void);
/* The thread left its code by this fault. True: it goes on at s->pc as if there was none. */
bool debug_thread_fault(struct a64_state *s, struct core_fault *fault);

#endif
