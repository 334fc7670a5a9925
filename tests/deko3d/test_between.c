/* SPDX-License-Identifier: MIT */
/* What lies between commands: lists that call lists, fences from queue to queue, what objects say
 * of themselves. */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct drawing w;
static const float red[4] = {1, 0, 0, 1};
#define RED 0xff0000ffu

static int open_plain(void **state) {
    (void)state;
    drawing_open(&w, 0, shader_color);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    drawing_close(&w);
    return 0;
}

static DkCmdBuf other_buffer(DkMemBlock *memory) {
    enum { SIZE = 0x10000 };
    DkMemBlockMaker block;
    DkCmdBufMaker buffer;
    dkMemBlockMakerDefaults(&block, w.d.device, SIZE);
    dkCmdBufMakerDefaults(&buffer, w.d.device);
    *memory = dkMemBlockCreate(&block);
    DkCmdBuf b = dkCmdBufCreate(&buffer);
    dkCmdBufAddMemory(b, *memory, 0, SIZE);
    return b;
}

static DkVariable variable_at(const struct desk_data *at) {
    DkVariable v;
    dkVariableInitialize(&v, w.d.data, (uint32_t)(at->gpu - dkMemBlockGetGpuAddr(w.d.data)));
    return v;
}

/* A list runs wherever it is called, with the state that is there. */
static void lists_call_lists(void **state) {
    (void)state;
    DkMemBlock memory;
    DkCmdBuf other = other_buffer(&memory), own = w.d.commands;
    const struct desk_data count = desk_data(&w.d, 4, 16);
    const DkVariable variable = variable_at(&count);
    w.d.commands = other;
    drawing_rectangle(&w, -1, -1, 1, 1, 0, red);
    dkCmdBufSignalVariable(other, &variable, DkVarOp_Add, 1, DkPipelinePos_Bottom);
    w.d.commands = own;
    const DkCmdList inner = dkCmdBufFinishList(other);
    const DkViewport left = {0, 0, 8, DRAWING_SIZE, 0, 1}, right = {24, 0, 8, DRAWING_SIZE, 0, 1};
    drawing_begin(&w, NULL);
    dkCmdBufSetViewports(own, 0, &left, 1);
    dkCmdBufCallList(own, inner);
    dkCmdBufSetViewports(own, 0, &right, 1);
    dkCmdBufCallList(own, inner);
    desk_run(&w.d);
    assert_int_equal(dkVariableRead(&variable), 2);
    assert_int_equal(desk_count(&w.target, RED), 2 * 8 * DRAWING_SIZE);
    assert_int_equal(desk_texel(&w.target, 0, 9), RED);
    assert_int_equal(desk_texel(&w.target, DRAWING_SIZE - 1, 9), RED);
    dkCmdBufDestroy(other);
    dkMemBlockDestroy(memory);
}

/* One queue waits for a variable, the other one for the first one's fence: in a list, or itself. */
static void wait_between_queues(bool in_list) {
    enum { SOON = 20000000 }; /* ns */
    DkMemBlock memory;
    DkQueueMaker maker;
    DkFence first = {0}, second = {0};
    const uint32_t value = 77;
    const struct desk_data at = desk_data(&w.d, 48, 16);
    const uint32_t *words = at.cpu;
    DkCmdBuf own = w.d.commands, other = other_buffer(&memory);
    const DkVariable gate = variable_at(&at);
    dkQueueMakerDefaults(&maker, w.d.device);
    DkQueue late = dkQueueCreate(&maker);
    dkCmdBufWaitVariable(own, &gate, DkVarCompareOp_Equal, 3);
    dkCmdBufPushData(own, at.gpu + 16, &value, sizeof value);
    dkCmdBufSignalFence(own, &first, true);
    dkQueueSubmitCommands(w.d.queue, dkCmdBufFinishList(own));
    dkQueueFlush(w.d.queue);
    if (in_list)
        dkCmdBufWaitFence(other, &first);
    else
        dkQueueWaitFence(late, &first);
    dkCmdBufCopyBuffer(other, at.gpu + 16, at.gpu + 32, sizeof value);
    dkCmdBufSignalFence(other, &second, true);
    dkQueueSubmitCommands(late, dkCmdBufFinishList(other));
    dkQueueFlush(late);
    assert_int_equal(dkFenceWait(&second, SOON), DkResult_Timeout);
    assert_int_equal(words[8], 0);
    dkVariableSignal(&gate, DkVarOp_Set, 3);
    assert_int_equal(dkFenceWait(&second, -1), DkResult_Success);
    assert_int_equal(words[8], value);
    dkQueueWaitIdle(late);
    dkQueueWaitIdle(w.d.queue);
    dkQueueDestroy(late);
    dkCmdBufDestroy(other);
    dkMemBlockDestroy(memory);
    dkCmdBufClear(own);
}

static void lists_wait_for_queues(void **state) {
    (void)state;
    wait_between_queues(true);
}

static void queues_wait_for_queues(void **state) {
    (void)state;
    wait_between_queues(false);
}

static void objects_say(void **state) {
    (void)state;
    static const struct {
        DkImageFormat format;
        uint32_t flags;
    } formats[] = {{DkImageFormat_RGBA8_Uint, DkImageFormatFlags_IsInt},
                   {DkImageFormat_Z24S8, DkImageFormatFlags_IsDepth},
                   {DkImageFormat_RGBA8_Unorm, 0}};
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
        const uint32_t asked = DkImageFormatFlags_IsInt | DkImageFormatFlags_IsDepth;
        assert_int_equal(dkImageFormatGetFlags(formats[i].format) & asked, formats[i].flags);
    }
    assert_int_equal(dkShaderGetStage(&w.vertex), DkStage_Vertex);
    assert_int_equal(dkShaderGetStage(&w.fragment), DkStage_Fragment);
    /* What a copy from the image's address reads is what was drawn. */
    const struct desk_data first = desk_data(&w.d, 4, 16);
    drawing_begin(&w, NULL);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, red);
    dkCmdBufBarrier(w.d.commands, DkBarrier_Full, 0);
    dkCmdBufCopyBuffer(w.d.commands, dkImageGetGpuAddr(&w.target.image), first.gpu, 4);
    desk_run(&w.d);
    assert_int_equal(*(const uint32_t *)first.cpu, RED);
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        PLAIN(lists_call_lists),
        PLAIN(lists_wait_for_queues),
        PLAIN(queues_wait_for_queues),
        PLAIN(objects_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
