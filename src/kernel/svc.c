/* SPDX-License-Identifier: MIT */
#include "kernel/svc.h"

#include "base/log.h"
#include "core/core.h"
#include "kernel/exception.h"
#include "kernel/results.h"
#include "kernel/thread.h"

#include <stdio.h>
#include <string.h>

/* The dispatcher: registers in, handler, registers out, trace line. */

#define LAST_ARGUMENT  7
#define LAST_CLOBBERED 17 /* x8 to x17 are zero after every call */

struct line {
    char text[400];
    size_t length;
};

static void add(struct line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct line *l, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(l->text + l->length, sizeof l->text - l->length, format, args);
    va_end(args);
    if (n > 0)
        l->length +=
            (size_t)n < sizeof l->text - l->length ? (size_t)n : sizeof l->text - l->length - 1;
}

/* Adds " name=value" for each "name:register" of one side of a shape. */
static void add_values(struct line *l, const char *from, const char *to, const uint64_t *values) {
    while (from < to) {
        while (from < to && *from == ' ')
            from++;
        const char *colon = memchr(from, ':', (size_t)(to - from));
        if (!colon || to - colon < 3)
            return;
        unsigned n = (unsigned)(colon[2] - '0');
        uint64_t v = colon[1] == 'w' ? (uint32_t)values[n] : values[n];
        add(l, " %.*s=0x%llx", (int)(colon - from), from, (unsigned long long)v);
        from = colon + 3;
    }
}

static void trace(const struct svc *c, const struct svc_row *row, uint64_t value) {
    struct line l = {0};
    const char *arrow = strstr(row->shape, "->");
    const char *end = row->shape + strlen(row->shape);
    const char *name = result_name((result)value);
    add_values(&l, row->shape, arrow ? arrow : end, c->in);
    add(&l, " -> 0x%llx", (unsigned long long)value);
    if (name && value)
        add(&l, " %s", name);
    if (arrow)
        add_values(&l, arrow + 2, end, c->out);
    log_trace(LOG_SVC, "thread %llu: %02x %s%s", (unsigned long long)c->thread->id, row->number,
              row->name, l.text);
}

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
    uint64_t value = row->call ? row->call(c) : RESULT_NOT_IMPLEMENTED;
    if (row->status == SVC_REFUSED)
        warn_refused(row, (result)value);
    if (log_on(LOG_SVC))
        trace(c, row, value);
    return value;
}

void kernel_svc(struct a64_state *s, uint32_t number) {
    struct svc c = {.state = s, .thread = s->thread};
    if (thread_stopping()) {
        core_stop(s);
        return;
    }
    const struct svc_row *row = svc_find(number);
    if (!row) {
        log_warning(LOG_SVC, "svc 0x%02x at 0x%llx: the system has no such call", number,
                    (unsigned long long)s->pc - 4);
        exception_bad_svc(c.thread, number);
        return;
    }
    memcpy(c.in, s->x, sizeof c.in);
    uint64_t value = call(&c, row);
    if (c.keep_registers)
        return;
    s->x[0] = value;
    memcpy(&s->x[1], &c.out[1], LAST_ARGUMENT * sizeof *s->x);
    memset(&s->x[LAST_ARGUMENT + 1], 0, (LAST_CLOBBERED - LAST_ARGUMENT) * sizeof *s->x);
    if (thread_stopping())
        core_stop(s);
}
