/* SPDX-License-Identifier: MIT */
#include "kernel/guest_port.h"
#include "kernel/lock.h"
#include "kernel/results.h"
#include "kernel/session_object.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#define PORT_MAX 64

static struct {
    char name[PORT_NAME_ROOM];
    port_connect *connect;
    void *context;
} ports[PORT_MAX];
static unsigned port_count;

static unsigned find_locked(const char *name) {
    unsigned i = 0;
    while (i < port_count && strcmp(ports[i].name, name) != 0)
        i++;
    return i;
}

static bool add(const char *name, port_connect *connect, void *context, bool replace) {
    kernel_lock();
    unsigned i = find_locked(name);
    bool done = i < PORT_MAX && (replace || i == port_count) && strlen(name) < PORT_NAME_ROOM;
    if (done) {
        strcpy(ports[i].name, name);
        ports[i].connect = connect;
        ports[i].context = context;
        if (i == port_count)
            port_count++;
    }
    kernel_unlock();
    return done;
}

void port_register(const char *name, port_connect *connect, void *context) {
    bool done = add(name, connect, context, true);
    assert(done);
    (void)done;
}

static struct object *connect_guest(void *client, result *r) {
    struct object *session;
    *r = guest_port_connect(client, &session);
    return session;
}

result port_register_guest(const char *name, struct object *client) {
    if (!add(name, connect_guest, client, false))
        return RESULT_INVALID_STATE;
    object_ref(client);
    return 0;
}

result port_remove_guest(const char *name) {
    struct object *client = NULL;
    kernel_lock();
    unsigned i = find_locked(name);
    if (i < port_count && ports[i].connect == connect_guest) {
        client = ports[i].context;
        ports[i] = ports[--port_count];
    }
    kernel_unlock();
    if (!client)
        return RESULT_NOT_FOUND;
    object_unref(client);
    return 0;
}

result port_connect_named(const char *name, struct object **client_out) {
    *client_out = NULL;
    port_connect *open_session = NULL;
    void *context = NULL;
    kernel_lock();
    unsigned i = find_locked(name);
    if (i < port_count) {
        open_session = ports[i].connect;
        context = ports[i].context;
        if (open_session == connect_guest)
            object_ref(context);
    }
    kernel_unlock();
    if (!open_session)
        return RESULT_NOT_FOUND;
    result r = RESULT_OUT_OF_SESSIONS;
    *client_out = open_session(context, &r);
    if (open_session == connect_guest)
        object_unref(context);
    return *client_out ? 0 : r;
}
