/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include "service/applet.h"

#include <string.h>

static uint32_t proxy, common, self, functions, creator;

static int open_proxies(void **state) {
    (void)state;
    struct error error;
    uint64_t zero = 0;
    uint32_t oe = test_connect("appletOE"), aruid[2];
    if (!applet_start(&error))
        return 1;
    struct test_call t = {.session = oe,
                          .command = 0,
                          .pid = true,
                          .in = &zero,
                          .in_size = 8,
                          .handle_count = 1,
                          .handles = {HANDLE_CURRENT_PROCESS}};
    assert_true(test_send(&t));
    proxy = t.out_moves[0];
    common = test_open(proxy, 0, NULL, 0);
    self = test_open(proxy, 1, NULL, 0);
    functions = test_open(proxy, 20, NULL, 0);
    creator = test_open(proxy, 11, NULL, 0);
    uint32_t window = test_open(proxy, 2, NULL, 0);
    assert_int_equal(test_command(window, 1, NULL, 0, aruid, 8), 0);
    assert_int_not_equal(aruid[0], 0);
    return 0;
}

static bool signalled(uint32_t handle) {
    return event_is_signalled((struct event *)test_handle_object(handle));
}

static void the_event_follows_the_queue(void **state) {
    (void)state;
    uint32_t event = test_copied(common, 0, NULL, 0), message = 0;
    assert_true(signalled(event));
    assert_int_equal(test_command(common, 1, NULL, 0, &message, 4), 0);
    assert_int_equal(message, 15);
    assert_false(signalled(event));
    assert_int_equal(test_command(common, 1, NULL, 0, NULL, 0), 0x680);

    applet_post(APPLET_MESSAGE_FOCUS);
    applet_request_exit();
    applet_request_exit();
    assert_true(signalled(event));
    assert_int_equal(test_command(common, 1, NULL, 0, &message, 4), 0);
    assert_int_equal(message, 4);
    assert_true(signalled(event));
    assert_int_equal(test_command(common, 1, NULL, 0, &message, 4), 0);
    assert_int_equal(message, 15);
    assert_false(signalled(event));
    test_close(event);
}

static void unlocking_after_an_exit_request_ends_the_process(void **state) {
    (void)state;
    applet_request_exit();
    assert_int_equal(test_command(self, 1, NULL, 0, NULL, 0), 0);
    assert_true(applet_exit_locked());
    assert_int_equal(test_process_end, PROCESS_RUNNING);
    assert_int_equal(test_command(self, 2, NULL, 0, NULL, 0), 0);
    assert_int_equal(test_process_end, PROCESS_EXITED);
    assert_false(applet_exit_locked());
}

static void layers_have_ids(void **state) {
    (void)state;
    uint64_t first = 0, second = 0;
    assert_int_equal(test_command(self, 40, NULL, 0, &first, 8), 0);
    assert_int_equal(test_command(self, 40, NULL, 0, &second, 8), 0);
    assert_int_not_equal(first, second);
    assert_true(first && second);
}

static void launchable_event_is_signalled(void **state) {
    (void)state;
    uint32_t event = test_copied(self, 9, NULL, 0);
    assert_true(signalled(event));
    test_close(event);
}

static result storage_bytes(uint32_t storage, uint32_t command, uint64_t offset, void *data,
                            size_t size) {
    uint32_t accessor = test_open(storage, 0, NULL, 0);
    struct test_call t = {.session = accessor, .command = command, .in = &offset, .in_size = 8};
    if (command == 10) {
        test_add(&t.x, NULL, 0), test_add(&t.a, data, size);
    } else {
        test_add(&t.c, NULL, 0), test_add(&t.b, data, size);
    }
    test_send(&t);
    test_close(accessor);
    return t.result;
}

static void storages_keep_to_their_size(void **state) {
    (void)state;
    uint64_t size = 16;
    uint8_t *data = test_memory(32);
    uint32_t storage = test_open(creator, 10, &size, 8);
    memset(data, 7, 32);
    assert_int_equal(storage_bytes(storage, 10, 8, data, 8), 0);
    assert_int_not_equal(storage_bytes(storage, 10, 9, data, 8), 0);
    assert_int_not_equal(storage_bytes(storage, 11, ~0ull, data, 8), 0);
    memset(data, 1, 32);
    assert_int_equal(storage_bytes(storage, 11, 0, data, 16), 0);
    assert_int_equal(data[7], 0);
    assert_int_equal(data[8], 7);
    test_close(storage);
}

static void the_preselected_user_is_there(void **state) {
    (void)state;
    uint32_t kind = 2, magic;
    uint8_t *data = test_memory(0x88);
    uint32_t storage = test_open(functions, 1, &kind, 4);
    assert_int_equal(storage_bytes(storage, 11, 0, data, 0x88), 0);
    memcpy(&magic, data, 4);
    assert_int_equal(magic, 0xc79497ca);
    assert_int_not_equal(data[8], 0);
    test_close(storage);
    kind = 1;
    assert_int_equal(test_command(functions, 1, &kind, 4, NULL, 0), 0x480);
}

static void absent_applets_look_cancelled(void **state) {
    (void)state;
    const uint32_t keyboard[] = {0x11, 0}, error_applet[] = {0x0e, 0};
    uint32_t applet = test_open(creator, 0, keyboard, 8);
    uint32_t event = test_copied(applet, 0, NULL, 0);
    assert_false(signalled(event));
    assert_int_equal(test_command(applet, 10, NULL, 0, NULL, 0), 0);
    assert_true(signalled(event));
    assert_int_equal(test_command(applet, 30, NULL, 0, NULL, 0), 0x2c80);
    assert_int_equal(test_command(applet, 101, NULL, 0, NULL, 0), 0x480);
    test_close(applet);
    test_close(event);
    applet = test_open(creator, 0, error_applet, 8);
    assert_int_equal(test_command(applet, 10, NULL, 0, NULL, 0), 0);
    assert_int_equal(test_command(applet, 30, NULL, 0, NULL, 0), 0);
    test_close(applet);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_event_follows_the_queue),
        cmocka_unit_test(unlocking_after_an_exit_request_ends_the_process),
        cmocka_unit_test(layers_have_ids),
        cmocka_unit_test(launchable_event_is_signalled),
        cmocka_unit_test(storages_keep_to_their_size),
        cmocka_unit_test(the_preselected_user_is_there),
        cmocka_unit_test(absent_applets_look_cancelled),
    };
    return cmocka_run_group_tests_name("applet", tests, open_proxies, NULL);
}
