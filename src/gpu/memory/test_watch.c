/* SPDX-License-Identifier: MIT */
#include "gpu/memory/watch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

enum { PAGES = 256, SIZE = PAGES * WATCH_PAGE };

static struct watch *watch;
static uint8_t *memory;
static bool found[PAGES];

static uint8_t *map(int protection) {
    uint8_t *p = mmap(NULL, SIZE, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(p != MAP_FAILED);
    return p;
}

static void note(void *context, const uint8_t *range, uint64_t size) {
    const uint8_t *base = context;
    assert_true(range >= base && range + size <= base + SIZE);
    assert_int_equal((range - base) % WATCH_PAGE, 0);
    for (uint64_t i = 0; i < size / WATCH_PAGE; i++)
        found[(range - base) / WATCH_PAGE + i] = true;
}

/* How many pages; `found` says which. */
static unsigned scan(uint8_t *base) {
    unsigned count = 0;
    memset(found, 0, sizeof found);
    watch_scan(watch, base, SIZE, note, base);
    for (size_t i = 0; i < PAGES; i++)
        count += found[i];
    return count;
}

static int start(enum watch_kind kind) {
    watch = watch_new(kind);
    memory = map(PROT_READ | PROT_WRITE);
    memset(memory, 1, SIZE / 2); /* the other half was never touched */
    watch_add(watch, memory, SIZE);
    return 0;
}
static int start_best(void **state) {
    (void)state;
    return start(WATCH_BEST);
}
static int start_hashes(void **state) {
    (void)state;
    return start(WATCH_HASHES);
}
static int stop(void **state) {
    (void)state;
    watch_free(watch);
    munmap(memory, SIZE);
    return 0;
}

static void what_is_written_is_found_once(void **state) {
    (void)state;
    assert_int_equal(scan(memory), 0);
    memory[0] = 2;
    memory[5 * WATCH_PAGE + 17] = 2;
    memory[200 * WATCH_PAGE] = 2; /* its first touch */
    assert_int_equal(scan(memory), 3);
    assert_true(found[0] && found[5] && found[200]);
    assert_int_equal(scan(memory), 0);
    memory[5 * WATCH_PAGE] = 3;
    assert_int_equal(scan(memory), 1);
    volatile uint8_t sum = 0;
    for (size_t i = 0; i < SIZE; i += WATCH_PAGE)
        sum = (uint8_t)(sum + memory[i]); /* reading is no writing */
    assert_int_equal(scan(memory), 0);
}

static void many_runs_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < PAGES; i += 2)
        memory[i * WATCH_PAGE + i] = 9;
    assert_int_equal(scan(memory), PAGES / 2);
    for (size_t i = 0; i < PAGES; i++)
        assert_int_equal(found[i], i % 2 == 0);
    assert_int_equal(scan(memory), 0);
}

static void what_the_kernel_writes_is_found(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "text", 4), 4);
    assert_int_equal(read(ends[0], memory + 7 * WATCH_PAGE - 2, 4), 4);
    close(ends[0]);
    close(ends[1]);
    assert_memory_equal(memory + 7 * WATCH_PAGE - 2, "text", 4);
    assert_int_equal(scan(memory), 2);
    assert_true(found[6] && found[7]);
}

static void what_is_known_is_not_found(void **state) {
    (void)state;
    memset(memory + 10 * WATCH_PAGE, 4, 4 * WATCH_PAGE);
    watch_ignore(watch, memory + 11 * WATCH_PAGE, 2 * WATCH_PAGE);
    assert_int_equal(scan(memory), 2);
    assert_true(found[10] && found[13]);
    memory[11 * WATCH_PAGE] = 5;
    assert_int_equal(scan(memory), 1);
}

static void permissions_come_and_go(void **state) {
    (void)state;
    memory[3 * WATCH_PAGE] = 8;
    assert_int_equal(mprotect(memory, SIZE, PROT_NONE), 0);
    assert_int_equal(mprotect(memory, SIZE, PROT_READ), 0);
    scan(memory);
    assert_true(found[3]);
    assert_int_equal(mprotect(memory + 4 * WATCH_PAGE, WATCH_PAGE, PROT_READ | PROT_WRITE), 0);
    memory[4 * WATCH_PAGE] = 8;
    scan(memory);
    assert_true(found[4]);
    assert_int_equal(mprotect(memory, SIZE, PROT_READ | PROT_WRITE), 0);
    scan(memory);
    memory[4 * WATCH_PAGE] = 9;
    assert_int_equal(scan(memory), 1);
}

static void memory_without_access_does_no_harm(void **state) {
    (void)state;
    assert_int_equal(mprotect(memory, SIZE, PROT_NONE), 0);
    scan(memory);
    watch_remove(watch, memory, SIZE);
    watch_add(watch, memory, SIZE);
    scan(memory);
    assert_int_equal(scan(memory), 0);
}

/* As svcMapMemory moves pages: a hole of another mapping stays behind. */
static void memory_moves(void **state) {
    (void)state;
    uint8_t *target = map(PROT_NONE);
    watch_add(watch, target, SIZE);
    const size_t half = SIZE / 2;
    memory[half / 2] = 3;
    assert_true(mremap(memory, half, half, MREMAP_MAYMOVE | MREMAP_FIXED, target) == target);
    assert_true(mmap(memory, half, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
                memory);
    target[0] = 77;
    scan(target);
    assert_true(found[0] && found[half / 2 / WATCH_PAGE]);
    scan(memory);
    assert_true(found[0]);
    /* and from then on all is as before */
    assert_int_equal(scan(target), 0);
    assert_int_equal(scan(memory), 0);
    target[WATCH_PAGE] = 78;
    memory[half + WATCH_PAGE] = 79;
    assert_int_equal(scan(target), 1);
    assert_int_equal(scan(memory), 1);
    assert_int_equal(target[WATCH_PAGE], 78);
    watch_remove(watch, target, SIZE);
    munmap(target, SIZE);
}

static void other_memory_comes(void **state) {
    (void)state;
    assert_true(mmap(memory, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                     -1, 0) == memory);
    memory[2 * WATCH_PAGE] = 1;
    scan(memory);
    assert_true(found[0] && found[2]); /* the page that was all 1 is all 0 */
    assert_int_equal(scan(memory), 0);
    memory[2 * WATCH_PAGE] = 2;
    assert_int_equal(scan(memory), 1);
}

static void memory_of_files_is_watched(void **state) {
    (void)state;
    const int fd = memfd_create("test", MFD_CLOEXEC);
    assert_int_equal(ftruncate(fd, SIZE), 0);
    uint8_t *shared = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_true(shared != MAP_FAILED);
    watch_add(watch, shared, SIZE);
    shared[3 * WATCH_PAGE] = 1;
    assert_int_equal(scan(shared), 1);
    assert_true(found[3]);
    watch_remove(watch, shared, SIZE);
    munmap(shared, SIZE);
    close(fd);
}

static void what_was_removed_is_not_found(void **state) {
    (void)state;
    watch_remove(watch, memory, SIZE / 2);
    memset(memory, 6, SIZE);
    assert_int_equal(scan(memory), PAGES / 2);
    assert_true(!found[0] && found[PAGES - 1]);
    watch_add(watch, memory, SIZE);
    assert_int_equal(scan(memory), 0);
}

#define BOTH(test)                                                                                 \
    cmocka_unit_test_setup_teardown(test, start_best, stop),                                       \
        cmocka_unit_test_setup_teardown(test, start_hashes, stop)

int main(void) {
    struct watch *best = watch_new(WATCH_BEST);
    printf("# writes are found by %s\n", watch_method(best));
    watch_free(best);
    const struct CMUnitTest tests[] = {
        BOTH(what_is_written_is_found_once),
        BOTH(many_runs_are_found),
        BOTH(what_the_kernel_writes_is_found),
        BOTH(what_is_known_is_not_found),
        BOTH(permissions_come_and_go),
        BOTH(memory_without_access_does_no_harm),
        BOTH(memory_moves),
        BOTH(other_memory_comes),
        BOTH(memory_of_files_is_watched),
        BOTH(what_was_removed_is_not_found),
    };
    return cmocka_run_group_tests_name("watch", tests, NULL, NULL);
}
