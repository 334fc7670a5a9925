/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_MUTEX_H
#define WINDLASS_KERNEL_MUTEX_H

#include "kernel/object.h"

struct thread;

/* Mutexes and condition variables of the guest: words in its memory that the kernel only sees when
 * somebody must wait. A mutex word is the owner's handle, with this bit when threads wait. */
#define MUTEX_HAS_WAITERS 0x40000000u

/* svcArbitrateLock, svcArbitrateUnlock */
result mutex_lock(struct thread *self, uint32_t owner_handle, uint64_t address, uint32_t tag);
result mutex_unlock(struct thread *self, uint64_t address);
/* svcWaitProcessWideKeyAtomic, svcSignalProcessWideKey */
result condvar_wait(struct thread *self, uint64_t mutex, uint64_t condvar, uint32_t tag,
                    int64_t timeout_ns);
void condvar_signal(uint64_t condvar, int32_t count);

/* For condvar_wait: hands the mutex over as mutex_unlock does, but leaves the store of the new
 * word to the caller. */
struct thread *mutex_release_locked(struct thread *owner, uint64_t address, uint32_t *word_out);

#endif
