/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_PROGRESS_H
#define WINDLASS_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* A progress line on stderr: drawn only on a terminal, and only after a second of work. */
struct progress {
    bool off;
    double start;
    bool drawn;
};

void progress_start(struct progress *p, bool quiet);
/* A lift_progress callback; context is the struct progress. */
void progress_step(void *context, const char *stage, size_t done, size_t total);
void progress_end(struct progress *p);

#endif
