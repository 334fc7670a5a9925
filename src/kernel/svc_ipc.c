/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "core/memory.h"
#include "kernel/handle.h"
#include "kernel/message.h"
#include "kernel/process.h"
#include "kernel/results.h"
#include "kernel/session_object.h"
#include "kernel/space.h"
#include "kernel/svc_handlers.h"
#include "kernel/thread.h"

#include <stdlib.h>
#include <string.h>

#define USER_BUFFER_MAX (1ull << 20) /* bounds the copy that is made of it */

uint64_t svc_connect_to_named_port(struct svc *c) {
    char name[PORT_NAME_ROOM];
    struct object *o;
    uint32_t handle;
    result r = svc_read_port_name(c->in[1], name);
    if (!r)
        r = port_connect_named(name, &o);
    if (r)
        return r;
    r = handle_add(o, &handle);
    object_unref(o);
    c->out[1] = handle;
    return r;
}

/* The server sees a copy of the message: other threads of the guest can write to the original. */
uint64_t svc_send_sync_request(struct svc *c) {
    uint8_t message[MESSAGE_BYTES] __attribute__((aligned(16)));
    struct object *o = handle_get_kind((uint32_t)c->in[0], c->thread, OBJECT_CLIENT_SESSION);
    if (!o)
        return RESULT_INVALID_HANDLE;
    void *tls = (void *)c->thread->tls;
    memcpy(message, tls, sizeof message);
    result r = session_request(o, c->thread, message, sizeof message);
    if (!r)
        memcpy(tls, message, sizeof message);
    object_unref(o);
    return r;
}

result svc_check_message_buffer(uint64_t address, uint64_t size) {
    const result r = space_check_range(address, size);
    if (r)
        return r;
    if (size > USER_BUFFER_MAX)
        return RESULT_OUT_OF_RESOURCE;
    return process_memory_ok(address, size, GUEST_RW) ? 0 : RESULT_INVALID_CURRENT_MEMORY;
}

uint64_t svc_send_sync_request_with_user_buffer(struct svc *c) {
    uint64_t address = c->in[0], size = c->in[1];
    result r = svc_check_message_buffer(address, size);
    if (r)
        return r;
    struct object *o = handle_get_kind((uint32_t)c->in[2], c->thread, OBJECT_CLIENT_SESSION);
    if (!o)
        return RESULT_INVALID_HANDLE;
    uint8_t *message = memory_new(size);
    r = space_read(address, message, size) ? session_request(o, c->thread, message, size)
                                           : RESULT_INVALID_CURRENT_MEMORY;
    if (!r && !space_write(address, message, size))
        r = RESULT_INVALID_CURRENT_MEMORY;
    free(message);
    object_unref(o);
    return r;
}
