/* SPDX-License-Identifier: MIT */
/* Two threads that wait for each other's mutex, for ever. */
#include "guest.h"

static struct mutex first, second;

static void take_both(struct mutex *a, struct mutex *b) {
    mutex_lock(a);
    svcSleepThread(10000000);
    mutex_lock(b);
}

static void other(void *unused) {
    (void)unused;
    take_both(&second, &first);
}

int main(void) {
    struct guest_thread t;
    if (thread_start(&t, other, NULL, 0x2c, 1) != 0)
        return 1;
    take_both(&first, &second);
    return 1;
}
