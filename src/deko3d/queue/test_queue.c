/* SPDX-License-Identifier: MIT */
/* Queues as programs use them, on the GPU itself. */
#include "deko3d/objects.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- mistakes come back here ---- */

static jmp_buf raised_to;
static bool expects_raise;
static DkResult raised;
static unsigned warnings;

static void debug(void *user, const char *context, DkResult result, const char *message) {
    (void)user;
    if (result == DkResult_Success) {
        warnings++;
        return;
    }
    if (!expects_raise) {
        fprintf(stderr, "%s: %s\n", context, message);
        abort();
    }
    raised = result;
    longjmp(raised_to, 1);
}

#define assert_raises(result, call)                                                                \
    do {                                                                                           \
        raised = DkResult_Success;                                                                 \
        expects_raise = true;                                                                      \
        if (!setjmp(raised_to)) {                                                                  \
            call;                                                                                  \
            fail_msg("nothing was raised");                                                        \
        }                                                                                          \
        expects_raise = false;                                                                     \
        assert_int_equal(raised, result);                                                          \
    } while (0)

/* ---- what every test has ---- */

enum { DATA_WORDS = 0x4000, COMMAND_BYTES = 0x100000 };

static DkDevice device;
static DkMemBlock data_memory, command_memory;
static DkCmdBuf commands;
static volatile uint32_t *data;

static DkMemBlock new_memory(uint32_t size, uint32_t flags) {
    DkMemBlockMaker maker;
    dkMemBlockMakerDefaults(&maker, device, size);
    maker.flags = flags;
    return dkMemBlockCreate(&maker);
}

static DkCmdBuf new_commands(DkMemBlock memory, uint32_t offset, uint32_t size) {
    DkCmdBufMaker maker;
    dkCmdBufMakerDefaults(&maker, device);
    DkCmdBuf b = dkCmdBufCreate(&maker);
    dkCmdBufAddMemory(b, memory, offset, size);
    return b;
}

static int before_all(void **state) {
    (void)state;
    DkDeviceMaker maker;
    dkDeviceMakerDefaults(&maker);
    maker.cbDebug = debug;
    device = dkDeviceCreate(&maker);
    return 0;
}

static int after_all(void **state) {
    (void)state;
    dkDeviceDestroy(device);
    return 0;
}

static int before_each(void **state) {
    (void)state;
    const uint32_t uncached = DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuUncached;
    data_memory = new_memory(4 * DATA_WORDS, uncached | DkMemBlockFlags_ZeroFillInit);
    command_memory = new_memory(COMMAND_BYTES, uncached);
    commands = new_commands(command_memory, 0, COMMAND_BYTES);
    data = dkMemBlockGetCpuAddr(data_memory);
    warnings = 0;
    return 0;
}

static int after_each(void **state) {
    (void)state;
    dkCmdBufDestroy(commands);
    dkMemBlockDestroy(command_memory);
    dkMemBlockDestroy(data_memory);
    return 0;
}

static DkQueue new_queue(uint32_t flags) {
    DkQueueMaker maker;
    dkQueueMakerDefaults(&maker, device);
    maker.flags = flags;
    return dkQueueCreate(&maker);
}

static DkGpuAddr gpu(uint32_t word) {
    return dkMemBlockGetGpuAddr(data_memory) + 4 * word;
}

static void push(DkCmdBuf b, uint32_t word, uint32_t value) {
    dkCmdBufPushData(b, gpu(word), &value, sizeof value);
}

static DkVariable variable(uint32_t word) {
    DkVariable v;
    dkVariableInitialize(&v, data_memory, 4 * word);
    return v;
}

/* ---- */

static void test_waiting(void **state) {
    (void)state;
    DkQueue q = new_queue(DkQueueFlags_Graphics | DkQueueFlags_Compute);
    DkFence fence = {0};
    assert_int_equal(dkFenceWait(&fence, 0), DkResult_Success); /* zeros are signalled */
    DkVariable gate = variable(1);
    dkCmdBufWaitVariable(commands, &gate, DkVarCompareOp_Equal, 5);
    push(commands, 0, 77);
    dkCmdBufSignalFence(commands, &fence, true);
    dkQueueSubmitCommands(q, dkCmdBufFinishList(commands));
    dkQueueFlush(q);
    assert_int_equal(dkFenceWait(&fence, 0), DkResult_Timeout);
    assert_int_equal(dkFenceWait(&fence, 20000000), DkResult_Timeout);
    assert_int_equal(data[0], 0);
    dkVariableSignal(&gate, DkVarOp_Set, 5);
    assert_int_equal(dkFenceWait(&fence, -1), DkResult_Success);
    assert_int_equal(data[0], 77);
    assert_int_equal(dkFenceWait(&fence, 0), DkResult_Success);
    dkQueueWaitIdle(q);
    dkQueueDestroy(q);
}

/* A list that counts up; each time it runs it sees what the one before it wrote. */
static void test_thousands_of_submissions(void **state) {
    (void)state;
    enum { RUNS = 6000 };
    DkQueue q = new_queue(DkQueueFlags_Graphics);
    DkVariable count = variable(3);
    dkCmdBufSignalVariable(commands, &count, DkVarOp_Add, 1, DkPipelinePos_Bottom);
    const DkCmdList list = dkCmdBufFinishList(commands);
    DkFence fences[8];
    memset(fences, 0, sizeof fences);
    for (uint32_t i = 0; i < RUNS; i++) {
        if (i % 100 == 0) {
            assert_int_equal(dkFenceWait(&fences[i / 100 % 8], -1), DkResult_Success);
            assert_true(i < 800 || dkVariableRead(&count) >= i - 800);
        }
        dkQueueSubmitCommands(q, list);
        if (i % 100 == 0)
            dkQueueSignalFence(q, &fences[i / 100 % 8], false);
        if (i % 3 == 0)
            dkQueueFlush(q);
    }
    dkQueueWaitIdle(q);
    assert_int_equal(dkVariableRead(&count), RUNS);
    dkQueueDestroy(q);
}

static void test_eight_queues_in_a_row(void **state) {
    (void)state;
    enum { QUEUES = 8, ROUNDS = 25 };
    DkQueue q[QUEUES];
    DkFence fence[QUEUES];
    memset(fence, 0, sizeof fence);
    for (unsigned i = 0; i < QUEUES; i++)
        q[i] = new_queue(i % 2 ? DkQueueFlags_Graphics : DkQueueFlags_Compute);
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (unsigned i = 0; i < QUEUES; i++) {
            /* The word is what the queue before wrote, plus one: only in turn is it right. */
            const uint32_t step = round * QUEUES + i;
            DkVariable turn = variable(0);
            dkQueueWaitFence(q[i], &fence[(i + QUEUES - 1) % QUEUES]);
            dkCmdBufWaitVariable(commands, &turn, DkVarCompareOp_Equal, step);
            push(commands, 16 + step, step + 1000);
            dkCmdBufSignalVariable(commands, &turn, DkVarOp_Add, 1, DkPipelinePos_Bottom);
            dkQueueSubmitCommands(q[i], dkCmdBufFinishList(commands));
            dkQueueSignalFence(q[i], &fence[i], true);
        }
    for (unsigned i = QUEUES; i-- > 0;)
        dkQueueFlush(q[i]);
    assert_int_equal(dkFenceWait(&fence[QUEUES - 1], -1), DkResult_Success);
    assert_int_equal(data[0], QUEUES * ROUNDS);
    for (uint32_t i = 0; i < QUEUES * ROUNDS; i++)
        assert_int_equal(data[16 + i], i + 1000);
    for (unsigned i = 0; i < QUEUES; i++)
        dkQueueDestroy(q[i]);
}

/* Two queues that hand a variable to each other, both submitted before either can end. */
static void test_variables_between_queues(void **state) {
    (void)state;
    enum { ROUNDS = 100 };
    DkQueue q[2] = {new_queue(DkQueueFlags_Graphics), new_queue(0)};
    DkVariable v = variable(9);
    for (uint32_t i = 0; i < 2 * ROUNDS; i++) {
        dkCmdBufWaitVariable(commands, &v, DkVarCompareOp_Sequential, i);
        push(commands, 100 + i, i);
        dkCmdBufSignalVariable(commands, &v, DkVarOp_Set, i + 1,
                               i % 2 ? DkPipelinePos_Top : DkPipelinePos_Bottom);
        dkQueueSubmitCommands(q[i % 2], dkCmdBufFinishList(commands));
    }
    dkQueueFlush(q[1]);
    dkQueueFlush(q[0]);
    dkQueueWaitIdle(q[0]);
    dkQueueWaitIdle(q[1]);
    assert_int_equal(dkVariableRead(&v), 2 * ROUNDS);
    for (uint32_t i = 0; i < 2 * ROUNDS; i++)
        assert_int_equal(data[100 + i], i);
    dkQueueDestroy(q[0]);
    dkQueueDestroy(q[1]);
}

/* What the CPU writes between two flushes is seen by the second one. */
static void test_flush_shows_what_was_written(void **state) {
    (void)state;
    DkQueue q = new_queue(DkQueueFlags_Graphics);
    dkCmdBufCopyBuffer(commands, gpu(0), gpu(1), 4);
    const DkCmdList list = dkCmdBufFinishList(commands);
    for (uint32_t i = 1; i <= 50; i++) {
        data[0] = i;
        dkQueueSubmitCommands(q, list);
        dkQueueWaitIdle(q);
        assert_int_equal(data[1], i);
    }
    dkQueueDestroy(q);
}

/* A list whose words are gone: the GPU finds nothing to read. */
static DkCmdList list_of_nothing(DkCmdBuf buffer, DkFence *fence) {
    DkMemBlock memory =
        new_memory(DK_MEMBLOCK_ALIGNMENT, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached);
    dkCmdBufAddMemory(buffer, memory, 0, DK_MEMBLOCK_ALIGNMENT);
    push(buffer, 5, 1);
    dkCmdBufSignalFence(buffer, fence, true);
    const DkCmdList list = dkCmdBufFinishList(buffer);
    dkMemBlockDestroy(memory);
    return list;
}

static void test_error_state(void **state) {
    (void)state;
    DkQueue q = new_queue(DkQueueFlags_Graphics), other = new_queue(DkQueueFlags_Graphics);
    DkFence fence, never;
    assert_false(dkQueueIsInErrorState(q));
    DkCmdBufMaker maker;
    dkCmdBufMakerDefaults(&maker, device);
    DkCmdBuf gone = dkCmdBufCreate(&maker);
    dkQueueSubmitCommands(q, list_of_nothing(gone, &fence));
    dkQueueSignalFence(q, &never, false);
    dkQueueFlush(q);
    assert_int_equal(dkFenceWait(&fence, -1), DkResult_Success); /* nobody waits for ever */
    assert_true(dkQueueIsInErrorState(q));
    assert_true(warnings > 0);
    assert_raises(DkResult_Fail, dkQueueSubmitCommands(q, 0));
    assert_raises(DkResult_Fail, dkQueueFlush(q));
    dkQueueWaitIdle(q);
    assert_int_equal(dkFenceWait(&never, -1), DkResult_Success);
    dkQueueWaitFence(other, &never);
    push(commands, 5, 6);
    dkQueueSubmitCommands(other, dkCmdBufFinishList(commands));
    dkQueueWaitIdle(other);
    assert_false(dkQueueIsInErrorState(other));
    dkCmdBufDestroy(gone);
    assert_int_equal(data[5], 6);
    dkQueueDestroy(q);
    dkQueueDestroy(other);
}

int main(void) {
#define EACH(test) cmocka_unit_test_setup_teardown(test, before_each, after_each)
    const struct CMUnitTest tests[] = {
        EACH(test_waiting),
        EACH(test_thousands_of_submissions),
        EACH(test_eight_queues_in_a_row),
        EACH(test_variables_between_queues),
        EACH(test_flush_shows_what_was_written),
        EACH(test_error_state),
    };
    return cmocka_run_group_tests(tests, before_all, after_all);
}
