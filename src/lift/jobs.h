/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_JOBS_H
#define WINDLASS_LIFT_JOBS_H

#include <stdint.h>

/* How many compilers run at a time. */

/* A compiler that works on a file of LIFT_FILE_MAX instructions takes half of this, and seldom more
 * than this on one of LIFT_FILE_LARGE. */
#define JOBS_COMPILER_BYTES (350ull << 20)

/* One a processor, but not more than fit into the free memory; at least one. */
unsigned jobs_that_fit(unsigned processors, uint64_t free_bytes);
/* The same for this machine as it is now. */
unsigned jobs_now(void);

#endif
