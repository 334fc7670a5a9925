/* SPDX-License-Identifier: MIT */
/* What a debugger can look at: nested calls, a second thread, a loop that only the debugger ends,
 * and ways to fault. */
#include "guest.h"

volatile int depth = 3, results[8], spinning = 1, way;
volatile double ratio = 1.5;
static Handle release_writable, release_readable;

__attribute__((noinline)) int inner(int value, int *out) {
    int doubled = value * 2;
    *out = doubled + 1;
    results[value & 7] = doubled;
    return doubled;
}

__attribute__((noinline)) int middle(int value) {
    int local = 0;
    int sum = inner(value, &local);
    return sum + local;
}

__attribute__((noinline)) int outer(int value) {
    int sum = 0;
    for (int i = 0; i < value; i++)
        sum += middle(i + 10);
    return sum;
}

/* Calls nothing: a loop that is interrupted where it stands. */
__attribute__((noinline)) void spin(void) {
    while (spinning)
        ;
}

__attribute__((noinline)) void wait_for_release(void *unused) {
    int index;
    (void)unused;
    svcWaitSynchronization(&index, &release_readable, 1, -1);
    print("the worker was released");
}

__attribute__((noinline)) void fault(void) {
    if (way == 1)
        *(volatile int *)0x10 = 1;
    else if (way == 2)
        __asm__ volatile("brk #7");
    else if (way == 3)
        __asm__ volatile("udf #0");
    else if (way == 4)
        svcBreak(2, 0, 0);
    else if (way == 5)
        __asm__ volatile("svc #0xff");
    print("went on behind the fault");
}

int main(void) {
    struct guest_thread worker;
    svcCreateEvent(&release_writable, &release_readable);
    /* On this core and as good, so that main comes back when it waits. */
    thread_start(&worker, wait_for_release, NULL, 0x2c, 0);
    svcSleepThread(1000000);
    print("outer gave %d", outer(depth));
    print("ratio times two is %d", (int)(ratio * 2));
    print("spins");
    spin();
    print("spins no more");
    fault();
    svcSignalEvent(release_writable);
    thread_join(&worker);
    print("results %d %d", results[2], results[3]);
    return 0;
}
