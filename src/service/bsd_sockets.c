/* SPDX-License-Identifier: MIT */
#include "service/bsd.h"

#include "base/blocking.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

/* The table of the guest's sockets. */

static struct {
    pthread_mutex_t lock;
    struct {
        int host;
        int users; /* calls in it, and 1 while it is open */
        bool open;
    } sockets[BSD_SOCKETS];
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

int bsd_socket_add(int host) {
    int number = -1;
    pthread_mutex_lock(&table.lock);
    for (int i = 0; i < BSD_SOCKETS && number < 0; i++) {
        if (table.sockets[i].users == 0) {
            table.sockets[i].host = host;
            table.sockets[i].users = 1;
            table.sockets[i].open = true;
            number = i;
        }
    }
    pthread_mutex_unlock(&table.lock);
    if (number < 0) {
        blocking_call("close");
        close(host);
        errno = EMFILE;
    }
    return number;
}

int bsd_socket_enter(int number) {
    int host = -1;
    pthread_mutex_lock(&table.lock);
    if (number >= 0 && number < BSD_SOCKETS && table.sockets[number].open) {
        table.sockets[number].users++;
        host = table.sockets[number].host;
    }
    pthread_mutex_unlock(&table.lock);
    return host;
}

void bsd_socket_leave(int number) {
    blocking_call("close");
    int saved = errno;
    pthread_mutex_lock(&table.lock);
    if (--table.sockets[number].users == 0) {
        close(table.sockets[number].host);
    }
    pthread_mutex_unlock(&table.lock);
    errno = saved;
}

bool bsd_socket_close(int number) {
    bool found = false;
    pthread_mutex_lock(&table.lock);
    if (number >= 0 && number < BSD_SOCKETS && table.sockets[number].open) {
        found = true;
        table.sockets[number].open = false;
        if (table.sockets[number].users > 1) { /* wakes who waits inside */
            shutdown(table.sockets[number].host, SHUT_RDWR);
        }
    }
    pthread_mutex_unlock(&table.lock);
    if (found) {
        bsd_socket_leave(number);
    }
    return found;
}

void bsd_socket_shutdown_all(int how) {
    blocking_call("shutdown");
    pthread_mutex_lock(&table.lock);
    for (int i = 0; i < BSD_SOCKETS; i++) {
        if (table.sockets[i].open) {
            shutdown(table.sockets[i].host, how);
        }
    }
    pthread_mutex_unlock(&table.lock);
}

result bsd_fail(struct call *c, int error_number) {
    struct bsd_reply reply = {-1, error_number};
    memcpy(call_out(c), &reply, sizeof reply);
    return 0;
}

result bsd_return(struct call *c, int64_t ret) {
    if (ret < 0) {
        return bsd_fail(c, errno);
    }
    struct bsd_reply reply = {(int32_t)ret, 0};
    memcpy(call_out(c), &reply, sizeof reply);
    return 0;
}

enum network_policy bsd_policy(void) {
    return network_policy(service_options.network);
}
