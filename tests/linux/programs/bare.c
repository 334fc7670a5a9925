/* SPDX-License-Identifier: MIT */
/* See bare.h. */
#include "bare.h"

#include <elf.h>
#include <stdarg.h>

enum { CALL_WRITE = 64, CALL_EXIT = 93 };

long bare_call(long number, long a, long b, long c) {
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
}

void *memcpy(void *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((char *)to)[i] = ((const char *)from)[i];
        __asm__ volatile("" ::: "memory"); /* or the loop becomes a call of memcpy */
    }
    return to;
}

void *memset(void *to, int byte, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((char *)to)[i] = (char)byte;
        __asm__ volatile("" ::: "memory");
    }
    return to;
}

int strcmp(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

static void put(const char *text) {
    size_t n = 0;
    while (text[n])
        n++;
    while (n) {
        long done = bare_call(CALL_WRITE, 1, (long)text, (long)n);
        if (done <= 0)
            bare_call(CALL_EXIT, 3, 0, 0);
        text += done;
        n -= (size_t)done;
    }
}

static void put_number(uint64_t value, unsigned base) {
    char digits[24];
    char *p = digits + sizeof digits - 1;
    *p = 0;
    do
        *--p = "0123456789ABCDEF"[value % base];
    while (value /= base);
    put(p);
}

/* %s, %d, %X and %lX, which is what generated programs print with. */
int printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    for (; *format; format++) {
        char text[2] = {*format, 0};
        if (*format != '%') {
            put(text);
            continue;
        }
        const int wide = *++format == 'l';
        format += wide;
        if (*format == 's') {
            put(va_arg(arguments, const char *));
        } else if (*format == 'X') {
            put_number(wide ? va_arg(arguments, unsigned long) : va_arg(arguments, unsigned), 16);
        } else if (*format == 'd' && !wide) {
            const int value = va_arg(arguments, int);
            put(value < 0 ? "-" : "");
            put_number(value < 0 ? -(uint64_t)value : (uint64_t)value, 10);
        } else {
            put("a conversion that pack.c does not know\n");
            bare_call(CALL_EXIT, 4, 0, 0);
        }
    }
    va_end(arguments);
    return 0;
}

int puts(const char *text) {
    put(text);
    put("\n");
    return 0;
}

int putchar(int byte) {
    const char text[2] = {(char)byte, 0};
    put(text);
    return byte;
}

extern const Elf64_Dyn _DYNAMIC[] __attribute__((visibility("hidden")));
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

/* A static PIE moves its own pointers. */
static void relocate(void) {
    const uint64_t base = (uint64_t)__ehdr_start;
    const Elf64_Rela *r = NULL;
    uint64_t size = 0;
    for (const Elf64_Dyn *d = _DYNAMIC; d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_RELA)
            r = (const Elf64_Rela *)(base + d->d_un.d_ptr);
        if (d->d_tag == DT_RELASZ)
            size = d->d_un.d_val;
    }
    for (uint64_t i = 0; i < size / sizeof *r; i++)
        if (ELF64_R_TYPE(r[i].r_info) == R_AARCH64_RELATIVE)
            *(uint64_t *)(base + r[i].r_offset) = base + (uint64_t)r[i].r_addend;
}

__attribute__((used)) static void start(long *stack) {
    relocate();
    bare_call(CALL_EXIT, main((int)stack[0], (char **)&stack[1]), 0, 0);
}

__asm__(".globl _start\n"
        "_start:\n"
        "    mov x29, #0\n"
        "    mov x30, #0\n"
        "    mov x0, sp\n"
        "    bl start\n");
