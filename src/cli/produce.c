/* SPDX-License-Identifier: MIT */
#include "cli/produce.h"

#include "base/memory.h"
#include "cli/paths.h"
#include "cli/progress.h"
#include "lift/cache.h"
#include "lift/lift.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What the run-time library stands on. */
static const char *const link_flags[] = {
    "-lSDL2", "-lpng", "-linih", "-lmbedcrypto", "-llz4", "-ldw", "-lm", "-lpthread", NULL};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
