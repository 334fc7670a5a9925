/* SPDX-License-Identifier: MIT */
/* Three cores: who runs, who waits, who is interrupted. Arguments: rounds of interrupting, and
 * increments of each thread that counts without locks. */
#include "check.h"
#include "held.h"

enum {
    BETTER = 0x2b,
    MAIN = 0x2c,
    WORSE = 0x2d,
    TURNS = 0x3b, /* the one priority whose threads share time */
    CORE = 0,     /* main's */
    OTHER_CORE = 1,
    COUNTERS = 8,
};
#define MS 1000000ll

static volatile uint32_t ran, stop;

static void run_once(void *unused) {
    (void)unused;
    ran = 1;
}

static void count_until_stop(void *counter) {
    volatile uint64_t *n = counter;
    while (!stop)
        (*n)++;
}

static void start(struct guest_thread *t, void (*entry)(void *), void *argument, int priority,
                  int core) {
    Result r = thread_start(t, entry, argument, priority, core);
    if (r)
        guest_fail("thread_start", r);
}

static void priorities(void) {
    struct guest_thread t;
    ran = 0;
    start(&t, run_once, NULL, BETTER, CORE);
    check(ran == 1, "a better thread takes the core at once");
    thread_join(&t);

    ran = 0;
    start(&t, run_once, NULL, MAIN, CORE);
    check(ran == 0, "an equal one waits");
    svcSleepThread(0);
    check(ran == 1, "until this one yields");
    thread_join(&t);

    ran = 0;
    start(&t, run_once, NULL, WORSE, CORE);
    svcSleepThread(0);
    check(ran == 0, "a worse one gets nothing by that");
    for (int i = 0; i < 1000 && !ran; i++)
        svcSleepThread(MS);
    check(ran == 1, "but when this one sleeps");
    thread_join(&t);

    ran = 0;
    start(&t, run_once, NULL, WORSE, CORE);
    svcSetThreadPriority(t.handle, BETTER);
    check(ran == 1, "or when it becomes better");
    thread_join(&t);

    ran = 0;
    start(&t, run_once, NULL, MAIN, OTHER_CORE);
    while (!ran)
        ;
    check(true, "on another core a thread runs at the same time");
    thread_join(&t);
}

static void note_core(void *core) {
    *(int *)core = svcGetCurrentProcessorNumber();
}

static void masks(void) {
    for (int core = 0; core < 3; core++) {
        struct guest_thread t;
        int got = -1;
        start(&t, note_core, &got, MAIN, core);
        thread_join(&t);
        check(got == core, "a thread runs on the core that it was made for");
    }
    svcSetThreadCoreMask(CURRENT_THREAD, 2, 1 << 2);
    check(svcGetCurrentProcessorNumber() == 2, "a mask moves the thread that sets it");
    svcSetThreadCoreMask(CURRENT_THREAD, CORE, 1 << CORE);
    check(svcGetCurrentProcessorNumber() == CORE, "and back");

    struct guest_thread t;
    uint64_t count = 0;
    stop = 0;
    start(&t, count_until_stop, &count, WORSE, OTHER_CORE);
    while (!*(volatile uint64_t *)&count)
        ;
    svcSetThreadCoreMask(t.handle, CORE, 1 << CORE); /* where it cannot run */
    const uint64_t before = *(volatile uint64_t *)&count;
    for (int i = 0; i < 10; i++)
        svcSleepThread(0);
    check(*(volatile uint64_t *)&count == before, "a mask that another sets has effect at once");
    stop = 1;
    thread_join(&t);
}

/* ---- a loop that makes no calls ---- */

static void hold_registers(void *unused) {
    (void)unused;
    HOLD_REGISTERS("mov x0, #0\n1: add x0, x0, #1\nstr x0, [x2, #8]\nldr x1, [x2]\ncbz x1, 1b\n");
}

static void interruptions(uint32_t rounds) {
    struct guest_thread t;
    start(&t, hold_registers, NULL, WORSE, CORE);
    while (!held.count)
        svcSleepThread(MS);
    const uint64_t first = held.count;
    for (uint32_t i = 0; i < rounds || held.count == first; i++)
        svcSleepThread(MS / 10);
    check(true, "a loop without calls loses its core to a better thread");
    check(true, "and has it back when that one sleeps");
    held.stop = 1;
    thread_join(&t);
    check(registers_held(), "with all its registers");
}

static void turns(void) {
    struct guest_thread t[2];
    uint64_t counts[2] = {0, 0};
    stop = 0;
    for (int i = 0; i < 2; i++)
        start(&t[i], count_until_stop, &counts[i], TURNS, OTHER_CORE);
    for (int i = 0;
         i < 200 && !(*(volatile uint64_t *)&counts[0] && *(volatile uint64_t *)&counts[1]); i++)
        svcSleepThread(10 * MS);
    check(counts[0] && counts[1], "threads of the worst priority take turns");
    stop = 1;
    for (int i = 0; i < 2; i++)
        thread_join(&t[i]);
}

static void pauses(void) {
    struct guest_thread t;
    uint64_t count = 0;
    volatile uint64_t *seen = &count;
    stop = 0;
    start(&t, count_until_stop, &count, MAIN, OTHER_CORE);
    while (!*seen)
        ;
    check(svcSetThreadActivity(t.handle, 1) == 0, "a running thread can be paused");
    const uint64_t before = *seen;
    svcSleepThread(2 * MS);
    check(*seen == before, "and stands still");
    check(svcSetThreadActivity(t.handle, 1) == 0xfa01, "not twice");
    check(svcSetThreadActivity(t.handle, 0) == 0, "it goes on");
    while (*seen == before)
        ;
    stop = 1;
    thread_join(&t);
}

/* ---- priority inversion ---- */

static struct mutex lock;
static volatile uint32_t has_lock, got_lock;

static void hold_lock(void *unused) {
    (void)unused;
    mutex_lock(&lock);
    has_lock = 1;
    while (!stop)
        ;
    mutex_unlock(&lock);
}

static void want_lock(void *unused) {
    (void)unused;
    mutex_lock(&lock);
    got_lock = 1;
    mutex_unlock(&lock);
}

/* On one core: a bad thread holds the lock, a middling one never stops by itself, a good one wants
 * the lock. The bad one must run in the good one's name. */
static void inversion(void) {
    struct guest_thread bad, middling, good;
    uint64_t count = 0;
    stop = 0;
    start(&bad, hold_lock, NULL, WORSE + 2, OTHER_CORE);
    while (!has_lock)
        ;
    start(&middling, count_until_stop, &count, WORSE + 1, OTHER_CORE);
    while (!*(volatile uint64_t *)&count)
        ;
    start(&good, want_lock, NULL, WORSE, OTHER_CORE);
    int priority = 0;
    for (int i = 0; i < 1000 && priority != WORSE; i++) {
        svcSleepThread(MS);
        svcGetThreadPriority(&priority, bad.handle);
    }
    check(priority == WORSE, "who holds a mutex has the priority of its best waiter");
    const uint64_t before = *(volatile uint64_t *)&count;
    svcSleepThread(2 * MS);
    check(*(volatile uint64_t *)&count == before, "and runs before all that are worse");
    stop = 1;
    thread_join(&good);
    check(got_lock, "so that the waiter gets it");
    thread_join(&middling);
    thread_join(&bad);
}

/* ---- counters of each core, without locks ---- */

static volatile uint64_t counters[3][8]; /* a line of the cache each */
static uint32_t increments;

static void count_without_lock(void *unused) {
    (void)unused;
    for (uint32_t i = 1; i <= increments; i++) {
        counters[svcGetCurrentProcessorNumber()][0]++;
        if (i % 1000 == 0)
            svcSleepThread(0);
    }
}

static void unlocked_counters(void) {
    struct guest_thread t[COUNTERS];
    for (int i = 0; i < COUNTERS; i++) {
        if (thread_create(&t[i], count_without_lock, NULL, MAIN, i % 3) != 0 ||
            svcSetThreadCoreMask(t[i].handle, -1, 7) != 0 || svcStartThread(t[i].handle) != 0)
            guest_fail("a thread on any core", 0);
    }
    for (int i = 0; i < COUNTERS; i++)
        thread_join(&t[i]);
    uint64_t sum = counters[0][0] + counters[1][0] + counters[2][0];
    check(sum == (uint64_t)increments * COUNTERS, "counters of a core need no locks");
    check(counters[0][0] && counters[1][0] && counters[2][0], "and all cores were used");
}

static uint32_t number(int argc, char **argv, int n, uint32_t otherwise) {
    uint32_t value = 0;
    for (const char *p = argc > n ? argv[n] : ""; *p >= '0' && *p <= '9'; p++)
        value = value * 10 + (uint32_t)(*p - '0');
    return value ? value : otherwise;
}

int main(int argc, char **argv) {
    increments = number(argc, argv, 2, 20000);
    priorities();
    masks();
    interruptions(number(argc, argv, 1, 100));
    turns();
    pauses();
    inversion();
    unlocked_counters();
    return check_end();
}
