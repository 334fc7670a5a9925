/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_SCHEDULE_H
#define WINDLASS_KERNEL_SCHEDULE_H

#include "kernel/thread.h"

/* Three virtual cores. A guest thread runs guest code, and the kernel on its behalf, while it holds
 * one that its affinity mask allows; the others that could run are *ready* and wait: by effective
 * priority, then by arrival. Who becomes ready takes an idle core; where there is none, it flags
 * the holder that is worst among those it may replace, and that one hands over at its next SVC, at
 * the return of its next call, or when schedule_timer.c interrupts it. Equal priorities do not
 * share time, but for the worst one (59), whose threads take turns every 10 ms.
 *
 * A thread that holds no core and is not ready is blocked, or works for itself on the host
 * (thread_host_work_begin). No core is idle while a ready thread may run on it.
 *
 * Source of the rules: mesosphere's KScheduler. */

enum { SCHEDULE_CORES = 3, SCHEDULE_TURNS_PRIORITY = 59, SCHEDULE_TURN_NS = 10000000 };

/* Before the guest starts. On: every thread runs whenever the host lets it; cores, masks and
 * priorities are recorded and bind nobody, and a pause has no effect. */
void schedule_set_free(bool on);
bool schedule_is_free(void);

/* Blocks until the thread holds a core, or the process ends. */
void schedule_enter_locked(struct thread *self);
/* The core goes to the best ready thread that may run on it. Nothing happens without one. */
void schedule_leave_locked(struct thread *self);
/* A thread that was blocked can go on: it gets a core or waits for one; what runs is its host
 * thread, in schedule_enter_locked. */
void schedule_ready_locked(struct thread *t);
/* A thread that was made ready will not run after all. */
void schedule_forget_locked(struct thread *t);
/* Priorities, masks or pauses changed: flags the holders that have to hand over. */
void schedule_demand_locked(void);
/* The calling thread hands over if somebody better waits, or it may not hold its core any more
 * (then it comes back on another); `yields`: to one as good as it, too. */
void schedule_check_locked(struct thread *self, bool yields);
/* Every thread that waits for a core goes on without one, to leave guest code. */
void schedule_stop_locked(void);
/* Blocks until t, which is not the caller, holds no core that its mask or a pause forbids. */
void schedule_until_allowed_locked(struct thread *self, const struct thread *t);

/* Does the calling thread? Nobody takes its core away, so that needs no lock. */
bool schedule_holds_core(void);

/* What core_kernel.spin is for. */
void schedule_spin(struct a64_state *s, uint64_t waited_ns);
/* What core_kernel.preempt is for: the state's thread was flagged, or its steps are used up. */
void schedule_preempt(struct a64_state *s);
/* The thread leaves an SVC: the same for its steps. */
void schedule_svc_end(struct thread *self);
/* The thread enters an SVC. Who was flagged hands over here already, where what a look at the
 * thread shows (svcGetThreadContext3) is known in lifted code, too. */
void schedule_svc(struct thread *self);
/* What core_kernel.held is for: who is stopped by a debugger while others run holds no core. */
void schedule_held(struct a64_state *s, bool held);

/* ---- for baton.c and schedule_timer.c ---- */

struct thread *schedule_holder_locked(unsigned core); /* NULL: it is idle */
/* The time of a turn is over: flags the holders that let another one go first. */
void schedule_turns_locked(void);

/* What is due at this time of clock_ns(): turns, and signals to holders that do not hand
 * over by themselves. Gives the time when it should be asked again; UINT64_MAX: when a thread
 * becomes ready. */
uint64_t schedule_tick_locked(uint64_t now_ns);
/* A thread waits for a core; news: a holder was flagged (schedule_timer.c). */
void schedule_timer_wake_locked(bool news);

#endif
