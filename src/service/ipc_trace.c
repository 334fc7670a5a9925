/* SPDX-License-Identifier: MIT */
#include "service/ipc_trace.h"

#include "base/log.h"
#include "host/timeline.h"

#include <stdio.h>

#define SHOWN_BYTES 32 /* of a request's or a reply's data */

static const char *command_name(const struct call *c) {
    return c->command ? c->command->name : "(unknown)";
}

static void add_bytes(struct timeline_track *t, const char *name, const uint8_t *data,
                      size_t size) {
    char text[2 * SHOWN_BYTES + 4] = "";
    if (!size)
        return;
    for (size_t i = 0; i < size && i < SHOWN_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", data[i]);
    if (size > SHOWN_BYTES)
        snprintf(text + 2 * SHOWN_BYTES, 4, "...");
    timeline_text(t, name, text);
}

static void add_sizes(struct timeline_track *t, const char *name, const struct call_buffers *list) {
    for (unsigned i = 0; i < list->count; i++) {
        char numbered[32];
        const int n = snprintf(numbered, sizeof numbered, "%s %u bytes", name, i);
        timeline_hex(t, numbered, (size_t)n, list->at[i].size);
    }
}

void ipc_trace_begin(const char *port, const struct interface *interface,
                     const struct ipc_message *m, const struct call *c) {
    struct timeline_track *track = timeline_own();
    if (!track || !log_on(LOG_IPC))
        return;
    char name[160];
    snprintf(name, sizeof name, "%s %s %u %s", port, interface->name, m->command, command_name(c));
    timeline_start(track, TIMELINE_BEGIN, "ipc", name);
    add_bytes(track, "data", c->in_data, c->in_size);
    add_sizes(track, "in", &c->in);
    add_sizes(track, "out", &c->out);
    timeline_finish(track);
}

void ipc_trace_end(const char *port, const struct interface *interface, const struct ipc_message *m,
                   const struct call *c, result code) {
    struct timeline_track *track = timeline_own();
    if (!log_on(LOG_IPC))
        return;
    if (!timeline_on()) {
        log_trace(LOG_IPC, "%s %s %u %s -> 0x%x", port, interface->name, m->command,
                  command_name(c), code);
        return;
    }
    timeline_start(track, TIMELINE_END, "ipc", "");
    timeline_hex(track, "result", 6, code);
    if (!code)
        add_bytes(track, "reply", c->out_data, c->command->out_size);
    timeline_finish(track);
}

void ipc_trace_control(const char *port, const struct ipc_message *m, result code) {
    log_trace(LOG_IPC, "%s control %u -> 0x%x", port, m->command, code);
}
