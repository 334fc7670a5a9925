/* SPDX-License-Identifier: MIT */
/* Direct calls: recursion without tail calls. */
#include "kernel.h"

kernel_run kernel_calls;

__attribute__((noinline)) static uint64_t fibonacci(uint32_t n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

uint64_t kernel_calls(uint32_t rounds) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < rounds; i++)
        sum += fibonacci(24 + (i & 1));
    return sum;
}
