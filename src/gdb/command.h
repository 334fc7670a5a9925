/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GDB_COMMAND_H
#define WINDLASS_GDB_COMMAND_H

#include "gdb/hex.h"
#include "gdb/session.h"

/* A command is what a packet begins with; `c` stands behind it. */
typedef enum gdb_after gdb_command(struct gdb_session *s, struct cursor *c);
struct gdb_row {
    const char *start;
    gdb_command *run;
};
/* The first row whose text stands there; "" as the reply where there is none. */
enum gdb_after command_find(const struct gdb_row *rows, size_t count, struct gdb_session *s,
                            struct cursor *c);

/* Numbers of errors mean nothing to gdb but that it failed. */
enum command_error { COMMAND_MALFORMED = 1, COMMAND_NO_THREAD, COMMAND_REFUSED = 14 };
enum gdb_after command_error(struct gdb_session *s, enum command_error number);
enum gdb_after command_ok(struct gdb_session *s);
/* The thread that is asked for; any where that is 0, or has ended. 0: there is none. */
uint64_t command_thread(struct gdb_session *s, uint64_t wanted);

gdb_command command_query, command_set;                /* query.c: q, Q */
gdb_command command_monitor;                           /* monitor.c: qRcmd, */
gdb_command command_read_memory, command_write_memory, /* memory.c: m, M, X, Z, z */
    command_write_binary, command_insert, command_remove;
gdb_command command_get_all, command_set_all, /* access.c: g, G, p, P */
    command_get, command_set_one;
gdb_command command_why, command_continue, /* running.c: ?, c, C, s, S, v */
    command_continue_signal, command_step, command_step_signal, command_v;

#endif
