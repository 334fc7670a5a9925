/* SPDX-License-Identifier: MIT */
#include "kernel/lock.h"
#include "kernel/thread.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A guest thread's host thread sleeps on a word of its own, by futex(2). A condition variable would
 * be woken with the kernel lock held, only to wait for that next; here the host is asked to wake it
 * when the lock is free. By then the thread may be gone: the host looks at the address alone, and
 * whoever sleeps there meanwhile looks again. */

#define NS_PER_SECOND 1000000000ull
/* In parts: a virtual clock may have moved. */
#define LONGEST_PART_NS (3600 * NS_PER_SECOND)

pthread_mutex_t kernel_mutex = PTHREAD_MUTEX_INITIALIZER;
struct kernel_woken kernel_woken;

static void wake(uint32_t *word) {
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void wake_all(const struct kernel_woken *woken) {
    for (unsigned i = 0; i < woken->count; i++)
        wake(woken->words[i]);
}

void kernel_unlock_and_wake(void) {
    const struct kernel_woken woken = kernel_woken;
    kernel_woken.count = 0;
    pthread_mutex_unlock(&kernel_mutex);
    wake_all(&woken);
}

static void wake_now_locked(void) {
    wake_all(&kernel_woken);
    kernel_woken.count = 0;
}

void kernel_wait(pthread_cond_t *condition) {
    wake_now_locked();
    pthread_cond_wait(condition, &kernel_mutex);
}

int kernel_timedwait(pthread_cond_t *condition, const struct timespec *until) {
    wake_now_locked();
    return pthread_cond_timedwait(condition, &kernel_mutex, until);
}

void thread_park_locked(struct thread *self, uint64_t longest_ns) {
    const uint32_t seen = __atomic_load_n(&self->wakes, __ATOMIC_RELAXED);
    const uint64_t part = longest_ns < LONGEST_PART_NS ? longest_ns : LONGEST_PART_NS;
    const struct timespec longest = {.tv_sec = (time_t)(part / NS_PER_SECOND),
                                     .tv_nsec = (long)(part % NS_PER_SECOND)};
    self->parked = true;
    kernel_unlock();
    syscall(SYS_futex, &self->wakes, FUTEX_WAIT_PRIVATE, seen,
            longest_ns == THREAD_FOR_EVER ? NULL : &longest, NULL, 0);
    kernel_lock();
    self->parked = false;
}

void thread_unpark_locked(struct thread *t) {
    if (!t->parked)
        return;
    t->parked = false;
    __atomic_store_n(&t->wakes, t->wakes + 1, __ATOMIC_RELEASE);
    if (kernel_woken.count == KERNEL_WOKEN_MOST)
        wake_now_locked();
    kernel_woken.words[kernel_woken.count++] = &t->wakes;
}
