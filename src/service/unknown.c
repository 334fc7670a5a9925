/* SPDX-License-Identifier: MIT */
#include "service/unknown.h"

#include "base/log.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define ROOM 256

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char seen[ROOM][64];
static unsigned count;

/* True the first time that a key comes; when the table is full, every time. */
static bool first_time(const char *key) {
    bool first = true;
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < count && first; i++)
        first = strncmp(seen[i], key, sizeof seen[i] - 1) != 0;
    if (first && count < ROOM)
        snprintf(seen[count++], sizeof seen[0], "%s", key);
    pthread_mutex_unlock(&lock);
    return first;
}

void unknown_command(const char *port, const struct interface *interface, uint32_t id) {
    char key[64];
    snprintf(key, sizeof key, "%s %s %u", port, interface->name, id);
    if (first_time(key))
        log_warning(LOG_IPC,
                    "%s: the program calls command %u of %s, which is not implemented; it gets "
                    "2010-0221 (docs/services.md lists what is there)",
                    port, id, interface->name);
}

void unknown_port(const char *name) {
    char key[64];
    snprintf(key, sizeof key, "port %s", name);
    if (first_time(key))
        log_warning(LOG_IPC,
                    "sm: the program asks for the service \"%s\", which is not implemented; it "
                    "gets 2021-0007 (docs/services.md lists what is there)",
                    name);
}
