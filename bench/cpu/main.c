/* SPDX-License-Identifier: MIT */
/* program NAME ROUNDS: runs one kernel and prints its checksum and its nanoseconds, both
 * hexadecimal (which the printf of programs without a C library knows). */
#include "kernel.h"

int printf(const char *format, ...);

static int same(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static uint32_t number(const char *text) {
    uint32_t n = 0;
    while (*text)
        n = n * 10 + (uint32_t)(*text++ - '0');
    return n;
}

int main(int argc, char **argv) {
    for (const struct kernel *k = kernels; argc == 3 && k->name; k++) {
        if (!same(k->name, argv[1]))
            continue;
        const uint64_t start = kernel_clock();
        const uint64_t sum = k->run(number(argv[2]));
        printf("bench %lX %lX\n", (unsigned long)sum, (unsigned long)(kernel_clock() - start));
        return 0;
    }
    printf("usage: program NAME ROUNDS; the names stand in bench/cpu/programs.py\n");
    return 2;
}
