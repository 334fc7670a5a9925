/* SPDX-License-Identifier: MIT */
#include "kernel/lock.h"
#include "kernel/schedule.h"
#include "kernel/test_support.h"

#include <sched.h>

/* Who has the core of a thread that waits in a loop. */

enum { MINE = 44, BETTER = 43, WORSE = 45 };
#define SHORT_NS 50000ull
#define LONG_NS  1000000000ull

static void run_once(struct test_player *p) {
    kernel_lock();
    schedule_enter_locked(p->thread);
    p->got[0]++;
    schedule_leave_locked(p->thread);
    kernel_unlock();
}

static bool is_ready(struct thread *t) {
    kernel_lock();
    const bool is = t->ready;
    kernel_unlock();
    return is;
}

/* Another thread wants the core that this one has; does it get it from one wait of so long? */
static bool gives_way(int priority, uint64_t waited_ns) {
    struct test_player other = {0};
    thread_set_current(self);
    kernel_lock();
    schedule_enter_locked(self);
    kernel_unlock();
    test_player_start(&other, priority, run_once);
    while (!is_ready(other.thread))
        sched_yield();
    schedule_spin(&self->state, waited_ns);
    assert_true(schedule_holds_core());
    kernel_lock();
    const bool has_run = other.got[0];
    schedule_leave_locked(self);
    kernel_unlock();
    thread_set_current(NULL);
    test_player_join(&other);
    assert_int_equal(other.got[0], 1);
    return has_run;
}

static void threads_as_good_and_better_run(void **state) {
    (void)state;
    assert_true(gives_way(MINE, SHORT_NS));
    assert_true(gives_way(BETTER, SHORT_NS));
}

static void worse_ones_wait_for_long(void **state) {
    (void)state;
    assert_false(gives_way(WORSE, SHORT_NS));
    assert_false(gives_way(WORSE, LONG_NS - 1));
    assert_true(gives_way(WORSE, LONG_NS));
}

static void nobody_waits(void **state) {
    (void)state;
    thread_set_current(self);
    kernel_lock();
    schedule_enter_locked(self);
    kernel_unlock();
    for (uint64_t ns = SHORT_NS; ns < LONG_NS; ns *= 2)
        schedule_spin(&self->state, ns);
    assert_true(schedule_holds_core());
    kernel_lock();
    schedule_leave_locked(self);
    kernel_unlock();
    thread_set_current(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        KERNEL_TEST(threads_as_good_and_better_run),
        KERNEL_TEST(worse_ones_wait_for_long),
        KERNEL_TEST(nobody_waits),
    };
    return cmocka_run_group_tests(tests, test_kernel_begin, NULL);
}
