/* SPDX-License-Identifier: MIT */
#include "service/server.h"

#include "base/log.h"
#include "base/memory.h"
#include "kernel/session.h"
#include "service/call.h"
#include "service/ipc_trace.h"
#include "service/unknown.h"

#include <stdlib.h>
#include <string.h>

/* Sessions: from a message in the caller's buffer to the reply in its place. */

#define KERNEL_OUT_OF_HANDLES 0xd201u
#define KERNEL_SESSION_CLOSED 0xf601u
/* With 0 every auto-selected buffer comes as A or B, which the kernel maps and we read in place. */
#define POINTER_BUFFER_BYTES 0

enum control {
    CONTROL_TO_DOMAIN = 0,
    CONTROL_COPY_FROM_DOMAIN = 1,
    CONTROL_CLONE = 2,
    CONTROL_POINTER_BUFFER_SIZE = 3,
    CONTROL_CLONE_EX = 4,
};

struct session {
    const struct port *port;
    struct served *root;   /* what a plain session calls; NULL once closed */
    struct domain *domain; /* NULL until converted */
    bool closed;
};

static result session_request(void *server, struct thread *caller, uint8_t *buffer, size_t size);
static void session_close(void *server);

static const struct session_server_ops session_ops = {
    .name = "service", .request = session_request, .close = session_close};

/* Takes over the references. */
static struct object *session_new(const struct port *port, struct served *root,
                                  struct domain *domain) {
    struct session *s = NEW(struct session);
    *s = (struct session){.port = port, .root = root, .domain = domain};
    return session_new_hosted(&session_ops, s);
}

struct object *server_connect(const struct port *port) {
    return session_new(port, served_new(port->root, port->open ? port->open() : NULL), NULL);
}

static void session_drop(struct session *s) {
    s->closed = true;
    served_unref(s->root);
    domain_unref(s->domain);
    s->root = NULL;
    s->domain = NULL;
}

static void session_close(void *server) {
    session_drop(server);
    free(server);
}

/* Puts a session into the caller's handle table as a moved handle of the reply. */
static result reply_session(struct ipc_reply *reply, struct object *client) {
    uint32_t handle;
    result code = handle_add(client, &handle);
    object_unref(client);
    if (code == 0)
        reply->moves[reply->move_count++] = handle;
    return code;
}

static result reply_handles(struct ipc_reply *reply, struct call *c) {
    for (unsigned i = 0; i < c->copy_count; i++, reply->copy_count++)
        if (handle_add(c->copies[i], &reply->copies[reply->copy_count]) != 0)
            return KERNEL_OUT_OF_HANDLES;
    for (unsigned i = 0; i < c->move_count; i++, reply->move_count++)
        if (handle_add(c->moves[i], &reply->moves[reply->move_count]) != 0)
            return KERNEL_OUT_OF_HANDLES;
    return 0;
}

/* New objects go into the domain as ids, or become sessions of their own. */
static result reply_objects(struct ipc_reply *reply, struct session *s, struct call *c) {
    while (reply->object_count + reply->move_count < c->return_count) {
        struct served *object = served_ref(c->returns[reply->object_count + reply->move_count]);
        if (s->domain) {
            uint32_t id = domain_add(s->domain, object);
            if (!id) {
                served_unref(object);
                return KERNEL_OUT_OF_HANDLES;
            }
            reply->objects[reply->object_count++] = id;
        } else {
            result code = reply_session(reply, session_new(s->port, object, NULL));
            if (code != 0)
                return code;
        }
    }
    return 0;
}

static void reply_take_back(const struct ipc_reply *reply, struct session *s) {
    for (unsigned i = 0; i < reply->copy_count; i++)
        handle_close(reply->copies[i]);
    for (unsigned i = 0; i < reply->move_count; i++)
        handle_close(reply->moves[i]);
    for (unsigned i = 0; i < reply->object_count; i++)
        domain_close(s->domain, reply->objects[i]);
}

static const struct command *find_command(const struct interface *interface, uint32_t id) {
    for (size_t i = 0; i < interface->command_count; i++)
        if (interface->commands[i].id == id)
            return &interface->commands[i];
    return NULL;
}

static result dispatch(struct session *s, const struct ipc_message *m, struct call *c) {
    c->target = s->domain ? domain_get(s->domain, m->domain_object) : served_ref(s->root);
    if (!c->target) {
        log_warning(LOG_IPC, "%s: call of domain object %u, which does not exist", s->port->name,
                    m->domain_object);
        return IPC_RESULT_NO_OBJECT;
    }
    const struct interface *interface = c->target->object.interface;
    c->command = find_command(interface, m->command);
    ipc_trace_begin(s->port->name, interface, m, c);
    result code = RESULT_UNKNOWN_COMMAND;
    if (!c->command)
        unknown_command(s->port->name, interface, m->command);
    else
        code = c->in_size < c->command->in_size ? IPC_RESULT_BAD_HEADER : c->command->call(c);
    ipc_trace_end(s->port->name, interface, m, c, code);
    return code;
}

static result serve(struct session *s, const struct ipc_message *m, struct thread *caller,
                    uint8_t *buffer, size_t size) {
    struct call c;
    struct ipc_reply reply = {.token = m->token};
    reply.form = m->kind == IPC_TIPC ? IPC_FORM_TIPC : s->domain ? IPC_FORM_DOMAIN : IPC_FORM_CMIF;
    result svc = call_begin(&c, m, buffer, s->domain, caller);
    if (svc == 0) {
        reply.result = dispatch(s, m, &c);
        if (reply.result == 0) {
            reply.data = c.out_data;
            reply.size = c.command->out_size;
            svc = reply_objects(&reply, s, &c);
            if (svc == 0)
                svc = reply_handles(&reply, &c);
        }
        if (svc == 0 && !ipc_write_reply(&reply, buffer, size))
            svc = KERNEL_OUT_OF_HANDLES;
        if (svc != 0)
            reply_take_back(&reply, s);
    } else {
        log_warning(LOG_IPC, "%s: command %u has a bad pointer or handle (0x%x)", s->port->name,
                    m->command, svc);
    }
    call_finish(&c);
    return svc;
}

static result to_domain(struct session *s, uint32_t *id) {
    if (s->domain)
        return IPC_RESULT_NOT_DOMAIN;
    s->domain = domain_new();
    *id = domain_add(s->domain, s->root);
    s->root = NULL;
    return 0;
}

static struct object *clone(struct session *s) {
    return s->domain ? session_new(s->port, NULL, domain_ref(s->domain))
                     : session_new(s->port, served_ref(s->root), NULL);
}

static result control(struct session *s, const struct ipc_message *m, uint8_t *buffer,
                      size_t size) {
    struct ipc_reply reply = {.form = IPC_FORM_CMIF, .token = m->token};
    uint32_t value = 0;
    result svc = 0;
    reply.data = &value;
    switch (m->command) {
    case CONTROL_TO_DOMAIN:
        reply.result = to_domain(s, &value);
        reply.size = sizeof value;
        break;
    case CONTROL_COPY_FROM_DOMAIN: {
        if (m->payload_size >= sizeof value)
            memcpy(&value, buffer + m->payload_offset, sizeof value);
        struct served *object = s->domain ? domain_get(s->domain, value) : NULL;
        if (object)
            svc = reply_session(&reply, session_new(s->port, object, NULL));
        else
            reply.result = s->domain ? IPC_RESULT_NO_OBJECT : IPC_RESULT_NOT_DOMAIN;
        break;
    }
    case CONTROL_CLONE:
    case CONTROL_CLONE_EX:
        svc = reply_session(&reply, clone(s));
        break;
    case CONTROL_POINTER_BUFFER_SIZE:
        value = POINTER_BUFFER_BYTES;
        reply.size = sizeof(uint16_t);
        break;
    default:
        log_warning(LOG_IPC, "%s: unknown control command %u", s->port->name, m->command);
        reply.result = RESULT_UNKNOWN_COMMAND;
    }
    if (reply.result != 0)
        reply.size = 0;
    ipc_trace_control(s->port->name, m, reply.result);
    if (svc == 0 && !ipc_write_reply(&reply, buffer, size))
        svc = KERNEL_OUT_OF_HANDLES;
    return svc;
}

/* A reply without data: for what never reached a handler. */
static result plain_reply(struct session *s, result code, uint8_t *buffer, size_t size) {
    struct ipc_reply reply = {.form = s->domain ? IPC_FORM_DOMAIN : IPC_FORM_CMIF, .result = code};
    return ipc_write_reply(&reply, buffer, size) ? 0 : KERNEL_SESSION_CLOSED;
}

static result session_request(void *server, struct thread *caller, uint8_t *buffer, size_t size) {
    struct session *s = server;
    if (s->closed)
        return KERNEL_SESSION_CLOSED;
    struct ipc_message m;
    if (size > IPC_MESSAGE_BYTES)
        size = IPC_MESSAGE_BYTES;
    result code = ipc_parse(buffer, size, s->domain != NULL, &m);
    if (code == 0 && m.kind == IPC_TIPC && !s->port->tipc)
        code = IPC_RESULT_UNKNOWN_TYPE;
    if (code != 0) {
        log_warning(LOG_IPC, "%s: malformed message (0x%x)", s->port->name, code);
        return plain_reply(s, code, buffer, size);
    }
    switch (m.kind) {
    case IPC_CLOSE:
        session_drop(s);
        return KERNEL_SESSION_CLOSED;
    case IPC_CONTROL:
        return control(s, &m, buffer, size);
    case IPC_DOMAIN_CLOSE:
        return plain_reply(s, domain_close(s->domain, m.domain_object) ? 0 : IPC_RESULT_NO_OBJECT,
                           buffer, size);
    default:
        return serve(s, &m, caller, buffer, size);
    }
}
