/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_GUEST_PORT_H
#define WINDLASS_KERNEL_GUEST_PORT_H

#include "kernel/object.h"

/* Ports whose server is a guest thread: a client end that makes sessions, a server end that waits
 * for them. */

void guest_port_new(int32_t max_sessions, struct object **server_out, struct object **client_out);
/* A new session's client end; 0x0e01 when the port is full, 0x10601 when its server is gone. */
result guest_port_connect(struct object *client, struct object **session_out);
/* The server end of the session that has waited longest; 0xf201 where none waits. */
result guest_port_accept(struct object *server, struct object **session_out);

#endif
