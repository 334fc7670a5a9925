/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_PROCESS_OBJECT_H
#define WINDLASS_KERNEL_PROCESS_OBJECT_H

#include "kernel/process.h"

/* The process as the rest of the kernel sees it. */

/* The one process as an object; lives as long as the host program. */
struct object *process_object(void);
/* A thread jumped to the loader's return address with this in w0. */
void process_returned(uint32_t status);
void process_last_thread_ended(void);
/* The next 64 bits of a generator seeded with the options' random seed. */
uint64_t process_entropy(void);
const struct process_options *process_current_options(void);

#endif
