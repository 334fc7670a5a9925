/* SPDX-License-Identifier: MIT */
/* Threads: mutexes, condition variables, events, address arbiters, exclusives. */
#include "check.h"

#define THREADS   4
#define ROUNDS    20000
#define TIMED_OUT 0xea01

static struct mutex lock;
static struct condition changed;
static int guarded, turn;
static uint32_t counter;
static uint32_t address_word;
static Handle event_writable, event_readable;

static void count(void *unused) {
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        mutex_lock(&lock);
        guarded++;
        mutex_unlock(&lock);
        __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    }
}

/* Each thread waits until it is its turn, THREADS rounds of 100 turns. */
static void take_turns(void *self) {
    for (int i = 0; i < 100; i++) {
        mutex_lock(&lock);
        while (turn % THREADS != (int)(intptr_t)self)
            condition_wait(&changed, &lock);
        turn++;
        condition_signal(&changed, -1);
        mutex_unlock(&lock);
    }
}

static void signal_later(void *unused) {
    (void)unused;
    svcSleepThread(20000000);
    svcSignalEvent(event_writable);
}

static void wake_address(void *unused) {
    (void)unused;
    svcSleepThread(20000000);
    __atomic_store_n(&address_word, 1, __ATOMIC_SEQ_CST);
    svcSignalToAddress(&address_word, 0, 0, 1);
}

static void run(void (*entry)(void *)) {
    struct guest_thread threads[THREADS];
    for (intptr_t i = 0; i < THREADS; i++)
        if (thread_start(&threads[i], entry, (void *)i, 0x2c, -2) != 0)
            check(false, "thread_start");
    for (int i = 0; i < THREADS; i++)
        thread_join(&threads[i]);
}

static void events(void) {
    struct guest_thread t;
    int index;
    check(svcCreateEvent(&event_writable, &event_readable) == 0, "create an event");
    check(svcWaitSynchronization(&index, &event_readable, 1, 0) == TIMED_OUT, "poll times out");
    uint64_t before = svcGetSystemTick();
    check(svcWaitSynchronization(&index, &event_readable, 1, 10000000) == TIMED_OUT,
          "wait times out");
    check(svcGetSystemTick() - before >= 192000, "and not before its time");
    thread_start(&t, signal_later, NULL, 0x2c, -2);
    check(svcWaitSynchronization(&index, &event_readable, 1, -1) == 0 && index == 0,
          "wait ends by the signal");
    check(svcResetSignal(event_readable) == 0, "reset");
    check(svcResetSignal(event_readable) == 0xfa01, "reset again says that it was clear");
    thread_join(&t);
}

static void addresses(void) {
    struct guest_thread t;
    check(svcWaitForAddress(&address_word, 2, 1, 0) == 0xfa01, "wait if equal: it is not");
    thread_start(&t, wake_address, NULL, 0x2c, -2);
    check(svcWaitForAddress(&address_word, 2, 0, -1) == 0, "wait if equal, woken");
    thread_join(&t);
    check(svcWaitForAddress(&address_word, 2, 1, 5000000) == TIMED_OUT, "wait if equal, timed out");
}

int main(void) {
    run(count);
    check(guarded == THREADS * ROUNDS, "a mutex guards a plain counter");
    check(counter == THREADS * ROUNDS, "exclusives count exactly");
    run(take_turns);
    check(turn == THREADS * 100, "condition variables hand the turn round");
    events();
    addresses();
    return check_end();
}
