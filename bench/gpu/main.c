/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double clock_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

double bench_thread_seconds(void) {
    return clock_of(CLOCK_THREAD_CPUTIME_ID);
}

double bench_seconds(void) {
    return clock_of(CLOCK_MONOTONIC);
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *values, unsigned count) {
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

void bench_figure(const char *name, double ours, double plain, const char *unit) {
    printf("figure %s %.6g %.6g %s\n", name, ours, plain, unit);
    fflush(stdout);
}

/* usage: bench_gpu ROUNDS [draws|storage|pipelines] */
int main(int argc, char **argv) {
    const unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 5;
    const char *part = argc > 2 ? argv[2] : NULL; /* NULL: all */
    const struct machine_options options = {.synchronous = true, .unchecked = true};
    struct machine m;
    /* What drivers keep by themselves, so that what is made is made. */
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    setenv("__GL_SHADER_DISK_CACHE", "0", 1);
    if (!machine_open_with(&m, &options)) {
        fprintf(stderr, "there is no Vulkan device\n");
        return 1;
    }
    printf("device %s\n", m.backend->vk->properties.deviceName);
    if (!part || !strcmp(part, "draws"))
        bench_draws(&m, rounds ? rounds : 1);
    if (!part || !strcmp(part, "storage"))
        bench_storage(&m, rounds ? rounds : 1);
    machine_close(&m);
    if (!part || !strcmp(part, "pipelines"))
        bench_pipelines(rounds ? rounds : 1);
    return 0;
}
