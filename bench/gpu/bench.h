/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_BENCH_GPU_BENCH_H
#define WINDLASS_BENCH_GPU_BENCH_H

#include "machine.h"
#include "plain.h"

/* What the GPU costs beside plain Vulkan that does the same. Each prints lines
 * "figure NAME OURS PLAIN UNIT"; where PLAIN is 0 there is nothing to compare. */

void bench_draws(struct machine *m, unsigned rounds);
void bench_storage(struct machine *m, unsigned rounds);
void bench_pipelines(unsigned rounds); /* opens machines of its own; no other is open */

/* Registers for a small triangle with a matrix and a colour a vertex, on a target of its own; and
 * that triangle. */
void bench_scene(struct machine *m);
void bench_triangle(struct machine *m);

void bench_figure(const char *name, double ours, double plain, const char *unit);
double bench_thread_seconds(void); /* processor time of the calling thread */
double bench_seconds(void);
double bench_median(double *values, unsigned count); /* sorts them */

#endif
