/* SPDX-License-Identifier: MIT */
/* Storms over words in memory (WaitForAddress and SignalToAddress in all modes) and over events. */
#include "storm.h"

enum { WAIT_LESS, WAIT_LESS_DECREMENT, WAIT_EQUAL, WAIT_EQUAL_64 };
enum { SIGNAL, SIGNAL_INCREMENT, SIGNAL_BY_WAITERS };

static int32_t load(int32_t *word) {
    return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

static bool change(int32_t *word, int32_t from, int32_t to) {
    return __atomic_compare_exchange_n(word, &from, to, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* ---- a semaphore: what is there, or less than 0 by how many wait ---- */

static int32_t semaphore;

static void semaphore_give(struct stormer *me) {
    for (;;) {
        const int32_t seen = load(&semaphore);
        const Result r = svcSignalToAddress(&semaphore, SIGNAL_INCREMENT, seen, 1);
        if (!r)
            break;
        me->errors += r != NOT_SO;
    }
    me->given++;
}

/* For ever: a timeout would leave the word less. */
static void semaphore_take(struct stormer *me) {
    for (;;) {
        const int32_t seen = load(&semaphore);
        if (seen > 0 && change(&semaphore, seen, seen - 1))
            break;
        if (seen > 0)
            continue;
        const Result r = svcWaitForAddress(&semaphore, WAIT_LESS_DECREMENT, 1, FOR_EVER);
        if (!r)
            break;
        me->errors += r != NOT_SO;
    }
    me->taken++;
}

/* Each gives when it has taken, so that as much goes round as was there. */
static void take_and_give(struct stormer *me) {
    do {
        semaphore_take(me);
        if (storm_random(me, 8) == 0)
            svcSleepThread(0);
        semaphore_give(me);
    } while (!storm_over());
}

static void nothing_more(void) {
}

static void semaphores(void) {
    semaphore = 3;
    storm_run(take_and_give, nothing_more);
    const struct storm_sums sums = storm_sums();
    check(sums.given == sums.taken && sums.given >= STORMERS && semaphore == 3,
          "a semaphore loses nothing");
    check(sums.errors == 0, "and its calls end as they may");
}

/* ---- who has which number goes on when the word has come so far ---- */

static int32_t next_number, called;

static void wait_for_number(struct stormer *me, int32_t number) {
    while (load(&called) < number) {
        const Result r = svcWaitForAddress(&called, WAIT_LESS, number, storm_timeout(me));
        me->errors += r != 0 && r != TIMED_OUT && r != NOT_SO;
    }
}

static void take_numbers(struct stormer *me) {
    do {
        const int32_t number = __atomic_fetch_add(&next_number, 1, __ATOMIC_SEQ_CST);
        wait_for_number(me, number);
        /* Nobody else may call the next one. */
        me->errors += svcSignalToAddress(&called, SIGNAL_INCREMENT, number, -1) != 0;
        me->given++;
        me->errors += svcSignalToAddress(&called, SIGNAL_INCREMENT, number, -1) != NOT_SO;
    } while (!storm_over());
}

static void numbers(void) {
    next_number = called = 0;
    storm_run(take_numbers, nothing_more);
    const struct storm_sums sums = storm_sums();
    check(called == next_number && sums.given == (uint64_t)next_number,
          "numbers are called one after the other");
    check(sums.errors == 0, "and each by its owner");
}

/* ---- events in a word that one waiter takes ---- */

enum { IDLE, AWAITED, SIGNALLED, WORDS = 4 };

static struct {
    int32_t word __attribute__((aligned(64)));
} events[WORDS];

/* Does nothing where the word is signalled already. */
static void event_set(struct stormer *me, int32_t *word) {
    for (;;) {
        const int32_t seen = load(word);
        if (seen == SIGNALLED)
            return;
        if (seen == IDLE && change(word, IDLE, SIGNALLED))
            break;
        if (seen == IDLE)
            continue;
        const Result r = svcSignalToAddress(word, SIGNAL_BY_WAITERS, AWAITED, 1);
        if (!r)
            break;
        me->errors += r != NOT_SO;
    }
    me->given++;
}

static void event_take(struct stormer *me, int32_t *word) {
    for (;;) {
        const int32_t seen = load(word);
        if (seen == SIGNALLED && change(word, SIGNALLED, IDLE))
            break;
        if (seen == SIGNALLED || (seen == IDLE && !change(word, IDLE, AWAITED)))
            continue;
        const Result r = svcWaitForAddress(word, WAIT_EQUAL, AWAITED, storm_timeout(me));
        if (!r)
            break;
        me->errors += r != TIMED_OUT && r != NOT_SO;
    }
    me->taken++;
}

static int takers; /* atomic */

/* Those that set pause between, or the others would find all words signalled. */
static void set_and_take(struct stormer *me) {
    int32_t *word = &events[me->self % WORDS].word;
    const bool sets = me->self < STORMERS / 2;
    do {
        if (sets) {
            event_set(me, word);
            svcSleepThread(storm_random(me, 50000));
        } else {
            event_take(me, word);
        }
    } while (!storm_over());
    if (!sets)
        __atomic_fetch_sub(&takers, 1, __ATOMIC_SEQ_CST);
}

static struct stormer last_setter;

/* Each that waits still must have one more. */
static void set_until_all_are_gone(void) {
    while (__atomic_load_n(&takers, __ATOMIC_SEQ_CST)) {
        for (int i = 0; i < WORDS; i++)
            event_set(&last_setter, &events[i].word);
        svcSleepThread(100000);
    }
}

static void word_events(void) {
    takers = STORMERS / 2;
    storm_run(set_and_take, set_until_all_are_gone);
    const struct storm_sums sums = storm_sums();
    uint64_t left = 0;
    for (int i = 0; i < WORDS; i++)
        left += events[i].word == SIGNALLED;
    check(sums.given + last_setter.given == sums.taken + left && sums.taken >= STORMERS / 2,
          "an event in a word is taken as often as it is set");
    check(sums.errors + last_setter.errors == 0, "and its calls end as they may");
}

/* ---- generations in a word of 64 bits ---- */

static uint64_t generation;
static int watchers; /* atomic */

/* Sees each change once that it did not make itself. */
static void watch_or_change(struct stormer *me) {
    uint64_t seen = __atomic_load_n(&generation, __ATOMIC_SEQ_CST);
    const bool changes = me->self % 8 == 0;
    do {
        if (changes) {
            __atomic_fetch_add(&generation, 1ull << 32, __ATOMIC_SEQ_CST); /* the half above */
            me->errors += svcSignalToAddress(&generation, SIGNAL, 0, -1) != 0;
            me->given++;
            svcSleepThread(storm_random(me, 200000));
            continue;
        }
        const Result r =
            svcWaitForAddress(&generation, WAIT_EQUAL_64, (int64_t)seen, storm_timeout(me));
        const uint64_t now = __atomic_load_n(&generation, __ATOMIC_SEQ_CST);
        me->errors += r != 0 && r != TIMED_OUT && r != NOT_SO;
        /* A signal may come late, for a change that was seen before the wait. */
        me->errors += now < seen || (r == NOT_SO && now == seen);
        seen = now;
    } while (!storm_over());
    if (!changes)
        __atomic_fetch_sub(&watchers, 1, __ATOMIC_SEQ_CST);
}

static struct stormer last_changer;

static void change_until_all_are_gone(void) {
    while (__atomic_load_n(&watchers, __ATOMIC_SEQ_CST)) {
        __atomic_fetch_add(&generation, 1ull << 32, __ATOMIC_SEQ_CST);
        svcSignalToAddress(&generation, SIGNAL, 0, -1);
        last_changer.given++;
        svcSleepThread(100000);
    }
}

static void generations(void) {
    watchers = STORMERS - STORMERS / 8;
    storm_run(watch_or_change, change_until_all_are_gone);
    const struct storm_sums sums = storm_sums();
    check(generation == (sums.given + last_changer.given) << 32, "no generation is lost");
    check(sums.errors == 0, "and none is waited for in vain");
}

/* ---- events of the kernel: many threads wait for any of them ---- */

enum { EVENTS = 8 };

static struct {
    Handle writable[EVENTS], readable[EVENTS];
    uint64_t posted[EVENTS]; /* atomic */
    int collectors;          /* atomic */
} mail;

/* Who resets the event has what was posted until then. */
static void collect(struct stormer *me) {
    int index;
    const Result r = svcWaitSynchronization(&index, mail.readable, EVENTS, storm_timeout(me));
    if (!r && svcResetSignal(mail.readable[index]) == 0)
        me->taken += __atomic_exchange_n(&mail.posted[index], 0, __ATOMIC_SEQ_CST);
    me->errors += r != 0 && r != TIMED_OUT && r != CANCELLED;
}

static void post(struct stormer *me) {
    const uint32_t i = storm_random(me, EVENTS);
    __atomic_fetch_add(&mail.posted[i], 1, __ATOMIC_SEQ_CST);
    me->errors += svcSignalEvent(mail.writable[i]) != 0;
    me->given++;
}

static void post_and_collect(struct stormer *me) {
    const bool posts = me->self % 4 == 0;
    do {
        if (posts) {
            post(me);
            svcSleepThread(storm_random(me, 50000));
        } else {
            collect(me);
        }
    } while (!storm_over());
    if (!posts)
        __atomic_fetch_sub(&mail.collectors, 1, __ATOMIC_SEQ_CST);
}

static void signal_until_all_are_gone(void) {
    while (__atomic_load_n(&mail.collectors, __ATOMIC_SEQ_CST)) {
        for (int i = 0; i < EVENTS; i++)
            svcSignalEvent(mail.writable[i]);
        svcSleepThread(100000);
    }
}

static void kernel_events(void) {
    for (int i = 0; i < EVENTS; i++)
        storm_must("an event", svcCreateEvent(&mail.writable[i], &mail.readable[i]));
    mail.collectors = STORMERS - STORMERS / 4;
    storm_run(post_and_collect, signal_until_all_are_gone);
    const struct storm_sums sums = storm_sums();
    uint64_t left = 0;
    for (int i = 0; i < EVENTS; i++)
        left += mail.posted[i];
    check(sums.given == sums.taken + left && sums.given >= STORMERS / 4,
          "what stands behind an event is collected once");
    check(sums.errors == 0, "and waits end by a signal, a timeout or a cancel");
}

int main(int argc, char **argv) {
    static const struct storm_row rows[] = {
        {"semaphore", semaphores},   {"numbers", numbers},    {"event", word_events},
        {"generation", generations}, {"mail", kernel_events},
    };
    return storm_main(argc, argv, rows, sizeof rows / sizeof *rows);
}
