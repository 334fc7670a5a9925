/* SPDX-License-Identifier: MIT */
/* What the kernel's common calls cost. bench/kernel/host.c does the same with the host's own means,
 * and scripts/bench kernel puts both side by side. Each line of the debug output is
 *
 *     cost NAME NANOSECONDS ROUNDS
 *
 * Arguments: how often each is done, and how often a loop is interrupted. */
#include "guest.h"

enum { BETTER = 0x2b, MAIN = 0x2c, WORSE = 0x2d, CORE = 0, OTHER_CORE = 1 };
enum { WAIT_EQUAL = 2, SIGNAL = 0, FOR_EVER = -1, MOST_INTERRUPTIONS = 4096 };

static uint32_t rounds;

static uint64_t ns_of_ticks(uint64_t ticks) {
    return ticks * 625 / 12; /* 19.2 MHz */
}

static void must(const char *what, Result r) {
    if (r)
        guest_fail(what, r);
}

static void start(struct guest_thread *t, void (*entry)(void *), int priority, int core) {
    must("thread_start", thread_start(t, entry, NULL, priority, core));
}

static void cost(const char *name, uint64_t since, uint32_t times) {
    print("cost %s %lu %u", name, (unsigned long)ns_of_ticks(svcGetSystemTick() - since), times);
}

static struct mutex lock;

static void uncontended_mutex(void) {
    const uint64_t since = svcGetSystemTick();
    for (uint32_t i = 0; i < 100 * rounds; i++) {
        mutex_lock(&lock);
        mutex_unlock(&lock);
    }
    cost("mutex", since, 100 * rounds);
}

static Handle writable, readable;

static void signal_and_wait(void) {
    int index;
    const uint64_t since = svcGetSystemTick();
    for (uint32_t i = 0; i < rounds; i++) {
        svcSignalEvent(writable);
        svcWaitSynchronization(&index, &readable, 1, FOR_EVER);
        svcResetSignal(readable);
    }
    cost("event", since, rounds);
}

/* ---- two threads that take turns ---- */

static uint32_t turn;

static void take_turns(uint32_t self) {
    for (uint32_t i = 0; i < rounds; i++) {
        while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != self)
            svcWaitForAddress(&turn, WAIT_EQUAL, !self, FOR_EVER);
        __atomic_store_n(&turn, !self, __ATOMIC_RELEASE);
        svcSignalToAddress(&turn, SIGNAL, 0, 1);
    }
}

static void second(void *unused) {
    (void)unused;
    take_turns(1);
}

static void switches(const char *name, int core) {
    struct guest_thread t;
    turn = 1;
    start(&t, second, MAIN, core);
    const uint64_t since = svcGetSystemTick();
    take_turns(0);
    cost(name, since, 2 * rounds);
    thread_join(&t);
}

/* ---- requests ---- */

enum { TYPE_REQUEST = 4 };
static Handle server, client;

static uint32_t *message(void) {
    uint32_t *words;
    __asm__("mrs %0, tpidrro_el0" : "=r"(words));
    return words;
}

/* Ends when the client's end is closed. */
static void serve(void *unused) {
    (void)unused;
    int index;
    Result r = svcReplyAndReceive(&index, &server, 1, 0, FOR_EVER);
    while (!r) {
        message()[0] = 0;
        message()[1] = 0;
        r = svcReplyAndReceive(&index, &server, 1, server, FOR_EVER);
    }
}

static void requests_to_a_thread(void) {
    struct guest_thread t;
    must("svcCreateSession", svcCreateSession(&server, &client, 0, 0));
    start(&t, serve, MAIN, OTHER_CORE);
    const uint64_t since = svcGetSystemTick();
    for (uint32_t i = 0; i < rounds; i++) {
        message()[0] = TYPE_REQUEST;
        message()[1] = 0;
        must("svcSendSyncRequest", svcSendSyncRequest(client));
    }
    cost("thread-ipc", since, rounds);
    svcCloseHandle(client);
    thread_join(&t);
    svcCloseHandle(server);
}

static void requests_to_a_service(void) {
    enum { GET_PERFORMANCE_MODE = 1 };
    Handle apm;
    must("apm", sm_get_service("apm", &apm));
    const uint64_t since = svcGetSystemTick();
    for (uint32_t i = 0; i < rounds; i++) {
        uint32_t mode;
        struct ipc_request r = {
            .command = GET_PERFORMANCE_MODE, .out = &mode, .out_size = sizeof mode};
        must("GetPerformanceMode", ipc_send(apm, &r));
    }
    cost("service-ipc", since, rounds);
    ipc_close(apm);
}

/* ---- a loop without calls loses its core ---- */

static volatile uint64_t stop, signalled_at;
static volatile uint32_t answered;
static uint32_t interruptions;
static uint64_t took[MOST_INTERRUPTIONS];

/* It stores, so that it is no wait that the lifter knows. */
static void spin(void *unused) {
    static volatile uint64_t turns;
    (void)unused;
    while (!stop)
        turns++;
}

/* Not in step with the scheduler's own timer. */
static void signal_often(void *unused) {
    (void)unused;
    for (uint32_t i = 0; i < interruptions; i++) {
        do
            svcSleepThread(1000000 + i % 7 * 130000);
        while (answered != i);
        signalled_at = svcGetSystemTick();
        svcSignalEvent(writable);
    }
}

static void sort(uint64_t *values, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k && values[k] < values[k - 1]; k--) {
            const uint64_t less = values[k];
            values[k] = values[k - 1];
            values[k - 1] = less;
        }
}

static void interruption(void) {
    struct guest_thread spinner, signaller;
    start(&spinner, spin, WORSE, CORE);
    start(&signaller, signal_often, MAIN, OTHER_CORE);
    for (uint32_t i = 0; i < interruptions; i++) {
        int index;
        svcWaitSynchronization(&index, &readable, 1, FOR_EVER);
        took[i] = svcGetSystemTick() - signalled_at;
        svcResetSignal(readable);
        answered = i + 1;
    }
    stop = 1;
    thread_join(&spinner);
    thread_join(&signaller);
    sort(took, interruptions);
    print("cost preemption %lu 1", (unsigned long)ns_of_ticks(took[interruptions / 2]));
    print("cost preemption-90 %lu 1", (unsigned long)ns_of_ticks(took[interruptions * 9 / 10]));
}

static uint32_t number(int argc, char **argv, int n, uint32_t otherwise) {
    uint32_t value = 0;
    for (const char *p = argc > n ? argv[n] : ""; *p >= '0' && *p <= '9'; p++)
        value = value * 10 + (uint32_t)(*p - '0');
    return value ? value : otherwise;
}

int main(int argc, char **argv) {
    rounds = number(argc, argv, 1, 1000);
    interruptions = number(argc, argv, 2, 10);
    if (interruptions > MOST_INTERRUPTIONS)
        interruptions = MOST_INTERRUPTIONS;
    must("svcCreateEvent", svcCreateEvent(&writable, &readable));
    uncontended_mutex();
    signal_and_wait();
    switches("switch", OTHER_CORE);
    switches("switch-same", CORE);
    requests_to_a_thread();
    requests_to_a_service();
    interruption();
    return 0;
}
