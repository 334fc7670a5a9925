/* SPDX-License-Identifier: MIT */
/* What the system shows of paused threads: one in a call, and, when the argument is "running", one
 * in the middle of its code. */
#include "check.h"

enum {
    MAIN = 0x2c, /* main's priority */
    CORE = 0,    /* main's */
    OTHER_CORE = 1,
    SAVED = 19, /* the first register that a call preserves */
};
#define MS              1000000ll
#define MARK            0x5a5a000000000000ull
#define INVALID_STATE   0xfa01
#define BUSY            0xf401
#define INVALID_POINTER 0xe601

/* Give registers values, and wait in svcSleepThread, or count in x9. */
void context_sleeps(void *unused);
void context_counts(void *unused);
extern char context_svc[], context_loop[], context_loop_end[];
__asm__(".text\n"
        ".macro fill\n"
        "    .irp n,19,20,21,22,23,24,25,26,27,28\n"
        "    mov x\\n, #\\n\n"
        "    movk x\\n, #0x5a5a, lsl #48\n"
        "    .endr\n"
        ".endm\n"
        "context_sleeps:\n"
        "    fill\n"
        "    mov x0, #0x7fffffffffffffff\n"
        ".global context_svc\n"
        "context_svc:\n"
        "    svc #0x0b\n"
        "    b context_svc\n"
        "context_counts:\n"
        "    fill\n"
        "    fmov d31, #1.5\n"
        "    mov x9, #0\n"
        "    cmp x9, #0\n"
        ".global context_loop\n"
        "context_loop:\n"
        "    add x9, x9, #1\n"
        "    add x10, x9, #1\n"
        "    b context_loop\n"
        ".global context_loop_end\n"
        "context_loop_end:\n");

static bool saved_are_right(const struct thread_context *c) {
    for (unsigned n = SAVED; n < 29; n++)
        if (c->x[n] != (MARK | n))
            return false;
    return true;
}

static bool at(uint64_t pc, const char *first, const char *end) {
    return pc >= (uint64_t)first && pc < (uint64_t)end;
}

static void start(struct guest_thread *t, void (*entry)(void *), int core) {
    const Result r = thread_start(t, entry, NULL, MAIN, core);
    if (r)
        guest_fail("thread_start", r);
}

static void in_a_call(void) {
    static struct thread_context c;
    struct guest_thread t;
    start(&t, context_sleeps, CORE);
    svcSleepThread(MS); /* on this core and no worse: main comes back when it sleeps */
    check(svcGetThreadContext3(&c, t.handle) == INVALID_STATE, "a thread that runs is not shown");
    check(svcGetThreadContext3(&c, CURRENT_THREAD) == BUSY, "nor is this one");
    check(svcSetThreadActivity(t.handle, 1) == 0, "it is paused in its call");
    check(svcGetThreadContext3((struct thread_context *)0x10, t.handle) == INVALID_POINTER,
          "there is no place for it");
    for (unsigned i = 0; i < sizeof c / 8; i++)
        ((uint64_t *)&c)[i] = ~0ull;
    check(svcGetThreadContext3(&c, t.handle) == 0, "and shown");
    check(saved_are_right(&c), "with the registers that calls preserve");
    check(c.pc == (uint64_t)context_svc, "at the call");
    check(c.x[0] == 0 && c.x[18] == 0 && c.v[31][0] == 0, "without those that they do not");
    check(c.sp && c.sp % 16 == 0 && c.x[30], "with its stack and its way back");
}

static void in_its_code(void) {
    static struct thread_context c, again;
    struct guest_thread t;
    start(&t, context_counts, OTHER_CORE);
    bool in_loop = false, shown = true;
    for (int i = 0; i < 1000 && shown && !in_loop; i++) {
        svcSleepThread(MS);
        svcSetThreadActivity(t.handle, 1);
        shown = svcGetThreadContext3(&c, t.handle) == 0;
        in_loop = at(c.pc, context_loop, context_loop_end);
        if (!in_loop)
            svcSetThreadActivity(t.handle, 0);
    }
    check(shown, "a thread in its code is shown");
    if (!shown)
        return;
    check(in_loop && saved_are_right(&c), "in its loop, with its registers");
    check(c.x[9] - c.x[10] + 1 <= 1, "as they are between two of its instructions");
    check(c.pstate >> 28 == 6 && c.v[31][0] == 0x3ff8000000000000ull, "its flags and vectors");
    svcSleepThread(MS);
    check(svcGetThreadContext3(&again, t.handle) == 0 && again.x[9] == c.x[9] && again.pc == c.pc,
          "and it stays there");
    svcSetThreadActivity(t.handle, 0);
    for (again.x[9] = c.x[9]; again.x[9] == c.x[9];) {
        svcSleepThread(MS);
        svcSetThreadActivity(t.handle, 1);
        svcGetThreadContext3(&again, t.handle);
        svcSetThreadActivity(t.handle, 0);
    }
    check(again.x[9] > c.x[9], "until it may go on");
}

int main(int argc, char **argv) {
    in_a_call();
    if (argc > 1 && !strcmp(argv[1], "running"))
        in_its_code();
    return check_end(); /* the other threads never end */
}
