/* SPDX-License-Identifier: MIT */
#include "kernel/lock.h"
#include "kernel/results.h"
#include "kernel/session_object.h"

#include <assert.h>
#include <string.h>

#define PORT_MAX 16

static struct {
    const char *name;
    port_connect *connect;
    void *context;
} ports[PORT_MAX];
static unsigned port_count;

void port_register(const char *name, port_connect *connect, void *context) {
    kernel_lock();
    unsigned i = 0;
    while (i < port_count && strcmp(ports[i].name, name) != 0)
        i++;
    assert(i < PORT_MAX);
    ports[i].name = name;
    ports[i].connect = connect;
    ports[i].context = context;
    if (i == port_count)
        port_count++;
    kernel_unlock();
}

result port_connect_named(const char *name, struct object **client_out) {
    *client_out = NULL;
    port_connect *connect = NULL;
    void *context = NULL;
    kernel_lock();
    for (unsigned i = 0; i < port_count; i++) {
        if (!strcmp(ports[i].name, name)) {
            connect = ports[i].connect;
            context = ports[i].context;
        }
    }
    kernel_unlock();
    if (!connect)
        return RESULT_NOT_FOUND;
    result r = RESULT_OUT_OF_SESSIONS;
    *client_out = connect(context, &r);
    return *client_out ? 0 : r;
}
