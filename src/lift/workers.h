/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_WORKERS_H
#define WINDLASS_LIFT_WORKERS_H

#include <stddef.h>

/* Work in pieces on several threads. */

/* One piece. No two threads have the same `worker` at a time, and it is below the number of threads
 * that was asked for: what a worker needs can stand in an array. */
typedef void workers_piece(void *context, unsigned worker, size_t piece);

/* As many threads as work can be given to: `wanted`, or 0 for one a processor. */
unsigned workers_count(unsigned wanted, size_t pieces);
/* Pieces 0 to pieces - 1 in this order, each by the first of `threads` threads that is free. The
 * caller's thread is worker 0. Where the host gives fewer threads the work takes longer. */
void workers_run(unsigned threads, size_t pieces, workers_piece *run, void *context);

#endif
