/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_LOCK_H
#define WINDLASS_KERNEL_LOCK_H

#include <pthread.h>
#include <stdint.h>
#include <time.h>

/* One lock for handles, threads and everything that waits. Functions whose names end in _locked
 * are called with it held. It is never held across a call into a service or an object's destroy();
 * the lock of the address space (space.h) may be taken inside it, never the other way round. */
extern pthread_mutex_t kernel_mutex;

static inline void kernel_lock(void) {
    pthread_mutex_lock(&kernel_mutex);
}

/* Sleepers that thread_unpark_locked named: woken when the lock is given up (park.c). */
enum { KERNEL_WOKEN_MOST = 4 };
extern struct kernel_woken {
    unsigned count;
    uint32_t *words[KERNEL_WOKEN_MOST];
} kernel_woken; /* kernel lock */
void kernel_unlock_and_wake(void);

static inline void kernel_unlock(void) {
    if (kernel_woken.count)
        kernel_unlock_and_wake();
    else
        pthread_mutex_unlock(&kernel_mutex);
}

/* The lock is given up meanwhile; no other way of waiting with it knows of the sleepers. */
void kernel_wait(pthread_cond_t *condition);
int kernel_timedwait(pthread_cond_t *condition, const struct timespec *until);

#endif
