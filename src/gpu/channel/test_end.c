/* SPDX-License-Identifier: MIT */
/* The end of a process whose GPU has work for hours: it comes in the middle of it. */
#include "gpu/command/words.h"
#include "gpu/runner.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { PAGE = PAGE_TABLE_PAGE, BASE = 0x10000, SYNCPOINT = 30, MANY = 1 << 20 };
/* Methods of the 3D class by words (clb197.h), which is on subchannel 0. */
enum { BEGIN = 0x1618 / 4, END = 0x1614 / 4, DRAW = 0xd78 / 4, MACRO = 0xe00 };

static _Alignas(PAGE) uint8_t memory[PAGE];
static _Atomic unsigned draws, frees;
static _Atomic bool abandoned;

/* ---- a renderer ---- */

static void nothing(void *context) {
    (void)context;
}

/* All draws of a test would take a quarter of an hour. */
static void draw(void *context, const struct three_state *state, const struct draw *d) {
    (void)context;
    (void)state;
    (void)d;
    atomic_fetch_add(&draws, 1);
    usleep(1000);
}

static void after(void *context, void (*call)(void *argument), void *argument) {
    (void)context;
    call(argument);
}

static void freed(void *context) {
    (void)context;
    atomic_fetch_add(&frees, 1);
}

static void never_done(void *context) {
    (void)context;
    while (!atomic_load(&abandoned))
        usleep(100);
}

static void abandon(void *context) {
    (void)context;
    atomic_store(&abandoned, true);
}

static uint8_t *span(void *context, uint64_t address, uint64_t *length, bool writes) {
    (void)writes;
    return page_table_find(context, address, *length, length);
}

static struct engine_memory memory_of(void *context, const struct page_table *pages) {
    (void)context;
    return (struct engine_memory){span, (void *)(uintptr_t)pages};
}

static const struct renderer renderer = {
    .begin = nothing,
    .draw = draw,
    .after = after,
    .flush = nothing,
    .finish = nothing,
    .abandon = abandon,
    .free = freed,
    .memory = memory_of,
};

/* ---- whom it belongs to ---- */

static uint32_t read_syncpoint(void *context, uint32_t id) {
    (void)context;
    (void)id;
    return 0;
}

static void increment(void *context, uint32_t id) {
    (void)context;
    (void)id;
}

static uint64_t nanoseconds(void *context) {
    (void)context;
    return 5;
}

static const struct gpu_owner owner = {
    .syncpoint_increment = increment,
    .syncpoint_read = read_syncpoint,
    .nanoseconds = nanoseconds,
};

/* The words again and again, until the end comes. */
static void stop_in_the_middle(const struct command_writer *w, size_t count) {
    struct error error;
    struct gpu_fence fence;
    struct gpu *gpu = gpu_with_renderer(&renderer, &owner, false);
    struct page_table *pages = page_table_new();
    assert_true(page_table_map(pages, BASE, memory, sizeof memory, &error));
    struct gpu_channel *channel = gpu_channel_new(gpu, SYNCPOINT);
    gpu_channel_bind(channel, pages);
    assert_true(w->count * 4 <= sizeof memory);
    memcpy(memory, w->words, w->count * 4);
    uint64_t *entries = NEW_ARRAY(uint64_t, count);
    for (size_t i = 0; i < count; i++)
        entries[i] = gpfifo_encode((struct gpfifo_entry){BASE, (uint32_t)w->count, false, false});
    draws = frees = 0;
    gpu_channel_submit(channel, &(struct gpu_submission){.entries = entries, .count = count},
                       &fence);
    while (!draws)
        usleep(100);
    gpu_stop(gpu);
    assert_in_range(draws, 1, MANY - 1);
    assert_int_equal(frees, 1);
    gpu_channel_free(channel);
    gpu_free(gpu);
    page_table_unref(pages);
    free(entries);
}

static void a_submission_of_many_entries(void **state) {
    (void)state;
    struct command_writer w = {0};
    command_write(&w, 0, 0, 0xb197);
    command_write(&w, 0, BEGIN, 4);
    command_write(&w, 0, DRAW, 3);
    command_write(&w, 0, END, 0);
    stop_in_the_middle(&w, MANY);
    command_writer_free(&w);
}

static void a_macro_of_many_steps(void **state) {
    (void)state;
    struct command_writer w = {0};
    /* Draws as often as r1 says, by another number of instances each time. */
    static const uint32_t code[] = {
        1 | 2u << 4 | BEGIN << 14,                         /* place = BEGIN */
        1 | 4u << 4 | 4u << 14,                            /* sends 4: a first instance */
        1 | 2u << 4 | DRAW << 14,                          /* place = DRAW_VERTEX_ARRAY */
        1 | 4u << 4 | 1u << 11,                            /* sends r1 */
        1 | 1u << 4 | 1u << 8 | 1u << 11 | 0x3ffffu << 14, /* r1 = r1 - 1 */
        7 | 1u << 4 | 1u << 11 | 0x3fffbu << 14,           /* back while r1 is not zero */
        1 | 1u << 4 | 1u << 7,                             /* end */
        1 | 1u << 4,
    };
    command_write(&w, 0, 0, 0xb197);
    command_write(&w, 0, 0x114 / 4, 0);
    command_write_many(&w, COMMAND_SAME, 0, 0x118 / 4, code, sizeof code / 4);
    command_write(&w, 0, 0x11c / 4, 0);
    command_write(&w, 0, 0x120 / 4, 0);
    command_write(&w, 0, MACRO, MANY);
    stop_in_the_middle(&w, 1);
    command_writer_free(&w);
}

/* A program that submits and never waits is told so; it uses up no memory. */
static void a_queue_that_is_full(void **state) {
    (void)state;
    const struct gpu_fence never = {SYNCPOINT + 1, 1};
    const struct gpu_submission s = {.wait = &never};
    struct gpu_fence fence;
    struct gpu *gpu = gpu_with_renderer(&renderer, &owner, false);
    struct gpu_channel *channel = gpu_channel_new(gpu, SYNCPOINT);
    unsigned submitted = 0;
    assert_true(gpu_channel_full(channel, SIZE_MAX));
    assert_true(gpu_channel_full(channel, MANY));
    for (; submitted < MANY && !gpu_channel_full(channel, 0); submitted++)
        gpu_channel_submit(channel, &s, &fence);
    assert_in_range(submitted, 1000, MANY - 1);
    gpu_channel_free(channel);
    gpu_free(gpu);
}

/* Nothing that a device may still use is freed. */
static void a_device_that_hangs_is_left_behind(void **state) {
    (void)state;
    struct renderer hanging = renderer;
    hanging.finish = never_done;
    for (unsigned synchronous = 0; synchronous < 2; synchronous++) {
        frees = 0;
        abandoned = false;
        struct gpu *gpu = gpu_with_renderer(&hanging, &owner, synchronous);
        gpu_set_patience(gpu, 20);
        gpu_free(gpu);
        assert_true(abandoned);
        assert_int_equal(frees, 0);
    }
}

/* The thread is in the middle of something that nobody can end, such as a compiler of the driver's.
 */
static _Atomic bool hangs;

static void draw_for_ever(void *context, const struct three_state *state, const struct draw *d) {
    (void)context;
    (void)state;
    (void)d;
    atomic_store(&hangs, true);
    for (;;)
        usleep(1000);
}

static void a_thread_that_hangs_is_left_behind(void **state) {
    (void)state;
    struct command_writer w = {0};
    struct error error;
    struct gpu_fence fence;
    struct renderer hanging = renderer;
    hanging.draw = draw_for_ever;
    struct gpu *gpu = gpu_with_renderer(&hanging, &owner, false);
    struct page_table *pages = page_table_new();
    assert_true(page_table_map(pages, BASE, memory, sizeof memory, &error));
    struct gpu_channel *channel = gpu_channel_new(gpu, SYNCPOINT);
    gpu_channel_bind(channel, pages);
    command_write(&w, 0, 0, 0xb197);
    command_write(&w, 0, BEGIN, 4);
    command_write(&w, 0, DRAW, 3);
    memcpy(memory, w.words, w.count * 4);
    const uint64_t entry =
        gpfifo_encode((struct gpfifo_entry){BASE, (uint32_t)w.count, false, false});
    frees = 0;
    gpu_channel_submit(channel, &(struct gpu_submission){.entries = &entry, .count = 1}, &fence);
    while (!hangs)
        usleep(100);
    gpu_set_patience(gpu, 20);
    assert_false(gpu_stop(gpu));
    assert_int_equal(frees, 0);
    gpu_free(gpu);
    command_writer_free(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_submission_of_many_entries),
        cmocka_unit_test(a_macro_of_many_steps),
        cmocka_unit_test(a_queue_that_is_full),
        cmocka_unit_test(a_thread_that_hangs_is_left_behind),
        cmocka_unit_test(a_device_that_hangs_is_left_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
