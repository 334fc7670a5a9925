/* SPDX-License-Identifier: MIT */
/* What programs of the API do besides drawing: compute jobs, data, variables, counters, textures.
 */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct drawing w;

static int open_texture(void **state) {
    (void)state;
    drawing_open(&w, 0, shader_texture);
    return 0;
}

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

static void expect_counted(const struct desk_data *data, uint32_t count, uint32_t from) {
    const uint32_t *words = data->cpu;
    for (uint32_t i = 0; i < data->size / 4; i++)
        if (words[i] != (i < count ? from + i : 0))
            fail_msg("word %u is %u", i, words[i]);
}

static void compute(void **state) {
    (void)state;
    DkShader shader;
    desk_shader(&w.d, &shader, shader_count);
    const DkShader *const shaders[] = {&shader};
    const struct desk_data first = desk_data(&w.d, 1024, 16), second = desk_data(&w.d, 1024, 16);
    static const uint32_t from[2][64] = {{1000}, {500}};
    const struct desk_data uniform = desk_put(&w.d, from, sizeof from, 0x100);
    static const DkDispatchIndirectData groups = {5, 1, 1};
    const struct desk_data at = desk_put(&w.d, &groups, sizeof groups, 4);
    DkCmdBuf b = w.d.commands;
    dkCmdBufBindShaders(b, DkStageFlag_Compute, shaders, 1);
    dkCmdBufBindUniformBuffer(b, DkStage_Compute, 0, uniform.gpu, 0x100);
    dkCmdBufBindStorageBuffer(b, DkStage_Compute, 0, first.gpu, first.size);
    dkCmdBufDispatchCompute(b, 3, 1, 1);
    dkCmdBufBindUniformBuffer(b, DkStage_Compute, 0, uniform.gpu + 0x100, 0x100);
    dkCmdBufBindStorageBuffer(b, DkStage_Compute, 0, second.gpu, second.size);
    dkCmdBufDispatchComputeIndirect(b, at.gpu);
    desk_run(&w.d);
    expect_counted(&first, 3 * 32, 1000);
    expect_counted(&second, 5 * 32, 500);
}

static void data(void **state) {
    (void)state;
    uint8_t bytes[256];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 7 + 1);
    const struct desk_data to = desk_data(&w.d, 1024, 4);
    dkCmdBufPushData(w.d.commands, to.gpu + 4, bytes, sizeof bytes);
    dkCmdBufCopyBuffer(w.d.commands, to.gpu + 5, to.gpu + 513, 201);
    desk_run(&w.d);
    const uint8_t *got = to.cpu;
    assert_memory_equal(got + 4, bytes, sizeof bytes);
    assert_memory_equal(got + 513, bytes + 1, 201);
    assert_int_equal(got[3] | got[260] | got[512] | got[714], 0);
}

static void variables(void **state) {
    (void)state;
    static const struct {
        DkVarOp op;
        uint32_t value, result;
    } steps[] = {
        {DkVarOp_Set, 100, 100}, {DkVarOp_Add, 28, 128},  {DkVarOp_Sub, 1, 127},
        {DkVarOp_And, 0x3c, 60}, {DkVarOp_Or, 0x81, 189}, {DkVarOp_Xor, 0xff, 66},
    };
    const struct desk_data at = desk_data(&w.d, 16, 16);
    DkVariable variable;
    dkVariableInitialize(
        &variable, w.d.data,
        (uint32_t)((const uint8_t *)at.cpu - (const uint8_t *)dkMemBlockGetCpuAddr(w.d.data)));
    for (unsigned pos = DkPipelinePos_Top; pos <= DkPipelinePos_Bottom; pos++)
        for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
            dkCmdBufSignalVariable(w.d.commands, &variable, steps[i].op, steps[i].value,
                                   (DkPipelinePos)pos);
            desk_run(&w.d);
            assert_int_equal(dkVariableRead(&variable), steps[i].result);
        }
    /* The queue goes on when the CPU says so. */
    const struct desk_data done = desk_data(&w.d, 4, 4);
    static const uint32_t one = 1;
    dkVariableSignal(&variable, DkVarOp_Set, 5);
    dkCmdBufWaitVariable(w.d.commands, &variable, DkVarCompareOp_Sequential, 7);
    dkCmdBufPushData(w.d.commands, done.gpu, &one, sizeof one);
    dkQueueSubmitCommands(w.d.queue, dkCmdBufFinishList(w.d.commands));
    dkQueueFlush(w.d.queue);
    assert_int_equal(*(const uint32_t *)done.cpu, 0);
    dkVariableSignal(&variable, DkVarOp_Add, 3);
    dkQueueWaitIdle(w.d.queue);
    assert_int_equal(*(const uint32_t *)done.cpu, 1);
    dkCmdBufClear(w.d.commands);
}

static void counters(void **state) {
    (void)state;
    static const float red[4] = {1, 0, 0, 1};
    const struct desk_data at = desk_data(&w.d, 6 * 16, 16);
    const uint64_t *got = at.cpu; /* a value and a time each */
    DkCmdBuf b = w.d.commands;
    dkCmdBufReportCounter(b, DkCounter_TimestampPipelineTop, at.gpu);
    drawing_begin(&w, NULL);
    dkCmdBufResetCounter(b, DkCounter_SamplesPassed);
    drawing_rectangle(&w, -1, -1, 0, 0, 0, red);
    dkCmdBufReportCounter(b, DkCounter_SamplesPassed, at.gpu + 16);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, red);
    dkCmdBufReportCounter(b, DkCounter_SamplesPassed, at.gpu + 32);
    dkCmdBufReportValue(b, 77, at.gpu + 48);
    dkCmdBufReportCounter(b, DkCounter_Timestamp, at.gpu + 64);
    desk_run(&w.d);
    assert_int_equal(got[2], 16 * 16);
    assert_int_equal(got[4], 16 * 16 + 32 * 32);
    assert_int_equal((uint32_t)got[6], 77);
    assert_true(got[1] != 0 && got[1] <= got[9]);
    assert_true(got[9] <= dkDeviceGetCurrentTimestamp(w.d.device));
}

/* A texture whose texels the CPU wrote, without a filter: four by four of eight by eight pixels. */
static void textures(void **state) {
    (void)state;
    enum { SIDE = 4, STRIDE = 128 };
    struct desk_target texels;
    DkImageDescriptor image;
    DkSamplerDescriptor point;
    DkSampler sampler;
    desk_target(&w.d, &texels, DkImageFormat_RGBA8_Unorm, 4, SIDE, SIDE);
    uint8_t *rows = (uint8_t *)(uintptr_t)texels.rows;
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            const uint32_t texel = 0xff000000u | (10 * x + 1) | (20 * y + 2) << 8 | 9u << 16;
            memcpy(rows + y * STRIDE + 4 * x, &texel, 4);
        }
    assert_int_equal(texels.stride, STRIDE);
    dkSamplerDefaults(&sampler);
    dkSamplerDescriptorInitialize(&point, &sampler);
    dkImageDescriptorInitialize(&image, &texels.view, false, false);
    const struct desk_data images = desk_data(&w.d, 4 * sizeof image, 32),
                           samplers = desk_data(&w.d, 2 * sizeof point, 32);
    DkCmdBuf b = w.d.commands;
    /* As programs do: descriptors come with the commands. */
    dkCmdBufPushData(b, images.gpu + 3 * sizeof image, &image, sizeof image);
    dkCmdBufPushData(b, samplers.gpu + sizeof point, &point, sizeof point);
    dkCmdBufBarrier(b, DkBarrier_None, DkInvalidateFlags_Descriptors);
    dkCmdBufBindImageDescriptorSet(b, images.gpu, 4);
    dkCmdBufBindSamplerDescriptorSet(b, samplers.gpu, 2);
    dkCmdBufBindTexture(b, DkStage_Fragment, 0, dkMakeTextureHandle(3, 1));
    drawing_begin(&w, NULL);
    static const struct corner corners[] = {{{-1, 1, 0, 1}, {0, 0}},
                                            {{1, 1, 0, 1}, {1, 0}},
                                            {{-1, -1, 0, 1}, {0, 1}},
                                            {{1, -1, 0, 1}, {1, 1}}};
    drawing_bind_corners(&w, corners, 4);
    dkCmdBufDraw(b, DkPrimitive_TriangleStrip, 4, 1, 0, 0);
    desk_run(&w.d);
    for (uint32_t y = 0; y < DRAWING_SIZE; y++)
        for (uint32_t x = 0; x < DRAWING_SIZE; x++)
            assert_int_equal(desk_texel(&w.target, x, y),
                             0xff000000u | (10 * (x / 8) + 1) | (20 * (y / 8) + 2) << 8 | 9u << 16);
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        PLAIN(compute),
        PLAIN(data),
        PLAIN(variables),
        PLAIN(counters),
        cmocka_unit_test_setup_teardown(textures, open_texture, close_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
