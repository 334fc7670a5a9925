/* SPDX-License-Identifier: MIT */
#include "kernel/guest_port.h"

#include "base/memory.h"
#include "kernel/lock.h"
#include "kernel/request.h"
#include "kernel/results.h"
#include "kernel/wait.h"

#include <stddef.h>
#include <stdlib.h>

/* Everything but the objects is the kernel lock's. */
struct guest_port {
    struct object client, server;
    int ends;
    bool server_closed;
    uint32_t max_sessions;
    struct object **waiting; /* server ends not yet accepted, oldest first */
    uint32_t waiting_count, waiting_room;
};

static struct guest_port *of_client(struct object *o) {
    return (struct guest_port *)(void *)((char *)o - offsetof(struct guest_port, client));
}

static struct guest_port *of_server(struct object *o) {
    return (struct guest_port *)(void *)((char *)o - offsetof(struct guest_port, server));
}

static void free_when_last(struct guest_port *p) {
    kernel_lock();
    bool last = --p->ends == 0;
    kernel_unlock();
    if (!last)
        return;
    free(p->waiting);
    free(p);
}

static bool server_signalled(struct object *o) {
    return of_server(o)->waiting_count != 0;
}

static bool client_signalled(struct object *o) {
    struct guest_port *p = of_client(o);
    return p->waiting_count < p->max_sessions;
}

static void client_destroy(struct object *o) {
    free_when_last(of_client(o));
}

static void server_destroy(struct object *o) {
    struct guest_port *p = of_server(o);
    kernel_lock();
    p->server_closed = true;
    uint32_t count = p->waiting_count;
    p->waiting_count = 0;
    kernel_unlock();
    for (uint32_t i = 0; i < count; i++)
        object_unref(p->waiting[i]);
    free_when_last(p);
}

static const struct object_ops client_ops = {
    .kind = OBJECT_CLIENT_PORT,
    .name = "client port",
    .signalled = client_signalled,
    .destroy = client_destroy,
};

static const struct object_ops server_ops = {
    .kind = OBJECT_SERVER_PORT,
    .name = "server port",
    .signalled = server_signalled,
    .destroy = server_destroy,
};

void guest_port_new(int32_t max_sessions, struct object **server_out, struct object **client_out) {
    struct guest_port *p = NEW(struct guest_port);
    object_init(&p->client, &client_ops);
    object_init(&p->server, &server_ops);
    p->ends = 2;
    p->max_sessions = (uint32_t)max_sessions;
    *server_out = &p->server;
    *client_out = &p->client;
}

result guest_port_connect(struct object *client, struct object **session_out) {
    struct guest_port *p = of_client(client);
    struct object *server;
    session_new_guest(&server, session_out);
    kernel_lock();
    result r = p->server_closed                      ? RESULT_PORT_CLOSED
               : p->waiting_count >= p->max_sessions ? RESULT_OUT_OF_SESSIONS
                                                     : 0;
    if (!r) {
        GROW(p->waiting, p->waiting_count, p->waiting_room);
        p->waiting[p->waiting_count++] = server;
        wait_notify_locked(&p->server);
    }
    kernel_unlock();
    if (r) {
        object_unref(server);
        object_unref(*session_out);
        *session_out = NULL;
    }
    return r;
}

result guest_port_accept(struct object *server, struct object **session_out) {
    struct guest_port *p = of_server(server);
    kernel_lock();
    *session_out = p->waiting_count ? p->waiting[0] : NULL;
    if (*session_out) {
        p->waiting_count--;
        for (uint32_t i = 0; i < p->waiting_count; i++)
            p->waiting[i] = p->waiting[i + 1];
        wait_notify_locked(&p->client);
    }
    kernel_unlock();
    return *session_out ? 0 : RESULT_NOT_FOUND;
}
