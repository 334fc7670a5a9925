/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_LINUX_BARE_H
#define WINDLASS_TESTS_LINUX_BARE_H

#include <stddef.h>
#include <stdint.h>

/* Start and the few functions of a C library that generated programs and benchmarks need, for a
 * static PIE that no C library is linked with, so that it is small to lift. */

int main(int argc, char **argv);

/* A system call of up to three arguments. */
long bare_call(long number, long a, long b, long c);

void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int strcmp(const char *a, const char *b);
/* %s, %d, %X and %lX, which is what such programs print with. */
int printf(const char *format, ...);
int puts(const char *text);
int putchar(int byte);

#endif
