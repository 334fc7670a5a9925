/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_TRACE_H
#define WINDLASS_KERNEL_TRACE_H

#include "kernel/svc.h"
#include "kernel/thread.h"

/* What --trace svc,sched tells: lines (base/log.h), or where a file for it is open, slices and
 * events on a track a virtual core and a track a thread (host/timeline.h). */

/* Before the first thread starts. */
void trace_start(void);
/* On the thread's own host thread. */
void trace_thread_begin(const struct thread *t);
void trace_thread_end(void);

void trace_svc_begin(const struct svc *c, const struct svc_row *row);
void trace_svc_end(const struct svc *c, const struct svc_row *row, uint64_t value);

/* t->core was taken, or is about to be put down. */
void trace_core_taken_locked(const struct thread *t);
void trace_core_left_locked(const struct thread *t);
/* A holder was asked to hand over: by a better thread, or at the end of its turn. */
void trace_asked_locked(const struct thread *holder);
void trace_interrupted_locked(const struct thread *holder);
/* On the host thread that does it. */
void trace_woken_locked(struct thread *t);
/* Around what the calling thread waits for: what t->wait names, or a core. */
void trace_wait_begin_locked(const struct thread *self);
void trace_wait_end_locked(struct thread *self);

#endif
