/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_LOADER_ENVIRONMENT_H
#define WINDLASS_KERNEL_LOADER_ENVIRONMENT_H

#include "kernel/process.h"

/* The loader environment of an NRO: the config entries and what they point to, in pages of their
 * own. */

struct loader_environment {
    const struct process_options *options; /* with the defaults filled in */
    uint32_t main_thread_handle, process_handle;
    uint64_t heap_address, heap_size; /* the override heap */
};

uint64_t loader_environment_bytes(void);
/* Writes it to RW pages at `base`; x0 of the program. */
uint64_t loader_environment_write(uint64_t base, const struct loader_environment *e);
/* Config entry 2 as the guest left it. The buffers are the guest's: always ended, never trusted. */
void loader_environment_next(uint64_t base, struct process_exit *out);

#endif
