/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_ADDRESS_ARBITER_H
#define WINDLASS_KERNEL_ADDRESS_ARBITER_H

#include "kernel/object.h"

struct thread;

/* svcWaitForAddress and svcSignalToAddress. */

enum arbiter_wait {
    ARBITER_WAIT_IF_LESS = 0,
    ARBITER_DECREMENT_AND_WAIT_IF_LESS = 1,
    ARBITER_WAIT_IF_EQUAL = 2,
    ARBITER_WAIT_IF_EQUAL_64 = 3,
};

enum arbiter_signal {
    ARBITER_SIGNAL = 0,
    ARBITER_SIGNAL_AND_INCREMENT_IF_EQUAL = 1,
    ARBITER_SIGNAL_AND_MODIFY_BY_WAITERS_IF_EQUAL = 2,
};

result arbiter_wait(struct thread *self, uint64_t address, uint32_t type, int64_t value,
                    int64_t timeout_ns);
result arbiter_signal(uint64_t address, uint32_t type, int32_t value, int32_t count);

#endif
