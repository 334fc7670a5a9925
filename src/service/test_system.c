/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include "service/account.h"
#include "service/settings.h"

#include <string.h>

/* set, set:sys, acc:u0, csrng, fatal:u and the small ports. */

static void the_language_is_among_those_listed(void **state) {
    (void)state;
    uint32_t set = test_connect("set");
    uint64_t code = 0, *codes = test_memory(8 * 32);
    int32_t count = 0;
    service_options.language = "fr-CA";
    assert_int_equal(test_command(set, 0, NULL, 0, &code, 8), 0);
    assert_memory_equal(&code, "fr-CA\0\0\0", 8);
    struct test_call t = {.session = set, .command = 5};
    test_add(&t.b, codes, 8 * 32);
    assert_true(test_send(&t));
    memcpy(&count, t.out, 4);
    assert_int_equal(count, SETTINGS_LANGUAGES);
    assert_int_equal(codes[13], code);
    t = (struct test_call){.session = set, .command = 1};
    test_add(&t.c, codes, 8 * 32);
    assert_true(test_send(&t));
    memcpy(&count, t.out, 4);
    assert_int_equal(count, SETTINGS_LANGUAGES_OLD);
    service_options.language = "xx";
    assert_int_equal(test_command(set, 0, NULL, 0, &code, 8), 0);
    assert_memory_equal(&code, "en-US\0\0\0", 8);
    uint32_t index = SETTINGS_LANGUAGES;
    assert_int_not_equal(test_command(set, 2, &index, 4, NULL, 0), 0);
    test_close(set);
}

static void the_firmware_version_is_the_process_s(void **state) {
    (void)state;
    uint32_t set = test_connect("set:sys");
    uint8_t *version = test_memory(0x100);
    service_options.hos_version = 5 << 16 | 1 << 8;
    struct test_call t = {.session = set, .command = 3};
    test_add(&t.c, version, 0x100);
    assert_true(test_send(&t));
    assert_memory_equal(version, "\5\1\0\0", 4);
    assert_string_equal((char *)version + 0x68, "5.1.0");
    test_close(set);
}

static void there_is_one_user(void **state) {
    (void)state;
    uint32_t acc = test_connect("acc:u0");
    struct account_uid uid, nobody = {{1, 2}};
    uint8_t base[0x38];
    service_options.nickname = "Ada";
    assert_int_equal(test_command(acc, 4, NULL, 0, &uid, 16), 0);
    assert_true(uid.words[0] || uid.words[1]);
    uint32_t profile = test_open(acc, 5, &uid, 16);
    assert_int_equal(test_command(profile, 1, NULL, 0, base, 0x38), 0);
    assert_memory_equal(base, &uid, 16);
    assert_string_equal((char *)base + 0x18, "Ada");
    assert_int_equal(test_command(acc, 5, &nobody, 16, NULL, 0), 0xc87c);
    struct account_uid *list = test_memory(8 * 16);
    memset(list, 0xff, 8 * 16);
    struct test_call t = {.session = acc, .command = 2};
    test_add(&t.c, list, 8 * 16);
    assert_true(test_send(&t));
    assert_memory_equal(&list[0], &uid, 16);
    assert_true(list[1].words[0] == 0 && list[7].words[1] == 0);
    test_close(profile);
    test_close(acc);
}

static void random_bytes_fill_the_buffer(void **state) {
    (void)state;
    uint32_t csrng = test_connect("csrng");
    uint8_t *bytes = test_memory(64);
    struct test_call t = {.session = csrng, .command = 0};
    test_add(&t.b, bytes, 64);
    assert_true(test_send(&t));
    unsigned zeros = 0;
    for (unsigned i = 0; i < 64; i++)
        zeros += bytes[i] == 0;
    assert_true(zeros < 64);
    test_close(csrng);
}

static void fatal_ends_the_process_unless_it_reports(void **state) {
    (void)state;
    uint32_t fatal = test_connect("fatal:u");
    uint32_t in[4] = {0x2559, 1};
    test_process_end = PROCESS_RUNNING;
    assert_int_equal(test_command(fatal, 1, in, 16, NULL, 0), 0);
    assert_int_equal(test_process_end, PROCESS_RUNNING);
    in[1] = 2;
    assert_int_equal(test_command(fatal, 1, in, 16, NULL, 0), 0);
    assert_int_equal(test_process_end, PROCESS_BREAK);
    test_close(fatal);
}

static void log_packets_may_lie(void **state) {
    (void)state;
    uint32_t lm = test_connect("lm"), logger = test_open(lm, 0, NULL, 0);
    uint8_t *packet = test_memory(0x1c);
    packet[0x18] = 2, packet[0x19] = 200;
    struct test_call t = {.session = logger, .command = 0};
    test_add(&t.a, packet, 0x1c);
    assert_true(test_send(&t));
    test_close(logger);
    test_close(lm);
}

static void only_the_program_itself_has_an_id(void **state) {
    (void)state;
    uint32_t pm = test_connect("pm:info");
    uint64_t pid = PROCESS_ID, program = 0;
    assert_int_equal(test_command(pm, 0, &pid, 8, &program, 8), 0);
    assert_true(program != 0);
    pid = 1;
    assert_int_not_equal(test_command(pm, 0, &pid, 8, NULL, 0), 0);
    test_close(pm);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_language_is_among_those_listed),
        cmocka_unit_test(the_firmware_version_is_the_process_s),
        cmocka_unit_test(there_is_one_user),
        cmocka_unit_test(random_bytes_fill_the_buffer),
        cmocka_unit_test(fatal_ends_the_process_unless_it_reports),
        cmocka_unit_test(log_packets_may_lie),
        cmocka_unit_test(only_the_program_itself_has_an_id),
    };
    return cmocka_run_group_tests_name("system", tests, NULL, NULL);
}
