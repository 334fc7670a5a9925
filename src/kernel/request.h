/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_REQUEST_H
#define WINDLASS_KERNEL_REQUEST_H

#include "kernel/object.h"

#include <stdbool.h>
#include <stddef.h>

/* Sessions whose server is a guest thread: requests wait in a queue, the client sleeps until the
 * server has replied. */

struct thread;

/* Both ends of a new session, a reference of each for the caller. */
void session_new_guest(struct object **server_out, struct object **client_out);
bool session_is_guest(const struct object *client);
/* svcSendSyncRequest on such a client end; the message lies in `buffer` and the reply goes there.
 */
result session_request_guest(struct object *client, struct thread *caller, uint8_t *buffer,
                             size_t size);
/* Where a server's message lies in guest memory: in its thread-local region, or a buffer of its own
 * that it can read and write. */
struct message_place {
    uint64_t address, size;
};
/* svcReplyAndReceive. */
result session_reply(struct object *server, struct thread *self, const struct message_place *at);
/* 0xf201 when there was nothing to receive after all, 0xf601 when the client is gone. */
result session_receive(struct object *server, const struct message_place *at);

#endif
