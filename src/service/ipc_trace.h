/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_IPC_TRACE_H
#define WINDLASS_SERVICE_IPC_TRACE_H

#include "service/call.h"

/* What --trace ipc tells of a request: a line when it is done, or a slice (host/timeline.h). */

/* c->command may be NULL: the interface has no such command. */
void ipc_trace_begin(const char *port, const struct interface *interface,
                     const struct ipc_message *m, const struct call *c);
void ipc_trace_end(const char *port, const struct interface *interface, const struct ipc_message *m,
                   const struct call *c, result code);
/* A session's own commands take no time of which to speak. */
void ipc_trace_control(const char *port, const struct ipc_message *m, result code);

#endif
