/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GUEST_STORM_H
#define WINDLASS_GUEST_STORM_H

#include "check.h"

/* Storms: 64 threads of mixed priorities on all three cores do one work together, while the main
 * thread disturbs them: gives them other priorities and cores, pauses them and cancels their waits.
 * None of that may lose anything; each storm counts, and compares when it is over.
 *
 * Arguments of a program of storms: how many milliseconds each takes, and the name of one. */

#define STORMERS  64
#define TIMED_OUT 0xea01u
#define CANCELLED 0xec01u
#define NOT_SO    0xfa01u /* a word or an object is not in the state that was expected */
#define FOR_EVER  (-1)

#define STORM_MAIN_PRIORITY 0x1c /* the best, or the others would not let it end the storm */
#define STORM_BEST          0x28
#define STORM_PRIORITIES    20 /* up to 59, whose threads share time, where the host has time */
#define TICKS_A_MS          19200

struct stormer {
    struct guest_thread thread;
    int self;
    uint32_t random;
    uint64_t given, taken, errors; /* the thread's own, until it is joined */
} __attribute__((aligned(64)));

static struct {
    void (*work)(struct stormer *me);
    bool over; /* atomic */
    uint32_t ms, refused;
    struct stormer crew[STORMERS];
} storm;

static inline uint32_t storm_random(struct stormer *me, uint32_t below) {
    me->random ^= me->random << 13;
    me->random ^= me->random >> 17;
    me->random ^= me->random << 5;
    return me->random % below;
}

static inline bool storm_over(void) {
    return __atomic_load_n(&storm.over, __ATOMIC_SEQ_CST);
}

/* Half of the waits have no timeout, so that what gets lost is a hang. */
static inline int64_t storm_timeout(struct stormer *me) {
    return storm_random(me, 2) ? FOR_EVER : storm_random(me, 300000);
}

static void storm_entry(void *argument) {
    struct stormer *me = argument;
    storm.work(me);
}

static inline void storm_must(const char *what, Result r) {
    if (r)
        guest_fail(what, r);
}

static inline void storm_start(struct stormer *t, int self) {
    t->self = self;
    t->random = 0x9e3779b9u * (uint32_t)(self + 1);
    t->given = t->taken = t->errors = 0;
    const int core = self % 3;
    storm_must("a thread of the storm", thread_create(&t->thread, storm_entry, t,
                                                      STORM_BEST + self % STORM_PRIORITIES, core));
    if (self % 4) /* one in four stays on its core until somebody moves it */
        storm_must("a thread on any core", svcSetThreadCoreMask(t->thread.handle, core, 7));
    storm_must("start of a thread", svcStartThread(t->thread.handle));
}

/* What a good kernel grants to any thread that has been started and has not ended. */
static inline void storm_disturb(struct stormer *mine) {
    struct stormer *t = &storm.crew[storm_random(mine, STORMERS)];
    const Handle handle = t->thread.handle;
    const uint32_t core = storm_random(mine, 3);
    Result r = 0;
    switch (storm_random(mine, 4)) {
    case 0:
        r = svcSetThreadPriority(handle, STORM_BEST + (int)storm_random(mine, STORM_PRIORITIES));
        break;
    case 1:
        r = svcSetThreadCoreMask(handle, (int)core, storm_random(mine, 2) ? 7 : 1ull << core);
        break;
    case 2:
        r = svcCancelSynchronization(handle);
        break;
    case 3:
        r = svcSetThreadActivity(handle, 1);
        svcSleepThread(100000);
        if (!r)
            r = svcSetThreadActivity(handle, 0);
        break;
    }
    storm.refused += r != 0;
}

/* Runs the threads of a storm to their end. `finish` lets go those that nobody would wake. */
static inline void storm_run(void (*work)(struct stormer *me), void (*finish)(void)) {
    struct stormer mine = {.random = 0x2545f491};
    storm.work = work;
    storm.over = false;
    for (int i = 0; i < STORMERS; i++)
        storm_start(&storm.crew[i], i);
    const uint64_t end = svcGetSystemTick() + (uint64_t)storm.ms * TICKS_A_MS;
    while (svcGetSystemTick() < end) {
        storm_disturb(&mine);
        svcSleepThread(storm_random(&mine, 1000000));
    }
    __atomic_store_n(&storm.over, true, __ATOMIC_SEQ_CST);
    finish();
    for (int i = 0; i < STORMERS; i++)
        thread_join(&storm.crew[i].thread);
}

struct storm_sums {
    uint64_t given, taken, errors;
};

static inline struct storm_sums storm_sums(void) {
    struct storm_sums sums = {0};
    for (int i = 0; i < STORMERS; i++) {
        sums.given += storm.crew[i].given;
        sums.taken += storm.crew[i].taken;
        sums.errors += storm.crew[i].errors;
    }
    return sums;
}

struct storm_row {
    const char *name;
    void (*run)(void); /* and checks */
};

static inline int storm_main(int argc, char **argv, const struct storm_row *rows, int count) {
    storm.ms = 0;
    for (const char *p = argc > 1 ? argv[1] : ""; *p >= '0' && *p <= '9'; p++)
        storm.ms = storm.ms * 10 + (uint32_t)(*p - '0');
    if (!storm.ms)
        storm.ms = 100;
    svcSetThreadPriority(CURRENT_THREAD, STORM_MAIN_PRIORITY);
    for (int i = 0; i < count; i++)
        if (argc < 3 || strcmp(argv[2], rows[i].name) == 0)
            rows[i].run();
    check(storm.refused == 0, "every thread could be moved, paused and cancelled");
    return check_end();
}

#endif
