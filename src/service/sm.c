/* SPDX-License-Identifier: MIT */
#include "service/sm.h"

#include "base/memory.h"
#include "kernel/session.h"
#include "service/ports.h"
#include "service/server.h"
#include "service/unknown.h"

#include <stdlib.h>
#include <string.h>

/* sm: - the one named port; it hands out all others. */

#define SM_NOT_REGISTERED RESULT(21, 2) /* 0x415 */
#define SM_BAD_NAME       RESULT(21, 6) /* 0xc15 */
#define SM_NO_SERVICE     RESULT(21, 7) /* 0xe15 */
#define SM_NOT_ALLOWED    RESULT(21, 8) /* 0x1015 */

struct client {
    bool registered;
};

static void *sm_open(void) {
    return NEW(struct client);
}

static result register_client(struct call *c) {
    ((struct client *)call_data(c))->registered = true;
    return 0;
}

/* Nothing may follow the first NUL; what a name contains is part of the log line. */
static bool name_ok(const char name[8]) {
    size_t length = strnlen(name, 8);
    for (size_t i = 0; i < 8; i++)
        if (i < length ? name[i] < 0x21 || name[i] > 0x7e : name[i] != 0)
            return false;
    return length > 0;
}

const struct port *sm_find(const char name[8]) {
    char text[9] = {0};
    memcpy(text, name, 8);
    for (size_t i = 0; i < service_port_count; i++)
        if (service_ports[i] != &port_sm && !strcmp(service_ports[i]->name, text))
            return service_ports[i];
    return NULL;
}

/* Old clients ask for the empty name first, and register only when exactly 2021-0002 comes back;
 * after that the empty name is a bad one. */
static result get_service_handle(struct call *c) {
    const char *name = call_in(c);
    if (!((struct client *)call_data(c))->registered)
        return SM_NOT_REGISTERED;
    if (!name_ok(name))
        return SM_BAD_NAME;
    const struct port *port = sm_find(name);
    if (!port) {
        char text[9] = {0};
        memcpy(text, name, 8);
        unknown_port(text);
        return SM_NO_SERVICE;
    }
    call_return_move(c, server_connect(port));
    return 0;
}

/* Programs may not offer services of their own here. */
static result register_service(struct call *c) {
    (void)c;
    return SM_NOT_ALLOWED;
}

static result detach_client(struct call *c) {
    ((struct client *)call_data(c))->registered = false;
    return 0;
}

static const struct command commands[] = {
    {0, "RegisterClient", register_client, COMMAND_FULL, 0, 0},
    {1, "GetServiceHandle", get_service_handle, COMMAND_FULL, 8, 0},
    {2, "RegisterService", register_service, COMMAND_ABSENT, 0, 0},
    {3, "UnregisterService", register_service, COMMAND_ABSENT, 0, 0},
    {4, "DetachClient", detach_client, COMMAND_FULL, 0, 0},
};

static const struct interface interface_sm = INTERFACE("IUserInterface", commands, free);

const struct port port_sm = {.name = "sm:", .root = &interface_sm, .open = sm_open, .tipc = true};

static struct object *connect(void *context, result *code) {
    (void)context;
    *code = 0;
    return server_connect(&port_sm);
}

void sm_start(void) {
    port_register("sm:", connect, NULL);
}
