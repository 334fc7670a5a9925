/* SPDX-License-Identifier: MIT */
#include "kernel/session_object.h"

#include "base/memory.h"
#include "kernel/process.h"
#include "kernel/request.h"
#include "kernel/results.h"

#include <pthread.h>
#include <stdlib.h>

struct client_session {
    struct object object;
    const struct session_server_ops *server_ops;
    void *server;
    pthread_mutex_t turn; /* one request at a time */
    bool closed;          /* turn */
};

static void client_destroy(struct object *o) {
    struct client_session *c = (struct client_session *)o;
    thread_host_work_begin(); /* files and sockets may be closed */
    if (c->server_ops->close)
        c->server_ops->close(c->server);
    thread_host_work_end();
    pthread_mutex_destroy(&c->turn);
    free(c);
}

static const struct object_ops client_ops = {
    .kind = OBJECT_CLIENT_SESSION,
    .name = "client session",
    .destroy = client_destroy,
};

struct object *session_new_hosted(const struct session_server_ops *ops, void *server) {
    struct client_session *c = NEW(struct client_session);
    object_init(&c->object, &client_ops);
    c->server_ops = ops;
    c->server = server;
    pthread_mutex_init(&c->turn, NULL);
    return &c->object;
}

#define TURN_POLL_NS 100000

static void take_turn(struct client_session *c) {
    while (pthread_mutex_trylock(&c->turn) != 0) {
        if (thread_wait_virtual(TURN_POLL_NS))
            continue;
        pthread_mutex_lock(&c->turn);
        return;
    }
}

result session_request(struct object *client, struct thread *caller, uint8_t *buffer, size_t size) {
    if (session_is_guest(client))
        return session_request_guest(client, caller, buffer, size);
    struct client_session *c = (struct client_session *)client;
    result r = RESULT_SESSION_CLOSED;
    thread_host_work_begin();
    take_turn(c);
    if (!c->closed) {
        r = c->server_ops->request(c->server, caller, buffer, size);
        c->closed = r == RESULT_SESSION_CLOSED;
    }
    pthread_mutex_unlock(&c->turn);
    thread_host_work_end();
    return r;
}
