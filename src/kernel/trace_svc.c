/* SPDX-License-Identifier: MIT */
#include "base/log.h"
#include "base/strbuf.h"
#include "host/timeline.h"
#include "kernel/results.h"
#include "kernel/trace.h"

#include <string.h>

/* The arguments and results of a call, by the row's shape. */

typedef void add_value(void *to, const char *name, size_t length, uint64_t value);

/* Each "name:register" of one side of a shape. */
static void each_value(const char *from, const char *to, const uint64_t *values, add_value *add,
                       void *out) {
    while (from < to) {
        while (from < to && *from == ' ')
            from++;
        const char *colon = memchr(from, ':', (size_t)(to - from));
        if (!colon || to - colon < 3)
            return;
        const unsigned n = (unsigned)(colon[2] - '0');
        add(out, from, (size_t)(colon - from), colon[1] == 'w' ? (uint32_t)values[n] : values[n]);
        from = colon + 3;
    }
}

static void each_input(const struct svc *c, const char *shape, add_value *add, void *out) {
    const char *arrow = strstr(shape, "->");
    each_value(shape, arrow ? arrow : shape + strlen(shape), c->in, add, out);
}

static void each_output(const struct svc *c, const char *shape, add_value *add, void *out) {
    const char *arrow = strstr(shape, "->");
    if (arrow)
        each_value(arrow + 2, shape + strlen(shape), c->out, add, out);
}

static void add_to_line(void *to, const char *name, size_t length, uint64_t value) {
    strbuf_addf(to, " %.*s=0x%llx", (int)length, name, (unsigned long long)value);
}

static void add_to_event(void *to, const char *name, size_t length, uint64_t value) {
    timeline_hex(to, name, length, value);
}

void trace_svc_begin(const struct svc *c, const struct svc_row *row) {
    struct timeline_track *track = timeline_own();
    if (!track || !log_on(LOG_SVC))
        return;
    timeline_start(track, TIMELINE_BEGIN, "svc", row->name);
    each_input(c, row->shape, add_to_event, track);
    timeline_finish(track);
}

static void end_slice(const struct svc *c, const struct svc_row *row, uint64_t value,
                      const char *name) {
    struct timeline_track *track = timeline_own();
    timeline_start(track, TIMELINE_END, "svc", row->name);
    timeline_hex(track, "result", 6, value);
    if (name)
        timeline_text(track, "result name", name);
    each_output(c, row->shape, add_to_event, track);
    timeline_finish(track);
}

void trace_svc_end(const struct svc *c, const struct svc_row *row, uint64_t value) {
    if (!log_on(LOG_SVC))
        return;
    const char *name = value ? result_name((result)value) : NULL;
    if (timeline_on()) {
        end_slice(c, row, value, name);
        return;
    }
    struct strbuf text = {0};
    each_input(c, row->shape, add_to_line, &text);
    strbuf_addf(&text, " -> 0x%llx", (unsigned long long)value);
    if (name)
        strbuf_addf(&text, " %s", name);
    each_output(c, row->shape, add_to_line, &text);
    log_trace(LOG_SVC, "thread %llu: %02x %s%s", (unsigned long long)c->thread->id, row->number,
              row->name, text.text);
    strbuf_free(&text);
}
