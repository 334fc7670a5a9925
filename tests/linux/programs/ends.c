/* SPDX-License-Identifier: MIT */
/* Ends in the way that the first word names. No C library: the program is there wherever the
 * compiler is. */

static long call(long number, long a, long b, long c) {
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
}

enum { WRITE = 64, EXIT = 93, KILL = 129, GETPID = 172, SOCKET = 198, SIGABRT = 6 };

static volatile long nowhere = 0x10;

__attribute__((noinline)) static void end_well(void) {
    call(WRITE, 1, (long)"well\n", 5);
}

__attribute__((noinline)) static void end_read(void) {
    *(volatile char *)nowhere;
}

__attribute__((noinline)) static void end_misaligned(void) {
    static long words[2];
    __asm__ volatile("ldar xzr, [%0]" ::"r"((char *)words + 2));
}

__attribute__((noinline)) static void end_undefined(void) {
    __asm__ volatile("udf #1");
}

__attribute__((noinline)) static void end_breakpoint(void) {
    __asm__ volatile("brk #1");
}

__attribute__((noinline)) static void end_killed(void) {
    call(KILL, call(GETPID, 0, 0, 0), SIGABRT, 0);
}

__attribute__((noinline)) static void end_socket(void) {
    call(SOCKET, 2, 1, 0);
}

/* No table: nobody relocates pointers. */
__attribute__((used)) static void begin(long *stack) {
    const char *word = stack[0] > 1 ? (const char *)stack[2] : "";
    switch (*word) {
    case 'w':
        end_well();
        break;
    case 'r':
        end_read();
        break;
    case 'm':
        end_misaligned();
        break;
    case 'u':
        end_undefined();
        break;
    case 'b':
        end_breakpoint();
        break;
    case 'k':
        end_killed();
        break;
    case 's':
        end_socket();
        break;
    }
    call(EXIT, 42, 0, 0);
}
__asm__(".globl _start\n.type _start, %function\n_start: mov x29, xzr\n mov x30, xzr\n mov x0, sp\n"
        " b begin\n");
