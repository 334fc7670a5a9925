/* SPDX-License-Identifier: MIT */
#include "gdb/command.h"
#include "gdb/packet.h"

#include <string.h>

/* m, M and X: the guest's memory, by the guest's own permissions. Z and z: points where it stops.
 */

enum { READ_MOST = PACKET_ROOM / 2, PAGE = 0x1000 };

/* As much as can be read, a page at a time: gdb takes a shorter answer. */
static uint64_t read_most(const struct gdb_target *t, uint64_t address, uint8_t *out,
                          uint64_t size) {
    uint64_t done = 0;
    while (done < size && address + done >= address) {
        const uint64_t in_page = PAGE - (address + done) % PAGE;
        const uint64_t part = size - done < in_page ? size - done : in_page;
        if (!t->read(address + done, out + done, part))
            break;
        done += part;
    }
    return done;
}

enum gdb_after command_read_memory(struct gdb_session *s, struct cursor *c) {
    uint8_t bytes[READ_MOST];
    uint64_t address, size;
    if (!cursor_range(c, &address, &size) || !cursor_ended(c))
        return command_error(s, COMMAND_MALFORMED);
    const uint64_t done =
        read_most(s->target, address, bytes, size < sizeof bytes ? size : sizeof bytes);
    if (size && !done)
        return command_error(s, COMMAND_REFUSED);
    hex_add(&s->reply, bytes, done);
    return GDB_ANSWERS;
}

static enum gdb_after write_bytes(struct gdb_session *s, uint64_t address, const void *bytes,
                                  uint64_t size) {
    if (size && !s->target->write(address, bytes, size))
        return command_error(s, COMMAND_REFUSED);
    return command_ok(s);
}

enum gdb_after command_write_memory(struct gdb_session *s, struct cursor *c) {
    uint8_t bytes[READ_MOST];
    uint64_t address, size;
    if (!cursor_range(c, &address, &size) || !cursor_text(c, ":") || size > sizeof bytes ||
        !cursor_bytes(c, bytes, size) || !cursor_ended(c))
        return command_error(s, COMMAND_MALFORMED);
    return write_bytes(s, address, bytes, size);
}

enum gdb_after command_write_binary(struct gdb_session *s, struct cursor *c) {
    uint64_t address, size;
    if (!cursor_range(c, &address, &size) || !cursor_text(c, ":") ||
        size != (uint64_t)(c->end - c->at))
        return command_error(s, COMMAND_MALFORMED);
    return write_bytes(s, address, c->at, size);
}

/* "KIND,ADDRESS,SIZE"; conditions and commands behind it are for gdb itself, which was not told
 * that we would take them. */
static enum gdb_after set_point(struct gdb_session *s, struct cursor *c, bool set) {
    enum { SOFTWARE, HARDWARE, WRITE };
    uint64_t kind, address, size;
    if (!cursor_number(c, &kind) || !cursor_text(c, ",") || !cursor_range(c, &address, &size) ||
        !cursor_ended(c))
        return command_error(s, COMMAND_MALFORMED);
    if (kind > WRITE)
        return GDB_ANSWERS; /* reads are not watched: gdb says so to its user */
    const bool ok = kind == WRITE ? s->target->set_watchpoint(address, size, set)
                                  : s->target->set_breakpoint(address, set);
    return ok ? command_ok(s) : command_error(s, COMMAND_REFUSED);
}

enum gdb_after command_insert(struct gdb_session *s, struct cursor *c) {
    return set_point(s, c, true);
}

enum gdb_after command_remove(struct gdb_session *s, struct cursor *c) {
    return set_point(s, c, false);
}
