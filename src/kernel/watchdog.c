/* SPDX-License-Identifier: MIT */
#include "kernel/watchdog.h"

#include "base/strbuf.h"
#include "core/core.h"
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

static void add_wait(struct strbuf *out, const struct thread *t) {
    switch (t->wait) {
    case THREAD_WAIT_LOCK:
        strbuf_addf(out, "waits for the mutex at 0x%llx", (unsigned long long)t->wait_address);
        if (t->wait_owner)
            strbuf_addf(out, ", which thread %llu holds", (unsigned long long)t->wait_owner->id);
        break;
    case THREAD_WAIT_CONDVAR:
        strbuf_addf(out, "waits for the condition variable at 0x%llx",
                    (unsigned long long)t->wait_condvar);
        break;
    case THREAD_WAIT_ADDRESS:
        strbuf_addf(out, "waits for the word at 0x%llx", (unsigned long long)t->wait_address);
        break;
    case THREAD_WAIT_REPLY:
        strbuf_add(out, "waits for a server's reply");
        break;
    case THREAD_WAIT_OBJECTS:
        strbuf_addf(out, "waits for %s", t->wait_count == 1 ? "" : "any of: ");
        for (int i = 0; i < t->wait_count; i++) {
            const struct object *o = t->wait_objects[i];
            strbuf_addf(out, "%s%s", i ? ", " : "", o->ops->name);
            if (o->ops->kind == OBJECT_THREAD)
                strbuf_addf(out, " %llu", (unsigned long long)((const struct thread *)o)->id);
        }
        break;
    case THREAD_WAIT_SLEEP:
    case THREAD_WAIT_NONE:
        strbuf_add(out, "sleeps");
        break;
    }
    strbuf_add(out, "\n");
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
        add_wait(&out, t);
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
        const uint64_t now = stillness_locked();
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
