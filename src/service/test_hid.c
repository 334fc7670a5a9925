/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include "kernel/shared_memory.h"
#include "service/hid.h"
#include "service/hid_memory.h"

#include <string.h>

static uint32_t hid;
static uint8_t *memory;

static int start(void **state) {
    (void)state;
    struct error error;
    if (!hid_start(&error))
        return 1;
    uint64_t aruid = 0x51;
    hid = test_connect("hid");
    uint32_t resource = test_open(hid, 0, &aruid, 8);
    uint32_t handle = test_copied(resource, 0, NULL, 0);
    memory = shared_memory_host((struct shared_memory *)test_handle_object(handle));
    return 0;
}

static uint64_t u64(const uint8_t *at) {
    uint64_t value;
    memcpy(&value, at, 8);
    return value;
}

static uint32_t u32(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, 4);
    return value;
}

/* Newest state, after checking what every reader relies on. */
static const uint8_t *newest(const uint8_t *lifo, size_t state_bytes, size_t number_at) {
    uint64_t tail = u64(lifo + 0x10), count = u64(lifo + 0x18);
    assert_int_equal(u64(lifo + 8), 17);
    assert_true(tail < 17 && count <= 16);
    for (uint64_t i = 1; i < count; i++) {
        const uint8_t *slot = lifo + 0x20 + (tail + 17 - i) % 17 * (state_bytes + 8);
        const uint8_t *next = lifo + 0x20 + (tail + 18 - i) % 17 * (state_bytes + 8);
        assert_int_equal(u64(slot) + 1, u64(next));
        assert_int_equal(u64(slot), u64(slot + 8 + number_at));
    }
    return count ? lifo + 0x20 + tail * (state_bytes + 8) + 8 : NULL;
}

static uint8_t *entry(unsigned n) {
    return memory + 0x9a00 + n * 0x5000;
}

static void set_styles(uint32_t mask) {
    uint64_t in[2] = {mask, 0x51};
    assert_int_equal(test_command(hid, 100, in, 16, NULL, 0), 0);
}

static result set_ids(const uint32_t *ids, size_t count) {
    uint64_t aruid = 0x51;
    uint32_t *list = test_memory(4 * count + 1);
    struct test_call t = {.session = hid, .command = 102, .in = &aruid, .in_size = 8};
    if (count)
        memcpy(list, ids, 4 * count);
    test_add(&t.x, list, 4 * count);
    test_send(&t);
    return t.result;
}

static void sixteen_states_are_published(void **state) {
    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        hid_update();
        newest(memory + HID_TOUCH, 0x290, 0);
        newest(memory + HID_MOUSE, 0x28, 0);
        newest(memory + HID_KEYBOARD, 0x30, 0);
        newest(entry(0) + 0x28, 0x28, 0);
        newest(entry(0) + 0x1408, 0x28, 0);
        newest(entry(0) + 0x1758, 0x60, 8);
    }
    assert_int_equal(u64(memory + HID_TOUCH + 0x18), 16);
    assert_int_equal(u64(entry(0) + 0x28 + 0x18), 16);
}

static void the_pad_shows_what_is_held(void **state) {
    (void)state;
    test_input = (struct input_state){.buttons = INPUT_PLUS, .left_x = -0x7fff, .right_y = 0x100};
    hid_update();
    const uint8_t *pad = newest(entry(0) + 0x28, 0x28, 0);
    assert_int_equal(u64(pad + 8), 1 << 10 | 1 << 16);
    assert_int_equal((int32_t)u32(pad + 0x10), -0x7fff);
    assert_int_equal(u32(pad + 0x1c), 0x100);
    assert_int_equal(u32(pad + 0x20), 3);
    assert_memory_equal(pad + 8, newest(entry(0) + 0x1408, 0x28, 0) + 8, 0x20);
    assert_int_equal(u32(entry(0)), 1);
    assert_int_equal(u32(entry(0) + 4), 0);
    assert_int_equal(u32(entry(0) + 0x4188), 1);
    assert_int_equal(u32(entry(8)), 0);
    test_input = (struct input_state){0};
}

static void touches_start_and_end(void **state) {
    (void)state;
    test_input = (struct input_state){.touch_count = 1, .touches = {{.id = 3, .x = 640, .y = 360}}};
    hid_update();
    const uint8_t *touch = newest(memory + HID_TOUCH, 0x290, 0);
    assert_int_equal(u32(touch + 8), 1);
    assert_int_equal(u32(touch + 0x10 + 8), 1);
    assert_int_equal(u32(touch + 0x10 + 0xc), 3);
    assert_int_equal(u32(touch + 0x10 + 0x10), 640);
    hid_update();
    assert_int_equal(u32(newest(memory + HID_TOUCH, 0x290, 0) + 0x10 + 8), 0);
    test_input = (struct input_state){0};
    hid_update();
    assert_int_equal(u32(newest(memory + HID_TOUCH, 0x290, 0) + 8), 0);
}

static void mouse_moves_are_relative_too(void **state) {
    (void)state;
    test_input = (struct input_state){.mouse_x = 10, .mouse_wheel = 1};
    hid_update();
    test_input = (struct input_state){.mouse_x = 25, .mouse_wheel = 3, .mouse_buttons = 1};
    hid_update();
    const uint8_t *mouse = newest(memory + HID_MOUSE, 0x28, 0);
    assert_int_equal(u32(mouse + 8), 25);
    assert_int_equal(u32(mouse + 16), 15);
    assert_int_equal(u32(mouse + 28), 2);
    assert_int_equal(u32(mouse + 32), 1);
    assert_int_equal(u32(mouse + 36), 2);
}

static void styles_and_ids_choose_the_controller(void **state) {
    (void)state;
    const uint32_t both[] = {0, 0x20}, handheld[] = {0x20}, bad[] = {12};
    uint64_t in[3] = {0, 0x51, 0};
    uint32_t event = test_copied(hid, 106, in, 24);
    event_clear((struct event *)test_handle_object(event));
    assert_int_equal(set_ids(both, 2), 0);
    set_styles(0x7);
    assert_int_equal(u32(entry(0)), 1);
    assert_false(event_is_signalled((struct event *)test_handle_object(event)));
    assert_int_equal(set_ids(handheld, 1), 0);
    assert_int_equal(u32(entry(0)), 0);
    assert_int_equal(u32(entry(8)), 2);
    assert_int_equal(u32(newest(entry(0) + 0x28, 0x28, 0) + 0x20), 0);
    assert_int_equal(u32(newest(entry(8) + 0x378, 0x28, 0) + 0x20) & 1, 1);
    assert_true(event_is_signalled((struct event *)test_handle_object(event)));
    assert_int_equal(set_ids(both, 2), 0);
    set_styles(0x4);
    assert_int_equal(u32(entry(0)), 4);
    assert_int_equal(u32(entry(8)), 0);
    assert_int_equal(set_ids(NULL, 0), 0);
    assert_int_equal(u32(entry(0)), 0);
    assert_int_not_equal(set_ids(bad, 1), 0);
    assert_int_equal(set_ids(both, 2), 0);
    set_styles(0x1f);
    assert_int_equal(u32(entry(0)), 1);
    test_close(event);
}

static void vibration_reads_back(void **state) {
    (void)state;
    struct {
        uint8_t handle[4];
        float values[4];
        uint32_t pad;
        uint64_t aruid;
    } in = {{3, 0, 1, 0}, {0.5f, 160, 0.25f, 320}, 0, 0x51};
    float out[4];
    uint32_t info[2];
    assert_int_equal(test_command(hid, 201, &in, sizeof in, NULL, 0), 0);
    assert_int_equal(test_command(hid, 202, &in, 16, out, sizeof out), 0);
    assert_memory_equal(out, in.values, sizeof out);
    assert_int_equal(test_command(hid, 200, &in, 4, info, 8), 0);
    assert_int_equal(info[1], 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sixteen_states_are_published),
        cmocka_unit_test(the_pad_shows_what_is_held),
        cmocka_unit_test(touches_start_and_end),
        cmocka_unit_test(mouse_moves_are_relative_too),
        cmocka_unit_test(styles_and_ids_choose_the_controller),
        cmocka_unit_test(vibration_reads_back),
    };
    return cmocka_run_group_tests_name("hid", tests, start, NULL);
}
