/* SPDX-License-Identifier: MIT */
#include "base/strbuf.h"
#include "core/core.h"
#include "kernel/lock.h"
#include "kernel/thread.h"

/* Threads in words, for people. */

void thread_describe_wait_locked(struct strbuf *out, const struct thread *t) {
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
}

static void describe_locked(struct strbuf *out, const struct thread *t) {
    char where[128];
    if (t->is_main)
        strbuf_add(out, "main");
    else if (core_describe(t->entry, where, sizeof where))
        strbuf_add(out, where);
    else
        strbuf_addf(out, "0x%llx", (unsigned long long)t->entry);
    strbuf_addf(out, ", priority %d", t->priority);
    if (t->last_core >= 0)
        strbuf_addf(out, ", core %d", t->last_core);
    if (t->paused)
        strbuf_add(out, ", paused");
    if (t->wait != THREAD_WAIT_NONE) {
        strbuf_add(out, ", ");
        thread_describe_wait_locked(out, t);
    }
}

bool thread_describe(uint64_t id, struct strbuf *out) {
    kernel_lock();
    const struct thread *t = thread_first_locked();
    while (t && t->id != id)
        t = t->next;
    if (t)
        describe_locked(out, t);
    kernel_unlock();
    return t != NULL;
}
