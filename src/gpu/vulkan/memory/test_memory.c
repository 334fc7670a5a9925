/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/test_device.h"
#include "gpu/vulkan/memory/memory_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

enum { PAGE = 4096, PAGES = 64, SIZE = PAGES * PAGE };

static struct vulkan *vk;
static struct batches *batches;
static struct guest_memory *memory;
static uint8_t *guest;
static uint8_t model[SIZE];
static uint32_t import_align;

static int start_with(uint32_t align, enum watch_kind watch) {
    struct error error = {0};
    vk->import_align = align; /* 0: as with a driver that takes no pages */
    if (!batches_new(vk, &batches, &error) ||
        !guest_memory_new_watched(vk, batches, watch, &memory, &error))
        fail_msg("%s", error.text);
    guest = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(guest != MAP_FAILED);
    memset(model, 0, SIZE);
    return 0;
}
static int start(uint32_t align) {
    return start_with(align, WATCH_BEST);
}
static int start_hashes(void **state) {
    (void)state;
    return start_with(import_align, WATCH_HASHES);
}
static int start_imports(void **state) {
    (void)state;
    return start(import_align);
}
static int start_mirrors(void **state) {
    (void)state;
    return start(0);
}

/* As with a driver that takes some pages and others not. */
static PFN_vkGetMemoryHostPointerPropertiesEXT real_look;
static VKAPI_ATTR VkResult VKAPI_CALL now_and_then(VkDevice device,
                                                   VkExternalMemoryHandleTypeFlagBits type,
                                                   const void *pointer,
                                                   VkMemoryHostPointerPropertiesEXT *out) {
    return rand() % 3 ? real_look(device, type, pointer, out) : VK_ERROR_INVALID_EXTERNAL_HANDLE;
}
static int start_either(void **state) {
    (void)state;
    real_look = vkGetMemoryHostPointerPropertiesEXT;
    vkGetMemoryHostPointerPropertiesEXT = now_and_then;
    return start(import_align);
}
static int stop(void **state) {
    (void)state;
    guest_memory_free(memory);
    batches_free(batches);
    munmap(guest, SIZE);
    vk->import_align = import_align;
    return 0;
}

static int stop_either(void **state) {
    vkGetMemoryHostPointerPropertiesEXT = real_look;
    return stop(state);
}

static struct memory_slice use(size_t at, size_t size, bool writes) {
    struct error error = {0};
    struct memory_slice slice;
    if (!memory_use(memory, guest + at, size, writes, &slice, &error))
        fail_msg("%s", error.text);
    return slice;
}

static void fill(size_t at, size_t size, uint8_t value) {
    const struct memory_slice to = use(at, size, true);
    batch_barrier(batches);
    vkCmdFillBuffer(batch_commands(batches), to.buffer, to.offset, size, value * 0x01010101u);
    memset(model + at, value, size);
}

static void copy(size_t from, size_t to, size_t size) {
    const struct memory_slice in = use(from, size, false), out = use(to, size, true);
    batch_barrier(batches);
    vkCmdCopyBuffer(batch_commands(batches), in.buffer, out.buffer, 1,
                    &(VkBufferCopy){in.offset, out.offset, size});
    memcpy(model + to, model + from, size);
}

static void check(size_t at, size_t size) {
    memory_wait(memory, guest + at, size, false);
    assert_memory_equal(guest + at, model + at, size);
}

static void engine_writes(size_t at, size_t size, uint8_t value) {
    memory_wait(memory, guest + at, size, true);
    memset(guest + at, value, size);
    memset(model + at, value, size);
    memory_cpu_wrote(memory, guest + at, size);
}

static void program_writes(size_t at, size_t size, uint8_t value) {
    memory_wait(memory, guest + at, size, true);
    memset(guest + at, value, size);
    memset(model + at, value, size);
}

static void both_sides_see_what_the_other_wrote(void **state) {
    (void)state;
    program_writes(100, 200, 7);
    fill(5000, 1000, 9);
    copy(100, 8192, 200);
    check(0, SIZE);
    program_writes(100, 200, 8); /* found by the next scan */
    memory_scan(memory);
    copy(100, 12288, 200);
    engine_writes(100, 50, 3);
    copy(100, 16384, 200);
    check(0, SIZE);
}

/* All that happens in an order happens in that order. */
static void bytes_are_as_in_a_model(void **state) {
    enum { SEEDS = 8, ROUNDS = 1500 };
    (void)state;
    for (int round = 0; round < SEEDS * ROUNDS; round++) {
        if (round % ROUNDS == 0)
            srand(4 + (unsigned)round / ROUNDS);
        const size_t size = 4 + 4 * ((size_t)rand() % (rand() % 8 ? 200 : 6000)),
                     at = 4 * ((size_t)rand() % ((SIZE - size) / 4)),
                     other = 4 * ((size_t)rand() % ((SIZE - size) / 4));
        const uint8_t value = (uint8_t)rand();
        switch (rand() % 8) {
        case 0:
            program_writes(at, size, value);
            memory_scan(memory);
            break;
        case 1:
            engine_writes(at, size, value);
            break;
        case 2:
        case 3:
            fill(at, size, value);
            break;
        case 4:
        case 5:
            if (at + size <= other || other + size <= at)
                copy(at, other, size);
            break;
        case 6:
            batch_submit(batches);
            break;
        default:
            check(at, size);
        }
        if (round % 100 == 99) /* others come */
            memory_forget(memory, guest, SIZE);
    }
    check(0, SIZE);
}

static void versions_say_what_was_written(void **state) {
    (void)state;
    uint8_t *const a = guest, *const b = guest + 100, *const far = guest + 10 * PAGE;
    engine_writes(0, 4, 1);
    assert_int_equal(memory_version(memory, a, 100), 0); /* before the first question */
    assert_int_equal(memory_version(memory, b, 100), 0);
    engine_writes(4, 4, 1); /* to the byte */
    const uint64_t first = memory_version(memory, a, 100);
    assert_true(first > 0);
    assert_int_equal(memory_version(memory, b, 100), 0);
    fill(100, 4, 2);
    const uint64_t second = memory_version(memory, b, 100);
    assert_true(second > first);
    assert_int_equal(memory_version(memory, a, 100), first);
    assert_int_equal(memory_version(memory, a, 200), second);
    assert_true(memory_touch(memory, a, 8) > second);
    use(0, 100, false); /* reading is no writing */
    const uint64_t third = memory_version(memory, a, 100);
    /* the program's are found by a scan, a page at a time */
    assert_int_equal(memory_version(memory, far, PAGE), 0);
    memory_wait(memory, guest, SIZE, true);
    memory_scan(memory);
    const uint64_t quiet = memory_version(memory, far, PAGE);
    far[17] = 1;
    assert_int_equal(memory_version(memory, far, PAGE), quiet);
    memory_scan(memory);
    assert_true(memory_version(memory, far, 1) > third);
    const uint64_t last = memory_version(memory, guest, SIZE);
    memory_scan(memory);
    assert_int_equal(memory_version(memory, guest, SIZE), last);
}

/* Writes of engines to bytes that are only copied are told apart from all others. */
static void copies_have_a_number_of_their_own(void **state) {
    (void)state;
    memory_scan(memory); /* a submission begins */
    const struct memory_newest before = memory_newest(memory);
    engine_writes(0, 4, 1); /* nobody asked */
    assert_int_equal(memory_newest(memory).any, before.any);
    memory_version_copied(memory, guest, 64);
    const struct memory_newest first = memory_newest(memory);
    engine_writes(0, 64, 2);
    struct memory_newest now = memory_newest(memory);
    assert_true(now.any > first.any);
    assert_int_equal(now.held, first.held);
    assert_int_equal(memory_version_copied(memory, guest, 64), now.any);
    /* with one byte that somebody holds more of */
    memory_version(memory, guest + 63, 1);
    engine_writes(0, 63, 3);
    assert_int_equal(memory_newest(memory).held, first.held);
    engine_writes(0, 64, 4);
    now = memory_newest(memory);
    assert_true(now.held > first.held);
    assert_int_equal(now.held, now.any);
    /* others than engines */
    memory_version_copied(memory, guest + PAGE, 64);
    fill(PAGE, 4, 5);
    assert_true(memory_newest(memory).held > now.held);
    now = memory_newest(memory);
    memory_scan(memory);
    assert_true(memory_newest(memory).held > now.held);
}

/* Where the device is the CPU the watch sees what it writes. A driver that pins pages may write
 * them when they are first used. */
static void what_the_device_wrote_is_not_the_programs(void **state) {
    (void)state;
    memory_version(memory, guest, SIZE);
    use(0, SIZE, false);
    memory_scan(memory);
    for (int round = 0; round < 3; round++) {
        fill(4 * PAGE, 8 * PAGE, (uint8_t)(round + 1));
        const uint64_t version = memory_version(memory, guest, SIZE);
        memory_scan(memory); /* while it is at work, perhaps */
        batch_submit(batches);
        memory_scan(memory);
        assert_int_equal(memory_version(memory, guest, SIZE), version);
        memory_wait(memory, guest, SIZE, false);
        memory_scan(memory);
        assert_int_equal(memory_version(memory, guest, SIZE), version);
        engine_writes(20 * PAGE, 4 * PAGE, 3);
        const uint64_t later = memory_version(memory, guest, SIZE);
        memory_scan(memory);
        assert_int_equal(memory_version(memory, guest, SIZE), later);
        guest[5 * PAGE] = (uint8_t)(70 + round);
        memory_scan(memory);
        assert_true(memory_version(memory, guest + 5 * PAGE, PAGE) > later);
        assert_int_equal(memory_version(memory, guest + 6 * PAGE, PAGE), version);
    }
}

static void what_is_expected_gets_one_buffer(void **state) {
    (void)state;
    struct memory_counts counts;
    memory_expect(memory, guest, SIZE / 2);
    memory_expect(memory, guest + SIZE / 2, SIZE / 2);
    const struct memory_slice first = use(5 * PAGE + 12, 100, false),
                              second = use(20 * PAGE, 3 * PAGE, true),
                              other = use(SIZE - PAGE, PAGE, false);
    assert_true(first.buffer == second.buffer);
    assert_int_equal(first.offset, 5 * PAGE + 12);
    assert_true(!first.address || second.address - first.address == 15 * PAGE - 12);
    (void)other;
    memory_count(memory, &counts);
    assert_in_range(counts.imports + counts.mirrors, 1, 2);
    memory_forget(memory, guest, SIZE / 2);
    memory_count(memory, &counts);
    assert_true(counts.imported_bytes + counts.mirrored_bytes <= SIZE / 2);
    /* parts that are mapped on their own, and again, belong to the whole */
    memory_expect(memory, guest + PAGE, 2 * PAGE);
    memory_expect(memory, guest + 2 * PAGE, 6 * PAGE);
    memory_expect(memory, guest + 3 * PAGE, PAGE);
    assert_true(use(PAGE, 8, false).buffer == use(8 * PAGE - 8, 8, false).buffer);
    struct strbuf text = {0};
    memory_describe(memory, &text);
    batches_describe(batches, &text);
    assert_non_null(strstr(text.text, "buffers over"));
    strbuf_free(&text);
}

static void what_is_not_grows(void **state) {
    (void)state;
    struct memory_counts counts;
    for (size_t i = 0; i < PAGES; i++) {
        fill(i * PAGE + 4, PAGE - 8, (uint8_t)i);
        if (i)
            copy((i - 1) * PAGE + 8, i * PAGE + 1024, 1024); /* of one that was dropped, perhaps */
    }
    memory_count(memory, &counts);
    assert_int_equal(counts.imports + counts.mirrors, vk->import_align ? 1 : PAGES);
    use(0, SIZE, false);
    memory_count(memory, &counts);
    assert_int_equal(counts.imports + counts.mirrors, 1);
    check(0, SIZE);
}

/* Programs put what the device reads and what the commands write next to each other. */
static void neighbours_do_not_wait(void **state) {
    (void)state;
    struct memory_counts before, after;
    const uint64_t batch = batch_number(batches);
    copy(0, 2048, 256);
    memory_count(memory, &before);
    engine_writes(256, 256, 1);
    engine_writes(2048 + 256, 64, 1);
    memory_wait(memory, guest, 256, false); /* it is only read */
    memory_count(memory, &after);
    assert_int_equal(after.waits, before.waits);
    assert_int_equal(batch_number(batches), batch);
    engine_writes(255, 1, 1);
    assert_true(batch_number(batches) > batch);
    check(0, SIZE);
}

/* More buffers than a driver may have at a time. */
static void thousands_of_places_work(void **state) {
    (void)state;
    enum { PLACES = 3000 };
    struct memory_counts counts;
    struct error error = {0};
    uint8_t *far =
        mmap(NULL, 2 * PLACES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(far != MAP_FAILED);
    for (uint32_t i = 0; i < PLACES; i++) {
        struct memory_slice to;
        if (!memory_use(memory, far + 2 * i * PAGE + 12, 4, true, &to, &error))
            fail_msg("%s", error.text);
        vkCmdFillBuffer(batch_commands(batches), to.buffer, to.offset, 4, i);
        if (i % 100 == 99)
            batch_wait(batches, batch_number(batches));
    }
    memory_count(memory, &counts);
    assert_in_range(counts.imports + counts.mirrors, 1, 1024);
    memory_wait(memory, far, 2 * PLACES * PAGE, false);
    for (uint32_t i = 0; i < PLACES; i++) {
        uint32_t there;
        memcpy(&there, far + 2 * i * PAGE + 12, sizeof there);
        assert_int_equal(there, i);
    }
    memory_forget(memory, far, 2 * PLACES * PAGE);
    munmap(far, 2 * PLACES * PAGE);
}

/* Gaps within an object of the guest are looked at with what lies around them. */
static void gaps_do_not_count(void **state) {
    (void)state;
    memory_expect(memory, guest, SIZE / 2);
    memory_expect(memory, guest + SIZE / 2, SIZE / 2);
    for (size_t i = 0; i < PAGES; i += 4)
        memory_version(memory, guest + i * PAGE + 8, 100);
    memory_version(memory, guest + 2 * PAGE, 1); /* in a gap */
    memory_scan(memory);
    for (size_t i = 0; i < PAGES; i++) {
        const size_t page = i * 7 % PAGES;
        const bool asked = page % 4 == 0 || page == 2;
        guest[page * PAGE + 50] = (uint8_t)(i + 1);
        memory_scan(memory);
        if (asked)
            assert_true(memory_version(memory, guest + page * PAGE + 8, 100) > 0);
    }
    /* what was not asked for was never written, as far as anybody knows */
    for (size_t page = 1; page < PAGES; page += 4)
        assert_int_equal(memory_version(memory, guest + page * PAGE, PAGE), 0);
    memory_scan(memory);
    guest[PAGE] = 100;
    memory_scan(memory);
    assert_true(memory_version(memory, guest + PAGE, PAGE) > 0);
}

/* The watch sees what engines write: it is theirs, and the program's again when it is done. */
static void engines_are_not_the_program(void **state) {
    (void)state;
    memory_version(memory, guest, SIZE);
    memory_scan(memory);
    guest[2 * PAGE] = 1; /* the program, before */
    memory_wait(memory, guest, 4 * PAGE, true);
    memory_cpu_wrote(memory, guest, 4 * PAGE); /* is going to */
    memset(guest, 1, 4 * PAGE);
    const uint64_t version = memory_version(memory, guest, SIZE);
    batch_submit(batches);
    guest[PAGE] = 2; /* the program, when it has seen the end */
    memory_scan(memory);
    assert_int_equal(memory_version(memory, guest, PAGE), version);
    assert_true(memory_version(memory, guest + PAGE, PAGE) > version);
    assert_int_equal(memory_version(memory, guest + 2 * PAGE, SIZE - 2 * PAGE), version);
}

static void what_was_forgotten_is_new(void **state) {
    (void)state;
    memory_version(memory, guest, SIZE);
    engine_writes(0, 8, 1);
    const uint64_t before = memory_version(memory, guest, SIZE);
    fill(0, 64, 5);
    memory_forget(memory, guest, SIZE);
    assert_memory_equal(guest, model, SIZE); /* what used it is done */
    struct memory_counts counts;
    memory_count(memory, &counts);
    assert_int_equal(counts.imports + counts.mirrors, 0);
    assert_true(memory_version(memory, guest, SIZE) > before);
    /* other memory at its place */
    assert_true(mmap(guest, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                     -1, 0) == guest);
    memset(model, 0, SIZE);
    program_writes(0, 100, 6);
    memory_scan(memory);
    copy(0, PAGE, 100);
    check(0, SIZE);
}

struct heard {
    char notes[64];
};
static void hear(void *context, const uint8_t *range, uint64_t size, bool writes) {
    struct heard *h = context;
    const size_t length = strlen(h->notes);
    snprintf(h->notes + length, sizeof h->notes - length, "%c%d+%d ", writes ? 'w' : 'r',
             (int)(range - guest), (int)size);
    use(0, 4, true); /* is not heard */
}

static void a_listener_hears_first(void **state) {
    (void)state;
    struct heard heard = {""};
    memory_on_access(memory, hear, &heard);
    use(8, 16, false);
    use(24, 4, true);
    memory_wait(memory, guest, 7, true);
    assert_string_equal(heard.notes, "r8+16 w24+4 w0+7 ");
    memory_on_access(memory, NULL, NULL);
}

static void memory_without_access_is_refused(void **state) {
    (void)state;
    struct error error = {0};
    struct memory_slice slice;
    assert_int_equal(mprotect(guest + 2 * PAGE, PAGE, PROT_NONE), 0);
    assert_false(memory_use(memory, guest, SIZE, false, &slice, &error));
    assert_int_equal(error.kind, ERROR_GUEST);
    assert_false(memory_use(memory, guest, 0, false, &slice, &error));
    assert_false(memory_use(memory, guest, UINT64_MAX, false, &slice, &error));
    assert_false(memory_use(memory, guest, UINT64_MAX - (uintptr_t)guest, false, &slice, &error));
    memory_expect(memory, guest, SIZE); /* not all of what was promised is there */
    use(0, 2 * PAGE, true);
    check(0, 2 * PAGE);
}

#define ALL(test)                                                                                  \
    cmocka_unit_test_setup_teardown(test, start_imports, stop),                                    \
        cmocka_unit_test_setup_teardown(test, start_mirrors, stop),                                \
        cmocka_unit_test_setup_teardown(test, start_hashes, stop)

int main(void) {
    vk = test_device_open();
    import_align = vk->import_align;
    const struct CMUnitTest tests[] = {
        ALL(both_sides_see_what_the_other_wrote),
        ALL(bytes_are_as_in_a_model),
        cmocka_unit_test_setup_teardown(bytes_are_as_in_a_model, start_either, stop_either),
        ALL(versions_say_what_was_written),
        ALL(copies_have_a_number_of_their_own),
        ALL(what_the_device_wrote_is_not_the_programs),
        ALL(what_is_expected_gets_one_buffer),
        ALL(what_is_not_grows),
        ALL(neighbours_do_not_wait),
        ALL(thousands_of_places_work),
        ALL(gaps_do_not_count),
        ALL(engines_are_not_the_program),
        ALL(what_was_forgotten_is_new),
        ALL(a_listener_hears_first),
        ALL(memory_without_access_is_refused),
    };
    const int failed = cmocka_run_group_tests_name("vulkan memory", tests, NULL, NULL);
    return test_device_close(vk) + failed;
}
