/* SPDX-License-Identifier: MIT */
#include "kernel/request.h"

#include "base/memory.h"
#include "kernel/lock.h"
#include "kernel/message.h"
#include "kernel/results.h"
#include "kernel/space.h"
#include "kernel/thread.h"
#include "kernel/wait.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A message on its way. Both threads hold it: a client that the end of the process wakes up leaves
 * while the server may still be writing. */
struct request {
    int references;        /* kernel lock */
    struct thread *client; /* NULL once it was woken; kernel lock */
    result result;         /* kernel lock */
    struct request *next;
    size_t size;
    uint8_t bytes[];
};

/* Everything but the objects is the kernel lock's. */
struct session {
    struct object client, server;
    int ends;
    bool client_closed, server_closed;
    struct request *first;   /* waiting, in order */
    struct request *current; /* received and not yet replied to */
};

static struct session *of_client(struct object *o) {
    return (struct session *)(void *)((char *)o - offsetof(struct session, client));
}

static struct session *of_server(struct object *o) {
    return (struct session *)(void *)((char *)o - offsetof(struct session, server));
}

static void drop_locked(struct request *r) {
    if (r && --r->references == 0)
        free(r);
}

/* Wakes the client with this; the caller's reference goes. */
static void finish_locked(struct request *r, result with) {
    r->result = with;
    if (r->client)
        thread_wake_locked(r->client, with);
    r->client = NULL;
    drop_locked(r);
}

static bool server_signalled(struct object *o) {
    struct session *s = of_server(o);
    return s->client_closed || (s->first && !s->current);
}

static void free_when_last(struct session *s) {
    kernel_lock();
    bool last = --s->ends == 0;
    kernel_unlock();
    if (last)
        free(s);
}

static void client_destroy(struct object *o) {
    struct session *s = of_client(o);
    kernel_lock();
    s->client_closed = true;
    wait_notify_locked(&s->server);
    kernel_unlock();
    free_when_last(s);
}

static void server_destroy(struct object *o) {
    struct session *s = of_server(o);
    kernel_lock();
    s->server_closed = true;
    if (s->current)
        finish_locked(s->current, RESULT_SESSION_CLOSED);
    s->current = NULL;
    while (s->first) {
        struct request *r = s->first;
        s->first = r->next;
        finish_locked(r, RESULT_SESSION_CLOSED);
    }
    kernel_unlock();
    free_when_last(s);
}

static const struct object_ops client_ops = {
    .kind = OBJECT_CLIENT_SESSION,
    .name = "client session",
    .destroy = client_destroy,
};

static const struct object_ops server_ops = {
    .kind = OBJECT_SERVER_SESSION,
    .name = "server session",
    .signalled = server_signalled,
    .destroy = server_destroy,
};

void session_new_guest(struct object **server_out, struct object **client_out) {
    struct session *s = NEW(struct session);
    object_init(&s->client, &client_ops);
    object_init(&s->server, &server_ops);
    s->ends = 2;
    *server_out = &s->server;
    *client_out = &s->client;
}

bool session_is_guest(const struct object *client) {
    return client->ops == &client_ops;
}

static struct request *enqueue_locked(struct session *s, struct thread *client,
                                      const uint8_t *buffer, size_t size) {
    struct request *r = memory_new(sizeof *r + size);
    r->references = 2; /* the queue's and the client's */
    r->client = client;
    r->size = size;
    memcpy(r->bytes, buffer, size);
    struct request **at = &s->first;
    while (*at)
        at = &(*at)->next;
    *at = r;
    if (!s->current)
        wait_notify_locked(&s->server);
    return r;
}

result session_request_guest(struct object *client, struct thread *caller, uint8_t *buffer,
                             size_t size) {
    struct session *s = of_client(client);
    kernel_lock();
    if (s->server_closed) {
        kernel_unlock();
        return RESULT_SESSION_CLOSED;
    }
    struct request *r = enqueue_locked(s, caller, buffer, size);
    result result = thread_block_locked(caller, THREAD_WAIT_REPLY, THREAD_FOR_EVER);
    r->client = NULL;
    if (!result)
        memcpy(buffer, r->bytes, size);
    drop_locked(r);
    kernel_unlock();
    return result;
}

/* Gives the message to the server's place. */
static result carry_to(struct request *r, const struct message_place *at, struct thread *client) {
    const struct message from = {r->bytes, r->size};
    struct message to = {memory_new(at->size), at->size};
    result failed = space_read(at->address, to.bytes, to.size)
                        ? message_carry(&from, &to, client, false)
                        : RESULT_INVALID_CURRENT_MEMORY;
    if (!failed && !space_write(at->address, to.bytes, to.size))
        failed = RESULT_INVALID_CURRENT_MEMORY;
    free(to.bytes);
    return failed;
}

static result carry_back(const struct message_place *at, struct request *r, struct thread *self) {
    const struct message from = {memory_new(at->size), at->size};
    struct message to = {r->bytes, r->size};
    const result failed = space_read(at->address, from.bytes, from.size)
                              ? message_carry(&from, &to, self, true)
                              : RESULT_INVALID_CURRENT_MEMORY;
    free(from.bytes);
    return failed;
}

result session_receive(struct object *server, const struct message_place *at) {
    struct session *s = of_server(server);
    kernel_lock();
    struct request *r = s->current ? NULL : s->first;
    if (!r) {
        result none = s->client_closed ? RESULT_SESSION_CLOSED : RESULT_NOT_FOUND;
        kernel_unlock();
        return none;
    }
    s->first = r->next;
    s->current = r;
    r->references++;
    struct thread *client = r->client ? object_ref(r->client) : NULL;
    kernel_unlock();

    const result failed = carry_to(r, at, client);

    kernel_lock();
    if (failed && s->current == r) {
        s->current = NULL;
        finish_locked(r, failed);
    }
    drop_locked(r);
    kernel_unlock();
    object_unref(client);
    return failed ? RESULT_NOT_FOUND : 0;
}

result session_reply(struct object *server, struct thread *self, const struct message_place *at) {
    struct session *s = of_server(server);
    kernel_lock();
    struct request *r = s->current;
    s->current = NULL;
    bool gone = s->client_closed;
    kernel_unlock();
    if (!r)
        return gone ? RESULT_SESSION_CLOSED : RESULT_INVALID_STATE;

    const result failed = carry_back(at, r, self);

    kernel_lock();
    gone = !r->client;
    finish_locked(r, failed);
    if (s->first)
        wait_notify_locked(&s->server);
    kernel_unlock();
    return failed ? failed : gone ? RESULT_SESSION_CLOSED : 0;
}
