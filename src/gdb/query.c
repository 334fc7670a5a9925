/* SPDX-License-Identifier: MIT */
#include "gdb/command.h"
#include "gdb/packet.h"
#include "gdb/registers.h"

#include <string.h>

/* q and Q: what we are, and which threads there are. */

enum { THREADS = 256 };

static enum gdb_after supported(struct gdb_session *s, struct cursor *c) {
    s->tells_breaks = memmem(c->at, (size_t)(c->end - c->at), "swbreak+", 8) != NULL;
    strbuf_addf(&s->reply,
                "PacketSize=%x;QStartNoAckMode+;vContSupported+;swbreak+;"
                "qXfer:features:read+",
                PACKET_ROOM);
    return GDB_ANSWERS;
}

static enum gdb_after features(struct gdb_session *s, struct cursor *c) {
    uint64_t from, size;
    struct strbuf all = {0};
    if (!cursor_text(c, "target.xml:"))
        return command_error(s, COMMAND_MALFORMED);
    if (!cursor_range(c, &from, &size) || !cursor_ended(c))
        return command_error(s, COMMAND_MALFORMED);
    registers_describe(&all);
    if (from > all.length)
        from = all.length;
    const uint64_t left = all.length - from, most = PACKET_ROOM / 2; /* it may need escapes */
    size = size < most ? size : most;
    strbuf_add(&s->reply, size < left ? "m" : "l");
    strbuf_add_bytes(&s->reply, all.text + from, size < left ? size : left);
    strbuf_free(&all);
    return GDB_ANSWERS;
}

static enum gdb_after first_threads(struct gdb_session *s, struct cursor *c) {
    uint64_t ids[THREADS];
    const size_t n = s->target->threads(ids, THREADS);
    (void)c;
    strbuf_add(&s->reply, n ? "m" : "l");
    for (size_t i = 0; i < n; i++)
        strbuf_addf(&s->reply, "%s%llx", i ? "," : "", (unsigned long long)ids[i]);
    return GDB_ANSWERS;
}

static enum gdb_after more_threads(struct gdb_session *s, struct cursor *c) {
    (void)c;
    strbuf_add(&s->reply, "l");
    return GDB_ANSWERS;
}

static enum gdb_after describe_thread(struct gdb_session *s, struct cursor *c) {
    uint64_t id;
    struct strbuf text = {0};
    if (!cursor_thread(c, &id) || !id || command_thread(s, id) != id)
        return command_error(s, COMMAND_NO_THREAD);
    s->target->describe(id, &text);
    hex_add(&s->reply, text.text, text.length);
    strbuf_free(&text);
    return GDB_ANSWERS;
}

static enum gdb_after current_thread(struct gdb_session *s, struct cursor *c) {
    (void)c;
    strbuf_addf(&s->reply, "QC%llx", (unsigned long long)command_thread(s, s->thread));
    return GDB_ANSWERS;
}

/* Where the segments of the user's file lie: all of them are moved alike. */
static enum gdb_after offsets(struct gdb_session *s, struct cursor *c) {
    uint64_t base;
    (void)c;
    if (s->target->base(&base))
        strbuf_addf(&s->reply, "TextSeg=%llx", (unsigned long long)base);
    return GDB_ANSWERS;
}

/* The process was started for gdb: quitting ends it. */
static enum gdb_after was_attached(struct gdb_session *s, struct cursor *c) {
    (void)c;
    strbuf_add(&s->reply, "0");
    return GDB_ANSWERS;
}

static enum gdb_after no_symbols_needed(struct gdb_session *s, struct cursor *c) {
    (void)c;
    return command_ok(s);
}

enum gdb_after command_query(struct gdb_session *s, struct cursor *c) {
    static const struct gdb_row rows[] = {
        {"Supported", supported},
        {"Xfer:features:read:", features},
        {"fThreadInfo", first_threads},
        {"sThreadInfo", more_threads},
        {"ThreadExtraInfo,", describe_thread},
        {"Offsets", offsets},
        {"Attached", was_attached},
        {"Symbol", no_symbols_needed},
        {"Rcmd,", command_monitor},
        {"C", current_thread}, /* last: others begin with it */
    };
    if (c->end - c->at != 1 && cursor_text(c, "C"))
        return GDB_ANSWERS;
    return command_find(rows, sizeof rows / sizeof *rows, s, c);
}

static enum gdb_after no_acks(struct gdb_session *s, struct cursor *c) {
    if (!cursor_ended(c))
        return command_error(s, COMMAND_MALFORMED);
    s->no_acks = true;
    return command_ok(s);
}

enum gdb_after command_set(struct gdb_session *s, struct cursor *c) {
    static const struct gdb_row rows[] = {{"StartNoAckMode", no_acks}};
    return command_find(rows, sizeof rows / sizeof *rows, s, c);
}
