/* SPDX-License-Identifier: MIT */
#include "kernel/event.h"
#include "kernel/process.h"
#include "kernel/results.h"
#include "kernel/test_support.h"

#include <string.h>

/* Events, waits, cancelling and threads' own SVCs. Waits that end only by another thread take no
 * timeout, so that no test depends on a time. */

#define FOR_EVER UINT64_MAX

static void create_event(struct thread *t, uint32_t *writable, uint32_t *readable) {
    assert_int_equal(test_svc(t, 0x45, 0), 0);
    *writable = (uint32_t)t->state.x[1];
    *readable = (uint32_t)t->state.x[2];
}

static uint64_t wait_for(struct thread *t, uint64_t count, uint64_t timeout) {
    return test_svc(t, 0x18, 0, test_heap(), count, timeout);
}

static void set_handles(uint32_t a, uint32_t b) {
    test_set_word(test_heap(), a);
    test_set_word(test_heap() + 4, b);
}

static void registers_are_left_as_the_kernel_leaves_them(void **state) {
    (void)state;
    for (int i = 0; i < 31; i++)
        self->state.x[i] = 0x1111 * (unsigned)i;
    assert_int_equal(test_svc(self, 0x12, 0x1234, 1, 2, 3, 4, 5, 6, 7), RESULT_INVALID_HANDLE);
    for (int i = 1; i <= 17; i++)
        assert_int_equal(self->state.x[i], 0);
    for (int i = 18; i < 31; i++)
        assert_int_equal(self->state.x[i], 0x1111 * i);
}

static void events_are_level_triggered(void **state) {
    (void)state;
    uint32_t writable, readable;
    create_event(self, &writable, &readable);
    set_handles(readable, 0);
    assert_int_equal(wait_for(self, 1, 0), RESULT_TIMED_OUT);
    assert_int_equal(test_svc(self, 0x17, readable), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x11, writable), 0);
    assert_int_equal(wait_for(self, 1, 0), 0);
    assert_int_equal(self->state.x[1], 0);
    assert_int_equal(wait_for(self, 1, FOR_EVER), 0);
    assert_int_equal(test_svc(self, 0x17, readable), 0);
    assert_int_equal(test_svc(self, 0x17, readable), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x11, writable), 0);
    assert_int_equal(test_svc(self, 0x12, writable), 0);
    assert_int_equal(test_svc(self, 0x12, readable), 0);
    assert_int_equal(wait_for(self, 1, 0), RESULT_TIMED_OUT);
}

static void each_end_does_its_own(void **state) {
    (void)state;
    uint32_t writable, readable;
    create_event(self, &writable, &readable);
    assert_int_equal(test_svc(self, 0x11, readable), RESULT_INVALID_HANDLE);
    assert_int_equal(test_svc(self, 0x17, writable), RESULT_INVALID_HANDLE);
    set_handles(writable, 0);
    assert_int_equal(wait_for(self, 1, 0), RESULT_INVALID_HANDLE);
    assert_int_equal(test_svc(self, 0x16, writable), 0);
    assert_int_equal(test_svc(self, 0x11, writable), RESULT_INVALID_HANDLE);
    assert_int_equal(test_svc(self, 0x12, readable), 0);
}

static void wait_checks_its_arguments(void **state) {
    (void)state;
    uint32_t writable, readable;
    create_event(self, &writable, &readable);
    set_handles(readable, 0x1234);
    assert_int_equal(wait_for(self, 65, 0), RESULT_OUT_OF_RANGE);
    assert_int_equal(wait_for(self, UINT32_MAX, 0), RESULT_OUT_OF_RANGE);
    assert_int_equal(wait_for(self, 2, 0), RESULT_INVALID_HANDLE);
    assert_int_equal(test_svc(self, 0x18, 0, 0x1000, 1, 0), RESULT_INVALID_POINTER);
    set_handles(HANDLE_CURRENT_THREAD, HANDLE_CURRENT_PROCESS);
    assert_int_equal(wait_for(self, 1, 0), RESULT_INVALID_HANDLE);
    assert_int_equal(wait_for(self, 0, 0), RESULT_TIMED_OUT);
    assert_int_equal(wait_for(self, 0, 1), RESULT_TIMED_OUT);
    assert_int_equal((uint32_t)self->state.x[1], UINT32_MAX);
}

static void the_first_signalled_wins(void **state) {
    (void)state;
    uint32_t w[2], r[2];
    create_event(self, &w[0], &r[0]);
    create_event(self, &w[1], &r[1]);
    set_handles(r[0], r[1]);
    test_svc(self, 0x11, w[1]);
    assert_int_equal(wait_for(self, 2, 0), 0);
    assert_int_equal(self->state.x[1], 1);
    test_svc(self, 0x11, w[0]);
    assert_int_equal(wait_for(self, 2, 0), 0);
    assert_int_equal(self->state.x[1], 0);
}

static void a_pending_cancel_waits_for_a_wait_that_blocks(void **state) {
    (void)state;
    uint32_t writable, readable;
    create_event(self, &writable, &readable);
    set_handles(readable, 0);
    assert_int_equal(test_svc(self, 0x19, self->handle), 0);
    assert_int_equal(wait_for(self, 1, 0), RESULT_TIMED_OUT);
    test_svc(self, 0x11, writable);
    assert_int_equal(wait_for(self, 1, FOR_EVER), 0);
    test_svc(self, 0x12, writable);
    assert_int_equal(wait_for(self, 1, FOR_EVER), RESULT_CANCELLED);
    assert_int_equal((uint32_t)self->state.x[1], UINT32_MAX);
    assert_int_equal(wait_for(self, 1, 1), RESULT_TIMED_OUT);
    assert_int_equal(test_svc(self, 0x19, 0x1234), RESULT_INVALID_HANDLE);
}

static void wait_for_ever(struct test_player *p) {
    p->got[0] = test_svc(p->thread, 0x18, 0, test_heap(), p->argument[0], FOR_EVER);
    p->got[1] = p->thread->state.x[1];
}

static void a_signal_wakes_all_waiters(void **state) {
    (void)state;
    struct test_player p[3];
    uint32_t w[2], r[2];
    create_event(self, &w[0], &r[0]);
    create_event(self, &w[1], &r[1]);
    set_handles(r[0], r[1]);
    for (int i = 0; i < 3; i++) {
        p[i].argument[0] = 2;
        test_player_start(&p[i], 44, wait_for_ever);
        test_until_waiting(p[i].thread, THREAD_WAIT_OBJECTS);
    }
    test_svc(self, 0x11, w[1]);
    test_svc(self, 0x12, w[1]); /* those that waited are woken all the same */
    for (int i = 0; i < 3; i++) {
        test_player_join(&p[i]);
        assert_int_equal(p[i].got[0], 0);
        assert_int_equal(p[i].got[1], 1);
    }
}

static void a_cancel_ends_a_wait(void **state) {
    (void)state;
    struct test_player p;
    uint32_t writable, readable;
    create_event(self, &writable, &readable);
    set_handles(readable, 0);
    p.argument[0] = 1;
    test_player_start(&p, 44, wait_for_ever);
    test_until_waiting(p.thread, THREAD_WAIT_OBJECTS);
    assert_int_equal(test_svc(self, 0x19, p.thread->handle), 0);
    test_player_join(&p);
    assert_int_equal(p.got[0], RESULT_CANCELLED);
    assert_int_equal((uint32_t)p.got[1], UINT32_MAX);
}

static void a_closed_handle_does_not_end_a_wait(void **state) {
    (void)state;
    struct test_player p;
    uint32_t writable, readable;
    create_event(self, &writable, &readable);
    set_handles(readable, 0);
    p.argument[0] = 1;
    test_player_start(&p, 44, wait_for_ever);
    test_until_waiting(p.thread, THREAD_WAIT_OBJECTS);
    assert_int_equal(test_svc(self, 0x16, readable), 0);
    test_svc(self, 0x11, writable);
    test_player_join(&p);
    assert_int_equal(p.got[0], 0);
}

static void a_thread_is_signalled_when_it_ends(void **state) {
    (void)state;
    struct thread *other = test_thread_new(44);
    set_handles(other->handle, 0);
    assert_int_equal(wait_for(self, 1, 0), RESULT_TIMED_OUT);
    test_thread_end(other);
    assert_int_equal(wait_for(self, 1, FOR_EVER), 0);
}

static void the_process_that_ends_wakes_everybody(void **state) {
    (void)state;
    struct test_player p;
    uint32_t writable, readable;
    create_event(self, &writable, &readable);
    set_handles(readable, 0);
    p.argument[0] = 1;
    test_player_start(&p, 44, wait_for_ever);
    test_until_waiting(p.thread, THREAD_WAIT_OBJECTS);
    thread_stop_all();
    test_player_join(&p);
    assert_int_equal(p.got[0], RESULT_TERMINATION_REQUESTED);
    assert_true(p.thread != NULL);
    test_thread_end(self);
    assert_true(thread_join_all(1));
    self = test_thread_new(44);
}

static void threads_are_created_with_checks(void **state) {
    (void)state;
    const uint64_t stack = test_heap() + 0x10008;
    assert_int_equal(test_svc(self, 0x08, 0, 0x1000, 7, stack, 44, 3), RESULT_INVALID_CORE);
    assert_int_equal(test_svc(self, 0x08, 0, 0x1000, 7, stack, 44, UINT32_MAX),
                     RESULT_INVALID_CORE);
    assert_int_equal(test_svc(self, 0x08, 0, 0x1000, 7, stack, 27, 0), RESULT_INVALID_PRIORITY);
    assert_int_equal(test_svc(self, 0x08, 0, 0x1000, 7, stack, 60, 0), RESULT_INVALID_PRIORITY);
    assert_int_equal(test_svc(self, 0x08, 0, 0x1000, 7, stack, 59, (uint32_t)-2), 0);
    uint32_t handle = (uint32_t)self->state.x[1];
    struct thread *t = (struct thread *)handle_get(handle, self);
    assert_non_null(t);
    assert_int_equal(t->state.pc, 0x1000);
    assert_int_equal(t->state.x[0], 7);
    assert_int_equal(t->state.sp, stack & ~15ull);
    assert_int_equal(t->state.x[30], 0);
    assert_int_equal(t->state.x[18] & 1, 1);
    assert_int_equal(t->state.tpidrro, t->tls);
    assert_int_equal(test_word(t->tls + 0x110), handle);
    assert_int_equal(test_svc(self, 0x0c, 0, handle), 0);
    assert_int_equal(self->state.x[1], 59);
    assert_int_equal(test_svc(self, 0x0d, handle, 30), 0);
    assert_int_equal(test_svc(self, 0x0d, handle, 64), RESULT_INVALID_PRIORITY);
    assert_int_equal(test_svc(self, 0x0c, 0, handle), 0);
    assert_int_equal(self->state.x[1], 30);
    object_unref(&t->object);
    assert_int_equal(test_svc(self, 0x16, handle), 0);
    assert_int_equal(test_svc(self, 0x09, handle), RESULT_INVALID_HANDLE);
}

static void the_limit_of_threads_holds(void **state) {
    (void)state;
    const uint64_t stack = test_heap() + 0x10000;
    uint32_t handle = 0;
    for (int i = 1; i < THREAD_LIMIT; i++) {
        assert_int_equal(test_svc(self, 0x08, 0, 0x1000, 0, stack, 44, 0), 0);
        handle = (uint32_t)self->state.x[1];
    }
    assert_int_equal(test_svc(self, 0x08, 0, 0x1000, 0, stack, 44, 0), RESULT_LIMIT_REACHED);
    assert_int_equal(test_svc(self, 0x29, 0, 24, HANDLE_CURRENT_PROCESS, 0), 0);
    assert_int_equal(self->state.x[1], 0);
    assert_int_equal(test_svc(self, 0x16, handle), 0);
    assert_int_equal(test_svc(self, 0x08, 0, 0x1000, 0, stack, 44, 0), 0);
}

static void core_masks_are_kept(void **state) {
    (void)state;
    const uint64_t me = HANDLE_CURRENT_THREAD;
    assert_int_equal(test_svc(self, 0x0f, me, 0, 8), RESULT_INVALID_CORE);
    assert_int_equal(test_svc(self, 0x0f, me, 0, 0), RESULT_INVALID_COMBINATION);
    assert_int_equal(test_svc(self, 0x0f, me, 1, 5), RESULT_INVALID_COMBINATION);
    assert_int_equal(test_svc(self, 0x0f, me, (uint32_t)-4, 7), RESULT_INVALID_CORE);
    assert_int_equal(test_svc(self, 0x0f, me, 2, 6), 0);
    assert_int_equal(test_svc(self, 0x10, 0), 2);
    assert_int_equal(test_svc(self, 0x0e, 0, 0, me), 0);
    assert_int_equal(self->state.x[1], 2);
    assert_int_equal(self->state.x[2], 6);
    assert_int_equal(test_svc(self, 0x0f, me, (uint32_t)-3, 1), RESULT_INVALID_COMBINATION);
    assert_int_equal(test_svc(self, 0x0f, me, UINT32_MAX, 7), 0);
    assert_int_equal(test_svc(self, 0x0e, 0, 0, me), 0);
    assert_int_equal((uint32_t)self->state.x[1], UINT32_MAX);
    assert_int_equal(self->state.x[2], 7);
    assert_int_equal(test_svc(self, 0x0f, me, (uint32_t)-2, 0), 0);
    assert_int_equal(test_svc(self, 0x0e, 0, 0, me), 0);
    assert_int_equal(self->state.x[2], 1);
}

static void info_answers_by_its_rules(void **state) {
    (void)state;
    const uint64_t process = HANDLE_CURRENT_PROCESS;
    const struct {
        uint64_t id, handle, sub;
        result expected;
    } cases[] = {
        {0, process, 0, 0},
        {0, process, 1, RESULT_INVALID_COMBINATION},
        {0, 0, 0, RESULT_INVALID_HANDLE},
        {12, 0, 1, RESULT_INVALID_COMBINATION},
        {28, process, 0, 0},
        {11, 0, 3, 0},
        {11, 0, 4, RESULT_INVALID_COMBINATION},
        {11, process, 0, RESULT_INVALID_HANDLE},
        {8, 0, 0, 0},
        {19, process, 0, RESULT_INVALID_ENUM},
        {65000, process, 0, RESULT_INVALID_ENUM},
        {26, 0, 0x36, 0},
        {26, 0, 0, RESULT_INVALID_COMBINATION},
        {25, HANDLE_CURRENT_THREAD, UINT64_MAX, 0},
        {25, process, UINT64_MAX, RESULT_INVALID_HANDLE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(test_svc(self, 0x29, 0, cases[i].id, cases[i].handle, cases[i].sub),
                         cases[i].expected);
    assert_int_equal(test_svc(self, 0x29, 0, 0, process, 0), 0);
    assert_int_equal(self->state.x[1], 7);
    assert_int_equal(test_svc(self, 0x29, 0, 9, 0, 0), 0);
    uint64_t limit = self->state.x[1];
    assert_int_equal(test_svc(self, 0x30, 0, limit, 1), 0);
    assert_int_equal(self->state.x[1], THREAD_LIMIT);
    assert_int_equal(test_svc(self, 0x30, 0, limit, 5), RESULT_INVALID_ENUM);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        KERNEL_TEST(registers_are_left_as_the_kernel_leaves_them),
        KERNEL_TEST(events_are_level_triggered),
        KERNEL_TEST(each_end_does_its_own),
        KERNEL_TEST(wait_checks_its_arguments),
        KERNEL_TEST(the_first_signalled_wins),
        KERNEL_TEST(a_pending_cancel_waits_for_a_wait_that_blocks),
        KERNEL_TEST(a_signal_wakes_all_waiters),
        KERNEL_TEST(a_cancel_ends_a_wait),
        KERNEL_TEST(a_closed_handle_does_not_end_a_wait),
        KERNEL_TEST(a_thread_is_signalled_when_it_ends),
        KERNEL_TEST(the_process_that_ends_wakes_everybody),
        KERNEL_TEST(threads_are_created_with_checks),
        KERNEL_TEST(the_limit_of_threads_holds),
        KERNEL_TEST(core_masks_are_kept),
        KERNEL_TEST(info_answers_by_its_rules),
    };
    return cmocka_run_group_tests(tests, test_kernel_begin, NULL);
}
