/* SPDX-License-Identifier: MIT */
#include "kernel/guest_port.h"
#include "kernel/handle.h"
#include "kernel/message.h"
#include "kernel/process.h"
#include "kernel/request.h"
#include "kernel/results.h"
#include "kernel/session_object.h"
#include "kernel/space.h"
#include "kernel/svc_handlers.h"
#include "kernel/thread.h"
#include "kernel/wait.h"

#include <string.h>

/* Sessions and ports that guest threads serve. Light ones are refused: no library makes any. */

/* Read up to the NUL, so that a name at the very end of a mapping is found. */
result svc_read_port_name(uint64_t address, char *name) {
    for (unsigned i = 0; i < PORT_NAME_ROOM; i++) {
        if (!space_read(address + i, &name[i], 1))
            return RESULT_INVALID_POINTER;
        if (!name[i])
            return 0;
    }
    return RESULT_OUT_OF_RANGE;
}

static result refuse_light(void) {
    static bool said;
    svc_warn_partial(&said, "CreateSession, CreatePort", "light sessions are not there");
    return RESULT_NOT_IMPLEMENTED;
}

/* Handles for two ends, whose references go; both or none. */
static result give_ends(struct svc *c, struct object *server, struct object *client) {
    uint32_t first, second;
    result r = handle_add(server, &first);
    if (!r) {
        r = handle_add(client, &second);
        if (r)
            handle_close(first);
    }
    object_unref(server);
    object_unref(client);
    if (r)
        return r;
    c->out[1] = first;
    c->out[2] = second;
    return 0;
}

static result give_session(struct svc *c, struct object *session) {
    uint32_t handle;
    result r = handle_add(session, &handle);
    object_unref(session);
    c->out[1] = handle;
    return r;
}

uint64_t svc_create_session(struct svc *c) {
    struct object *server, *client;
    if ((uint32_t)c->in[2])
        return refuse_light();
    session_new_guest(&server, &client);
    return give_ends(c, server, client);
}

uint64_t svc_create_port(struct svc *c) {
    struct object *server, *client;
    int32_t max = (int32_t)c->in[2];
    if (max <= 0)
        return RESULT_OUT_OF_RANGE;
    if ((uint32_t)c->in[3] & 1)
        return refuse_light();
    guest_port_new(max, &server, &client);
    return give_ends(c, server, client);
}

static result name_port(struct svc *c, const char *name, int32_t max) {
    struct object *server, *client;
    uint32_t handle;
    guest_port_new(max, &server, &client);
    result r = handle_add(server, &handle);
    if (!r) {
        r = port_register_guest(name, client);
        if (r)
            handle_close(handle);
    }
    object_unref(server);
    object_unref(client);
    c->out[1] = r ? 0 : handle;
    return r;
}

uint64_t svc_manage_named_port(struct svc *c) {
    char name[PORT_NAME_ROOM];
    int32_t max = (int32_t)c->in[2];
    result r = svc_read_port_name(c->in[1], name);
    if (r)
        return r;
    if (max < 0)
        return RESULT_OUT_OF_RANGE;
    return max ? name_port(c, name, max) : port_remove_guest(name);
}

uint64_t svc_connect_to_port(struct svc *c) {
    struct object *session;
    struct object *port = handle_get_kind((uint32_t)c->in[1], c->thread, OBJECT_CLIENT_PORT);
    if (!port)
        return RESULT_INVALID_HANDLE;
    result r = guest_port_connect(port, &session);
    object_unref(port);
    return r ? r : give_session(c, session);
}

uint64_t svc_accept_session(struct svc *c) {
    struct object *session;
    struct object *port = handle_get_kind((uint32_t)c->in[1], c->thread, OBJECT_SERVER_PORT);
    if (!port)
        return RESULT_INVALID_HANDLE;
    result r = guest_port_accept(port, &session);
    object_unref(port);
    return r ? r : give_session(c, session);
}

static result reply(struct svc *c, uint32_t target, const struct message_place *at) {
    if (!target)
        return 0;
    struct object *session = handle_get_kind(target, c->thread, OBJECT_SERVER_SESSION);
    if (!session)
        return RESULT_INVALID_HANDLE;
    result r = session_reply(session, c->thread, at);
    object_unref(session);
    return r;
}

/* Waits until there is something that stays: a request can turn out to be malformed, and then its
 * client has the error and the server goes on waiting. */
static result receive(struct thread *self, struct object **objects, int count, int64_t timeout_ns,
                      const struct message_place *at, int32_t *index) {
    for (;;) {
        result r = wait_objects(self, objects, count, timeout_ns, index);
        if (r || objects[*index]->ops->kind != OBJECT_SERVER_SESSION)
            return r;
        r = session_receive(objects[*index], at);
        if (r != RESULT_NOT_FOUND)
            return r;
    }
}

/* arguments: handles, their number, the session to reply to, the timeout. */
static result reply_and_receive(struct svc *c, const uint64_t *arguments,
                                const struct message_place *at) {
    struct object *objects[THREAD_WAIT_MAX];
    int32_t count = (int32_t)arguments[1], index = -1;
    result r = svc_take_objects(arguments[0], count, objects);
    if (r)
        return r;
    r = reply(c, (uint32_t)arguments[2], at);
    if (!r)
        r = receive(c->thread, objects, count, (int64_t)arguments[3], at, &index);
    for (int i = 0; i < count; i++)
        object_unref(objects[i]);
    c->out[1] = (uint32_t)index;
    return r;
}

uint64_t svc_reply_and_receive(struct svc *c) {
    c->out[1] = UINT32_MAX;
    return reply_and_receive(c, &c->in[1], &(struct message_place){c->thread->tls, MESSAGE_BYTES});
}

uint64_t svc_reply_and_receive_with_user_buffer(struct svc *c) {
    const struct message_place at = {c->in[1], c->in[2]};
    c->out[1] = UINT32_MAX;
    const result r = svc_check_message_buffer(at.address, at.size);
    return r ? r : reply_and_receive(c, &c->in[3], &at);
}
