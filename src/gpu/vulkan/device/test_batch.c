/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/batch.h"
#include "gpu/vulkan/device/test_device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct vulkan *vk;

static struct batches *start(void) {
    struct error error = {0};
    struct batches *b;
    if (!batches_new(vk, &b, &error))
        fail_msg("%s", error.text);
    return b;
}

static void copy(struct batches *b, const struct stream_slice *from, const struct stream_slice *to,
                 uint64_t size) {
    vkCmdCopyBuffer(batch_commands(b), from->buffer, to->buffer, 1,
                    &(VkBufferCopy){from->offset, to->offset, size});
}

/* Each number goes through memory of the device and back; the call sees it. */
struct trip {
    struct stream_slice in, scratch, out;
    uint64_t batch;
    unsigned *order;
    unsigned at; /* when it was called, from 1 */
    uint32_t got;
};

static void arrived(void *argument) {
    struct trip *t = argument;
    t->at = ++*t->order;
    memcpy(&t->got, t->out.data, sizeof t->got);
}

static void work_is_done_in_order(void **state) {
    (void)state;
    enum { TRIPS = 300 };
    struct batches *b = start();
    static struct trip trips[TRIPS];
    unsigned order = 0;
    for (uint32_t i = 0; i < TRIPS; i++) {
        struct trip *t = &trips[i];
        *t = (struct trip){.order = &order, .batch = batch_number(b)};
        t->in = batch_stream(b, 4, 4);
        t->scratch = batch_scratch(b, 4, 256);
        t->out = batch_stream(b, 4, 64);
        assert_int_equal(t->out.offset % 64, 0);
        memcpy(t->in.data, &i, sizeof i);
        copy(b, &t->in, &t->scratch, 4);
        batch_barrier(b);
        copy(b, &t->scratch, &t->out, 4);
        batch_after(b, arrived, t);
        if (i % 3 == 0)
            batch_submit(b);
    }
    batch_submit(b); /* nothing is being recorded when it waits */
    batch_wait(b, batch_number(b));
    for (uint32_t i = 0; i < TRIPS; i++) {
        assert_int_equal(trips[i].at, i + 1);
        assert_int_equal(trips[i].got, i);
        assert_true(batch_done(b, trips[i].batch));
    }
    batches_free(b);
}

/* However much is done without an end of a submission, memory for it is bounded. */
static void work_without_an_end_is_sent(void **state) {
    (void)state;
    enum { MANY = 10000, LARGE = 8 << 20, TIMES = 256 };
    struct batches *b = start();
    struct batches_counts counts;
    const uint64_t first = batch_number(b);
    for (unsigned i = 0; i < MANY; i++) {
        if (i == 0 || i == MANY - 1) {
            const struct stream_slice from = batch_scratch(b, 8, 8), to = batch_scratch(b, 8, 8);
            copy(b, &from, &to, 4);
        }
        batch_limit(b);
    }
    assert_int_equal(batch_number(b), first + 1);
    for (unsigned i = 0; i < TIMES; i++) {
        const struct stream_slice from = batch_scratch(b, 8, 8), large = batch_scratch(b, LARGE, 8);
        copy(b, &from, &large, 4);
        batch_barrier(b);
        batch_limit(b);
    }
    batches_count(b, &counts);
    assert_in_range(counts.stream_bytes, LARGE, (uint64_t)LARGE * TIMES / 2);
    batches_free(b);
}

static void note_a(void *argument) {
    strcat(argument, "a");
}
static void note_f(void *argument) {
    strcat(argument, "f");
}

static void calls_come_without_commands_and_first_ones_first(void **state) {
    (void)state;
    struct batches *b = start();
    char notes[16] = "";
    batch_after(b, note_a, notes);
    batch_after_first(b, note_f, notes);
    batch_after(b, note_a, notes);
    const uint64_t number = batch_number(b);
    batch_wait(b, number);
    assert_string_equal(notes, "faa");
    assert_int_equal(batch_number(b), number + 1);
    batch_submit(b); /* nothing to do */
    assert_int_equal(batch_number(b), number + 1);
    batch_after(b, note_a, notes);
    batches_free(b); /* waits */
    assert_string_equal(notes, "faaa");
}

/* The host works between two batches: the device waits for it. */
struct work {
    uint8_t *at;
    uint32_t value;
};
static void work(void *argument) {
    const struct work *w = argument;
    usleep(3000);
    memcpy(w->at, &w->value, sizeof w->value);
}

static void later_batches_see_the_hosts_work(void **state) {
    (void)state;
    enum { ROUNDS = 20 };
    struct batches *b = start();
    static struct work works[ROUNDS];
    static struct trip trips[ROUNDS];
    unsigned order = 0;
    const struct stream_slice place = batch_stream(b, 4, 4);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        struct trip *t = &trips[i];
        batch_commands(b);
        works[i] = (struct work){place.data, i + 1};
        batch_after_first(b, work, &works[i]);
        batch_host_works(b);
        batch_submit(b);
        *t = (struct trip){.order = &order, .out = batch_stream(b, 4, 4)};
        batch_barrier(b);
        copy(b, &place, &t->out, 4);
        batch_after(b, arrived, t);
    }
    batch_wait(b, batch_number(b));
    for (uint32_t i = 0; i < ROUNDS; i++)
        assert_int_equal(trips[i].got, i + 1);
    batches_free(b);
}

static void barriers_next_to_each_other_are_one(void **state) {
    (void)state;
    struct batches *b = start();
    struct batches_counts counts;
    batch_barrier(b);
    batches_count(b, &counts);
    assert_int_equal(counts.barriers, 0);
    batch_commands(b);
    batch_barrier(b);
    batch_barrier(b);
    batches_count(b, &counts);
    assert_int_equal(counts.barriers, 1);
    batch_commands(b);
    batch_submit(b);
    batch_barrier(b); /* what the earlier batch did counts */
    batches_count(b, &counts);
    assert_int_equal(counts.barriers, 3); /* one at the batch's end */
    assert_int_equal(counts.batches, 1);
    batches_free(b);
}

struct listener {
    struct batches *b;
    char *notes;
    char name;
};

static void listen(void *context) {
    const struct listener *l = context;
    const size_t length = strlen(l->notes);
    l->notes[length] = l->name;
    l->notes[length + 1] = 0;
    if (l->name == 'x') { /* the end of a batch is a time to record */
        const struct stream_slice s = batch_scratch(l->b, 16, 4);
        vkCmdFillBuffer(batch_commands(l->b), s.buffer, s.offset, 16, 0);
    }
}

static void listeners_are_called(void **state) {
    (void)state;
    struct batches *b = start();
    char notes[32] = "";
    struct listener pass = {b, notes, '.'}, early = {b, notes, 'e'}, late = {b, notes, 'x'};
    batches_on_break(b, listen, &pass);
    batches_on_end(b, listen, &early);
    batches_on_end(b, listen, &late);
    batch_commands(b);
    assert_string_equal(notes, ".");
    batch_barrier(b);
    assert_string_equal(notes, "..");
    batch_submit(b);
    assert_string_equal(notes, "...x.e.");
    batches_unlisten(b, &pass);
    batches_unlisten(b, &late);
    notes[0] = 0;
    batch_commands(b);
    batch_submit(b);
    assert_string_equal(notes, "e");
    batches_unlisten(b, &early);
    batches_free(b);
}

static unsigned destroyed;
static void destroy(struct vulkan *v, uint64_t object) {
    destroyed++;
    vkDestroyBuffer(v->device, (VkBuffer)object, NULL);
}

static void dropped_objects_go_when_their_batch_is_done(void **state) {
    (void)state;
    struct batches *b = start();
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = 64,
                                     .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    VkBuffer buffers[2];
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(vkCreateBuffer(vk->device, &info, NULL, &buffers[i]), VK_SUCCESS);
    destroyed = 0;
    batch_commands(b);
    batch_drop(b, destroy, (uint64_t)buffers[0]);
    assert_int_equal(destroyed, 0);
    batch_wait(b, batch_number(b));
    assert_int_equal(destroyed, 1);
    batch_drop(b, destroy, (uint64_t)buffers[1]);
    batches_free(b);
    assert_int_equal(destroyed, 2);
}

/* Much more than a block, several batches at a time: blocks are used again, bytes stay apart. */
static void stream_memory_is_used_again(void **state) {
    (void)state;
    struct batches *b = start();
    struct batches_counts counts;
    uint64_t total = 0;
    srand(2);
    for (int round = 0; round < 60; round++) {
        const uint64_t size = round % 20 == 7 ? 20 << 20 : 1 + rand() % (4 << 20);
        const struct stream_slice s = batch_stream(b, size, 1u << rand() % 9);
        memset(s.data, round, size);
        const struct stream_slice to = batch_scratch(b, size, 4);
        copy(b, &s, &to, size);
        batch_barrier(b);
        total += size;
        if (round % 2)
            batch_wait(b, batch_number(b));
    }
    batch_wait(b, batch_number(b));
    assert_true(total > 128 << 20);
    batch_stream(b, 8 << 20, 4);
    batch_stream(b, 8 << 20, 4); /* large ones go */
    batches_count(b, &counts);
    assert_true(counts.stream_bytes < 90 << 20);
    batches_free(b);
}

/* ---- what goes wrong; each device is lost behind it, and opened again ---- */

static void reopen(void) {
    const int failed = test_device_close(vk);
    vk = test_device_open();
    assert_int_equal(failed, 0);
}

static VKAPI_ATTR VkResult VKAPI_CALL lost_submit(VkQueue queue, uint32_t count,
                                                  const VkSubmitInfo2 *infos, VkFence fence) {
    (void)queue, (void)count, (void)infos, (void)fence;
    return VK_ERROR_DEVICE_LOST;
}

static PFN_vkWaitSemaphores real_wait;
static VKAPI_ATTR VkResult VKAPI_CALL lost_wait(VkDevice device, const VkSemaphoreWaitInfo *info,
                                                uint64_t timeout) {
    const VkResult result = real_wait(device, info, timeout);
    return result == VK_SUCCESS ? VK_ERROR_DEVICE_LOST : result;
}

static void nobody_hangs_on_a(bool lost_at_submission) {
    struct batches *b = start();
    const PFN_vkQueueSubmit2 real_submit = vkQueueSubmit2;
    real_wait = vkWaitSemaphores;
    char notes[16] = "";
    if (lost_at_submission)
        vkQueueSubmit2 = lost_submit;
    else
        vkWaitSemaphores = lost_wait;
    for (int i = 0; i < 3; i++) {
        batch_commands(b);
        batch_after(b, note_a, notes);
        batch_submit(b);
    }
    batch_wait(b, batch_number(b) - 1);
    assert_string_equal(notes, "aaa");
    struct error error = {0};
    assert_true(vulkan_lost(vk, &error));
    assert_non_null(strstr(error.text, "VK_ERROR_DEVICE_LOST"));
    vkQueueSubmit2 = real_submit;
    batches_free(b);
    vkWaitSemaphores = real_wait;
    reopen();
}

static void a_device_lost_at_submission(void **state) {
    (void)state;
    nobody_hangs_on_a(true);
}

static void a_device_lost_at_work(void **state) {
    (void)state;
    nobody_hangs_on_a(false);
}

static VKAPI_ATTR VkResult VKAPI_CALL no_memory(VkDevice device, const VkMemoryAllocateInfo *info,
                                                const VkAllocationCallbacks *callbacks,
                                                VkDeviceMemory *out) {
    (void)device, (void)info, (void)callbacks, (void)out;
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

static void without_memory_writes_go_nowhere(void **state) {
    (void)state;
    struct batches *b = start();
    const PFN_vkAllocateMemory real = vkAllocateMemory;
    vkAllocateMemory = no_memory;
    batch_commands(b);
    batch_stream(b, 5 << 20, 4);
    batch_submit(b);
    struct stream_slice s[30];
    for (size_t i = 0; i < 30; i++) {
        s[i] = batch_stream(b, 6 << 20, 4);
        assert_true(s[i].buffer != VK_NULL_HANDLE);
        memset(s[i].data, 1, 6 << 20);
    }
    assert_true(vulkan_lost(vk, NULL));
    batch_wait(b, batch_number(b));
    vkAllocateMemory = real;
    batches_free(b);
    reopen();
}

int main(void) {
    vk = test_device_open();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_is_done_in_order),
        cmocka_unit_test(work_without_an_end_is_sent),
        cmocka_unit_test(calls_come_without_commands_and_first_ones_first),
        cmocka_unit_test(later_batches_see_the_hosts_work),
        cmocka_unit_test(barriers_next_to_each_other_are_one),
        cmocka_unit_test(listeners_are_called),
        cmocka_unit_test(dropped_objects_go_when_their_batch_is_done),
        cmocka_unit_test(stream_memory_is_used_again),
        cmocka_unit_test(a_device_lost_at_submission),
        cmocka_unit_test(a_device_lost_at_work),
        cmocka_unit_test(without_memory_writes_go_nowhere),
    };
    const int failed = cmocka_run_group_tests_name("vulkan batch", tests, NULL, NULL);
    return test_device_close(vk) + failed;
}
