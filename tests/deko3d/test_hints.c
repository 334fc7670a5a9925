/* SPDX-License-Identifier: MIT */
/* Commands that tell the GPU how it may work, and not what comes of it: the picture is the same
 * with them. And images that programs write. */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct drawing w;
static const float red[4] = {1, 0, 0, 1}, green[4] = {0, 1, 0, 1};
#define RED   0xff0000ffu
#define GREEN 0xff00ff00u

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

static void hints(void **state) {
    (void)state;
    static const float table[16] = {0.25f, 0.5f, 0.75f, 1};
    static const DkTiledCacheOp operations[] = {DkTiledCacheOp_Enable,     DkTiledCacheOp_Flush,
                                                DkTiledCacheOp_FlushAlt,   DkTiledCacheOp_UnkEnable,
                                                DkTiledCacheOp_UnkDisable, DkTiledCacheOp_Disable};
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    dkCmdBufSetTileSize(b, 64, 128);
    dkCmdBufSetSubpixelPrecisionBias(b, 0, 0);
    dkCmdBufSetCoverageModulationTable(b, table); /* of targets that have fewer samples */
    for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++)
        dkCmdBufTiledCacheOp(b, operations[i]);
    drawing_rectangle(&w, -1, 0, 0, 1, 0, red);
    dkCmdBufSetCoverageModulationTable(b, NULL);
    desk_run(&w.d);
    drawing_expect(&w, 0, 0, 16, 16, RED, BLACK);
}

/* What was discarded may be anything; what is drawn behind that is not. */
static void discards(void **state) {
    (void)state;
    DkImage image;
    DkImageView view;
    DkCmdBuf b = w.d.commands;
    desk_depth(&w.d, &image, &view, DkImageFormat_Z24S8, DRAWING_SIZE, DRAWING_SIZE);
    drawing_begin(&w, &view);
    dkCmdBufClearDepthStencil(b, true, 1, 0xff, 0);
    drawing_rectangle(&w, -1, -1, 1, 1, 0.25f, red);
    dkCmdBufDiscardColor(b, 0);
    dkCmdBufDiscardDepthStencil(b);
    dkCmdBufClearColorFloat(b, 0, DkColorMask_RGBA, 0, 0, 0, 1);
    dkCmdBufClearDepthStencil(b, true, 0.5f, 0xff, 0);
    dkCmdBufResolveDepthValues(b);
    drawing_rectangle(&w, -1, -1, 1, 1, 0.75f, red); /* behind what is there now */
    drawing_rectangle(&w, -1, 0, 0, 1, 0.375f, green);
    desk_run(&w.d);
    drawing_expect(&w, 0, 0, 16, 16, GREEN, BLACK);
}

/* 0x48: where the driver's constants of compute have image 0, by words. */
static const char store[] = ".container dksh\n"
                            ".stage compute\n"
                            "    .header gprs 12\n"
                            "    .header block_size[0] 8\n"
                            "    .header block_size[1] 1\n"
                            "    .header block_size[2] 1\n"
                            ".code\n"
                            "    S2R R4, TID.X\n"
                            "    S2R R5, CTAID.X\n"
                            "    ISCADD R0, R5, R4, 8\n"
                            "    SUST.D.2D.IGN R4, R0, 0x48\n"
                            "    EXIT\n";

static void image_stores(void **state) {
    (void)state;
    enum { SIDE = 8 };
    struct desk_target texels;
    DkShader shader;
    DkImageDescriptor image;
    const DkShader *const shaders[] = {&shader};
    const DkResHandle handle = dkMakeImageHandle(1);
    desk_shader(&w.d, &shader, store);
    desk_target(&w.d, &texels, DkImageFormat_R32_Uint, 4, SIDE, SIDE);
    dkImageDescriptorInitialize(&image, &texels.view, true, false);
    const struct desk_data images = desk_data(&w.d, 2 * sizeof image, 32);
    memcpy((uint8_t *)images.cpu + sizeof image, &image, sizeof image);
    DkCmdBuf b = w.d.commands;
    dkCmdBufBindImageDescriptorSet(b, images.gpu, 2);
    dkCmdBufBindShaders(b, DkStageFlag_Compute, shaders, 1);
    dkCmdBufBindImages(b, DkStage_Compute, 0, &handle, 1);
    dkCmdBufDispatchCompute(b, SIDE, 1, 1);
    desk_run(&w.d);
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++)
            assert_int_equal(desk_texel(&texels, x, y), y << 8 | x);
}

static void time_goes_on(void **state) {
    (void)state;
    const uint64_t first = dkDeviceGetCurrentTimestampInNs(w.d.device);
    const uint64_t ticks = dkDeviceGetCurrentTimestamp(w.d.device);
    const uint64_t last = dkDeviceGetCurrentTimestampInNs(w.d.device);
    assert_in_range(dkTimestampToNs(ticks), first - 2, last + 2);
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        PLAIN(hints),
        PLAIN(discards),
        PLAIN(image_stores),
        PLAIN(time_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
