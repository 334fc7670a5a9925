/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include "base/file.h"
#include "service/fs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* fsp-srv through its sessions, on a fresh card. */

static char top[64], card_folder[96], save_folder[96];

/* An NRO of 0x40 bytes with assets behind it: a RomFS of 4 bytes. */
static uint8_t nro[0x40 + 0x38 + 4];

static void make_nro(void) {
    const uint32_t size = sizeof nro - 0x38 - 4;
    const uint64_t range[2] = {0x38, 4};
    memcpy(nro + 0x10, "NRO0", 4);
    memcpy(nro + 0x18, &size, 4);
    memcpy(nro + size, "ASET", 4);
    memcpy(nro + size + 0x28, range, sizeof range);
    memcpy(nro + size + 0x38, "data", 4);
}

static int setup(void **state) {
    (void)state;
    strcpy(top, "/tmp/windlass-fs-XXXXXX");
    assert_non_null(mkdtemp(top));
    snprintf(card_folder, sizeof card_folder, "%s/card", top);
    snprintf(save_folder, sizeof save_folder, "%s/save", top);
    struct error error = {0};
    assert_true(file_make_folders(card_folder, &error));
    make_nro();
    service_options = (struct service_options){.sd_folder = card_folder,
                                               .save_folder = save_folder,
                                               .self_path = "sdmc:/switch/app/App.nro",
                                               .self_file = nro,
                                               .self_file_size = sizeof nro};
    assert_true(fs_start(&error));
    return 0;
}

static int teardown(void **state) {
    (void)state;
    struct error error;
    struct sandbox *s = sandbox_open(top, &error);
    assert_int_equal(sandbox_delete_tree(s, "/", false), 0);
    sandbox_close(s);
    return rmdir(top);
}

static uint32_t open_card(void) {
    uint32_t proxy = test_connect("fsp-srv");
    uint32_t card = test_open(proxy, 18, NULL, 0);
    test_close(proxy);
    return card;
}

/* A command with a path; `in` is its payload. */
static result path_command(struct test_call *t, uint32_t session, uint32_t command,
                           const char *path, const void *in, size_t in_size) {
    char *memory = test_memory(0x301);
    memset(memory, 'x', 0x301);
    strcpy(memory, path);
    *t = (struct test_call){.session = session, .command = command, .in = in, .in_size = in_size};
    test_add(&t->x, memory, 0x301);
    test_send(t);
    assert_int_equal(t->svc, 0);
    return t->result;
}

static result create(uint32_t card, const char *path, int64_t size) {
    struct test_call t;
    const int64_t in[2] = {0, size};
    return path_command(&t, card, 0, path, in, sizeof in);
}

static result simple(uint32_t card, uint32_t command, const char *path) {
    struct test_call t;
    return path_command(&t, card, command, path, NULL, 0);
}

static uint32_t open_file(uint32_t card, const char *path, uint32_t mode, result expected) {
    struct test_call t;
    assert_int_equal(path_command(&t, card, 8, path, &mode, 4), expected);
    return t.out_moves[0];
}

static result file_io(uint32_t file, bool write, int64_t offset, void *data, uint64_t size,
                      uint64_t *done) {
    const uint64_t in[3] = {0, (uint64_t)offset, size};
    uint8_t *memory = test_memory(size + 1);
    struct test_call t = {.session = file, .command = write, .in = in, .in_size = sizeof in};
    if (write) {
        memcpy(memory, data, size);
        test_add(&t.a, memory, size);
    } else {
        test_add(&t.b, memory, size);
    }
    test_send(&t);
    if (!write && t.result == 0) {
        memcpy(done, t.out, 8);
        memcpy(data, memory, size);
    }
    return t.result;
}

static void files_are_written_and_read(void **state) {
    (void)state;
    uint32_t card = open_card();
    char text[16] = {0};
    uint64_t n;
    assert_int_equal(create(card, "/a.txt", 0), 0);
    assert_int_equal(create(card, "//./A.TXT", 5), FS_EXISTS);
    assert_int_equal(create(card, "/none/a", 0), FS_PATH_NOT_FOUND);
    assert_int_equal(create(card, "/b", -1), FS_BAD_ARGUMENT);
    assert_int_equal(create(card, "/b", INT64_MAX), FS_NO_SPACE);
    uint32_t f = open_file(card, "/a.txt", 6, 0);
    assert_int_equal(file_io(f, true, 0, "hello", 5, &n), 0);
    assert_int_equal(file_io(f, false, 0, text, 5, &n), FS_NO_READ);
    test_close(f);
    f = open_file(card, "/x/../a.txt", 3, 0);
    assert_int_equal(file_io(f, false, 1, text, 16, &n), 0);
    assert_int_equal(n, 4);
    assert_memory_equal(text, "ello", 4);
    assert_int_equal(file_io(f, false, 5, text, 1, &n), 0);
    assert_int_equal(n, 0);
    assert_int_equal(file_io(f, false, 6, text, 1, &n), FS_OUT_OF_RANGE);
    assert_int_equal(file_io(f, true, 5, "!", 1, &n), FS_NO_EXTEND);
    assert_int_equal(file_io(f, true, 4, "O", 1, &n), 0);
    int64_t size;
    assert_int_equal(test_command(f, 4, NULL, 0, &size, 8), 0);
    assert_int_equal(size, 5);
    size = 2;
    assert_int_equal(test_command(f, 3, &size, 8, NULL, 0), 0);
    test_close(f);
    f = open_file(card, "/a.txt", 1, 0);
    assert_int_equal(file_io(f, true, 0, "x", 1, &n), FS_NO_WRITE);
    assert_int_equal(file_io(f, false, 0, text, 16, &n), 0);
    assert_int_equal(n, 2);
    test_close(f);
    open_file(card, "/a.txt", 0, FS_BAD_ARGUMENT);
    open_file(card, "/nothing", 1, FS_PATH_NOT_FOUND);
    open_file(card, "/", 1, FS_PATH_NOT_FOUND);
    open_file(card, "/a:txt", 1, FS_BAD_ARGUMENT);
    test_close(card);
}

static void paths_stay_on_the_card(void **state) {
    (void)state;
    uint32_t card = open_card();
    char link[128];
    snprintf(link, sizeof link, "%s/out", card_folder);
    assert_int_equal(symlink("/etc", link), 0);
    open_file(card, "/out/passwd", 1, FS_PATH_NOT_FOUND);
    open_file(card, "/../../../../etc/passwd", 1, FS_PATH_NOT_FOUND);
    assert_int_equal(create(card, "/out/x", 0), FS_PATH_NOT_FOUND);
    char *memory = test_memory(0x301);
    memset(memory, 'a', 0x301);
    struct test_call t = {.session = card, .command = 7};
    test_add(&t.x, memory, 0x301); /* no NUL */
    assert_false(test_send(&t));
    assert_int_equal(t.result, FS_PATH_TOO_LONG);
    t = (struct test_call){.session = card, .command = 7}; /* no path at all */
    assert_false(test_send(&t));
    assert_int_equal(t.result, FS_BAD_ARGUMENT);
    test_close(card);
}

static void folders_are_listed(void **state) {
    (void)state;
    uint32_t card = open_card(), mode = 3;
    struct test_call t;
    assert_int_equal(simple(card, 2, "/d"), 0);
    assert_int_equal(simple(card, 2, "/d"), FS_EXISTS);
    assert_int_equal(simple(card, 2, "/d/sub"), 0);
    assert_int_equal(create(card, "/d/file", 7), 0);
    assert_int_equal(simple(card, 3, "/d"), FS_NOT_EMPTY);
    assert_int_equal(path_command(&t, card, 9, "/d/", &mode, 4), 0);
    uint32_t list = t.out_moves[0];
    int64_t count;
    assert_int_equal(test_command(list, 1, NULL, 0, &count, 8), 0);
    assert_int_equal(count, 2);
    uint8_t *entries = test_memory(3 * 0x310);
    t = (struct test_call){.session = list, .command = 0};
    test_add(&t.b, entries, 3 * 0x310);
    assert_true(test_send(&t));
    memcpy(&count, t.out, 8);
    assert_int_equal(count, 2);
    assert_string_equal((char *)entries, "file");
    assert_int_equal(entries[0x304], 1);
    assert_int_equal(entries[0x308], 7);
    assert_string_equal((char *)entries + 0x310, "sub");
    assert_int_equal(entries[0x310 + 0x304], 0);
    assert_true(test_send(&t));
    memcpy(&count, t.out, 8);
    assert_int_equal(count, 0);
    test_close(list);
    assert_int_equal(path_command(&t, card, 9, "/d/file", &mode, 4), FS_PATH_NOT_FOUND);
    assert_int_equal(simple(card, 4, "/d"), 0);
    assert_int_equal(simple(card, 7, "/d"), FS_PATH_NOT_FOUND);
    test_close(card);
}

static void the_program_finds_its_own_file(void **state) {
    (void)state;
    uint32_t card = open_card(), mode = 3;
    struct test_call t;
    assert_int_equal(path_command(&t, card, 9, "/switch/app", &mode, 4), 0);
    int64_t count;
    assert_int_equal(test_command(t.out_moves[0], 1, NULL, 0, &count, 8), 0);
    assert_int_equal(count, 1);
    test_close(t.out_moves[0]);
    assert_int_equal(path_command(&t, card, 7, "/switch/app/App.nro", NULL, 0), 0);
    assert_int_equal(t.out[0], 1);
    uint32_t f = open_file(card, "/switch/app/app.nro", 1, 0);
    char magic[4];
    uint64_t n;
    assert_int_equal(file_io(f, false, 0x10, magic, 4, &n), 0);
    assert_memory_equal(magic, "NRO0", 4);
    test_close(f);
    open_file(card, "/switch/app/App.nro", 3, FS_NO_WRITE);
    assert_int_equal(create(card, "/switch/app/App.nro", 0), FS_EXISTS);
    assert_int_equal(create(card, "/switch/app/save.dat", 0), 0);
    test_close(card);
    uint32_t proxy = test_connect("fsp-srv"), romfs = test_open(proxy, 200, NULL, 0);
    uint8_t *memory = test_memory(8);
    const uint64_t all[2] = {0, 4}, beyond[2] = {1, 4};
    t = (struct test_call){.session = romfs, .command = 0, .in = all, .in_size = 16};
    test_add(&t.b, memory, 4);
    assert_true(test_send(&t));
    assert_memory_equal(memory, "data", 4);
    t = (struct test_call){.session = romfs, .command = 0, .in = beyond, .in_size = 16};
    test_add(&t.b, memory, 4);
    assert_false(test_send(&t));
    assert_int_equal(t.result, FS_OUT_OF_RANGE);
    test_close(romfs);
    test_close(proxy);
}

static void save_data(void **state) {
    (void)state;
    uint32_t proxy = test_connect("fsp-srv");
    uint8_t in[0x90] = {0}, open[0x48] = {1};
    in[0x20] = open[8 + 0x20] = 1; /* account */
    in[8] = open[8 + 8] = 7;       /* user */
    assert_int_equal(test_command(proxy, 51, open, sizeof open, NULL, 0), FS_TARGET_NOT_FOUND);
    assert_int_equal(test_command(proxy, 22, in, sizeof in, NULL, 0), 0);
    assert_int_equal(test_command(proxy, 22, in, sizeof in, NULL, 0), FS_EXISTS);
    uint32_t save = test_open(proxy, 51, open, sizeof open);
    assert_int_equal(create(save, "/slot0", 3), 0);
    assert_int_equal(test_command(save, 10, NULL, 0, NULL, 0), 0);
    test_close(save);
    uint32_t read_only = test_open(proxy, 53, open, sizeof open);
    assert_int_equal(create(read_only, "/slot1", 3), FS_NO_WRITE);
    assert_int_equal(simple(read_only, 7, "/slot0"), 0);
    test_close(read_only);
    uint8_t user[16] = {9};
    assert_int_equal(fs_ensure_save(user), 0);
    assert_int_equal(fs_ensure_save(user), 0);
    open[8 + 0x20] = 99;
    assert_int_equal(test_command(proxy, 51, open, sizeof open, NULL, 0), FS_BAD_ARGUMENT);
    test_close(proxy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_are_written_and_read, setup, teardown),
        cmocka_unit_test_setup_teardown(paths_stay_on_the_card, setup, teardown),
        cmocka_unit_test_setup_teardown(folders_are_listed, setup, teardown),
        cmocka_unit_test_setup_teardown(the_program_finds_its_own_file, setup, teardown),
        cmocka_unit_test_setup_teardown(save_data, setup, teardown),
    };
    return cmocka_run_group_tests_name("service-fs", tests, NULL, NULL);
}
