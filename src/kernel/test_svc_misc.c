/* SPDX-License-Identifier: MIT */
#include "base/strbuf.h"
#include "core/memory.h"
#include "kernel/lock.h"
#include "kernel/process.h"
#include "kernel/results.h"
#include "kernel/test_support.h"
#include "kernel/tls.h"

#include <string.h>

/* Calls that tell or do little: ids, limits, time, caches, debug output. */

static void ids_are_told_of_what_has_one(void **state) {
    (void)state;
    assert_int_equal(test_svc(self, 0x24, 0, HANDLE_CURRENT_PROCESS), 0);
    assert_int_equal(self->state.x[1], PROCESS_ID);
    assert_int_equal(test_svc(self, 0x24, 0, self->handle), 0); /* a thread's owner */
    assert_int_equal(self->state.x[1], PROCESS_ID);
    assert_int_equal(test_svc(self, 0x45, 0), 0);
    const uint64_t event = self->state.x[1];
    assert_int_equal(test_svc(self, 0x24, 0, event), RESULT_INVALID_HANDLE);
    assert_int_equal(test_svc(self, 0x25, 0, HANDLE_CURRENT_THREAD), 0);
    assert_int_equal(self->state.x[1], self->id);
    assert_int_equal(test_svc(self, 0x25, 0, HANDLE_CURRENT_PROCESS), RESULT_INVALID_HANDLE);
}

static void limits_tell_what_is_used(void **state) {
    (void)state;
    assert_int_equal(test_svc(self, 0x29, 0, 9, 0, 0), 0);
    const uint64_t limit = self->state.x[1];
    assert_int_equal(test_svc(self, 0x31, 0, limit, 1), 0);
    const uint64_t threads = self->state.x[1];
    assert_int_equal(test_svc(self, 0x08, 0, test_heap(), 0, test_heap() + 0x1000, 44, 0), 0);
    const uint64_t other = self->state.x[1];
    assert_int_equal(test_svc(self, 0x31, 0, limit, 1), 0);
    assert_int_equal(self->state.x[1], threads + 1);
    assert_int_equal(test_svc(self, 0x37, 0, limit, 1), 0);
    assert_true(self->state.x[1] >= threads + 1);
    assert_int_equal(test_svc(self, 0x16, other), 0);
    assert_int_equal(test_svc(self, 0x31, 0, limit, 1), 0);
    assert_int_equal(self->state.x[1], threads);
    assert_int_equal(test_svc(self, 0x31, 0, limit, 5), RESULT_INVALID_ENUM);
    assert_int_equal(test_svc(self, 0x31, 0, self->handle, 1), RESULT_INVALID_HANDLE);
}

static void ticks_do_not_go_back(void **state) {
    (void)state;
    const uint64_t first = test_svc(self, 0x1e, 0);
    assert_true(test_svc(self, 0x1e, 0) >= first);
}

static void caches_are_coherent(void **state) {
    (void)state;
    static const uint32_t of_a_process[] = {0x5d, 0x5e, 0x5f};
    assert_int_equal(test_svc(self, 0x2a, 0), 0);
    assert_int_equal(test_svc(self, 0x2b, test_heap(), 0x1000), 0);
    assert_int_equal(test_svc(self, 0x5d, HANDLE_CURRENT_PROCESS, test_heap(), 0x1000), 0);
    assert_int_equal(test_svc(self, 0x5e, HANDLE_CURRENT_PROCESS, test_heap(), 0x1000), 0);
    assert_int_equal(test_svc(self, 0x5f, HANDLE_CURRENT_PROCESS, test_heap(), 0x1000), 0);
    for (size_t i = 0; i < sizeof of_a_process / sizeof *of_a_process; i++)
        assert_int_equal(test_svc(self, of_a_process[i], self->handle), RESULT_INVALID_HANDLE);
}

/* A homebrew process has no memory of the system's to map. */
static void physical_memory_is_not_for_this_process(void **state) {
    (void)state;
    const uint64_t alias = guest_layout.alias.base;
    assert_int_equal(test_svc(self, 0x2c, alias, 0x1000), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x2c, alias + 1, 0x1000), RESULT_INVALID_ADDRESS);
    assert_int_equal(test_svc(self, 0x2c, alias, 0x1001), RESULT_INVALID_SIZE);
    assert_int_equal(test_svc(self, 0x2d, alias, 0x1000), RESULT_INVALID_STATE);
}

static void memory_of_a_process_can_be_queried(void **state) {
    (void)state;
    uint64_t info[5], same[5];
    assert_int_equal(test_svc(self, 0x06, self->tls, 0, test_heap()), 0);
    memcpy(info, (void *)self->tls, sizeof info);
    memset((void *)self->tls, 0, sizeof info);
    assert_int_equal(test_svc(self, 0x76, self->tls, 0, HANDLE_CURRENT_PROCESS, test_heap()), 0);
    memcpy(same, (void *)self->tls, sizeof same);
    assert_memory_equal(info, same, sizeof info);
    assert_int_equal(test_svc(self, 0x76, self->tls, 0, self->handle, test_heap()),
                     RESULT_INVALID_HANDLE);
}

static void debug_output_must_be_readable(void **state) {
    (void)state;
    memcpy((void *)test_heap(), "hello", 5);
    assert_int_equal(test_svc(self, 0x27, test_heap(), 5), 0);
    assert_int_equal(test_svc(self, 0x27, test_heap(), 0), 0);
    assert_int_equal(test_svc(self, 0x27, 0x1000, 5), RESULT_INVALID_CURRENT_MEMORY);
}

/* What pausing answers; that it stops a thread is for guest/programs/schedule.c. */
static void pauses_check_their_arguments(void **state) {
    (void)state;
    assert_int_equal(test_svc(self, 0x08, 0, test_heap(), 0, test_heap() + 0x1000, 44, 0), 0);
    const uint64_t other = self->state.x[1];
    assert_int_equal(test_svc(self, 0x32, self->handle, 1), RESULT_BUSY);
    assert_int_equal(test_svc(self, 0x32, other, 2), RESULT_INVALID_ENUM);
    assert_int_equal(test_svc(self, 0x32, 0x1234, 1), RESULT_INVALID_HANDLE);
    assert_int_equal(test_svc(self, 0x32, other, 1), RESULT_INVALID_STATE); /* not started */
    assert_int_equal(test_svc(self, 0x33, test_heap(), self->handle), RESULT_BUSY);
    assert_int_equal(test_svc(self, 0x33, test_heap(), other), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x16, other), 0);
}

static void sleep_for_ever(struct test_player *p) {
    test_svc(p->thread, 0x0b, INT64_MAX);
}

static uint64_t context_word(unsigned offset) {
    uint64_t word;
    memcpy(&word, (const void *)(test_heap() + offset), sizeof word);
    return word;
}

/* The rest is for guest/programs/context.c. */
static void a_thread_paused_in_a_call_shows_what_calls_preserve(void **state) {
    struct test_player p = {0};
    (void)state;
    test_player_start(&p, 44, sleep_for_ever);
    test_until_waiting(p.thread, THREAD_WAIT_SLEEP);
    for (unsigned n = 8; n < 31; n++)
        p.thread->state.x[n] = 0x100 + n;
    p.thread->state.sp = 0x5000;
    p.thread->state.pc = 0x8000104;
    p.thread->state.n = 1;
    assert_int_equal(test_svc(self, 0x33, test_heap(), p.thread->handle), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x32, p.thread->handle, 1), 0);
    memset((void *)test_heap(), 0xff, 0x328);
    assert_int_equal(test_svc(self, 0x33, 0x10, p.thread->handle), RESULT_INVALID_POINTER);
    assert_int_equal(test_svc(self, 0x33, test_heap(), p.thread->handle), 0);
    for (unsigned n = 0; n < 31; n++)
        assert_int_equal(context_word(8 * n), n < 19 ? 0 : 0x100 + n);
    assert_int_equal(context_word(0xf8), 0x5000);     /* sp */
    assert_int_equal(context_word(0x100), 0x8000100); /* pc: the call itself */
    assert_int_equal(context_word(0x108), 0);         /* pstate */
    assert_int_equal(context_word(0x318), 0);         /* tpidr */
    assert_int_equal(context_word(0x320), UINT64_MAX);
    assert_int_equal(test_svc(self, 0x32, p.thread->handle, 0), 0);
    assert_int_equal(test_svc(self, 0x33, test_heap(), p.thread->handle), RESULT_INVALID_STATE);
    kernel_lock();
    thread_wake_locked(p.thread, 0);
    kernel_unlock();
    test_player_join(&p);
}

static void threads_are_described(void **state) {
    struct strbuf text = {0};
    struct test_player p = {0};
    (void)state;
    test_player_start(&p, 45, sleep_for_ever);
    test_until_waiting(p.thread, THREAD_WAIT_SLEEP);
    p.thread->entry = 0x1234;
    assert_true(thread_describe(p.thread->id, &text));
    assert_string_equal(text.text, "0x1234, priority 45, core 0, sleeps");
    kernel_lock();
    p.thread->paused = true;
    kernel_unlock();
    strbuf_clear(&text);
    assert_true(thread_describe(p.thread->id, &text));
    assert_string_equal(text.text, "0x1234, priority 45, core 0, paused, sleeps");
    kernel_lock();
    p.thread->paused = false;
    thread_wake_locked(p.thread, 0);
    kernel_unlock();
    test_player_join(&p);
    assert_false(thread_describe(1, &text));
    strbuf_free(&text);
}

/* A thread that may not go on after its call: the stop that its host thread sees. */
static void a_thread_that_exits_leaves_guest_code(void **state) {
    (void)state;
    test_svc(self, 0x0a, 0);
    assert_true(self->state.attention & A64_ATTENTION_STOP);
}

/* As after the program's handler edited the frame of registers that it was given. */
static void a_handler_goes_back_to_what_its_frame_says(void **state) {
    (void)state;
    const uint64_t frame = tls_process_region() + 0x148;
    for (unsigned i = 0; i < 9; i++)
        memcpy((void *)(frame + 8 * i), &(uint64_t){0x100 + i}, 8); /* x0 to x8 */
    memcpy((void *)(frame + 0x48), &(uint64_t){0x30303030}, 8);     /* lr */
    memcpy((void *)(frame + 0x50), &(uint64_t){0x40404040}, 8);     /* sp */
    memcpy((void *)(frame + 0x58), &(uint64_t){0x50505050}, 8);     /* pc */
    memcpy((void *)(frame + 0x60), &(uint32_t){0xa0000000}, 4);     /* N and C */
    self->in_exception = true;
    self->state.x[9] = 9;
    test_svc(self, 0x28, 0);
    assert_false(self->in_exception);
    for (unsigned i = 0; i < 9; i++)
        assert_int_equal(self->state.x[i], 0x100 + i);
    assert_int_equal(self->state.x[9], 9);
    assert_int_equal(self->state.x[30], 0x30303030);
    assert_int_equal(self->state.sp, 0x40404040);
    assert_int_equal(self->state.pc, 0x50505050);
    assert_int_equal(self->state.n << 3 | self->state.z << 2 | self->state.c << 1 | self->state.v,
                     0xa);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        KERNEL_TEST(ids_are_told_of_what_has_one),
        KERNEL_TEST(limits_tell_what_is_used),
        KERNEL_TEST(ticks_do_not_go_back),
        KERNEL_TEST(caches_are_coherent),
        KERNEL_TEST(physical_memory_is_not_for_this_process),
        KERNEL_TEST(memory_of_a_process_can_be_queried),
        KERNEL_TEST(debug_output_must_be_readable),
        KERNEL_TEST(pauses_check_their_arguments),
        KERNEL_TEST(a_thread_paused_in_a_call_shows_what_calls_preserve),
        KERNEL_TEST(threads_are_described),
        KERNEL_TEST(a_thread_that_exits_leaves_guest_code),
        KERNEL_TEST(a_handler_goes_back_to_what_its_frame_says),
    };
    return cmocka_run_group_tests(tests, test_kernel_begin, NULL);
}
