/* SPDX-License-Identifier: MIT */
#include "container/test_util.h"

#include "base/memory.h"
#include "container/romfs.h"
#include "container/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the sample's tables lie, from its header. */
static uint32_t header_field(const struct strbuf *s, size_t at) {
    uint32_t value;
    memcpy(&value, s->text + at, 4);
    return value;
}

static size_t folder_table(const struct strbuf *s) {
    return header_field(s, 0x18);
}

static size_t file_table(const struct strbuf *s) {
    return header_field(s, 0x38);
}

static void lookup_finds_files_and_folders(void **state) {
    (void)state;
    struct strbuf s = {0};
    struct romfs fs;
    struct romfs_entry e;
    struct error error = {0};
    char bytes[16] = {0};
    sample_romfs(&s);
    assert_true(romfs_open(&fs, s.text, s.length, &error));
    assert_true(romfs_lookup(&fs, "/a/b/deep.bin", &e, &error));
    assert_false(e.is_folder);
    assert_int_equal(e.size, 4);
    assert_int_equal(romfs_read(&fs, &e, 1, bytes, sizeof bytes), 3);
    assert_memory_equal(bytes, "\1\2\3", 3);
    assert_int_equal(romfs_read(&fs, &e, 5, bytes, sizeof bytes), 0);
    assert_true(romfs_lookup(&fs, "many/file39", &e, &error));
    assert_int_equal(romfs_read(&fs, &e, 0, bytes, sizeof bytes), 11);
    assert_memory_equal(bytes, "many/file39", 11);
    assert_true(romfs_lookup(&fs, "a//b/", &e, &error));
    assert_true(e.is_folder);
    assert_true(romfs_lookup(&fs, "", &e, &error));
    assert_true(e.is_folder);
    assert_string_equal(e.name, "");
    strbuf_free(&s);
}

static void lookup_misses_say_so(void **state) {
    (void)state;
    static const char *const missing[] = {"b",    "a/b/deep.bi", "a/b/deep.binx", "readme.txt/x",
                                          "a/..", "./a",         "many/file40"};
    struct strbuf s = {0};
    struct romfs fs;
    struct romfs_entry e;
    sample_romfs(&s);
    assert_true(romfs_open(&fs, s.text, s.length, NULL));
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        struct error error = {0};
        char text[80];
        snprintf(text, sizeof text, "RomFS: there is no \"%s\"", missing[i]);
        assert_false(romfs_lookup(&fs, missing[i], &e, &error));
        assert_int_equal(error.kind, ERROR_IO);
        assert_string_equal(error.text, text);
    }
    strbuf_free(&s);
}

static bool note(void *context, const char *path, const struct romfs_entry *entry) {
    struct strbuf *out = context;
    strbuf_addf(out, "%s%s\n", path, entry->is_folder ? "/" : "");
    return strcmp(path, "many/file1") != 0;
}

static void walk_goes_in_order_and_stops_when_told(void **state) {
    (void)state;
    struct strbuf s = {0}, seen = {0};
    struct romfs fs;
    struct error error = {0};
    sample_romfs(&s);
    assert_true(romfs_open(&fs, s.text, s.length, &error));
    assert_true(romfs_walk(&fs, note, &seen, &error));
    assert_string_equal(seen.text, "a/\na/b/\na/b/deep.bin\na/one.txt\nmany/\nmany/file0\n"
                                   "many/file1\n");
    strbuf_free(&s);
    strbuf_free(&seen);
}

static bool go_on(void *context, const char *path, const struct romfs_entry *entry) {
    (void)context, (void)path, (void)entry;
    return true;
}

/* The error of opening, or else of walking, a sample with one number changed. */
static void expect_damage(size_t at, uint32_t value, const char *text) {
    struct strbuf s = {0};
    struct romfs fs;
    struct error error = {0};
    sample_romfs(&s);
    sample_poke32(&s, at, value);
    assert_false(romfs_open(&fs, s.text, s.length, &error) && romfs_walk(&fs, go_on, NULL, &error));
    assert_string_equal(error.text, text);
    strbuf_free(&s);
}

static void damaged_headers(void **state) {
    (void)state;
    expect_damage(0, 0x48, "RomFS header: header size at offset 0x0: 0x48 instead of 0x50");
    expect_damage(0x1c, 1,
                  "RomFS header: folder table at offset 0xc98: 0x6c bytes from 0x1000004c4 reach "
                  "beyond the end, 0xc98");
    expect_damage(0x20, 0x10, "RomFS header: folder table at offset 0x18: 0x10 bytes hold no root");
    expect_damage(0x48, 0x10000,
                  "RomFS header: contents at offset 0xc98: 0x0 bytes from 0x10000 reach beyond "
                  "the end, 0xc98");
    struct romfs fs;
    struct error error = {0};
    assert_false(romfs_open(&fs, "short", 5, &error));
    assert_string_equal(
        error.text, "RomFS header: header size at offset 0x0: needs 8 bytes, the file has 5 left");
}

static void damaged_entries(void **state) {
    (void)state;
    struct strbuf s = {0};
    sample_romfs(&s);
    size_t folders = folder_table(&s), files = file_table(&s);
    strbuf_free(&s);
    /* The root's first folder is the root; the first folder's first folder is itself. */
    expect_damage(folders + 8, 0, "RomFS: a folder has no name");
    expect_damage(folders + 0x18 + 8, 0x18,
                  "RomFS: more entries than its tables can hold; folders run in a circle");
    expect_damage(files + 4, 0x7fffff00,
                  "RomFS file table: entry at offset 0x7fffff00: lies beyond the end, 0x6bc");
    expect_damage(files + 0x1c, 0x10000,
                  "RomFS file table: name length at offset 0x1c: 65536 bytes, at most 768 are "
                  "taken");
    expect_damage(files + 0x10, 0x10000,
                  "RomFS file table: file offset at offset 0x8: 0x10000 bytes from 0x0 reach "
                  "beyond the contents, 0xa98");
}

static void lookup_ends_in_a_circle(void **state) {
    (void)state;
    struct strbuf s = {0};
    struct romfs fs;
    struct romfs_entry e;
    struct error error = {0};
    sample_romfs(&s);
    sample_poke32(&s, folder_table(&s) + 0x18 + 4, 0x18);
    assert_true(romfs_open(&fs, s.text, s.length, &error));
    assert_false(romfs_lookup(&fs, "nowhere", &e, &error));
    assert_string_equal(error.text,
                        "RomFS folder table: sibling at offset 0x1c: the siblings run in a circle");
    strbuf_free(&s);
}

static void tree_refuses_what_cannot_be(void **state) {
    (void)state;
    struct romfs_node *tree = romfs_tree_new();
    struct error error = {0};
    assert_true(romfs_tree_add(tree, "a/b", "1", 1, &error));
    assert_false(romfs_tree_add(tree, "a/b/c", "2", 1, &error));
    assert_string_equal(error.text, "RomFS: \"b/c\" would be a file and a folder");
    assert_false(romfs_tree_add(tree, "a", "2", 1, &error));
    assert_false(romfs_tree_add(tree, "/a", "2", 1, &error));
    assert_int_equal(error.kind, ERROR_LIMIT);
    romfs_tree_free(tree);
}

static void host_folder_becomes_romfs(void **state) {
    (void)state;
    char folder[] = "/tmp/windlass-romfs-XXXXXX";
    struct error error = {0};
    struct strbuf out = {0}, seen = {0};
    struct romfs fs;
    assert_non_null(mkdtemp(folder));
    char *inner = memory_format("%s/x", folder), *file = memory_format("%s/x/y.txt", folder);
    char *link = memory_format("%s/link", folder);
    assert_int_equal(mkdir(inner, 0777), 0);
    assert_true(file_write(file, "why", 3, &error));
    struct romfs_node *tree = romfs_tree_new();
    assert_true(romfs_tree_add_host(tree, folder, &error));
    write_romfs(tree, &out);
    assert_true(romfs_open(&fs, out.text, out.length, &error));
    assert_true(romfs_walk(&fs, note, &seen, &error));
    assert_string_equal(seen.text, "x/\nx/y.txt\n");
    romfs_tree_free(tree);
    tree = romfs_tree_new();
    assert_int_equal(symlink("/etc", link), 0);
    assert_false(romfs_tree_add_host(tree, folder, &error));
    assert_int_equal(error.kind, ERROR_UNSUPPORTED);
    romfs_tree_free(tree);
    unlink(link);
    unlink(file);
    rmdir(inner);
    rmdir(folder);
    free(inner);
    free(file);
    free(link);
    strbuf_free(&out);
    strbuf_free(&seen);
}

/* The console finds entries by these hash chains, so each entry must be on the chain of its name.
 */
static void hash_chains_hold_every_file(void **state) {
    (void)state;
    struct strbuf s = {0};
    sample_romfs(&s);
    size_t buckets_at = header_field(&s, 0x28), buckets = header_field(&s, 0x30) / 4;
    size_t files = file_table(&s), size = header_field(&s, 0x40), found = 0;
    for (size_t b = 0; b < buckets; b++)
        for (uint32_t at = header_field(&s, buckets_at + b * 4); at != ROMFS_NONE;) {
            assert_true(at < size);
            uint32_t h = header_field(&s, files + at) ^ 123456789;
            uint32_t length = header_field(&s, files + at + 0x1c);
            for (uint32_t i = 0; i < length; i++)
                h = (h >> 5 | h << 27) ^ (uint8_t)s.text[files + at + 0x20 + i];
            assert_int_equal(h % buckets, b);
            found++;
            at = header_field(&s, files + at + 0x18);
        }
    assert_int_equal(found, 43);
    strbuf_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lookup_finds_files_and_folders),
        cmocka_unit_test(lookup_misses_say_so),
        cmocka_unit_test(walk_goes_in_order_and_stops_when_told),
        cmocka_unit_test(damaged_headers),
        cmocka_unit_test(damaged_entries),
        cmocka_unit_test(lookup_ends_in_a_circle),
        cmocka_unit_test(tree_refuses_what_cannot_be),
        cmocka_unit_test(host_folder_becomes_romfs),
        cmocka_unit_test(hash_chains_hold_every_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
