/* SPDX-License-Identifier: MIT */
#include "kernels.h"

#include <stdio.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(void) {
    for (unsigned i = 0; i < kernel_count; i++) {
        double start = now();
        uint64_t sum = kernels[i].run(kernels[i].rounds);
        printf("bench %s %llx %.6f\n", kernels[i].name, (unsigned long long)sum, now() - start);
    }
    return 0;
}
