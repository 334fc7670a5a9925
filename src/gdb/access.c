/* SPDX-License-Identifier: MIT */
#include "gdb/command.h"
#include "gdb/registers.h"

/* g, G, p and P: registers of the thread that H chose. */

static bool get_state(struct gdb_session *s, struct a64_state *state) {
    const uint64_t id = command_thread(s, s->thread);
    return id && s->target->registers(id, state);
}

static enum gdb_after give_state(struct gdb_session *s, const struct a64_state *state) {
    if (!s->target->set_registers(command_thread(s, s->thread), state))
        return command_error(s, COMMAND_REFUSED);
    return command_ok(s);
}

static void add(struct gdb_session *s, const struct a64_state *state, unsigned number) {
    uint8_t bytes[REGISTER_BYTES];
    registers_get(state, number, bytes);
    hex_add(&s->reply, bytes, registers_size(number));
}

static bool take(struct cursor *c, struct a64_state *state, unsigned number) {
    uint8_t bytes[REGISTER_BYTES];
    return cursor_bytes(c, bytes, registers_size(number)) &&
           (registers_set(state, number, bytes) || number == REGISTER_TPIDRRO);
}

enum gdb_after command_get_all(struct gdb_session *s, struct cursor *c) {
    struct a64_state state;
    if (!cursor_ended(c))
        return command_error(s, COMMAND_MALFORMED);
    if (!get_state(s, &state))
        return command_error(s, COMMAND_NO_THREAD);
    for (unsigned n = 0; n < REGISTERS; n++)
        add(s, &state, n);
    return GDB_ANSWERS;
}

enum gdb_after command_set_all(struct gdb_session *s, struct cursor *c) {
    struct a64_state state;
    if (!get_state(s, &state))
        return command_error(s, COMMAND_NO_THREAD);
    for (unsigned n = 0; n < REGISTERS; n++)
        if (!take(c, &state, n))
            return command_error(s, COMMAND_MALFORMED);
    return cursor_ended(c) ? give_state(s, &state) : command_error(s, COMMAND_MALFORMED);
}

enum gdb_after command_get(struct gdb_session *s, struct cursor *c) {
    struct a64_state state;
    uint64_t number;
    if (!cursor_number(c, &number) || !cursor_ended(c) || number >= REGISTERS)
        return command_error(s, COMMAND_MALFORMED);
    if (!get_state(s, &state))
        return command_error(s, COMMAND_NO_THREAD);
    add(s, &state, (unsigned)number);
    return GDB_ANSWERS;
}

enum gdb_after command_set_one(struct gdb_session *s, struct cursor *c) {
    struct a64_state state;
    uint64_t number;
    if (!cursor_number(c, &number) || !cursor_text(c, "=") || number >= REGISTERS)
        return command_error(s, COMMAND_MALFORMED);
    if (!get_state(s, &state))
        return command_error(s, COMMAND_NO_THREAD);
    if (number == REGISTER_TPIDRRO)
        return command_error(s, COMMAND_REFUSED);
    if (!take(c, &state, (unsigned)number) || !cursor_ended(c))
        return command_error(s, COMMAND_MALFORMED);
    return give_state(s, &state);
}
