/* SPDX-License-Identifier: MIT */
/* Faults in the way that the first argument names: what a fault report must tell. */
#include "guest.h"

#define APART __attribute__((noinline))

static volatile uint64_t bad_pointer = 0x10;
static volatile bool never;
static volatile uint32_t sink;
static const volatile uint32_t constant = 1;

APART static void crash_read(void) {
    sink = *(volatile uint32_t *)bad_pointer;
}

APART static void crash_write(void) {
    *(volatile uint32_t *)(uintptr_t)&constant = 2;
}

APART static void crash_undefined(void) {
    __asm__ volatile(".inst 0");
}

APART static void crash_breakpoint(void) {
    __asm__ volatile("brk #7");
}

/* Loads whose value nobody wants. */
APART static void crash_unused(void) {
    __asm__ volatile("ldr xzr, [%0]" ::"r"(bad_pointer));
}

APART static void crash_dead(void) {
    __asm__ volatile("ldr q0, [%0]\n\tmovi v0.2d, #0" ::"r"(bad_pointer) : "v0");
}

/* Cache maintenance needs an address that can be read, and DC ZVA is 64 bytes of stores. */
APART static void crash_clean(void) {
    __asm__ volatile("dc cvac, %0" ::"r"(bad_pointer) : "memory");
}

APART static void crash_invalidate(void) {
    __asm__ volatile("ic ivau, %0" ::"r"(bad_pointer) : "memory");
}

APART static void crash_zero(void) {
    __asm__ volatile("dc zva, %0" ::"r"(bad_pointer) : "memory");
}

APART static void crash_zero_constant(void) {
    __asm__ volatile("dc zva, %0" ::"r"(&constant) : "memory");
}

APART static void crash_misaligned(void) {
    uint64_t value;
    __asm__ volatile("ldar %0, [%1]" : "=r"(value) : "r"((uintptr_t)&sink + 2));
}

APART static void crash_pair(void) {
    static uint64_t pair[4] __attribute__((aligned(16)));
    uint32_t failed;
    __asm__ volatile("stxp %w0, xzr, xzr, [%1]" : "=&r"(failed) : "r"(pair + 1));
}

APART static void crash_jump(void) {
    ((void (*)(void))bad_pointer)();
    sink = 0; /* no tail call: this function shall stand in the backtrace */
}

/* Into the middle of a word of a function that is there. */
APART static void crash_between(void) {
    ((void (*)(void))((uintptr_t)crash_read + 2))();
    sink = 0;
}

APART static int crash_stack(int depth) {
    volatile int kept = depth;
    return never ? depth : crash_stack(depth + 1) + kept;
}

static void from_thread(void *unused) {
    (void)unused;
    crash_read();
    sink = 0;
}

static void crash_thread(void) {
    struct guest_thread thread;
    Result r = thread_start(&thread, from_thread, NULL, 0x2c, -2);
    if (r)
        guest_fail("thread_start", r);
    thread_join(&thread);
}

static void crash_deep(void) {
    crash_stack(0);
}

/* ---- with a handler of the program's own ---- */

static bool skip_word(uint32_t type, struct exception_frame *frame, uint64_t *more) {
    (void)type, (void)more;
    frame->pc += 4;
    return true;
}

static bool exit_process(uint32_t type, struct exception_frame *frame, uint64_t *more) {
    (void)type, (void)frame, (void)more;
    svcExitProcess();
}

static bool give_up(uint32_t type, struct exception_frame *frame, uint64_t *more) {
    (void)type, (void)frame, (void)more;
    svcBreak(0, 0, 0);
    return false;
}

static bool read_badly(uint32_t type, struct exception_frame *frame, uint64_t *more) {
    (void)type, (void)frame, (void)more;
    crash_read();
    return false;
}

static void crash_handled(void) {
    guest_exception_handler = skip_word;
    crash_undefined();
}

/* What comes after a fault that was dealt with is a matter of its own. */
static void crash_after_handled(void) {
    crash_handled();
    guest_exception_handler = NULL;
    crash_read();
}

static void abort_after_handled(void) {
    crash_handled();
    abort();
}

static void crash_and_exit(void) {
    guest_exception_handler = exit_process;
    crash_undefined();
}

static void crash_and_give_up(void) {
    guest_exception_handler = give_up;
    crash_undefined();
}

static void crash_twice(void) {
    guest_exception_handler = read_badly;
    crash_undefined();
}

static const struct {
    const char *name;
    void (*crash)(void);
} ways[] = {
    {"read", crash_read},
    {"write", crash_write},
    {"undefined", crash_undefined},
    {"breakpoint", crash_breakpoint},
    {"jump", crash_jump},
    {"stack", crash_deep},
    {"thread", crash_thread},
    {"abort", abort},
    {"unused", crash_unused},
    {"dead", crash_dead},
    {"clean", crash_clean},
    {"invalidate", crash_invalidate},
    {"zero", crash_zero},
    {"zero-constant", crash_zero_constant},
    {"between", crash_between},
    {"misaligned", crash_misaligned},
    {"pair", crash_pair},
    {"handled", crash_handled},
    {"after-handled", crash_after_handled},
    {"abort-after-handled", abort_after_handled},
    {"exit", crash_and_exit},
    {"give-up", crash_and_give_up},
    {"twice", crash_twice},
};

int main(int argc, char **argv) {
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (argc > 1 && strcmp(argv[1], ways[i].name) == 0)
            ways[i].crash();
    print("crash: none of the ways");
    return 0;
}
