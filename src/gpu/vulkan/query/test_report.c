/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/backend.h"
#include "gpu/vulkan/device/test_device.h"

#include "base/log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include <cmocka.h>

enum { SIZE = 1 << 16 };
#define BASE 0x55500000ull

static struct backend b;
static struct page_table *pages;
static uint8_t *guest;
static unsigned warnings;

static uint64_t nanoseconds(void *context) {
    struct timespec now;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint64_t ticks(void) {
    return nanoseconds(NULL) * 384 / 625;
}

static const uint32_t *words_at(uint64_t offset) {
    memory_wait(b.memory, guest + offset, 16, false);
    return (const uint32_t *)(guest + offset);
}

static uint64_t number_at(uint64_t offset) {
    const uint32_t *words = words_at(offset);
    return words[0] | (uint64_t)words[1] << 32;
}

static int fresh(void **state) {
    (void)state;
    memory_wait(b.memory, guest, SIZE, true);
    memset(guest, 0xee, SIZE);
    memory_cpu_wrote(b.memory, guest, SIZE);
    warnings = 0;
    return 0;
}

static void payloads_have_one_word_or_four(void **state) {
    (void)state;
    backend_report(&b, pages, &(struct report){BASE + 4, 0, 0, 0x12345678, true});
    backend_report(&b, pages, &(struct report){BASE + 0x20, 0, 0, 0x9abcdef0, false});
    assert_int_equal(words_at(0)[0], 0xeeeeeeee);
    assert_int_equal(words_at(0)[1], 0x12345678);
    assert_int_equal(words_at(0)[2], 0xeeeeeeee);
    assert_int_equal(number_at(0x20), 0x9abcdef0);
    assert_int_equal(words_at(0x30)[0], 0xeeeeeeee);
    assert_int_equal(warnings, 0);
}

/* Each is there for the commands behind it. */
static void reports_are_in_order(void **state) {
    (void)state;
    struct error error = {0};
    struct memory_slice from, to;
    for (uint32_t i = 0; i < 20; i++) {
        backend_report(&b, pages, &(struct report){BASE + 0x100, 0, 0, i, i % 2 == 0});
        if (!memory_use(b.memory, guest + 0x100, 4, false, &from, &error) ||
            !memory_use(b.memory, guest + 0x200 + 4 * i, 4, true, &to, &error))
            fail_msg("%s", error.text);
        vkCmdCopyBuffer(batch_commands(b.batches), from.buffer, to.buffer, 1,
                        &(VkBufferCopy){from.offset, to.offset, 4});
        batch_barrier(b.batches);
    }
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(words_at(0x200 + 4 * i)[0], i);
}

/* The GPU's clock is the program's. */
static void times_are_those_of_the_machine(void **state) {
    enum { TIMES = 5 };
    (void)state;
    for (unsigned i = 0; i < TIMES; i++) {
        const uint64_t before = ticks();
        backend_report(&b, pages, &(struct report){BASE + 16 * i, 0, 0, 0, false});
        const uint64_t now = number_at(16 * i + 8), after = ticks();
        const uint64_t slack =
            10 * 614400000ull; /* seconds: the same clock, however slow it runs */
        assert_in_range(now, before - slack, after + slack);
        if (i)
            assert_true(now > number_at(16 * i - 8));
    }
}

static void counters_begin_at_zero(void **state) {
    static const uint8_t counters[] = {REPORT_SAMPLES, REPORT_VERTICES, REPORT_FRAGMENT_SHADERS,
                                       REPORT_STREAM_WRITTEN, REPORT_STREAM_NEEDED};
    (void)state;
    for (unsigned i = 0; i < sizeof counters; i++) {
        backend_reset_counter(&b, counters[i]);
        backend_report(&b, pages, &(struct report){BASE + 16 * i, counters[i], 0, 7, false});
        assert_int_equal(number_at(16 * i), 0);
    }
    assert_int_equal(warnings, 0);
    backend_report(&b, pages, &(struct report){BASE + 0x400, 12, 0, 7, true});
    assert_int_equal(words_at(0x400)[0], 0);
    assert_int_equal(warnings, 1);
}

static void memory_that_is_not_there(void **state) {
    (void)state;
    backend_report(&b, pages, &(struct report){BASE + SIZE, 0, 0, 1, true});
    backend_report(&b, pages, &(struct report){BASE + SIZE - 8, 0, 0, 1, false});
    assert_int_equal(warnings, 1);
    assert_int_equal(words_at(SIZE - 16)[2], 0xeeeeeeee);
}

static void count_warning(const char *area, const char *text) {
    (void)area;
    print_message("# %s\n", text);
    warnings++;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(payloads_have_one_word_or_four, fresh),
        cmocka_unit_test_setup(reports_are_in_order, fresh),
        cmocka_unit_test_setup(times_are_those_of_the_machine, fresh),
        cmocka_unit_test_setup(counters_begin_at_zero, fresh),
        cmocka_unit_test_setup(memory_that_is_not_there, fresh),
    };
    struct error error = {0};
    b.vk = test_device_open();
    b.owner.nanoseconds = nanoseconds;
    guest = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pages = page_table_new();
    if (guest == MAP_FAILED || !batches_new(b.vk, &b.batches, &error) ||
        !guest_memory_new(b.vk, b.batches, &b.memory, &error) ||
        !textures_new(b.vk, b.batches, b.memory, false, &b.textures, &error) ||
        !queries_new(&b, &b.queries, &error) || !page_table_map(pages, BASE, guest, SIZE, &error)) {
        print_message("%s\n", error.text);
        return 1;
    }
    log_to(count_warning);
    const int failed = cmocka_run_group_tests_name("gpu reports", tests, NULL, NULL);
    page_table_unref(pages);
    queries_free(b.queries);
    textures_free(b.textures);
    guest_memory_free(b.memory);
    batches_free(b.batches);
    munmap(guest, SIZE);
    return failed | test_device_close(b.vk);
}
