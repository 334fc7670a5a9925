/* SPDX-License-Identifier: MIT */
/* Stacks that hand control to each other, in the ways that libraries do it: registers kept on the
 * old stack, registers kept in a context, and a switch through a pointer. */
#include "check.h"

/* The frame that stack_swap leaves: x19 to x30, d8 to d15. */
#define SAVED_WORDS 20
#define SAVED_X30   11

/* Leaves its registers on this stack, whose pointer goes to *from, and takes those at `to`. The
 * value passes through. */
uint64_t stack_swap(void **from, void *to, uint64_t value);
__asm__(".text\n.type stack_swap, %function\nstack_swap:\n"
        " sub sp, sp, #160\n"
        " stp x19, x20, [sp]\n stp x21, x22, [sp, #16]\n stp x23, x24, [sp, #32]\n"
        " stp x25, x26, [sp, #48]\n stp x27, x28, [sp, #64]\n stp x29, x30, [sp, #80]\n"
        " stp d8, d9, [sp, #96]\n stp d10, d11, [sp, #112]\n stp d12, d13, [sp, #128]\n"
        " stp d14, d15, [sp, #144]\n"
        " mov x9, sp\n str x9, [x0]\n mov sp, x1\n"
        " ldp x19, x20, [sp]\n ldp x21, x22, [sp, #16]\n ldp x23, x24, [sp, #32]\n"
        " ldp x25, x26, [sp, #48]\n ldp x27, x28, [sp, #64]\n ldp x29, x30, [sp, #80]\n"
        " ldp d8, d9, [sp, #96]\n ldp d10, d11, [sp, #112]\n ldp d12, d13, [sp, #128]\n"
        " ldp d14, d15, [sp, #144]\n"
        " add sp, sp, #160\n mov x0, x2\n ret\n");

struct context {
    uint64_t x[12]; /* x19 to x30 */
    uint64_t sp;
};

/* The same with registers in contexts, as swapcontext keeps them. */
void context_swap(struct context *from, const struct context *to);
__asm__(".type context_swap, %function\ncontext_swap:\n"
        " stp x19, x20, [x0]\n stp x21, x22, [x0, #16]\n stp x23, x24, [x0, #32]\n"
        " stp x25, x26, [x0, #48]\n stp x27, x28, [x0, #64]\n stp x29, x30, [x0, #80]\n"
        " mov x9, sp\n str x9, [x0, #96]\n"
        " ldp x19, x20, [x1]\n ldp x21, x22, [x1, #16]\n ldp x23, x24, [x1, #32]\n"
        " ldp x25, x26, [x1, #48]\n ldp x27, x28, [x1, #64]\n ldp x29, x30, [x1, #80]\n"
        " ldr x9, [x1, #96]\n mov sp, x9\n br x30\n");

#define FIBERS 5
#define STACK  0x4000
static uint8_t stacks[FIBERS][STACK] __attribute__((aligned(16)));

/* ---- a ring of workers: each yields in the middle of a recursion ---- */

#define YIELDS 4 /* of a walk of depth 3 */

static void *main_stack, *worker_stack[FIBERS];
static struct {
    uint64_t walks, sum;
} done[FIBERS];
static int current;

__attribute__((noinline)) static uint64_t yield(uint64_t value) {
    return stack_swap(&worker_stack[current], main_stack, value);
}

__attribute__((noinline)) static uint64_t walk(int depth, uint64_t sum) {
    if (depth == 0)
        return yield(sum);
    uint64_t below = walk(depth - 1, sum + (uint64_t)depth);
    return below + yield(below);
}

static void work(void) {
    const int me = current;
    for (;;) {
        done[me].sum = walk(3, done[me].sum + (uint64_t)me);
        done[me].walks++;
    }
}

static bool ring(int turns) {
    uint64_t given[FIBERS] = {0};
    for (int i = 0; i < FIBERS; i++) {
        uint64_t *top = (uint64_t *)(void *)(stacks[i] + STACK) - SAVED_WORDS;
        top[SAVED_X30] = (uint64_t)work;
        worker_stack[i] = top;
    }
    for (int turn = 0; turn < turns; turn++)
        for (current = 0; current < FIBERS; current++)
            given[current] = stack_swap(&main_stack, worker_stack[current], given[current]);
    bool ok = true;
    for (uint64_t i = 0; i < FIBERS; i++) {
        uint64_t sum = 0;
        for (uint64_t n = 0; n < done[i].walks; n++)
            sum = (sum + i + 3 + 2 + 1) * 8;
        ok &= done[i].walks == (uint64_t)(turns - 1) / YIELDS && done[i].sum == sum;
    }
    return ok;
}

/* ---- producer and consumer by contexts ---- */

static struct context producer_context, consumer_context;
static uint32_t cell;

__attribute__((noinline)) static void pass_to(struct context *from, const struct context *to) {
    context_swap(from, to);
}

static void produce(void) {
    uint32_t a = 0, b = 1;
    for (;;) {
        cell = a;
        uint32_t next = a + b;
        a = b;
        b = next;
        pass_to(&producer_context, &consumer_context);
    }
}

static uint32_t consume(int n) {
    uint32_t last = 0;
    producer_context = (struct context){.sp = (uint64_t)(stacks[0] + STACK)};
    producer_context.x[SAVED_X30] = (uint64_t)produce;
    for (int i = 0; i <= n; i++) {
        pass_to(&consumer_context, &producer_context);
        last = cell;
    }
    return last;
}

/* ---- a fiber that moves between threads ---- */

static struct context traveller, home;
static uint64_t miles;

static void travel(void) {
    for (;;) {
        miles += 1 + (miles & 1);
        pass_to(&traveller, &home);
    }
}

static void carry(void *turns) {
    for (int i = 0; i < *(int *)turns; i++)
        pass_to(&home, &traveller);
}

static bool move_between_threads(void) {
    int turns = 300;
    traveller = (struct context){.sp = (uint64_t)(stacks[1] + STACK)};
    traveller.x[SAVED_X30] = (uint64_t)travel;
    carry(&turns);
    struct guest_thread t;
    if (thread_start(&t, carry, &turns, 0x2c, -2) != 0)
        return false;
    thread_join(&t);
    carry(&turns);
    return miles == 1 + 2 * 899;
}

int main(void) {
    check(ring(2001), "five workers yield out of a recursion");
    check(consume(40) == 102334155, "producer and consumer");
    check(consume(1000) == 1556111435, "a thousand times");
    check(move_between_threads(), "a fiber that moves to another thread and back");
    return check_end();
}
