/* SPDX-License-Identifier: MIT */
#include "kernel/event.h"
#include "kernel/handle.h"
#include "kernel/process.h"
#include "kernel/process_object.h"
#include "kernel/results.h"
#include "kernel/test_support.h"

static uint32_t add(struct event *e) {
    uint32_t handle;
    assert_int_equal(handle_add(event_readable(e), &handle), 0);
    return handle;
}

static void handles_count_as_on_the_console(void **state) {
    (void)state;
    struct event *e = event_new(false);
    assert_int_equal(add(e), 0x81ff);
    assert_int_equal(add(e), 0x101fe);
    /* The last index that was freed is taken first, under a new number. */
    assert_int_equal(handle_close(0x81ff), 0);
    assert_int_equal(add(e), 0x181ff);
    event_unref(e);
}

static void a_closed_handle_stays_invalid(void **state) {
    (void)state;
    struct event *e = event_new(false);
    uint32_t old = add(e);
    assert_int_equal(handle_close(old), 0);
    uint32_t fresh = add(e);
    assert_int_not_equal(old, fresh);
    assert_null(handle_get(old, NULL));
    assert_int_equal(handle_close(old), RESULT_INVALID_HANDLE);
    event_unref(e);
}

static void bad_handles_are_refused(void **state) {
    (void)state;
    const uint32_t bad[] = {
        0, 1, 0x8000, 0x80001234, 0x40000000 | 0x81ff, 0xffffffff, 0xdead, HANDLE_CURRENT_THREAD};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(handle_get(bad[i], NULL));
        assert_int_equal(handle_close(bad[i]), RESULT_INVALID_HANDLE);
    }
    assert_int_equal(handle_close(HANDLE_CURRENT_PROCESS), RESULT_INVALID_HANDLE);
}

static void a_full_table_refuses(void **state) {
    (void)state;
    struct event *e = event_new(false);
    uint32_t handle;
    for (unsigned i = 0; i < HANDLE_TABLE_SIZE; i++)
        add(e);
    assert_int_equal(handle_add(event_readable(e), &handle), RESULT_OUT_OF_HANDLES);
    assert_int_equal(handle, 0);
    event_unref(e);
}

static void pseudo_handles_resolve(void **state) {
    (void)state;
    struct thread *t = test_thread_new(44);
    struct object *o = handle_get(HANDLE_CURRENT_THREAD, t);
    assert_ptr_equal(o, t);
    object_unref(o);
    o = handle_get(HANDLE_CURRENT_PROCESS, t);
    assert_ptr_equal(o, process_object());
    object_unref(o);
    test_thread_end(t);
}

static void kinds_are_told_apart(void **state) {
    (void)state;
    struct event *e = event_new(false);
    uint32_t handle = add(e);
    assert_null(handle_get_kind(handle, NULL, OBJECT_EVENT_WRITABLE));
    struct object *o = handle_get_kind(handle, NULL, OBJECT_EVENT_READABLE);
    assert_ptr_equal(o, event_readable(e));
    object_unref(o);
    event_unref(e);
}

#define TEST(f) cmocka_unit_test_setup(f, test_kernel_reset)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(handles_count_as_on_the_console), TEST(a_closed_handle_stays_invalid),
        TEST(bad_handles_are_refused),         TEST(a_full_table_refuses),
        TEST(pseudo_handles_resolve),          TEST(kinds_are_told_apart),
    };
    return cmocka_run_group_tests(tests, test_kernel_begin, NULL);
}
