/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include "service/buffer_queue.h"
#include "service/syncpoint.h"

static bool never(void) {
    return false;
}

static bool at_once(void) {
    return true;
}

static struct buffer_queue q;
static const struct buffer_input each_vsync = {.swap_interval = 1};

static void open_with(uint32_t slots) {
    static const struct graphic_buffer b;
    buffer_queue_open(&q);
    assert_int_equal(buffer_queue_connect(&q), BUFFER_OK);
    for (uint32_t i = 0; i < slots; i++) {
        assert_int_equal(buffer_queue_configure(&q, i, &b, true), BUFFER_OK);
    }
}

static uint32_t dequeue(void) {
    uint32_t slot = 99;
    assert_int_equal(buffer_queue_dequeue(&q, false, never, &slot), BUFFER_OK);
    return slot;
}

static void queue(uint32_t slot, const struct buffer_input *input) {
    assert_int_equal(buffer_queue_queue(&q, slot, input), BUFFER_OK);
}

static bool vsync(void) {
    struct graphic_buffer b;
    struct buffer_input input;
    return buffer_queue_vsync(&q, &b, &input);
}

static bool blocked(void) {
    uint32_t slot;
    enum buffer_status status = buffer_queue_dequeue(&q, false, never, &slot);
    assert_true(status == BUFFER_OK || status == BUFFER_WOULD_BLOCK);
    if (status == BUFFER_OK) {
        buffer_queue_cancel(&q, slot);
    }
    assert_int_equal(event_is_signalled(q.free_event), status == BUFFER_OK);
    return status == BUFFER_WOULD_BLOCK;
}

static void two_buffers_alternate_at_vsync(void **state) {
    (void)state;
    open_with(2);
    assert_int_equal(dequeue(), 0);
    queue(0, &each_vsync);
    assert_int_equal(dequeue(), 1);
    queue(1, &each_vsync);
    assert_true(blocked());
    assert_true(vsync()); /* shows 0 */
    assert_true(blocked());
    assert_true(vsync()); /* shows 1, frees 0 */
    assert_false(blocked());
    assert_false(vsync());
    assert_int_equal(dequeue(), 0);
    queue(0, &each_vsync);
    assert_true(vsync());
    assert_int_equal(dequeue(), 1);
}

static void a_longer_interval_holds_a_frame(void **state) {
    (void)state;
    open_with(2);
    const struct buffer_input third = {.swap_interval = 3};
    queue(dequeue(), &third);
    queue(dequeue(), &third);
    assert_true(vsync());
    assert_false(vsync());
    assert_false(vsync());
    assert_true(vsync());
}

static void interval_zero_never_waits(void **state) {
    (void)state;
    open_with(2);
    const struct buffer_input at_will = {.swap_interval = 0};
    for (int i = 0; i < 10; i++) {
        queue(dequeue(), &at_will);
        assert_false(blocked());
    }
    assert_true(vsync()); /* the newest one only */
    assert_false(vsync());
}

static void one_buffer_comes_back(void **state) {
    (void)state;
    open_with(1);
    queue(dequeue(), &each_vsync);
    assert_true(blocked());
    assert_true(vsync());
    assert_true(blocked());
    assert_false(vsync());
    assert_int_equal(dequeue(), 0);
}

/* Neither at a vsync nor at once. */
static void a_picture_that_is_not_drawn_is_not_shown(void **state) {
    (void)state;
    enum { SYNCPOINT = 50 };
    for (uint32_t interval = 0; interval < 2; interval++) {
        const uint32_t now = syncpoint_read(SYNCPOINT);
        const struct buffer_input input = {
            .swap_interval = interval,
            .fence_count = 2,
            .fences = {{UINT32_MAX, 5}, {SYNCPOINT, now + 2}},
        };
        open_with(2);
        queue(dequeue(), &input);
        assert_false(vsync());
        syncpoint_increment(SYNCPOINT);
        assert_false(vsync());
        syncpoint_increment(SYNCPOINT);
        assert_true(vsync());
    }
}

static void wrong_calls_are_refused(void **state) {
    (void)state;
    open_with(2);
    struct graphic_buffer b;
    uint32_t slot;
    assert_int_equal(buffer_queue_connect(&q), BUFFER_BAD_VALUE);
    assert_int_equal(buffer_queue_queue(&q, 0, &each_vsync), BUFFER_BAD_VALUE);
    assert_int_equal(buffer_queue_cancel(&q, 1), BUFFER_BAD_VALUE);
    assert_int_equal(buffer_queue_request(&q, 64, &b), BUFFER_BAD_VALUE);
    assert_int_equal(buffer_queue_configure(&q, 64, &b, true), BUFFER_BAD_VALUE);
    assert_int_equal(dequeue(), 0);
    assert_int_equal(buffer_queue_request(&q, 0, &b), BUFFER_OK);
    assert_int_equal(dequeue(), 1);
    assert_int_equal(buffer_queue_dequeue(&q, true, at_once, &slot), BUFFER_WOULD_BLOCK);
    assert_int_equal(buffer_queue_disconnect(&q), BUFFER_OK);
    assert_true(blocked()); /* the buffers are gone */
    buffer_queue_close(&q);
    assert_int_equal(buffer_queue_dequeue(&q, true, never, &slot), BUFFER_NO_INIT);
    assert_false(vsync());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_buffers_alternate_at_vsync),
        cmocka_unit_test(a_longer_interval_holds_a_frame),
        cmocka_unit_test(interval_zero_never_waits),
        cmocka_unit_test(one_buffer_comes_back),
        cmocka_unit_test(a_picture_that_is_not_drawn_is_not_shown),
        cmocka_unit_test(wrong_calls_are_refused),
    };
    return cmocka_run_group_tests_name("service-buffer-queue", tests, NULL, NULL);
}
