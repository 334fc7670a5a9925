/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_EXCEPTION_H
#define WINDLASS_KERNEL_EXCEPTION_H

#include "core/core.h"
#include "kernel/object.h"

#include <stdbool.h>

/* User exceptions: a fault enters the program again at its entry point, with the kind in x0 and a
 * frame of registers in the process-local region; svcReturnFromException ends that. */

struct thread;

/* core/ reported a fault on this thread (struct core_kernel). */
void exception_fault(struct a64_state *s, const struct core_fault *fault);
/* An SVC that the system does not have. */
void exception_bad_svc(struct thread *self, uint32_t number);
/* After core_run: true when the state now points at the guest's handler; run it. */
bool exception_enter(struct thread *t);
/* The process ends: the fault that a handler has not dealt with so far is reported. */
void exception_report(void);
/* Before a process starts: no thread is in a handler. */
void exception_reset(void);
/* svcReturnFromException; false outside a handler. */
bool exception_return(struct thread *self, result handled);

#endif
