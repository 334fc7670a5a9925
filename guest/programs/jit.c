/* SPDX-License-Identifier: MIT */
/* Code that appears at run time: written, run, changed and run again; called by the program's own
 * code and calling it. */
#include "check.h"

#define SIZE 0x4000
#define RW   3u
#define RX   5u

enum { OWN_MAP = 0, OWN_MAP_EXECUTABLE = 1, OWN_UNMAP = 2, OWN_UNMAP_EXECUTABLE = 3 };

static uint32_t *writable;  /* where code is written ... */
static uint8_t *executable; /* ... and where the same pages run */
static size_t used;         /* words */

typedef uint64_t code_1(uint64_t);
typedef uint64_t code_2(uint64_t, void *);
typedef uint64_t code_3(uint64_t, void *, void *);

/* ---- room for it ---- */

static uint64_t info(uint64_t id) {
    uint64_t value = 0;
    svcGetInfo(&value, id, CURRENT_PROCESS, 0);
    return value;
}

/* Free addresses outside of heap (4, 5) and alias (2, 3) region, from `from` on. */
static void *find_free(uint64_t from, uint64_t size) {
    const uint64_t end = info(12) + info(13);
    while (from < end) {
        struct memory_info m;
        uint32_t page;
        if (svcQueryMemory(&m, &page, from) != 0)
            break;
        uint64_t at = from;
        for (uint64_t id = 2; id <= 4; id += 2)
            if (at + size > info(id) && at < info(id) + info(id + 1))
                at = info(id) + info(id + 1);
        if (m.type == 0 && at >= m.base && at + size <= m.base + m.size)
            return (void *)at;
        from = at > m.base + m.size ? at : m.base + m.size;
    }
    guest_fail("free addresses", 0);
}

static void *pages(void) {
    uint8_t *p = malloc(2 * SIZE);
    return (void *)(((uintptr_t)p + 0xfff) & ~0xfffull);
}

/* ---- writing ---- */

static void *begin(void) {
    return executable + 4 * used;
}

static void word(uint32_t w) {
    writable[used++] = w;
}

/* What a program does before it runs what it wrote. */
static void publish(const void *from, size_t bytes) {
    uintptr_t begins = (uintptr_t)from & ~63ull, ends = (uintptr_t)from + bytes;
    const uintptr_t to_writable = (uintptr_t)writable - (uintptr_t)executable;
    for (uintptr_t p = begins; p < ends; p += 64)
        __asm__ volatile("dc cvau, %0" ::"r"(p + to_writable) : "memory");
    __asm__ volatile("dsb ish" ::: "memory");
    for (uintptr_t p = begins; p < ends; p += 64)
        __asm__ volatile("ic ivau, %0" ::"r"(p) : "memory");
    __asm__ volatile("dsb ish\n isb" ::: "memory");
}

static void *finish(void *start) {
    publish(start, (size_t)((uint8_t *)begin() - (uint8_t *)start));
    return start;
}

enum {
    RET = 0xd65f03c0,
    PUSH = 0xa9bf7bfd, /* stp x29, x30, [sp, #-16]! */
    POP = 0xa8c17bfd,
    FRAME = 0x910003fd, /* mov x29, sp */
    BR_X1 = 0xd61f0020,
};

static uint32_t add_x0(uint32_t n) {
    return 0x91000000 | n << 10;
}

static code_1 *make_adder(uint32_t n) {
    void *start = begin();
    word(add_x0(n));
    word(RET);
    return (code_1 *)finish(start);
}

/* The sum of n, n - 1, ... 1. */
static code_1 *make_loop(void) {
    void *start = begin();
    word(0xd2800001); /* mov x1, #0 */
    word(0x8b000021); /* add x1, x1, x0 */
    word(0xf1000400); /* subs x0, x0, #1 */
    word(0x54ffffcc); /* b.gt -8 */
    word(0xaa0103e0); /* mov x0, x1 */
    word(RET);
    return (code_1 *)finish(start);
}

/* f(x + 1, own third argument) * 2, f the second argument. */
static void *make_caller(void) {
    void *start = begin();
    word(PUSH);
    word(FRAME);
    word(add_x0(1));
    word(0xaa0103e9); /* mov x9, x1 */
    word(0xaa0203e1); /* mov x1, x2 */
    word(0xd63f0120); /* blr x9 */
    word(0x8b000000); /* add x0, x0, x0 */
    word(POP);
    word(RET);
    return finish(start);
}

static code_2 *make_jumper(void) {
    void *start = begin();
    word(add_x0(10));
    word(BR_X1);
    return (code_2 *)finish(start);
}

/* A literal behind it, and a supervisor call (GetSystemTick) before. */
static code_1 *make_literal(uint64_t value) {
    void *start = begin();
    word(0xd40003c1); /* svc #0x1e */
    word(0x58000040); /* ldr x0, .+8 */
    word(RET);
    word((uint32_t)value);
    word((uint32_t)(value >> 32));
    return (code_1 *)finish(start);
}

/* ---- what it calls ---- */

__attribute__((noinline)) static uint64_t square(uint64_t x, void *unused) {
    (void)unused;
    return x * x;
}

static uint64_t square_1(uint64_t x) {
    return x * x;
}

/* Down to 0 through generated code, one of its frames between two of these. */
static code_3 *caller;
static uint64_t descend(uint64_t x, void *limit) {
    if (x >= *(uint64_t *)limit)
        return 1;
    return caller(x, (void *)descend, limit) + x;
}

static uint64_t expect_descend(uint64_t x, uint64_t limit) {
    return x >= limit ? 1 : expect_descend(x + 1, limit) * 2 + x;
}

static jump_buffer out;
static uint64_t leave(uint64_t x, void *unused) {
    (void)unused;
    guest_longjmp(out, (int)x);
}

/* ---- cases ---- */

static void runs(void) {
    code_1 *one = make_adder(1), *hundred = make_adder(100);
    check(one(1) == 2 && hundred(1) == 101, "new code runs");
    check(make_loop()(1000) == 500500, "a loop");
    check(make_literal(0x123456789abcdef0)(0) == 0x123456789abcdef0, "a literal and a system call");
    check(((code_3 *)make_caller())(4, (void *)square, NULL) == 50, "it calls the program");
    check(make_jumper()(5, (void *)square_1) == 225, "it jumps to the program");
    caller = (code_3 *)make_caller();
    uint64_t limit = 40;
    check(descend(0, &limit) == expect_descend(0, limit), "it calls the program that calls it");
    int value = guest_setjmp(out);
    if (!value)
        caller(41, (void *)leave, NULL);
    check(value == 42, "longjmp past its frames");
}

static void changes(void) {
    uint32_t at = (uint32_t)used;
    code_1 *f = make_adder(0);
    bool ok = true;
    for (uint32_t n = 0; n < 500; n++) {
        writable[at] = add_x0(n);
        publish((void *)(uintptr_t)f, 4);
        ok &= f(1) == 1 + n;
    }
    check(ok, "changed five hundred times");
    /* Other words than the one that runs first. */
    code_1 *loop = make_loop();
    ok = loop(10) == 55;
    writable[used - 5] = 0x8b000421; /* add x1, x1, x0, lsl #1 */
    publish((void *)(uintptr_t)loop, 24);
    check(ok && loop(10) == 110, "changed in the middle");
}

static void in_thread(void *result) {
    uint64_t sum = 0;
    code_1 *f = make_adder(7);
    for (uint64_t i = 0; i < 100; i++)
        sum = f(sum);
    *(uint64_t *)result = sum;
}

static bool other_thread(void) {
    uint64_t result = 0;
    struct guest_thread t;
    if (thread_start(&t, in_thread, &result, 0x2c, -2) != 0)
        return false;
    thread_join(&t);
    return result == 700;
}

static Handle open_code_memory(void) {
    Handle memory = 0;
    void *source = pages();
    uint8_t *target = find_free(info(12), 2 * SIZE);
    Result r = svcCreateCodeMemory(&memory, source, SIZE);
    if (!r)
        r = svcControlCodeMemory(memory, OWN_MAP, target, SIZE, RW);
    writable = (uint32_t *)(void *)target;
    executable = find_free((uint64_t)target + SIZE, SIZE);
    if (!r)
        r = svcControlCodeMemory(memory, OWN_MAP_EXECUTABLE, executable, SIZE, RX);
    if (r)
        guest_fail("code memory", r);
    used = 0;
    return memory;
}

/* The same pages at another address, with what was written. */
static bool moves(Handle memory) {
    code_1 *f = make_adder(33);
    uint64_t offset = (uint64_t)(uintptr_t)f - (uint64_t)executable;
    uint8_t *next = find_free((uint64_t)executable + SIZE, SIZE);
    if (f(1) != 34 ||
        svcControlCodeMemory(memory, OWN_UNMAP_EXECUTABLE, executable, SIZE, 0) != 0 ||
        svcControlCodeMemory(memory, OWN_MAP_EXECUTABLE, next, SIZE, RX) != 0)
        return false;
    executable = next;
    return ((code_1 *)(uintptr_t)(next + offset))(2) == 35;
}

static void close_code_memory(Handle memory) {
    check(svcControlCodeMemory(memory, OWN_UNMAP_EXECUTABLE, executable, SIZE, 0) == 0 &&
              svcControlCodeMemory(memory, OWN_UNMAP, writable, SIZE, 0) == 0 &&
              svcCloseHandle(memory) == 0,
          "the memory goes back");
}

/* The older way: pages are either the heap's, to be written, or code at another address. */
static bool by_mapping(void) {
    void *source = pages();
    executable = find_free(info(12), SIZE);
    writable = source;
    bool ok = true;
    for (uint32_t n = 1; n < 50; n++) {
        used = 0;
        void *start = begin();
        word(add_x0(n));
        word(RET);
        ok &= svcMapProcessCodeMemory(CURRENT_PROCESS, executable, source, SIZE) == 0 &&
              svcSetProcessMemoryPermission(CURRENT_PROCESS, executable, SIZE, RX) == 0;
        ok = ok && ((code_1 *)start)(1) == 1 + n;
        ok &= svcUnmapProcessCodeMemory(CURRENT_PROCESS, executable, source, SIZE) == 0;
    }
    return ok;
}

int main(void) {
    Handle memory = open_code_memory();
    runs();
    changes();
    check(other_thread(), "in another thread");
    check(moves(memory), "executable at another address");
    close_code_memory(memory);
    check(by_mapping(), "between heap and code");
    return check_end();
}
