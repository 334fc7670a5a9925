/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_LOCK_H
#define WINDLASS_KERNEL_LOCK_H

#include <pthread.h>

/* One lock for handles, threads and everything that waits. Functions whose names end in _locked
 * are called with it held. It is never held across a call into a service or an object's destroy();
 * the lock of the address space (space.h) may be taken inside it, never the other way round. */
extern pthread_mutex_t kernel_mutex;

static inline void kernel_lock(void) {
    pthread_mutex_lock(&kernel_mutex);
}

static inline void kernel_unlock(void) {
    pthread_mutex_unlock(&kernel_mutex);
}

#endif
