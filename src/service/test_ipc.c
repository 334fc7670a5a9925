/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include <string.h>

static const uint8_t get_service[0x100] = {4, 0, 0, 0, 10,  0,   0,   0,   0,   0,   0,  0,
                                           0, 0, 0, 0, 'S', 'F', 'C', 'I', 0,   0,   0,  0,
                                           1, 0, 0, 0, 7,   0,   0,   0,   'h', 'i', 'd'};

static void parses_get_service(void **state) {
    (void)state;
    struct ipc_message m;
    assert_int_equal(ipc_parse(get_service, sizeof get_service, false, &m), 0);
    assert_int_equal(m.kind, IPC_REQUEST);
    assert_int_equal(m.command, 1);
    assert_int_equal(m.token, 7);
    assert_int_equal(m.payload_offset, 0x20);
    assert_int_equal(m.payload_size, 0x10);
}

static void truncated_messages_are_refused(void **state) {
    (void)state;
    struct ipc_message m;
    for (size_t size = 0; size < 0x30; size++)
        assert_int_equal(ipc_parse(get_service, size, false, &m), IPC_RESULT_TOO_SHORT);
    assert_int_equal(ipc_parse(get_service, 0x30, false, &m), 0);
}

static void lying_counts_are_refused(void **state) {
    (void)state;
    struct ipc_message m;
    uint8_t bad[0x100];
    memcpy(bad, get_service, sizeof bad);
    bad[2] = bad[3] = 0xff; /* 15 X, A, B and W descriptors */
    assert_int_equal(ipc_parse(bad, sizeof bad, false, &m), IPC_RESULT_TOO_SHORT);
    memcpy(bad, get_service, sizeof bad);
    bad[5] = 3; /* 778 data words */
    assert_int_equal(ipc_parse(bad, sizeof bad, false, &m), IPC_RESULT_TOO_SHORT);
    memcpy(bad, get_service, sizeof bad);
    bad[4] = 5; /* too few data words for the header's slack */
    assert_int_equal(ipc_parse(bad, sizeof bad, false, &m), IPC_RESULT_TOO_SHORT);
    memcpy(bad, get_service, sizeof bad);
    bad[0x10] = 'X';
    assert_int_equal(ipc_parse(bad, sizeof bad, false, &m), IPC_RESULT_BAD_HEADER);
    memcpy(bad, get_service, sizeof bad);
    bad[0] = 9;
    assert_int_equal(ipc_parse(bad, sizeof bad, false, &m), IPC_RESULT_UNKNOWN_TYPE);
}

static void domain_headers_are_checked(void **state) {
    (void)state;
    uint8_t bad[0x100] = {4, 0, 0, 0, 18};
    struct ipc_message m;
    memcpy(bad + 0x10, (uint8_t[]){1, 1, 24, 0, 5}, 5);
    memcpy(bad + 0x20, "SFCI\0\0\0\0\x2a", 9);
    bad[0x38] = 9;
    assert_int_equal(ipc_parse(bad, sizeof bad, true, &m), 0);
    assert_int_equal(m.domain_object, 5);
    assert_int_equal(m.command, 42);
    assert_int_equal(m.payload_size, 8);
    assert_int_equal(m.in_object_count, 1);
    assert_int_equal(m.in_objects[0], 9);
    bad[0x12] = 200; /* more data than the message has */
    assert_int_equal(ipc_parse(bad, sizeof bad, true, &m), IPC_RESULT_BAD_HEADER);
    bad[0x12] = 24;
    bad[0x11] = 9; /* more objects than the message has */
    assert_int_equal(ipc_parse(bad, sizeof bad, true, &m), IPC_RESULT_BAD_HEADER);
    bad[0x11] = 1;
    bad[0x12] = 8; /* no room for SFCI */
    assert_int_equal(ipc_parse(bad, sizeof bad, true, &m), IPC_RESULT_TOO_SHORT);
}

static void descriptors_hold_all_address_bits(void **state) {
    (void)state;
    uint32_t w[0x40] = {4 | 1 << 16 | 1 << 20, 8 | 3 << 10};
    struct ipc_message m;
    w[2] = 0x1234u << 16 | 0xau << 12 | 5u << 6; /* X */
    w[3] = 0xdeadbee0;
    w[4] = 0x1000; /* A */
    w[5] = 0xcafe0000;
    w[6] = 3u << 24 | 9u << 28 | 6u << 2;
    memcpy(&w[8], "SFCI", 4);
    w[15] = 0x11110000; /* C */
    w[16] = 0x7fu | 0x20u << 16;
    assert_int_equal(ipc_parse((uint8_t *)w, sizeof w, false, &m), 0);
    assert_true(m.x.at[0].address == 0x5adeadbee0ull && m.x.at[0].size == 0x1234);
    assert_true(m.a.at[0].address == 0x69cafe0000ull && m.a.at[0].size == 0x300001000ull);
    assert_true(m.c.at[0].address == 0x7f11110000ull && m.c.at[0].size == 0x20);
}

static void a_reply_that_does_not_fit_is_not_written(void **state) {
    (void)state;
    uint8_t message[0x100] = {1, 2, 3}, data[0x100] = {0};
    struct ipc_reply reply = {.data = data, .size = 0xe4};
    assert_false(ipc_write_reply(&reply, message, sizeof message));
    assert_int_equal(message[0], 1);
    reply.size = 0xe0;
    assert_true(ipc_write_reply(&reply, message, sizeof message));
    reply.move_count = 1;
    assert_true(ipc_write_reply(&reply, message, sizeof message));
    reply.form = IPC_FORM_DOMAIN;
    assert_false(ipc_write_reply(&reply, message, sizeof message));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parses_get_service),
        cmocka_unit_test(truncated_messages_are_refused),
        cmocka_unit_test(lying_counts_are_refused),
        cmocka_unit_test(domain_headers_are_checked),
        cmocka_unit_test(descriptors_hold_all_address_bits),
        cmocka_unit_test(a_reply_that_does_not_fit_is_not_written),
    };
    return cmocka_run_group_tests_name("ipc", tests, NULL, NULL);
}
