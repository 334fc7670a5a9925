/* SPDX-License-Identifier: MIT */
#include "kernel/ticker.h"

#include "host/clock.h"
#include "kernel/baton.h"
#include "kernel/process.h"

#include <pthread.h>
#include <string.h>

enum { TICKERS = 8 };

static struct running {
    const struct ticker *ticker;
    uint64_t start_ns, number; /* of the next tick */
} all[TICKERS];
static size_t count; /* atomic: readers see what stands before it */

static uint64_t due_ns(const struct running *r) {
    return r->start_ns + r->number * r->ticker->in_ns / r->ticker->count;
}

static void *run(void *running) {
    struct running *r = running;
    const uint64_t period = r->ticker->in_ns / r->ticker->count;
    while (!process_ended()) {
        const uint64_t now = clock_ns();
        if (now > due_ns(r) + period) { /* the host slept: go on from here, catch up nothing */
            r->start_ns = now;
            r->number = 1;
            continue;
        }
        clock_sleep_until(due_ns(r));
        r->ticker->tick();
        r->number++;
    }
    return NULL;
}

bool ticker_start(const struct ticker *t, struct error *error) {
    const size_t n = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
    if (n == TICKERS)
        return error_set(error, ERROR_LIMIT, "%s: there are %d tickers already", t->name, TICKERS);
    all[n] = (struct running){t, clock_ns(), 1};
    __atomic_store_n(&count, n + 1, __ATOMIC_RELEASE);
    if (baton_used())
        return true;
    pthread_t thread;
    const int failed = pthread_create(&thread, NULL, run, &all[n]);
    if (failed)
        return error_set(error, ERROR_LIMIT, "%s: cannot start its host thread: %s", t->name,
                         strerror(failed));
    pthread_detach(thread);
    return true;
}

static struct running *next(void) {
    struct running *first = NULL;
    for (size_t i = 0; i < __atomic_load_n(&count, __ATOMIC_ACQUIRE); i++)
        if (!first || due_ns(&all[i]) < due_ns(first))
            first = &all[i];
    return first;
}

uint64_t ticker_next_ns(void) {
    const struct running *r = next();
    return r ? due_ns(r) : UINT64_MAX;
}

void ticker_run_next(void) {
    struct running *r = next();
    r->number++;
    r->ticker->tick();
}
