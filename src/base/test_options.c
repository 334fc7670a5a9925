/* SPDX-License-Identifier: MIT */
#include "base/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct settings {
    bool headless;
    const char *folder;
    int64_t frames;
    const char *network;
};

static const struct option rows[] = {
    {"headless", OPTION_FLAG, offsetof(struct settings, headless), NULL, NULL, "no window"},
    {"sd-folder", OPTION_TEXT, offsetof(struct settings, folder), "DIR", NULL, "SD card"},
    {"frames", OPTION_NUMBER, offsetof(struct settings, frames), "N", NULL, "stop after N"},
    {"network", OPTION_CHOICE, offsetof(struct settings, network), NULL, "none|all", "sockets"},
};
static const struct option_table table = {"windlass", rows, sizeof rows / sizeof *rows, false};

static void arguments_are_taken_out(void **state) {
    (void)state;
    struct settings s = {0};
    struct error e = {0};
    char *argv[] = {"x",   "a.nro", "--headless", "--frames=0x10", "--network",
                    "all", "b",     "--",         "--frames",      NULL};
    int argc = 9;
    assert_true(options_from_arguments(&table, &s, &argc, argv, &e));
    assert_true(s.headless);
    assert_int_equal(s.frames, 16);
    assert_string_equal(s.network, "all");
    assert_int_equal(argc, 5);
    assert_string_equal(argv[1], "a.nro");
    assert_string_equal(argv[2], "b");
    assert_string_equal(argv[3], "--");
    assert_string_equal(argv[4], "--frames");
}

static void two_tables_share_a_command_line(void **state) {
    (void)state;
    const struct option_table first = {"windlass", rows, 1, true};
    struct settings s = {0};
    struct error e = {0};
    char *argv[] = {"x", "--frames", "3", "--headless", "a.nro", NULL};
    int argc = 5;
    assert_true(options_from_arguments(&first, &s, &argc, argv, &e));
    assert_int_equal(argc, 4);
    assert_true(s.headless);
    assert_true(options_from_arguments(&table, &s, &argc, argv, &e));
    assert_int_equal(argc, 2);
    assert_string_equal(argv[1], "a.nro");
    assert_int_equal(s.frames, 3);
}

static void bad_arguments_say_what(void **state) {
    (void)state;
    const struct {
        const char *word, *value, *text;
    } cases[] = {
        {"--frame", "1", "unknown option --frame; did you mean --frames?"},
        {"--zzz", "1", "unknown option --zzz; --help lists them"},
        {"--frames", "-1", "command line: frames: '-1' is not a number from 0 up"},
        {"--frames", NULL, "--frames needs N behind it"},
        {"--network", "some", "command line: network: 'some' is none of none|all"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct settings s = {0};
        struct error e = {0};
        char *argv[] = {"x", (char *)cases[i].word, (char *)cases[i].value, NULL};
        int argc = cases[i].value ? 3 : 2;
        assert_false(options_from_arguments(&table, &s, &argc, argv, &e));
        assert_string_equal(e.text, cases[i].text);
        assert_int_equal(e.kind, ERROR_USAGE);
    }
}

static void environment_and_ini_feed_the_same_table(void **state) {
    (void)state;
    char path[] = "/tmp/windlass-options-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    const char text[] = "[windlass]\nsd-folder = /from/ini\nframes = 7\n[keyboard]\na = z\n";
    assert_int_equal(write(fd, text, sizeof text - 1), sizeof text - 1);
    close(fd);
    struct settings s = {0};
    struct error e = {0};
    assert_true(options_from_ini(&table, &s, path, &e));
    unlink(path);
    assert_string_equal(s.folder, "/from/ini");
    setenv("WINDLASS_SD_FOLDER", "/from/environment", 1);
    assert_true(options_from_environment(&table, &s, &e));
    assert_string_equal(s.folder, "/from/environment");
    assert_int_equal(s.frames, 7);
    setenv("WINDLASS_HEADLESS", "perhaps", 1);
    assert_false(options_from_environment(&table, &s, &e));
    assert_string_equal(e.text, "environment variable WINDLASS_HEADLESS: headless: 'perhaps' is "
                                "neither yes nor no");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_are_taken_out),
        cmocka_unit_test(two_tables_share_a_command_line),
        cmocka_unit_test(bad_arguments_say_what),
        cmocka_unit_test(environment_and_ini_feed_the_same_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
