/* SPDX-License-Identifier: MIT */
#include "gdb/command.h"
#include "gdb/registers.h"

/* How threads go on, and why they have stopped. */

/* gdb's numbers of signals (include/gdb/signals.def of its sources). */
enum {
    SIGNAL_INTERRUPT = 2,
    SIGNAL_ILLEGAL = 4,
    SIGNAL_TRAP = 5,
    SIGNAL_ABORT = 6,
    SIGNAL_BUS = 10,
    SIGNAL_SEGMENT = 11,
    SIGNAL_SYSTEM = 12,
};

enum { ACTIONS = 128 };

static unsigned signal_of_fault(enum core_fault_kind kind) {
    switch (kind) {
    case CORE_FAULT_BREAKPOINT:
        return SIGNAL_TRAP;
    case CORE_FAULT_ALIGNMENT:
        return SIGNAL_BUS;
    case CORE_FAULT_UNDEFINED:
    case CORE_FAULT_FLOAT:
    case CORE_FAULT_INTERNAL:
        return SIGNAL_ILLEGAL;
    case CORE_FAULT_READ:
    case CORE_FAULT_WRITE:
    case CORE_FAULT_EXECUTE:
    case CORE_FAULT_ADDRESS:
    case CORE_FAULT_STACK:
        break;
    }
    return SIGNAL_SEGMENT;
}

static unsigned signal_of(const struct gdb_session *s) {
    switch (s->event.cause) {
    case CORE_DEBUG_HALTED:
        return s->interrupted ? SIGNAL_INTERRUPT : SIGNAL_TRAP;
    case CORE_DEBUG_FAULT:
        return signal_of_fault(s->event.fault);
    case CORE_DEBUG_BREAK:
        return SIGNAL_ABORT;
    case CORE_DEBUG_BAD_SVC:
        return SIGNAL_SYSTEM;
    case CORE_DEBUG_STEPPED:
    case CORE_DEBUG_BREAKPOINT:
    case CORE_DEBUG_WATCHPOINT:
        break;
    }
    return SIGNAL_TRAP;
}

/* Registers that gdb asks for at every stop come with it. */
static void add_registers(struct gdb_session *s) {
    static const unsigned numbers[] = {29, 30, REGISTER_SP, REGISTER_PC};
    struct a64_state state;
    uint8_t bytes[REGISTER_BYTES];
    if (!s->target->registers(s->thread, &state))
        return;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        registers_get(&state, numbers[i], bytes);
        strbuf_addf(&s->reply, "%02x:", numbers[i]);
        hex_add(&s->reply, bytes, registers_size(numbers[i]));
        strbuf_add(&s->reply, ";");
    }
}

static void add_reason(struct gdb_session *s) {
    strbuf_addf(&s->reply, "T%02x", signal_of(s));
    if (s->event.cause == CORE_DEBUG_WATCHPOINT)
        strbuf_addf(&s->reply, "watch:%llx;", (unsigned long long)s->event.address);
    if (s->event.cause == CORE_DEBUG_BREAKPOINT && s->tells_breaks)
        strbuf_add(&s->reply, "swbreak:;");
    if (!s->thread)
        return;
    strbuf_addf(&s->reply, "thread:%llx;", (unsigned long long)s->thread);
    add_registers(s);
}

void gdb_session_stopped(struct gdb_session *s, const struct core_debug_event *event) {
    strbuf_clear(&s->reply);
    s->event = *event;
    s->thread = command_thread(s, event->thread ? event->thread : s->thread);
    add_reason(s);
    s->interrupted = false;
}

enum gdb_after command_why(struct gdb_session *s, struct cursor *c) {
    (void)c;
    add_reason(s);
    return GDB_ANSWERS;
}

static enum gdb_after go_on(struct gdb_session *s, const struct core_debug_action *actions,
                            size_t count) {
    s->target->resume(actions, count);
    return GDB_RUNS;
}

/* c, C, s and S, which gdb uses where it does not know vCont. */
static enum gdb_after move_one(struct gdb_session *s, struct cursor *c, bool has_signal,
                               enum core_debug_motion motion) {
    uint64_t number = 0;
    if ((has_signal && !cursor_number(c, &number)) || !cursor_ended(c))
        return command_error(s, COMMAND_MALFORMED); /* an address to go on at, too */
    const bool steps = motion == CORE_DEBUG_STEP;
    const struct core_debug_action actions[] = {
        {.thread = steps ? command_thread(s, s->running_thread ? s->running_thread : s->thread)
                         : s->running_thread,
         .motion = motion,
         .pass = number != 0},
        {.motion = CORE_DEBUG_GO},
    };
    return go_on(s, actions, s->running_thread ? 1 : 2);
}

enum gdb_after command_continue(struct gdb_session *s, struct cursor *c) {
    return move_one(s, c, false, CORE_DEBUG_GO);
}

enum gdb_after command_continue_signal(struct gdb_session *s, struct cursor *c) {
    return move_one(s, c, true, CORE_DEBUG_GO);
}

enum gdb_after command_step(struct gdb_session *s, struct cursor *c) {
    return move_one(s, c, false, CORE_DEBUG_STEP);
}

enum gdb_after command_step_signal(struct gdb_session *s, struct cursor *c) {
    return move_one(s, c, true, CORE_DEBUG_STEP);
}

/* "c", "Cxx", "s", "Sxx", "rSTART,END", each with ":THREAD" or for all. */
static bool take_action(struct cursor *c, struct core_debug_action *out) {
    uint64_t number = 0;
    *out = (struct core_debug_action){.motion = CORE_DEBUG_GO};
    if (cursor_text(c, "C")) {
        if (!cursor_number(c, &number))
            return false;
    } else if (cursor_text(c, "S")) {
        out->motion = CORE_DEBUG_STEP;
        if (!cursor_number(c, &number))
            return false;
    } else if (cursor_text(c, "r")) {
        out->motion = CORE_DEBUG_STEP;
        if (!cursor_range(c, &out->start, &out->end))
            return false;
    } else if (cursor_text(c, "s")) {
        out->motion = CORE_DEBUG_STEP;
    } else if (!cursor_text(c, "c")) {
        return false;
    }
    out->pass = number != 0;
    return !cursor_text(c, ":") || cursor_thread(c, &out->thread);
}

static enum gdb_after move(struct gdb_session *s, struct cursor *c) {
    struct core_debug_action actions[ACTIONS];
    size_t count = 0;
    while (cursor_text(c, ";")) {
        if (count == ACTIONS || !take_action(c, &actions[count++]))
            return command_error(s, COMMAND_MALFORMED);
    }
    if (!count || !cursor_ended(c))
        return command_error(s, COMMAND_MALFORMED);
    return go_on(s, actions, count);
}

static enum gdb_after tell_moves(struct gdb_session *s, struct cursor *c) {
    (void)c;
    strbuf_add(&s->reply, "vCont;c;C;s;S;r");
    return GDB_ANSWERS;
}

static enum gdb_after end(struct gdb_session *s, struct cursor *c) {
    (void)c;
    s->target->kill();
    (void)command_ok(s);
    return GDB_KILLED;
}

enum gdb_after command_v(struct gdb_session *s, struct cursor *c) {
    static const struct gdb_row rows[] = {
        {"Cont?", tell_moves},
        {"Cont", move},
        {"Kill", end},
    };
    return command_find(rows, sizeof rows / sizeof *rows, s, c);
}
