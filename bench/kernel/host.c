/* SPDX-License-Identifier: MIT */
/* What guest/programs/costs.c does, with the host's own means: pthreads, futex, eventfd,
 * socketpair. Prints the same lines; the argument is how often each is done. */
#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE_BYTES = 256 }; /* as the guest's */

static uint32_t rounds;

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void cost(const char *name, uint64_t since, uint32_t times) {
    printf("cost %s %llu %u\n", name, (unsigned long long)(now() - since), times);
}

static void must(const char *what, int failed) {
    if (!failed)
        return;
    fprintf(stderr, "host: %s: %s\n", what, strerror(errno));
    exit(1);
}

static pthread_t start(void *(*entry)(void *)) {
    pthread_t t;
    must("pthread_create", pthread_create(&t, NULL, entry, NULL));
    return t;
}

static void uncontended_mutex(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const uint64_t since = now();
    for (uint32_t i = 0; i < 100 * rounds; i++) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    cost("mutex", since, 100 * rounds);
}

static void signal_and_wait(void) {
    struct pollfd event = {.fd = eventfd(0, EFD_CLOEXEC), .events = POLLIN};
    uint64_t value = 1;
    must("eventfd", event.fd < 0);
    const uint64_t since = now();
    for (uint32_t i = 0; i < rounds; i++) {
        must("write", write(event.fd, &value, sizeof value) != sizeof value);
        must("poll", poll(&event, 1, -1) != 1);
        must("read", read(event.fd, &value, sizeof value) != sizeof value);
    }
    cost("event", since, rounds);
    close(event.fd);
}

/* ---- two threads that take turns ---- */

static uint32_t turn;

static void futex(int operation, uint32_t value) {
    syscall(SYS_futex, &turn, operation, value, NULL, NULL, 0);
}

static void take_turns(uint32_t self) {
    for (uint32_t i = 0; i < rounds; i++) {
        while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != self)
            futex(FUTEX_WAIT_PRIVATE, !self);
        __atomic_store_n(&turn, !self, __ATOMIC_RELEASE);
        futex(FUTEX_WAKE_PRIVATE, 1);
    }
}

static void *second(void *unused) {
    (void)unused;
    take_turns(1);
    return NULL;
}

static void switches(void) {
    turn = 1;
    const pthread_t t = start(second);
    const uint64_t since = now();
    take_turns(0);
    cost("switch", since, 2 * rounds);
    pthread_join(t, NULL);
}

/* ---- requests ---- */

static int ends[2];

static void *serve(void *unused) {
    char message[MESSAGE_BYTES];
    (void)unused;
    while (recv(ends[1], message, sizeof message, 0) == sizeof message)
        must("send", send(ends[1], message, sizeof message, 0) != sizeof message);
    return NULL;
}

static void requests(void) {
    char message[MESSAGE_BYTES] = {0};
    must("socketpair", socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends));
    const pthread_t t = start(serve);
    const uint64_t since = now();
    for (uint32_t i = 0; i < rounds; i++) {
        must("send", send(ends[0], message, sizeof message, 0) != sizeof message);
        must("recv", recv(ends[0], message, sizeof message, 0) != sizeof message);
    }
    cost("ipc", since, rounds);
    close(ends[0]);
    pthread_join(t, NULL);
    close(ends[1]);
}

int main(int argc, char **argv) {
    rounds = argc > 1 ? (uint32_t)atoi(argv[1]) : 1000;
    uncontended_mutex();
    signal_and_wait();
    switches();
    requests();
    return 0;
}
