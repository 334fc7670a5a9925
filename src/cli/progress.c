/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define QUIET_SECONDS 1.0
#define BAR_WIDTH     30

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void progress_start(struct progress *p, bool quiet) {
    *p = (struct progress){.off = quiet || !isatty(STDERR_FILENO), .start = now()};
}

void progress_step(void *context, const char *stage, size_t done, size_t total) {
    struct progress *p = context;
    if (p->off || now() - p->start < QUIET_SECONDS)
        return;
    int filled = total ? (int)(done * BAR_WIDTH / total) : 0;
    if (filled > BAR_WIDTH)
        filled = BAR_WIDTH;
    fprintf(stderr, "\r%-10s [%.*s%*s] %zu/%zu ", stage, filled, "##############################",
            BAR_WIDTH - filled, "", done, total);
    fflush(stderr);
    p->drawn = true;
}

void progress_end(struct progress *p) {
    if (p->drawn)
        fprintf(stderr, "\r%70s\r", "");
}
