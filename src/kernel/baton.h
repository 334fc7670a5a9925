/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_BATON_H
#define WINDLASS_KERNEL_BATON_H

#include "kernel/thread.h"

/* One fixed schedule (--deterministic), so that the same input gives the same run. Of the threads
 * that hold a core only the one that has the *baton* runs, in guest code and in the kernel and the
 * services on its behalf. It gives the baton on, to the thread on the next core that somebody
 * holds, when it waits or ends, and when its steps (core/lifted.h) are used up; so all that threads
 * do to each other happens in one order. The clock is a virtual one: a step moves it, and where
 * every thread waits it jumps to the next thing that is due. Tickers and timeouts happen when the
 * baton changes hands, on the host thread that gives it away.
 *
 * Without baton_use none of these does anything, and everybody has the baton. */

/* Before the guest starts; clock_make_virtual was called. paced: jumps take as long as they say. */
void baton_use(bool paced);
bool baton_used(void);

bool baton_has_locked(const struct thread *t);
/* Gives the baton on, if t has it. The kernel lock may be given up meanwhile. */
void baton_pass_locked(struct thread *t);
/* The same for a thread that has ended, and of which nothing but its address may be left. */
void baton_end(const struct thread *t);
/* A thread holds a core; where nobody has the baton and nobody is giving it on, it goes there. */
void baton_offer_locked(void);

/* ---- of the thread that has the baton ---- */

/* An SVC begins: it costs steps, and the clock is moved by those taken. */
void baton_charge_svc(struct thread *self);
/* The next step, or the end of the SVC, gives the baton on. */
void baton_yield(struct thread *self);
/* What core_kernel.now is for. */
uint64_t baton_now(struct a64_state *s);

#endif
