/* SPDX-License-Identifier: MIT */
/* Every file operation on the SD card, and paths that try to leave it. */
#include "check.h"

#define NOT_FOUND 0x202
#define EXISTS    0x402

static int listed_files, listed_folders;
static bool found_renamed;

static void on_entry(void *context, const char *name, bool folder, int64_t size) {
    (void)context;
    listed_files += !folder;
    listed_folders += folder;
    if (!folder && strcmp(name, "b.bin") == 0)
        found_renamed = size == 5000;
}

static void contents(void) {
    static uint8_t out[5000], in[6000];
    struct guest_file f;
    size_t done;
    int64_t size;
    for (size_t i = 0; i < sizeof out; i++)
        out[i] = (uint8_t)(i * 7 + i / 256);
    check(sd_create("/test/a.bin", 0) == 0, "create");
    check(sd_create("/test/a.bin", 0) == EXISTS, "create again says that it exists");
    check(file_open(&f, "/test/a.bin", 7) == 0, "open for reading, writing and growing");
    check(file_write(&f, 0, out, sizeof out) == 0, "write");
    check(file_size(&f, &size) == 0 && size == 5000, "size");
    check(file_read(&f, 0, in, sizeof in, &done) == 0 && done == 5000, "read stops at the end");
    check(memcmp(in, out, sizeof out) == 0, "bytes come back");
    check(file_read(&f, 4990, in, 100, &done) == 0 && done == 10, "read across the end is short");
    check(file_read(&f, 5000, in, 100, &done) == 0 && done == 0, "read at the end gives nothing");
    file_close(&f);
    check(file_open(&f, "/TEST/A.BIN", 1) == 0, "names are found in any case");
    check(file_write(&f, 0, out, 1) != 0, "no writing through a file opened for reading");
    file_close(&f);
}

static void folders(void) {
    uint32_t type;
    check(sd_rename("/test/a.bin", "/test/b.bin") == 0, "rename");
    check(sd_entry_type("/test/a.bin", &type) == NOT_FOUND, "the old name is gone");
    check(sd_entry_type("/test/b.bin", &type) == 0 && type == 1, "the new one is a file");
    check(sd_make_folder("/test/inner") == 0, "make a folder");
    check(sd_entry_type("//test/./inner/", &type) == 0 && type == 0, "paths are normalised");
    check(sd_list("/test", on_entry, NULL) == 0 && listed_files == 1 && listed_folders == 1 &&
              found_renamed,
          "list");
    check(sd_delete_folder("/test") != 0, "a folder that is not empty stays");
}

static int outside_entries;

static void on_outside(void *context, const char *name, bool folder, int64_t size) {
    (void)context, (void)name, (void)folder, (void)size;
    outside_entries++;
}

static void outside(void) {
    uint32_t type;
    struct guest_file f;
    check(sd_entry_type("/../../../../etc/passwd", &type) == NOT_FOUND, "no way out by ..");
    check(file_open(&f, "/test/../../../../../etc/passwd", 1) != 0, "nor behind a folder");
    check(file_open(&f, "/etc/passwd", 1) == NOT_FOUND, "absolute means the card's root");
    /* The tests put links of the host here; without them these paths do not exist. */
    check(file_open(&f, "/outside/passwd", 1) != 0, "nor through a link to a host folder");
    check(file_open(&f, "/outside.txt", 7) != 0, "nor through a link to a host file");
    check(sd_create("/outside/escaped.txt", 0) != 0, "nothing is made behind a link");
    check(sd_rename("/test/b.bin", "/outside/b.bin") != 0, "nothing is moved behind one");
    check(sd_list("/outside", on_outside, NULL) != 0 && outside_entries == 0,
          "nothing behind one is listed");
    check(sd_create("/../escaped.txt", 0) != 0 || sd_delete("/escaped.txt") == 0,
          ".. at the root stays at the root");
}

int main(void) {
    Result r = sd_open();
    if (r)
        guest_fail("sd_open", r);
    sd_delete("/test/b.bin");
    sd_delete_folder("/test/inner");
    sd_delete_folder("/test");
    check(sd_make_folder("/test") == 0, "make the test folder");
    contents();
    folders();
    outside();
    check(sd_delete("/test/b.bin") == 0, "delete the file");
    check(sd_delete_folder("/test/inner") == 0, "delete the folder");
    check(sd_delete_folder("/test") == 0, "delete the test folder");
    return check_end();
}
