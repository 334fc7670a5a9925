/* SPDX-License-Identifier: MIT */
/* The console: one screen, a pad whose plus ends the program. */
#include "example.h"

#include "guest.h"

void *example_window(DkDevice device, const char *name) {
    (void)device;
    (void)name;
    return NULL;
}

bool example_goes_on(uint32_t frames_drawn) {
    (void)frames_drawn;
    return !(pad_read(NULL, NULL) & PAD_PLUS);
}

struct part {
    struct guest_thread thread;
    void (*call)(uint32_t number);
    uint32_t number;
};

static void run(void *argument) {
    const struct part *p = argument;
    p->call(p->number);
}

void example_parallel(uint32_t count, void (*call)(uint32_t number)) {
    enum { PRIORITY = 44, CORES = 3 }; /* 44: as the main thread's */
    static struct part parts[16];
    for (uint32_t i = 0; i < count; i++) {
        parts[i].call = call;
        parts[i].number = i;
        const Result r = thread_start(&parts[i].thread, run, &parts[i], PRIORITY, (int)(i % CORES));
        if (r)
            guest_fail("a thread", r);
    }
    for (uint32_t i = 0; i < count; i++)
        thread_join(&parts[i].thread);
}

void example_fail(const char *what) {
    guest_fail(what, 1);
}

int main(void) {
    const Result r = pad_open();
    if (r)
        guest_fail("pad_open", r);
    example_main();
    return 0;
}
