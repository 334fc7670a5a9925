/* SPDX-License-Identifier: MIT */
#include "base/file.h"
#include "lift/cache.h"

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

static char folder[64];
static char keys[3][CACHE_KEY_SIZE];

static int make_folder(void **state) {
    (void)state;
    strcpy(folder, "/tmp/windlass-cache-XXXXXX");
    struct error e;
    if (!mkdtemp(folder))
        return -1;
    for (uint8_t i = 0; i < 3; i++) {
        const uint8_t hash[32] = {i};
        if (!cache_key(hash, "/proc/self/exe", "O2", keys[i], &e))
            return -1;
    }
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    cache_clear(folder);
    return rmdir(folder);
}

static void add(const char *key, size_t bytes) {
    char built[4096], path[4200];
    struct error e = {0};
    char *data = calloc(1, bytes);
    assert_true(cache_begin(folder, key, built, sizeof built, &e));
    snprintf(path, sizeof path, "%s/" CACHE_EXECUTABLE, built);
    assert_true(file_write(path, data, bytes, &e));
    assert_int_equal(chmod(path, 0755), 0);
    snprintf(path, sizeof path, "%s/code_0.c", built);
    assert_true(file_write(path, data, bytes, &e));
    assert_true(cache_commit(folder, key, built, &e));
    free(data);
}

static void set_used(const char *key, time_t when) {
    char path[4200];
    const struct timespec times[2] = {{when, 0}, {when, 0}};
    snprintf(path, sizeof path, "%s/%s", folder, key);
    assert_int_equal(utimensat(0, path, times, 0), 0);
}

static void keys_differ_by_every_part(void **state) {
    (void)state;
    char other[CACHE_KEY_SIZE];
    struct error e;
    const uint8_t hash[32] = {0};
    assert_string_not_equal(keys[0], keys[1]);
    assert_true(cache_key(hash, "/proc/self/exe", "O1", other, &e));
    assert_string_not_equal(keys[0], other);
    assert_true(cache_key(hash, "/proc/self/exe", "O2", other, &e));
    assert_string_equal(keys[0], other);
    assert_false(cache_key(hash, "/nowhere", "O2", other, &e));
}

static void entries_are_found_and_hold_only_the_result(void **state) {
    (void)state;
    size_t count;
    assert_false(cache_find(folder, keys[0]));
    add(keys[0], 1000);
    assert_true(cache_find(folder, keys[0]));
    struct cache_entry *list = cache_list(folder, &count);
    assert_int_equal(count, 1);
    assert_int_equal(list[0].bytes, 1000);
    free(list);
    add(keys[0], 1000); /* made twice: the first one stays */
    assert_true(cache_find(folder, keys[0]));
    assert_int_equal(cache_clear(folder), 1);
    assert_false(cache_find(folder, keys[0]));
}

static void the_longest_unused_entry_goes_first(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++)
        add(keys[i], 1000);
    set_used(keys[0], 3000);
    set_used(keys[1], 1000);
    set_used(keys[2], 2000);
    cache_trim(folder, 2500, NULL);
    assert_true(cache_find(folder, keys[0]));
    assert_false(cache_find(folder, keys[1]));
    assert_true(cache_find(folder, keys[2]));
    set_used(keys[2], 2000);
    cache_trim(folder, 0, keys[2]);
    assert_false(cache_find(folder, keys[0]));
    assert_true(cache_find(folder, keys[2]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_differ_by_every_part),
        cmocka_unit_test(entries_are_found_and_hold_only_the_result),
        cmocka_unit_test(the_longest_unused_entry_goes_first),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
