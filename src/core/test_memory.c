/* SPDX-License-Identifier: MIT */
#include "core/core.h"
#include "core/memory.h"

#include "core/thread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

static uint8_t *at(uint64_t address) {
    return (uint8_t *)(uintptr_t)address;
}

static bool readable(uint64_t address) {
    uint8_t byte;
    return core_peek(address, &byte, 1);
}

static void regions_are_disjoint_and_aligned(void **state) {
    (void)state;
    const struct guest_region *r[] = {&guest_layout.code, &guest_layout.stack, &guest_layout.heap,
                                      &guest_layout.alias, &guest_layout.tls};
    for (int i = 0; i < 5; i++) {
        assert_int_equal((r[i]->base | r[i]->size) % 0x200000, 0);
        assert_true(r[i]->base >= guest_layout.aslr.base);
        assert_true(r[i]->base + r[i]->size <= GUEST_END);
        for (int k = 0; k < i; k++)
            assert_true(r[i]->base >= r[k]->base + r[k]->size ||
                        r[k]->base >= r[i]->base + r[i]->size);
    }
    assert_true(guest_layout.code.base + guest_layout.code.size <= 1ull << 32);
}

static void nothing_is_accessible_before_a_map(void **state) {
    (void)state;
    assert_false(readable(guest_layout.heap.base));
    assert_false(readable(guest_layout.alias.base + guest_layout.alias.size - 1));
}

static void pages_come_zeroed_and_go(void **state) {
    (void)state;
    const uint64_t a = guest_layout.heap.base;
    struct error e = {0};
    assert_true(guest_map(a, 4 * GUEST_PAGE, GUEST_RW, &e));
    assert_int_equal(at(a)[5], 0);
    memset(at(a), 7, 4 * GUEST_PAGE);
    assert_true(guest_unmap(a, 4 * GUEST_PAGE, &e));
    assert_false(readable(a));
    assert_true(guest_map(a, 4 * GUEST_PAGE, GUEST_RW, &e));
    assert_int_equal(at(a)[5], 0);
    assert_true(guest_unmap(a, 4 * GUEST_PAGE, &e));
}

static void protection_is_the_hosts_too(void **state) {
    (void)state;
    const uint64_t a = guest_layout.code.base;
    struct error e = {0};
    assert_true(guest_map(a, GUEST_PAGE, GUEST_RX, &e));
    assert_true(readable(a));
    assert_true(guest_protect(a, GUEST_PAGE, GUEST_NONE, &e));
    assert_false(readable(a));
    assert_true(guest_unmap(a, GUEST_PAGE, &e));
}

static void moved_pages_keep_their_bytes(void **state) {
    (void)state;
    const uint64_t from = guest_layout.heap.base, to = guest_layout.stack.base;
    struct error e = {0};
    /* Three host mappings: their permissions differ. */
    assert_true(guest_map(from, 5 * GUEST_PAGE, GUEST_RW, &e));
    for (int i = 0; i < 5; i++)
        at(from)[i * GUEST_PAGE] = (uint8_t)(i + 1);
    assert_true(guest_protect(from + 2 * GUEST_PAGE, GUEST_PAGE, GUEST_R, &e));
    assert_true(guest_move(to, from, 5 * GUEST_PAGE, GUEST_RW, &e));
    assert_false(readable(from));
    assert_false(readable(from + 4 * GUEST_PAGE));
    for (int i = 0; i < 5; i++) {
        assert_int_equal(at(to)[i * GUEST_PAGE], i + 1);
        at(to)[i * GUEST_PAGE] = 9;
    }
    assert_true(guest_move(from, to, 5 * GUEST_PAGE, GUEST_RW, &e));
    assert_int_equal(at(from)[2 * GUEST_PAGE], 9);
    assert_true(guest_unmap(from, 5 * GUEST_PAGE, &e));
}

static void file_pages_are_shared_with_the_host(void **state) {
    (void)state;
    const uint64_t a = guest_layout.alias.base;
    struct error e = {0};
    int fd = memfd_create("test", MFD_CLOEXEC);
    assert_int_equal(ftruncate(fd, 2 * GUEST_PAGE), 0);
    uint8_t *host = mmap(NULL, 2 * GUEST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_true((uintptr_t)host >= GUEST_END);
    assert_true(guest_map_file(a, fd, GUEST_PAGE, GUEST_PAGE, GUEST_R, &e));
    host[GUEST_PAGE] = 42;
    assert_int_equal(at(a)[0], 42);
    assert_true(guest_unmap(a, GUEST_PAGE, &e));
    munmap(host, 2 * GUEST_PAGE);
    close(fd);
}

static void ranges_outside_are_refused(void **state) {
    (void)state;
    struct error e = {0};
    assert_false(guest_map(0x1000, GUEST_PAGE, GUEST_RW, &e));
    assert_int_equal(e.kind, ERROR_LIMIT);
    assert_false(guest_map(GUEST_END - GUEST_PAGE, 2 * GUEST_PAGE, GUEST_RW, &e));
    assert_false(guest_map(guest_layout.heap.base + 1, GUEST_PAGE, GUEST_RW, &e));
    assert_false(guest_unmap(guest_layout.heap.base, 0, &e));
    assert_false(guest_map(GUEST_PAGE, UINT64_MAX - GUEST_PAGE + 1, GUEST_RW, &e));
    assert_false(guest_move(guest_layout.heap.base, guest_layout.heap.base + GUEST_PAGE,
                            2 * GUEST_PAGE, GUEST_RW, &e));
}

static int reserve(void **state) {
    (void)state;
    struct error e = {0};
    if (guest_memory_init(&e))
        return 0;
    print_error("%s\n", e.text);
    return -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_are_disjoint_and_aligned),
        cmocka_unit_test(nothing_is_accessible_before_a_map),
        cmocka_unit_test(pages_come_zeroed_and_go),
        cmocka_unit_test(protection_is_the_hosts_too),
        cmocka_unit_test(moved_pages_keep_their_bytes),
        cmocka_unit_test(file_pages_are_shared_with_the_host),
        cmocka_unit_test(ranges_outside_are_refused),
    };
    return cmocka_run_group_tests(tests, reserve, NULL);
}
