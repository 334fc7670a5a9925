/* SPDX-License-Identifier: MIT */
#include "kernel/watchdog.h"

#include "base/strbuf.h"
#include "core/core.h"
#include "core/debug.h"
#include "host/timeline.h"
#include "kernel/lock.h"
#include "kernel/thread.h"

#include <stdio.h>
#include <unistd.h>

/* A blocked thread's state is exact: it is in an SVC. */

static unsigned patience;

/* Sums up what is waited for; 0 where some thread runs, or will by itself. */
static uint64_t stillness_locked(void) {
    uint64_t sum = 0;
    for (const struct thread *t = thread_first_locked(); t; t = t->next) {
        if (t->wait == THREAD_WAIT_NONE || t->wait_deadline_ns != THREAD_FOR_EVER)
            return 0;
        sum += t->wait_order;
    }
    return sum;
}

/* The one thread that can end the wait of t; NULL where that may be any. */
static const struct thread *waits_for(const struct thread *t) {
    if (t->wait == THREAD_WAIT_LOCK)
        return t->wait_owner;
    if (t->wait == THREAD_WAIT_OBJECTS && t->wait_count == 1 &&
        t->wait_objects[0]->ops->kind == OBJECT_THREAD)
        return (const struct thread *)t->wait_objects[0];
    return NULL;
}

/* "deadlock: thread 80 -> thread 81 -> thread 80", once for each ring: by its lowest number. */
static void add_ring(struct strbuf *out, const struct thread *t) {
    const struct thread *at = waits_for(t);
    for (int i = 0; at && at != t && at->id > t->id && i < THREAD_LIMIT; i++)
        at = waits_for(at);
    if (at != t)
        return;
    strbuf_addf(out, "  deadlock: thread %llu", (unsigned long long)t->id);
    do {
        at = waits_for(at);
        strbuf_addf(out, " -> thread %llu", (unsigned long long)at->id);
    } while (at != t);
    strbuf_add(out, "\n");
}

static void report_locked(void) {
    struct strbuf out = {0};
    strbuf_addf(&out, "windlass: nothing has run for %u s:\n", patience);
    for (const struct thread *t = thread_first_locked(); t; t = t->next) {
        strbuf_addf(&out, "  thread %llu (priority %d) ", (unsigned long long)t->id, t->priority);
        thread_describe_wait_locked(&out, t);
        strbuf_add(&out, "\n");
        core_add_guest_backtrace(&out, &t->state);
    }
    for (const struct thread *t = thread_first_locked(); t; t = t->next)
        add_ring(&out, t);
    timeline_flush(); /* who reads the report may end the process at once */
    fwrite(out.text, 1, out.length, stderr);
    strbuf_free(&out);
}

static void *watch(void *unused) {
    (void)unused;
    uint64_t last = 0;
    for (unsigned still = 0;; sleep(1)) {
        kernel_lock();
        const uint64_t now = core_debug_held() ? 0 : stillness_locked();
        still = now && now == last ? still + 1 : 0;
        last = now;
        if (still == patience)
            report_locked();
        kernel_unlock();
    }
    return NULL;
}

void watchdog_start(unsigned seconds) {
    static bool running;
    patience = seconds;
    if (!seconds || running)
        return;
    pthread_t id;
    running = !pthread_create(&id, NULL, watch, NULL);
    if (running)
        pthread_detach(id);
}
