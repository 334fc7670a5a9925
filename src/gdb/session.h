/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GDB_SESSION_H
#define WINDLASS_GDB_SESSION_H

#include "gdb/target.h"

/* One gdb that talks with us: what each packet means. Source: the GDB manual, "Remote Protocol". */

enum gdb_after {
    GDB_ANSWERS,  /* s->reply is the answer; "" says that there is no such command */
    GDB_RUNS,     /* threads go on; the answer is gdb_session_stopped's */
    GDB_DETACHES, /* s->reply is the last answer */
    GDB_KILLED,   /* the process was told to end; the same, where there is a reply */
};

struct gdb_session {
    const struct gdb_target *target;
    struct strbuf reply;
    bool no_acks;            /* gdb wants none from now on */
    bool interrupted;        /* the next stop is what gdb's user asked for */
    bool tells_breaks;       /* gdb wants to know which stops are breakpoints */
    uint64_t thread;         /* that g, p, G and P are for */
    uint64_t running_thread; /* that s and c are for; 0: all */
    struct core_debug_event event;
};

void gdb_session_open(struct gdb_session *s, const struct gdb_target *target);
void gdb_session_close(struct gdb_session *s);
/* The text of a packet, without its frame; ends with NUL. */
enum gdb_after gdb_session_packet(struct gdb_session *s, const char *text, size_t length);
/* All threads have stopped: the reply says why. */
void gdb_session_stopped(struct gdb_session *s, const struct core_debug_event *event);

#endif
