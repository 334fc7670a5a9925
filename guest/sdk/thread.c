/* SPDX-License-Identifier: MIT */
#include "guest.h"
#include "internal.h"

#define STACK_BYTES 0x10000
#define WAITERS     0x40000000u /* bit of a mutex tag: somebody waits in the kernel */

void thread_set_self(Handle self) {
    *(Handle *)(thread_region() + REGION_SELF) = self;
}

Handle thread_self(void) {
    return *(Handle *)(thread_region() + REGION_SELF);
}

static void thread_main(void *argument) {
    struct guest_thread *t = argument;
    thread_set_self(t->handle);
    t->entry(t->argument);
    svcExitThread();
}

Result thread_create(struct guest_thread *t, void (*entry)(void *), void *argument, int priority,
                     int core) {
    t->entry = entry;
    t->argument = argument;
    t->stack = malloc(STACK_BYTES);
    if (!t->stack)
        return 0xd001;
    return svcCreateThread(&t->handle, (void *)thread_main, t, (uint8_t *)t->stack + STACK_BYTES,
                           priority, core);
}

Result thread_start(struct guest_thread *t, void (*entry)(void *), void *argument, int priority,
                    int core) {
    Result r = thread_create(t, entry, argument, priority, core);
    return r ? r : svcStartThread(t->handle);
}

void thread_join(struct guest_thread *t) {
    int index;
    svcWaitSynchronization(&index, &t->handle, 1, -1);
    svcCloseHandle(t->handle);
    free(t->stack);
}

/* The kernel's mutex protocol: the tag holds the owner's handle, and WAITERS once somebody sleeps
 * on it; without waiters locking and unlocking need no call. */
void mutex_lock(struct mutex *m) {
    Handle self = thread_self();
    for (;;) {
        uint32_t seen = 0;
        if (__atomic_compare_exchange_n(&m->tag, &seen, self, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            return;
        if ((seen & ~WAITERS) == self)
            return;
        if (!(seen & WAITERS) && !__atomic_compare_exchange_n(&m->tag, &seen, seen | WAITERS, false,
                                                              __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            continue;
        if (svcArbitrateLock(seen & ~WAITERS, &m->tag, self) == 0 &&
            (__atomic_load_n(&m->tag, __ATOMIC_ACQUIRE) & ~WAITERS) == self)
            return;
    }
}

void mutex_unlock(struct mutex *m) {
    uint32_t seen = thread_self();
    if (!__atomic_compare_exchange_n(&m->tag, &seen, 0, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        svcArbitrateUnlock(&m->tag);
}

void condition_wait(struct condition *c, struct mutex *m) {
    condition_wait_for(c, m, -1);
}

Result condition_wait_for(struct condition *c, struct mutex *m, int64_t timeout_ns) {
    Result r = svcWaitProcessWideKeyAtomic(&m->tag, &c->key, thread_self(), timeout_ns);
    if (r == 0xea01) /* then the kernel has not taken the mutex */
        mutex_lock(m);
    return r;
}

void condition_signal(struct condition *c, int count) {
    svcSignalProcessWideKey(&c->key, count);
}
