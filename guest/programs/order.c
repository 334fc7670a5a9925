/* SPDX-License-Identifier: MIT */
/* Threads that race on purpose, with all that a program can find chance in: who comes first, time,
 * random numbers, timeouts, input. What came of it is in the picture and in the last line. Ends
 * after the frames that its argument says, or by Plus. */
#include "guest.h"

enum {
    MAIN = 0x2c,
    TURNS = 0x3b, /* the one priority whose threads share time */
    FRAMES = 12,
    MEETINGS = 200,
    BARS = 8,
};
#define MS 1000000ll

/* Without locks, so that the order of everything is in it. */
static volatile uint64_t history = 1;
static volatile uint32_t stop, here, there;
static volatile uint64_t counts[BARS];

static void note(uint64_t what) {
    history = (history ^ what) * 0x9e3779b97f4a7c15ull;
    history ^= history >> 29;
}

/* ---- chance ---- */

static Handle random_service, clock_service;

static uint64_t random_number(void) {
    uint64_t value = 0;
    struct ipc_request r = {
        .command = 0, .buffers = {{&value, sizeof value, IPC_OUT}}, .buffer_count = 1};
    if (ipc_send(random_service, &r) != 0)
        guest_fail("csrng", 1);
    return value;
}

static int64_t seconds(void) {
    int64_t now = 0;
    struct ipc_request r = {.command = 0, .out = &now, .out_size = sizeof now};
    if (ipc_send(clock_service, &r) != 0)
        guest_fail("time:u", 1);
    return now;
}

static uint64_t counter(void) {
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntpct_el0" : "=r"(ticks));
    return ticks;
}

static void open_services(void) {
    Handle time;
    uint64_t entropy;
    Result r = sm_get_service("csrng", &random_service);
    if (!r)
        r = sm_get_service("time:u", &time);
    if (!r)
        r = ipc_get_object(time, 0, NULL, 0, &clock_service);
    if (!r)
        r = svcGetInfo(&entropy, 11, 0, 0);
    if (r)
        guest_fail("services", r);
    note(entropy);
}

/* ---- threads ---- */

/* Loops that make no calls. */
static void count_until_stop(void *counter_) {
    volatile uint64_t *n = counter_;
    while (!stop)
        (*n)++;
    note(*n);
}

static void answer(void *unused) {
    (void)unused;
    for (uint32_t i = 1; i <= MEETINGS; i++) {
        while (here != i)
            counts[2]++;
        there = i;
    }
    note(counts[2]);
}

static void ask(void *unused) {
    (void)unused;
    for (uint32_t i = 1; i <= MEETINGS; i++) {
        here = i;
        while (there != i)
            counts[3]++;
    }
    note(counts[3]);
}

static struct mutex lock;
static struct condition changed;
static uint32_t stock;

static void work(void *self) {
    while (!stop) {
        mutex_lock(&lock);
        Result r =
            stock ? 0 : condition_wait_for(&changed, &lock, (int64_t)(random_number() % 3000000));
        if (stock)
            stock--;
        mutex_unlock(&lock);
        note(r + (uintptr_t)self);
        counts[4 + (uintptr_t)self]++;
        for (uint64_t until = counter() + random_number() % 20000; counter() < until;)
            note(1);
    }
}

/* Signals that come about when the wait for them ends. */
static Handle signal_end, wait_end;

static void signal_late(void *unused) {
    (void)unused;
    while (!stop) {
        svcSleepThread((int64_t)(random_number() % (2 * MS)));
        svcSignalEvent(signal_end);
        mutex_lock(&lock);
        stock++;
        mutex_unlock(&lock);
        condition_signal(&changed, 1);
    }
}

static void wait_for_signal(void) {
    int index;
    Result r = svcWaitSynchronization(&index, &wait_end, 1, MS);
    note(r);
    counts[7] += r == 0;
    svcResetSignal(wait_end);
}

/* ---- the picture ---- */

static void draw(int frame) {
    uint32_t *out = screen_begin();
    for (int bar = 0; bar < BARS; bar++)
        for (int y = 0; y < 64; y++)
            for (int x = 0; x < 32; x++)
                out[(200 + y) * SCREEN_WIDTH + 100 + bar * 40 + x] =
                    0xff000000u | (uint32_t)(counts[bar] >> (y / 16 * 8) & 0xff) * 0x010101;
    console_at(2, 2, RGBA(255, 255, 255), "frame %d, history %lx", frame, (unsigned long)history);
    console_at(2, 4, RGBA(255, 255, 255), "tick %lu, second %ld", (unsigned long)svcGetSystemTick(),
               (long)seconds());
}

static int number(int argc, char **argv) {
    int n = 0;
    for (const char *p = argc > 1 ? argv[1] : ""; *p >= '0' && *p <= '9'; p++)
        n = n * 10 + (*p - '0');
    return n ? n : FRAMES;
}

int main(int argc, char **argv) {
    static const struct {
        void (*entry)(void *);
        uintptr_t argument;
        int priority, core;
    } crew[] = {
        {count_until_stop, (uintptr_t)&counts[0], TURNS, 2},
        {count_until_stop, (uintptr_t)&counts[1], TURNS, 2},
        {answer, 0, MAIN, 1},
        {ask, 0, MAIN, 0},
        {work, 0, MAIN, 0},
        {work, 1, MAIN, 1},
        {work, 2, MAIN - 1, 2},
        {signal_late, 0, MAIN + 1, 1},
    };
    struct guest_thread threads[sizeof crew / sizeof *crew];
    const int threads_count = sizeof crew / sizeof *crew, frames = number(argc, argv);
    Result r = screen_open();
    if (!r)
        r = pad_open();
    if (!r)
        r = svcCreateEvent(&signal_end, &wait_end);
    if (r)
        guest_fail("start", r);
    open_services();
    for (int i = 0; i < threads_count; i++)
        if ((r = thread_start(&threads[i], crew[i].entry, (void *)crew[i].argument,
                              crew[i].priority, crew[i].core)) != 0)
            guest_fail("thread_start", r);
    for (int frame = 0; frame < frames; frame++) {
        float x, y;
        const uint64_t held = pad_read(&x, &y);
        if (held & PAD_PLUS)
            break;
        note(held);
        wait_for_signal();
        draw(frame);
        if ((r = screen_show()) != 0)
            guest_fail("screen_show", r);
    }
    stop = 1;
    for (int i = 0; i < threads_count; i++)
        thread_join(&threads[i]);
    print("history %lx", (unsigned long)history);
    return 0;
}
