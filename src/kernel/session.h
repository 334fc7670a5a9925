/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_SESSION_H
#define WINDLASS_KERNEL_SESSION_H

#include "kernel/object.h"

#include <stddef.h>

/* IPC sessions as the kernel sees them: a client end that the guest holds by handle, and behind it
 * either a server end held by another guest thread or a server of the host (a service). */

struct thread;

/* A server in the host. request() runs on the calling guest thread's host thread with its virtual
 * core given back; it reads the message in `buffer` (0x100 bytes, the caller's TLS copy; nothing
 * in it is trusted) and writes the reply there. A result other than 0 is what svcSendSyncRequest
 * returns (0xF601: session closed). Requests of one session are never concurrent; clones are. */
struct session_server_ops {
    const char *name;
    result (*request)(void *server, struct thread *caller, uint8_t *buffer, size_t size);
    void (*close)(void *server); /* the last client handle is gone */
};

/* A client end with a host server behind it, one reference for the caller. */
struct object *session_new_hosted(const struct session_server_ops *ops, void *server);

/* svcConnectToNamedPort: services register "sm:" here before the guest starts. connect() returns
 * a client end or NULL with *result set. */
typedef struct object *port_connect(void *context, result *result);
void port_register(const char *name, port_connect *connect, void *context);

#endif
