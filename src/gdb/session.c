/* SPDX-License-Identifier: MIT */
#include "gdb/session.h"

#include "gdb/command.h"

void gdb_session_open(struct gdb_session *s, const struct gdb_target *target) {
    *s = (struct gdb_session){.target = target};
}

void gdb_session_close(struct gdb_session *s) {
    strbuf_free(&s->reply);
}

enum gdb_after command_error(struct gdb_session *s, enum command_error number) {
    strbuf_clear(&s->reply);
    strbuf_addf(&s->reply, "E%02x", number);
    return GDB_ANSWERS;
}

enum gdb_after command_ok(struct gdb_session *s) {
    strbuf_add(&s->reply, "OK");
    return GDB_ANSWERS;
}

uint64_t command_thread(struct gdb_session *s, uint64_t wanted) {
    uint64_t ids[256];
    const size_t n = s->target->threads(ids, sizeof ids / sizeof *ids);
    for (size_t i = 0; i < n; i++)
        if (ids[i] == wanted)
            return wanted;
    return n ? ids[0] : 0;
}

enum gdb_after command_find(const struct gdb_row *rows, size_t count, struct gdb_session *s,
                            struct cursor *c) {
    for (size_t i = 0; i < count; i++)
        if (cursor_text(c, rows[i].start))
            return rows[i].run(s, c);
    return GDB_ANSWERS;
}

/* H: which thread later commands are for. */
static enum gdb_after choose_thread(struct gdb_session *s, struct cursor *c) {
    uint64_t id;
    const bool runs = cursor_text(c, "c");
    if ((!runs && !cursor_text(c, "g")) || !cursor_thread(c, &id) || !cursor_ended(c))
        return command_error(s, COMMAND_MALFORMED);
    if (id && command_thread(s, id) != id)
        return command_error(s, COMMAND_NO_THREAD);
    *(runs ? &s->running_thread : &s->thread) = id;
    return command_ok(s);
}

static enum gdb_after is_alive(struct gdb_session *s, struct cursor *c) {
    uint64_t id;
    if (!cursor_thread(c, &id) || !id || command_thread(s, id) != id)
        return command_error(s, COMMAND_NO_THREAD);
    return command_ok(s);
}

static enum gdb_after detach(struct gdb_session *s, struct cursor *c) {
    (void)c;
    (void)command_ok(s);
    return GDB_DETACHES;
}

static enum gdb_after end(struct gdb_session *s, struct cursor *c) {
    (void)c;
    s->target->kill();
    return GDB_KILLED;
}

static const struct gdb_row rows[] = {
    {"?", command_why},
    {"C", command_continue_signal},
    {"c", command_continue},
    {"D", detach},
    {"G", command_set_all},
    {"g", command_get_all},
    {"H", choose_thread},
    {"k", end},
    {"M", command_write_memory},
    {"m", command_read_memory},
    {"P", command_set_one},
    {"p", command_get},
    {"Q", command_set},
    {"q", command_query},
    {"S", command_step_signal},
    {"s", command_step},
    {"T", is_alive},
    {"v", command_v},
    {"X", command_write_binary},
    {"Z", command_insert},
    {"z", command_remove},
};

enum gdb_after gdb_session_packet(struct gdb_session *s, const char *text, size_t length) {
    struct cursor c = {text, text + length};
    strbuf_clear(&s->reply);
    return command_find(rows, sizeof rows / sizeof *rows, s, &c);
}
