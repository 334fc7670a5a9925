/* SPDX-License-Identifier: MIT */
/* Jump tables, computed goto, function pointers, tail calls, recursion, longjmp out of depth. */
#include "check.h"

__attribute__((noinline)) static int dense(int n, int x) {
    switch (n) {
    case 0:
        return x + 1;
    case 1:
        return x * 3;
    case 2:
        return x - 7;
    case 3:
        return x ^ 0x55;
    case 4:
        return x << 2;
    case 5:
        return -x;
    case 6:
        return x / 3;
    case 7:
        return x % 5;
    case 8:
        return x | 0x100;
    case 9:
        return x & 0xf0;
    default:
        return 12345;
    }
}

__attribute__((noinline)) static int sparse(int n) {
    switch (n) {
    case -3:
        return 1;
    case 10:
        return 2;
    case 11:
        return 3;
    case 12:
        return 5;
    case 13:
        return 8;
    case 14:
        return 13;
    case 15:
        return 21;
    case 200:
        return 34;
    default:
        return 0;
    }
}

/* A byte-code interpreter by computed goto: sum of 1..n. */
__attribute__((noinline)) static int interpret(const uint8_t *code, int n) {
    static void *const table[] = {&&op_add, &&op_decrement, &&op_loop, &&op_end};
    int sum = 0;
    const uint8_t *p = code;
    goto *table[*p];
op_add:
    sum += n;
    goto *table[*++p];
op_decrement:
    n--;
    goto *table[*++p];
op_loop:
    p = n > 0 ? code : p + 1;
    goto *table[*p];
op_end:
    return sum;
}

typedef int binary(int, int);
static int plus(int a, int b) {
    return a + b;
}
static int minus(int a, int b) {
    return a - b;
}
static int times(int a, int b) {
    return a * b;
}
static binary *const operations[] = {plus, minus, times};

__attribute__((noinline)) static int apply(binary *f, int a, int b) {
    return f(a, b); /* a tail call through a register */
}

__attribute__((noinline)) static int even(unsigned n);
__attribute__((noinline)) static int odd(unsigned n) {
    return n == 0 ? 0 : even(n - 1);
}
static int even(unsigned n) {
    return n == 0 ? 1 : odd(n - 1);
}

__attribute__((noinline)) static int ackermann(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static jump_buffer out;
__attribute__((noinline)) static int dive(int depth) {
    if (depth == 0)
        guest_longjmp(out, 42);
    return dive(depth - 1) + depth;
}

static int longjmps(int times_wanted) {
    volatile int seen = 0;
    int value = guest_setjmp(out);
    if (value)
        seen++;
    if (seen < times_wanted)
        dive(50);
    return value == 42 ? seen : -1;
}

/* Two stacks that hand control to each other; a buffer made by hand begins the second one. */
#define BUFFER_PC 11 /* x30 and sp in a jump buffer */
#define BUFFER_SP 12
static jump_buffer first_stack, second_stack;
static uint8_t stack_memory[0x4000] __attribute__((aligned(16)));
static int fiber_sum;

static void fiber(void) {
    for (volatile int i = 0;; i++) {
        fiber_sum += i;
        if (!guest_setjmp(second_stack))
            guest_longjmp(first_stack, 1);
    }
}

static int switch_stacks(int turns) {
    second_stack[BUFFER_PC] = (uint64_t)fiber;
    second_stack[BUFFER_SP] = (uint64_t)(stack_memory + sizeof stack_memory);
    for (volatile int i = 0; i < turns; i++)
        if (!guest_setjmp(first_stack))
            guest_longjmp(second_stack, 1);
    return fiber_sum;
}

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void sort(int *v, int n, int (*less)(const void *, const void *)) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && less(&v[j], &v[j - 1]) < 0; j--) {
            int t = v[j];
            v[j] = v[j - 1];
            v[j - 1] = t;
        }
}

int main(void) {
    static const int dense_values[] = {101, 300, 93, 49, 400, -100, 33, 0, 356, 96, 12345};
    bool ok = true;
    for (int i = 0; i < 11; i++)
        ok &= dense(i, 100) == dense_values[i];
    check(ok && dense(-1, 0) == 12345 && dense(1 << 30, 0) == 12345, "dense switch");
    check(sparse(-3) == 1 && sparse(12) == 5 && sparse(200) == 34 && sparse(16) == 0 &&
              sparse(9) == 0,
          "sparse switch");
    static const uint8_t code[] = {0, 1, 2, 3};
    check(interpret(code, 100) == 5050, "computed goto");
    check(apply(operations[0], 6, 7) == 13 && apply(operations[1], 6, 7) == -1 &&
              apply(operations[2], 6, 7) == 42,
          "function pointers and tail calls");
    check(even(100000) == 1 && odd(99999) == 1, "mutual tail calls");
    check(ackermann(2, 300) == 603, "deep recursion");
    check(longjmps(1000) == 1000, "longjmp out of depth, a thousand times");
    check(switch_stacks(1000) == 499500, "two stacks take turns, a thousand times");
    int v[] = {5, 3, 9, 1, 7, 2, 8};
    sort(v, 7, compare);
    check(v[0] == 1 && v[3] == 5 && v[6] == 9, "callbacks");
    return check_end();
}
