/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_CALL_H
#define WINDLASS_SERVICE_CALL_H

#include "service/ipc_message.h"
#include "service/served.h"

/* One request while it is served: what the accessors of service.h read and fill. */

#define CALL_MAX_BUFFERS (3 * IPC_MAX)
#define CALL_MAX_RETURNS 8

struct call_buffers {
    unsigned count;
    struct buffer at[CALL_MAX_BUFFERS];
};

struct call {
    struct thread *thread;
    struct served *target;
    const struct command *command;
    uint64_t pid;
    unsigned handle_count, in_object_count;
    struct object *handles[2 * IPC_MAX];
    struct served *in_objects[IPC_MAX];
    struct call_buffers in, out;
    size_t in_size;
    _Alignas(8) uint8_t in_data[IPC_MESSAGE_BYTES];
    _Alignas(8) uint8_t out_data[IPC_MESSAGE_BYTES];
    unsigned return_count, copy_count, move_count;
    struct served *returns[CALL_MAX_RETURNS];
    struct object *copies[CALL_MAX_RETURNS], *moves[CALL_MAX_RETURNS];
};

/* Takes payload, handles, objects and buffers out of a parsed message: the place where the guest's
 * pointers are checked. 0, or what svcSendSyncRequest returns; end with call_finish either way. */
result call_begin(struct call *c, const struct ipc_message *m, const uint8_t *message,
                  struct domain *domain, struct thread *thread);
/* Lets go of all references that the call holds, results that were not sent included. */
void call_finish(struct call *c);
/* Drops what the handler wanted to return: its result is an error. */
void call_drop_returns(struct call *c);

#endif
