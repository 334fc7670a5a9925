/* SPDX-License-Identifier: MIT */
/* Loops that wait for another thread. What only lifted code can do, because the interpreter knows
 * of no loops, is done with the argument "gates". */
#include "check.h"
#include "held.h"

enum {
    MAIN = 0x2c,
    WORSE = 0x2d,
    TURNS = 0x3b, /* the one priority whose threads share time */
    CORE = 0,     /* main's */
    OTHER_CORE = 1,
};

static uint32_t ball; /* whose turn it is */
static uint32_t hits[2];
static uint32_t rounds;

static void await(const uint32_t *word, uint32_t wanted) {
    while (__atomic_load_n(word, __ATOMIC_ACQUIRE) != wanted)
        ;
}

static void play(void *self_) {
    const uint32_t self = (uint32_t)(uintptr_t)self_;
    for (uint32_t i = 0; i < rounds; i++) {
        await(&ball, self);
        hits[self]++;
        __atomic_store_n(&ball, !self, __ATOMIC_RELEASE);
    }
}

static void start(struct guest_thread *t, void (*entry)(void *), void *argument, int priority,
                  int core) {
    Result r = thread_start(t, entry, argument, priority, core);
    if (r)
        guest_fail("thread_start", r);
}

static bool match(int priority, int first_core, int second_core, uint32_t n) {
    struct guest_thread players[2];
    rounds = n;
    ball = hits[0] = hits[1] = 0;
    start(&players[0], play, (void *)0, priority, first_core);
    start(&players[1], play, (void *)1, priority, second_core);
    thread_join(&players[0]);
    thread_join(&players[1]);
    return hits[0] == n && hits[1] == n;
}

/* ---- a lock that waits ---- */

static uint32_t locked;
static volatile uint32_t counter; /* that it guards */

static void lock_word(uint32_t *word) {
    uint32_t value, failed;
    __asm__ volatile("sevl\n"
                     "1: wfe\n"
                     "2: ldaxr %w0, [%2]\n"
                     "cbnz %w0, 1b\n"
                     "stxr %w1, %w3, [%2]\n"
                     "cbnz %w1, 2b\n"
                     : "=&r"(value), "=&r"(failed)
                     : "r"(word), "r"(1)
                     : "memory");
}

static void count(void *unused) {
    (void)unused;
    for (uint32_t i = 0; i < rounds; i++) {
        lock_word(&locked);
        counter++;
        __atomic_store_n(&locked, 0, __ATOMIC_RELEASE);
    }
}

static void spin_lock(uint32_t n) {
    struct guest_thread threads[3];
    rounds = n;
    for (int i = 0; i < 3; i++)
        start(&threads[i], count, NULL, TURNS, i);
    for (int i = 0; i < 3; i++)
        thread_join(&threads[i]);
    check(counter == 3 * n, "a lock that waits by spinning lets one at a time in");
}

/* ---- with gates ---- */

static void hold_registers(void *unused) {
    (void)unused;
    HOLD_REGISTERS("1: ldr w1, [x2]\ncbz w1, 1b\n");
}

static void raise_flag(void *flag) {
    __atomic_store_n((uint32_t *)flag, 1, __ATOMIC_RELEASE);
}

static void registers(void) {
    struct guest_thread holder, raiser;
    start(&holder, hold_registers, NULL, MAIN, OTHER_CORE);
    start(&raiser, raise_flag, (void *)&held.stop, MAIN, OTHER_CORE);
    thread_join(&holder);
    thread_join(&raiser);
    check(registers_held(), "who waits has all its registers when others had its core");
}

static void worse(void) {
    struct guest_thread t;
    uint32_t flag = 0;
    start(&t, raise_flag, &flag, WORSE, CORE);
    await(&flag, 1);
    check(true, "a worse thread on the same core runs, if late");
    thread_join(&t);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "gates") == 0) {
        check(match(MAIN, OTHER_CORE, OTHER_CORE, 200), "equal threads play on one core");
        registers();
        worse();
        return check_end();
    }
    check(match(MAIN, OTHER_CORE, CORE + 2, 2000), "threads play on two cores");
    check(match(TURNS, OTHER_CORE, OTHER_CORE, 3), "threads that take turns play on one core");
    spin_lock(2000);
    return check_end();
}
