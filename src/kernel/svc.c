/* SPDX-License-Identifier: MIT */
#include "kernel/svc.h"

#include "base/log.h"
#include "core/core.h"
#include "kernel/baton.h"
#include "kernel/exception.h"
#include "kernel/results.h"
#include "kernel/schedule.h"
#include "kernel/thread.h"
#include "kernel/trace.h"

#include <string.h>

/* The dispatcher: registers in, handler, registers out; traced. */

#define LAST_ARGUMENT  7
#define LAST_CLOBBERED 17 /* x8 to x17 are zero after every call */

/* One line the first time, for each number. */
static void warn_refused(const struct svc_row *row, result r) {
    static bool said[256];
    log_once(&said[row->number], LOG_SVC, "svc 0x%02x %s is not there: the program gets 0x%x (%s)",
             row->number, row->name, r, result_name(r));
}

void svc_warn_partial(bool *said, const char *name, const char *why) {
    log_once(said, LOG_SVC, "%s: %s; the program gets 0x%x (%s)", name, why,
             (unsigned)RESULT_NOT_IMPLEMENTED, result_name(RESULT_NOT_IMPLEMENTED));
}

static uint64_t call(struct svc *c, const struct svc_row *row) {
    trace_svc_begin(c, row);
    uint64_t value = row->call ? row->call(c) : RESULT_NOT_IMPLEMENTED;
    if (row->status == SVC_REFUSED)
        warn_refused(row, (result)value);
    trace_svc_end(c, row, value);
    return value;
}

void kernel_svc(struct a64_state *s, uint32_t number) {
    struct svc c = {.state = s, .thread = s->thread};
    if (thread_stopping()) {
        core_stop(s);
        return;
    }
    schedule_svc(c.thread);
    const struct svc_row *row = svc_find(number);
    if (!row) {
        log_warning(LOG_SVC, "svc 0x%02x at 0x%llx: the system has no such call", number,
                    (unsigned long long)s->pc - 4);
        exception_bad_svc(c.thread, number);
        return;
    }
    baton_charge_svc(c.thread);
    memcpy(c.in, s->x, sizeof c.in);
    uint64_t value = call(&c, row);
    c.thread->registers = THREAD_REGISTERS_UNKNOWN;
    if (c.keep_registers)
        return;
    s->x[0] = value;
    memcpy(&s->x[1], &c.out[1], LAST_ARGUMENT * sizeof *s->x);
    memset(&s->x[LAST_ARGUMENT + 1], 0, (LAST_CLOBBERED - LAST_ARGUMENT) * sizeof *s->x);
    schedule_svc_end(c.thread);
    if (thread_stopping())
        core_stop(s);
}
