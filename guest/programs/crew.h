/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GUEST_CREW_H
#define WINDLASS_GUEST_CREW_H

#include "guest.h"

/* Threads that do one work together, the main thread among them. They wait by spinning, so that
 * they go on at the same moment. One that waits for longer than the patience gives its processor
 * away; it is that long because on a busy host the others need time to be given one. */

#define CREW_MOST     8
#define CREW_PATIENCE 960 /* ticks: 50 us */

struct crew_word {
    uint32_t value;
} __attribute__((aligned(64))); /* a line of the cache for itself */

static struct {
    int count;
    void (*work)(int self);
    struct crew_word arrived, turn, at[CREW_MOST];
} crew;

static inline void crew_await(struct crew_word *word, uint32_t wanted) {
    uint64_t since = 0;
    for (int spins = 1; (int32_t)(__atomic_load_n(&word->value, __ATOMIC_ACQUIRE) - wanted) < 0;
         spins++) {
        if (spins % 64)
            continue;
        const uint64_t now = svcGetSystemTick();
        if (!since)
            since = now;
        if (now - since > CREW_PATIENCE) {
            svcSleepThread(0);
            since = 0;
        }
    }
}

/* Returns when all have called it. */
static inline void crew_wait(void) {
    const uint32_t turn = __atomic_load_n(&crew.turn.value, __ATOMIC_ACQUIRE);
    if (__atomic_add_fetch(&crew.arrived.value, 1, __ATOMIC_ACQ_REL) == (uint32_t)crew.count) {
        __atomic_store_n(&crew.arrived.value, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&crew.turn.value, turn + 1, __ATOMIC_RELEASE);
    } else {
        crew_await(&crew.turn, turn + 1);
    }
}

/* The same for two threads and their meeting number n, as quickly as can be. */
static inline void crew_meet(int self, uint32_t n) {
    __atomic_store_n(&crew.at[self].value, n, __ATOMIC_RELEASE);
    crew_await(&crew.at[!self], n);
}

static void crew_entry(void *self) {
    crew.work((int)(intptr_t)self);
}

/* Calls work(0) on this thread, work(1) to work(count - 1) on others. */
static inline void crew_run(int count, void (*work)(int self)) {
    struct guest_thread threads[CREW_MOST];
    crew.count = count;
    crew.work = work;
    crew.arrived.value = crew.turn.value = 0;
    for (int i = 0; i < CREW_MOST; i++)
        crew.at[i].value = 0;
    for (intptr_t i = 1; i < count; i++) {
        Result r = thread_start(&threads[i], crew_entry, (void *)i, 0x2c, -2);
        if (r)
            guest_fail("thread_start", r);
    }
    work(0);
    for (int i = 1; i < count; i++)
        thread_join(&threads[i]);
}

/* The first argument of the program, or `otherwise`. */
static inline uint32_t crew_number(int argc, char **argv, uint32_t otherwise) {
    uint32_t n = 0;
    for (const char *p = argc > 1 ? argv[1] : ""; *p >= '0' && *p <= '9'; p++)
        n = n * 10 + (uint32_t)(*p - '0');
    return n ? n : otherwise;
}

#endif
