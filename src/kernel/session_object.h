/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_SESSION_OBJECT_H
#define WINDLASS_KERNEL_SESSION_OBJECT_H

#include "kernel/session.h"

/* For the SVCs. */

/* Hands one message to the server behind a client end, and waits for the answer. `buffer` is host
 * memory. 0xf601 when the session was closed before. */
result session_request(struct object *client, struct thread *caller, uint8_t *buffer, size_t size);
#define PORT_NAME_ROOM 12 /* 11 characters and the NUL */
/* svcManageNamedPort: a name for a port of the guest, which it may also take back. */
result port_register_guest(const char *name, struct object *client);
result port_remove_guest(const char *name);
/* A client end of the port with this name; 0xf201 where there is none. */
result port_connect_named(const char *name, struct object **client_out);

#endif
