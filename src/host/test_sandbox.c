/* SPDX-License-Identifier: MIT */
#include "host/sandbox.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* Each test has a fresh folder T with T/card (the sandbox) and T/secret (outside). */
struct world {
    char top[64];
    struct sandbox *card;
};

static void put(const struct world *w, const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", w->top, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void folder(const struct world *w, const char *name) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", w->top, name);
    assert_int_equal(mkdir(path, 0777), 0);
}

static void link_to(const struct world *w, const char *name, const char *target) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", w->top, name);
    assert_int_equal(symlink(target, path), 0);
}

static bool there(const struct world *w, const char *name) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", w->top, name);
    return access(path, F_OK) == 0;
}

static int setup(void **state) {
    struct world *w = calloc(1, sizeof *w);
    strcpy(w->top, "/tmp/windlass-sandbox-XXXXXX");
    assert_non_null(mkdtemp(w->top));
    folder(w, "card");
    put(w, "secret", "outside");
    char path[128];
    snprintf(path, sizeof path, "%s/card", w->top);
    struct error e = {0};
    w->card = sandbox_open(path, &e);
    assert_non_null(w->card);
    *state = w;
    return 0;
}

static int teardown(void **state) {
    struct world *w = *state;
    sandbox_close(w->card);
    struct error e = {0};
    struct sandbox *top = sandbox_open(w->top, &e);
    assert_int_equal(sandbox_delete_tree(top, "/", false), 0);
    sandbox_close(top);
    rmdir(w->top);
    free(w);
    return 0;
}

static void paths_are_normalised(void **state) {
    (void)state;
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"/", "/"},
        {"", "/"},
        {"//a//b/", "/a/b"},
        {"/a/./b/.", "/a/b"},
        {"/a/../b", "/b"},
        {"..", "/"},
        {"/../../x", "/x"},
        {"/a/b/../../..", "/"},
        {"a", "/a"},
        {"/...", "/..."},
        {"/a/..b", "/a/..b"},
        {"/.hidden", "/.hidden"},
        {"/\xc3\xa9", "/\xc3\xa9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[SANDBOX_PATH];
        assert_int_equal(sandbox_normalise(cases[i].in, strlen(cases[i].in) + 1, out), 0);
        assert_string_equal(out, cases[i].out);
    }
}

static void bad_paths_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *in;
        int status;
    } cases[] = {
        {"/a:b", EINVAL}, {"/a*", EINVAL},   {"/a\\..\\b", EINVAL},           {"/a\nb", EINVAL},
        {"/a|b", EINVAL}, {"/\xff", EINVAL}, {"/\xc0\xae\xc0\xae/x", EINVAL}, {"sdmc:/x", EINVAL},
    };
    char out[SANDBOX_PATH];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(sandbox_normalise(cases[i].in, strlen(cases[i].in) + 1, out),
                         cases[i].status);
    }
    char full[SANDBOX_PATH];
    memset(full, 'a', sizeof full); /* no NUL at all */
    assert_int_equal(sandbox_normalise(full, sizeof full, out), ENAMETOOLONG);
    assert_int_equal(sandbox_normalise(full, 8, out), EINVAL);
    full[0] = '/';
    full[257] = 0; /* a component of 256 bytes */
    assert_int_equal(sandbox_normalise(full, sizeof full, out), ENAMETOOLONG);
    for (size_t i = 1; i < sizeof full; i++) {
        full[i] = i % 2 ? 'a' : '/';
    }
    full[0x300] = 0;
    assert_int_equal(sandbox_normalise(full, sizeof full, out), 0);
}

static void nothing_leads_outside(void **state) {
    struct world *w = *state;
    link_to(w, "card/link", "../secret");
    link_to(w, "card/absolute", "/etc/passwd");
    link_to(w, "card/up", "..");
    folder(w, "card/in");
    link_to(w, "card/in/loop", "loop");
    int fd = -1;
    struct sandbox_info info;
    static const char *const paths[] = {"/link", "/absolute", "/up", "/up/secret", "/in/loop"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        assert_int_not_equal(sandbox_open_file(w->card, paths[i], false, &fd), 0);
        assert_int_not_equal(sandbox_stat(w->card, paths[i], &info), 0);
        assert_int_not_equal(sandbox_create_file(w->card, paths[i], 0), 0);
        assert_int_not_equal(sandbox_delete_file(w->card, paths[i]), 0);
    }
    char out[SANDBOX_PATH];
    assert_int_equal(sandbox_normalise("/../secret", 11, out), 0);
    assert_int_equal(sandbox_open_file(w->card, out, false, &fd), ENOENT);
    struct sandbox_list list;
    assert_int_not_equal(sandbox_list(w->card, "/up", &list), 0);
    assert_int_equal(sandbox_list(w->card, "/", &list), 0);
    assert_int_equal(list.count, 1); /* the links are not shown */
    assert_string_equal(list.entries[0].name, "in");
    sandbox_list_free(&list);
    put(w, "card/file", "x");
    assert_int_not_equal(sandbox_rename(w->card, "/file", "/up/file", false), 0);
    /* Emptying the card removes the links themselves and nothing behind them. */
    assert_int_equal(sandbox_delete_tree(w->card, "/", false), 0);
    assert_false(there(w, "card/link"));
    assert_true(there(w, "secret"));
    assert_int_equal(sandbox_delete_tree(w->card, "/", true), EBUSY);
}

static void case_is_ignored_after_an_exact_match(void **state) {
    struct world *w = *state;
    folder(w, "card/Data");
    put(w, "card/Data/\xc3\x89t\xc3\xa9.TXT", "12345");
    struct sandbox_info info;
    assert_int_equal(sandbox_stat(w->card, "/dATA/\xc3\xa9T\xc3\xa9.txt", &info), 0);
    assert_int_equal(info.size, 5);
    assert_int_equal(sandbox_create_file(w->card, "/data/\xc3\xa9t\xc3\xa9.txt", 0), EEXIST);
    assert_int_equal(sandbox_create_folder(w->card, "/DATA"), EEXIST);
    put(w, "card/x", "1");
    put(w, "card/X", "22");
    assert_int_equal(sandbox_stat(w->card, "/X", &info), 0);
    assert_int_equal(info.size, 2);
    assert_int_equal(sandbox_rename(w->card, "/Data", "/data", true), 0);
    assert_true(there(w, "card/data"));
    assert_false(sandbox_same_name("abc", "abcd"));
    assert_false(sandbox_same_name("a", "b"));
}

static void files_and_folders(void **state) {
    struct world *w = *state;
    struct sandbox_info info;
    int fd = -1;
    assert_int_equal(sandbox_create_file(w->card, "/missing/f", 0), ENOENT);
    assert_int_equal(sandbox_create_folders(w->card, "/a/b/c"), 0);
    assert_int_equal(sandbox_create_folders(w->card, "/a/b/c"), 0);
    assert_int_equal(sandbox_create_file(w->card, "/a/f", 100), 0);
    assert_int_equal(sandbox_create_file(w->card, "/a/f", 0), EEXIST);
    assert_int_equal(sandbox_stat(w->card, "/a/f", &info), 0);
    assert_int_equal(info.size, 100);
    assert_false(info.folder);
    assert_int_equal(sandbox_stat(w->card, "/a/f/g", &info), ENOTDIR);
    assert_int_equal(sandbox_create_folder(w->card, "/a/f/g"), ENOTDIR);
    assert_int_equal(sandbox_open_file(w->card, "/a", false, &fd), EISDIR);
    assert_int_equal(sandbox_delete_folder(w->card, "/a"), ENOTEMPTY);
    assert_int_equal(sandbox_delete_folder(w->card, "/a/f"), ENOTDIR);
    assert_int_equal(sandbox_delete_file(w->card, "/a/b"), EISDIR);
    assert_int_equal(sandbox_rename(w->card, "/a/f", "/a/b", false), EEXIST);
    assert_int_equal(sandbox_rename(w->card, "/a/f", "/g", false), 0);
    assert_int_equal(sandbox_rename(w->card, "/a", "/b", false), EISDIR);
    assert_int_equal(sandbox_rename(w->card, "/a", "/a/b/d", true), EINVAL);
    assert_int_equal(sandbox_open_file(w->card, "/g", true, &fd), 0);
    close(fd);
    assert_int_equal(sandbox_delete_tree(w->card, "/a", true), 0);
    assert_int_equal(sandbox_delete_tree(w->card, "/g", true), ENOTDIR);
    assert_int_equal(sandbox_delete_file(w->card, "/g"), 0);
    assert_int_equal(sandbox_delete_file(w->card, "/g"), ENOENT);
    char pipe_path[128];
    snprintf(pipe_path, sizeof pipe_path, "%s/card/pipe", w->top);
    assert_int_equal(mkfifo(pipe_path, 0666), 0);
    assert_int_equal(sandbox_open_file(w->card, "/pipe", false, &fd), ELOOP);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_normalised),
        cmocka_unit_test(bad_paths_are_refused),
        cmocka_unit_test_setup_teardown(nothing_leads_outside, setup, teardown),
        cmocka_unit_test_setup_teardown(case_is_ignored_after_an_exact_match, setup, teardown),
        cmocka_unit_test_setup_teardown(files_and_folders, setup, teardown),
    };
    return cmocka_run_group_tests_name("sandbox", tests, NULL, NULL);
}
