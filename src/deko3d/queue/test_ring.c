/* SPDX-License-Identifier: MIT */
/* Queues on a GPU that is as late as it may be: words, fences, entries and their order. */
#include "deko3d/queue/fake_gpu.h"
#include "deko3d/queue/queue.h"
#include "deko3d/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PAYLOAD = 0x70 / 4, MEMBAR = 0x2c / 4 };

/* What the GPU saw: waits for syncpoints, whose values count up, and invalidations. */
struct seen {
    uint32_t payloads, barriers;
    uint32_t order[64], count; /* the 2D engine's 0x100, and syncpoints' values + 1000 */
    bool wrong;
};

static struct seen seen;

static void method(void *context, unsigned subchannel, unsigned m, uint32_t data, unsigned left) {
    (void)context;
    (void)left;
    const bool waits = subchannel == SUB_HOST && m == PAYLOAD;
    if (waits)
        seen.wrong |= data != ++seen.payloads;
    if (subchannel == SUB_HOST && m == MEMBAR)
        seen.barriers++;
    if ((waits || (subchannel == SUB_2D && m == 0x100 / 4)) && seen.count < 64)
        seen.order[seen.count++] = data + (waits ? 1000 : 0);
}

static int before_each(void **state) {
    seen = (struct seen){0};
    *state = fake_device();
    fake.method = method;
    return 0;
}

static int after_each(void **state) {
    fake_device_free(*state);
    return 0;
}

static DkQueue new_queue(DkDevice d, uint32_t memory, uint32_t threshold) {
    DkQueueMaker maker;
    dkQueueMakerDefaults(&maker, d);
    maker.commandMemorySize = memory;
    maker.flushThreshold = threshold;
    return dkQueueCreate(&maker);
}

static DkFence numbered(uint32_t number) {
    return (DkFence){.kind = FENCE_EXTERNAL, .count = 1, .fences = {{1, number}}};
}

/* Three words whose data is the next number. */
static void wait_for_next(DkQueue q, uint32_t *number) {
    DkFence f = numbered(++*number);
    dkQueueWaitFence(q, &f);
}

static struct tag_DkMemBlock list_memory;

static DkCmdBuf new_buffer(DkDevice d) {
    DkCmdBufMaker maker;
    dkCmdBufMakerDefaults(&maker, d);
    DkCmdBuf b = dkCmdBufCreate(&maker);
    memblock_open(&list_memory, d, 0x10000, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached,
                  NULL);
    dkCmdBufAddMemory(b, &list_memory, 0, 0x10000);
    return b;
}

static void free_buffer(DkCmdBuf b) {
    dkCmdBufDestroy(b);
    memblock_close(&list_memory);
}

static void note(DkCmdBuf b, uint32_t number) {
    uint32_t *w = record_begin(b, 2, "note");
    record_end(b, put(w, SUB_2D, 0x100 / 4, number));
}

/* ---- the ring ---- */

static void check_ring(DkDevice d, uint32_t memory, uint32_t threshold, unsigned flush_each) {
    DkQueue q = new_queue(d, memory, threshold);
    uint32_t number = seen.payloads = 0;
    for (unsigned i = 1; i <= 60000; i++) {
        wait_for_next(q, &number);
        if (flush_each && i % flush_each == 0)
            dkQueueFlush(q);
    }
    dkQueueWaitIdle(q);
    assert_int_equal(seen.payloads, number);
    assert_false(seen.wrong);
    dkQueueDestroy(q);
}

static void test_words_are_not_overwritten(void **state) {
    static const uint32_t thresholds[] = {0x1000, 0x2000, 0x8000, 0x10000};
    static const unsigned flushes[] = {0, 1, 7, 100, 1500, 20000};
    for (fake.eager = false;; fake.eager = true) {
        for (unsigned t = 0; t < 4; t++)
            for (unsigned f = 0; f < 6; f++)
                check_ring(*state, 0x10000, thresholds[t], flushes[f]);
        check_ring(*state, 0x11000, 0x1000, 3);
        check_ring(*state, 0x40000, 0x40000, 0);
        if (fake.eager)
            break;
    }
}

static void test_threshold_flushes(void **state) {
    DkQueue q = new_queue(*state, 0x10000, 0x1000);
    uint32_t number = 0;
    const unsigned before = fake_submissions;
    for (unsigned i = 0; i < 1000; i++)
        wait_for_next(q, &number);
    assert_true(fake_submissions > before); /* 12,000 bytes, without a word of the program */
    dkQueueDestroy(q);
}

static void test_flush_submits_once(void **state) {
    DkQueue q = new_queue(*state, 0x10000, 0x2000);
    uint32_t number = 0;
    unsigned before = fake_submissions;
    dkQueueFlush(q);
    assert_int_equal(fake_submissions, before); /* there is nothing */
    wait_for_next(q, &number);
    dkQueueFlush(q);
    dkQueueFlush(q);
    assert_int_equal(fake_submissions, before + 1);
    fake_run();
    assert_int_equal(seen.barriers, 2); /* around the set-up; the last one is not submitted yet */
    dkQueueDestroy(q);
}

/* ---- fences ---- */

static void test_fences_tell_what_is_reached(void **state) {
    DkQueue q = new_queue(*state, 0x10000, 0x2000);
    DkCmdBuf b = new_buffer(*state);
    DkFence fences[40];
    note(b, 1);
    const DkCmdList list = dkCmdBufFinishList(b);
    for (unsigned i = 0; i < 40; i++) {
        if (i % 4 == 0)
            dkQueueSubmitCommands(q, list);
        dkQueueSignalFence(q, &fences[i], i % 3 == 0);
        if (i % 5 == 0)
            dkQueueFlush(q);
    }
    dkQueueFlush(q);
    const struct platform_fence *last = &fences[39].fences[0];
    assert_int_equal(fake_promised(last->syncpoint), last->value);
    fake_run();
    assert_int_equal(fake_syncpoint(last->syncpoint), last->value);
    for (unsigned i = 1; i < 40; i++) {
        assert_int_equal(fences[i].value, fences[i - 1].value + 1);
        assert_int_equal(fences[i].fences[0].value - fences[i - 1].fences[0].value,
                         i % 3 == 0 ? 2 : 1);
    }
    free_buffer(b);
    dkQueueDestroy(q);
}

static void test_words_of_fences(void **state) {
    DkQueue q = new_queue(*state, 0x10000, 0x2000);
    DkFence fence, empty = {0}, two = numbered(7);
    const DkGpuAddr semaphore = q->device->semaphores.pitch + 16 * q->number;
    const uint32_t syncpoint = platform_channel_syncpoint(q->channel);
    const uint32_t *w = q->buffer.next;
    dkQueueSignalFence(q, &fence, false);
    dkQueueSignalFence(q, &fence, true);
    dkQueueWaitFence(q, &fence);
    dkQueueWaitFence(q, &empty);
    two.count = 2;
    two.fences[1] = (struct platform_fence){UINT32_MAX, 9}; /* none */
    dkQueueWaitFence(q, &two);
    const uint32_t expected[] = {0x80000451,
                                 0x200100b2,
                                 syncpoint | 1 << 20,
                                 0x80000451,
                                 0x200406c0,
                                 (uint32_t)(semaphore >> 32),
                                 (uint32_t)semaphore,
                                 fence.value - 1,
                                 0x1000f010,
                                 0x800003e0,
                                 0x80000451,
                                 0x200100b2,
                                 syncpoint | 1 << 20 | 1 << 16,
                                 0x200100b2,
                                 syncpoint | 1 << 20 | 1 << 16,
                                 0x80000451,
                                 0x200406c0,
                                 (uint32_t)(semaphore >> 32),
                                 (uint32_t)semaphore,
                                 fence.value,
                                 0x1000f010,
                                 0x800003e0,
                                 0x2004c004,
                                 (uint32_t)(semaphore >> 32),
                                 (uint32_t)semaphore,
                                 fence.value,
                                 0x1004,
                                 0x2002c01c,
                                 7,
                                 1 << 4 | 1 << 8};
    assert_int_equal(q->buffer.next - w, sizeof expected / 4);
    assert_memory_equal(w, expected, sizeof expected);
    dkQueueDestroy(q);
}

static void test_queues_wait_for_each_other(void **state) {
    enum { QUEUES = 8, ROUNDS = 200 };
    DkQueue q[QUEUES];
    DkFence fence = {0};
    for (unsigned i = 0; i < QUEUES; i++)
        q[i] = new_queue(*state, 0x10000, 0x2000);
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned i = 0; i < QUEUES; i++) { /* each behind the one before it */
            dkQueueWaitFence(q[i], &fence);
            DkFence number = numbered(round * QUEUES + i + 1);
            dkQueueWaitFence(q[i], &number);
            dkQueueSignalFence(q[i], &fence, round % 2);
        }
    for (unsigned i = QUEUES; i-- > 0;) /* the last one first: it can do nothing yet */
        dkQueueFlush(q[i]);
    dkQueueWaitIdle(q[QUEUES - 1]);
    assert_int_equal(seen.payloads, QUEUES * ROUNDS);
    assert_false(seen.wrong);
    for (unsigned i = 0; i < QUEUES; i++)
        dkQueueDestroy(q[i]);
}

static void test_no_more_queues_than_semaphores(void **state) {
    static DkQueue q[DK_QUEUES];
    DkQueueMaker maker;
    dkQueueMakerDefaults(&maker, *state);
    maker.flags = 0;
    for (unsigned i = 0; i < 100; i++)
        q[i] = dkQueueCreate(&maker);
    for (unsigned i = 100; i < DK_QUEUES; i++)
        q[0]->device->queues[i] = q[0];
    assert_raises(DkResult_BadState, dkQueueCreate(&maker));
    for (unsigned i = 100; i < DK_QUEUES; i++)
        q[0]->device->queues[i] = NULL;
    dkQueueDestroy(q[50]);
    q[50] = dkQueueCreate(&maker); /* takes the number that is free */
    assert_int_equal(q[50]->number, 50);
    DkFence fence;
    dkQueueSignalFence(q[50], &fence, false); /* goes on counting where the other one stopped */
    dkQueueFlush(q[50]);
    assert_int_equal(fence_wait(&fence, 0), DkResult_Timeout);
    assert_int_equal(fence_wait(&fence, -1), DkResult_Success);
    for (unsigned i = 0; i < 100; i++)
        dkQueueDestroy(q[i]);
}

/* ---- lists ---- */

static void test_lists_run_in_order(void **state) {
    DkQueue q = new_queue(*state, 0x10000, 0x2000);
    DkCmdBuf b = new_buffer(*state);
    DkFence fence = {0};
    note(b, 1);
    const DkCmdList inner = dkCmdBufFinishList(b);
    note(b, 2);
    dkCmdBufCallList(b, inner);
    record_split(b, ENTRY_NO_PREFETCH, "split");
    dkCmdBufSignalFence(b, &fence, true);
    note(b, 3);
    const DkCmdList outer = dkCmdBufFinishList(b);
    for (unsigned i = 0; i < 300; i++) /* more than one chunk of steps */
        dkCmdBufCallList(b, inner);
    const DkCmdList many = dkCmdBufFinishList(b);
    note(b, 4);
    dkCmdBufWaitFence(b, &fence);
    dkCmdBufCallList(b, outer);
    dkCmdBufCallList(b, outer);
    const DkCmdList outest = dkCmdBufFinishList(b);
    uint32_t number = 0;
    wait_for_next(q, &number);
    dkQueueSubmitCommands(q, 0);
    dkQueueSubmitCommands(q, outer);
    assert_int_equal(fence.kind, FENCE_INTERNAL); /* made when the list is submitted */
    wait_for_next(q, &number);
    dkQueueSubmitCommands(q, outest);
    dkQueueWaitIdle(q);
    static const uint32_t expected[] = {1001, 2, 1, 3, 1002, 4, 2, 1, 3, 2, 1, 3};
    assert_int_equal(seen.count, 12);
    assert_memory_equal(seen.order, expected, sizeof expected);
    seen.count = 0;
    dkQueueSubmitCommands(q, many);
    dkQueueWaitIdle(q);
    assert_int_equal(seen.count, 64);
    free_buffer(b);
    dkQueueDestroy(q);
}

static void test_nothing_runs_before_a_flush(void **state) {
    DkQueue q = new_queue(*state, 0x10000, 0x2000);
    DkCmdBuf b = new_buffer(*state);
    fake.eager = true;
    note(b, 1);
    const DkCmdList list = dkCmdBufFinishList(b);
    for (unsigned i = 0; i < 2000; i++)
        dkQueueSubmitCommands(q, list);
    assert_int_equal(seen.count, 0);
    for (unsigned i = 0; i < 100; i++) /* until very much waits */
        dkQueueSubmitCommands(q, list);
    assert_int_equal(seen.count, 64);
    assert_int_equal(fake_most_entries, DK_QUEUE_ENTRIES - 8);
    dkQueueWaitIdle(q);
    free_buffer(b);
    dkQueueDestroy(q);
}

static void test_lists_that_call_themselves(void **state) {
    DkQueue q = new_queue(*state, 0x10000, 0x2000);
    struct control c[2] = {{.kind = CONTROL_CALL, .target = c}, {.kind = CONTROL_RETURN}};
    assert_raises(DkResult_BadState, dkQueueSubmitCommands(q, (DkCmdList)c));
    c[0].kind = 200;
    assert_raises(DkResult_BadInput, dkQueueSubmitCommands(q, (DkCmdList)c));
    dkQueueDestroy(q);
}

/* ---- errors ---- */

static void test_failure(void **state) {
    DkQueue q = new_queue(*state, 0x10000, 0x2000), other = new_queue(*state, 0x10000, 0x2000);
    DkFence fence, late;
    uint32_t number = 0;
    dkQueueSignalFence(q, &fence, true);
    assert_false(dkQueueIsInErrorState(q));
    fake.fails_to_submit = true;
    dkQueueFlush(q); /* the channel says why it does not take it: no mistake of this call */
    assert_true(dkQueueIsInErrorState(q));
    assert_int_equal(fake_warnings, 1);
    fake.fails_to_submit = false;
    assert_int_equal(fence_wait(&fence, 0), DkResult_Success);
    assert_raises(DkResult_Fail, dkQueueFlush(q));
    assert_raises(DkResult_Fail, dkQueueSubmitCommands(q, 0));
    dkQueueSignalFence(q, &late, true);
    assert_int_equal(fence_wait(&late, 0), DkResult_Success);
    dkQueueWaitIdle(q);
    for (unsigned i = 0; i < 10000; i++) /* goes nowhere */
        wait_for_next(q, &number);
    dkQueueWaitFence(other, &fence); /* and nobody waits for it */
    dkQueueWaitIdle(other);
    dkQueueDestroy(q);
    dkQueueDestroy(other);
}

/* The channel fails, and nobody knows until somebody waits. */
static void test_failure_that_is_found_late(void **state) {
    DkQueue q = new_queue(*state, 0x10000, 0x2000);
    DkFence first, second, third;
    uint32_t number = 0;
    dkQueueSignalFence(q, &first, true);
    fake.loses = true;
    dkQueueFlush(q);
    dkQueueSignalFence(q, &second, true);
    for (unsigned i = 0; i < 10000; i++) /* the ring is full of what is lost: it finds out */
        wait_for_next(q, &number);
    assert_true(dkQueueIsInErrorState(q));
    dkQueueSignalFence(q, &third, false);
    assert_int_equal(fence_wait(&first, 0), DkResult_Success);
    assert_int_equal(fence_wait(&second, 0), DkResult_Success);
    assert_int_equal(fence_wait(&third, 0), DkResult_Success);
    dkQueueDestroy(q);
    q = new_queue(*state, 0x10000, 0x2000);
    dkQueueSignalFence(q, &first, true);
    dkQueueFlush(q);
    dkQueueSignalFence(q, &second, true); /* is not even submitted */
    assert_int_equal(fence_wait(&first, -1), DkResult_Success);
    assert_int_equal(fence_wait(&second, 0), DkResult_Success);
    dkQueueDestroy(q);
}

static void test_makers_are_checked(void **state) {
    DkQueueMaker good, m;
    dkQueueMakerDefaults(&good, *state);
    m = good, m.commandMemorySize = 0xf000, m.flushThreshold = 0x1000;
    assert_raises(DkResult_BadInput, dkQueueCreate(&m));
    m = good, m.commandMemorySize = 0x10004;
    assert_raises(DkResult_MisalignedSize, dkQueueCreate(&m));
    m = good, m.flushThreshold = 0xfff;
    assert_raises(DkResult_BadInput, dkQueueCreate(&m));
    m = good, m.flushThreshold = 0x11000;
    assert_raises(DkResult_BadInput, dkQueueCreate(&m));
    m = good, m.perWarpScratchMemorySize = 0x100;
    assert_raises(DkResult_MisalignedSize, dkQueueCreate(&m));
    m = good, m.maxConcurrentComputeJobs = 0;
    assert_raises(DkResult_BadInput, dkQueueCreate(&m));
    m = good, m.maxConcurrentComputeJobs = 0x500000;
    assert_raises(DkResult_OutOfMemory, dkQueueCreate(&m));
    m = good, m.perWarpScratchMemorySize = 0xfffffe00;
    assert_raises(DkResult_OutOfMemory, dkQueueCreate(&m));
}

int main(void) {
#define EACH(test) cmocka_unit_test_setup_teardown(test, before_each, after_each)
    const struct CMUnitTest tests[] = {
        EACH(test_words_are_not_overwritten),
        EACH(test_threshold_flushes),
        EACH(test_flush_submits_once),
        EACH(test_fences_tell_what_is_reached),
        EACH(test_words_of_fences),
        EACH(test_queues_wait_for_each_other),
        EACH(test_no_more_queues_than_semaphores),
        EACH(test_lists_run_in_order),
        EACH(test_nothing_runs_before_a_flush),
        EACH(test_lists_that_call_themselves),
        EACH(test_failure),
        EACH(test_failure_that_is_found_late),
        EACH(test_makers_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
