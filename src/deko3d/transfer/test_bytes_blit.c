/* SPDX-License-Identifier: MIT */
/* Blits by chance on the GPU, beside what the CPU makes of them; samples that are put into an image
 * one by one, and resolved. */
#include "deko3d/transfer/test_bytes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 100, BYTES = 4 };

static DkImageLayoutMaker maker_of(DkImageFormat format, uint32_t width, uint32_t height,
                                   uint32_t layers) {
    DkImageLayoutMaker m;
    dkImageLayoutMakerDefaults(&m, NULL);
    m.type = layers > 1 ? DkImageType_2DArray : DkImageType_2D;
    m.format = format;
    m.flags = DkImageFlags_Usage2DEngine;
    m.dimensions[0] = width;
    m.dimensions[1] = height;
    m.dimensions[2] = layers;
    return m;
}

static uint8_t *texel(const struct picture *p, uint32_t x, uint32_t y, uint32_t z) {
    const struct picture_level *l = &p->level[0];
    return l->bytes + z * l->layer + y * l->row + (uint64_t)x * p->image.layout.bytes;
}

static uint32_t less(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Larger by whole numbers, without a filter: no texel's middle lies between two others. */
static void test_nearest(void **state) {
    (void)state;
    static const DkImageFormat formats[] = {DkImageFormat_RGBA8_Unorm, DkImageFormat_R8_Unorm,
                                            DkImageFormat_RGBA8_Unorm_sRGB,
                                            DkImageFormat_RGBA8_Uint, DkImageFormat_RG8_Unorm};
    for (unsigned i = 0; i < ROUNDS; i++) {
        const DkImageFormat format = formats[below(sizeof formats / sizeof *formats)];
        const uint32_t by_x = 1 + below(4), by_y = 1 + below(4), layers = 1 + below(3);
        struct picture from, to;
        picture_new(&from, maker_of(format, 1 + below(40), 1 + below(40), 1 + below(4)));
        picture_new(&to,
                    maker_of(format, by_x * (1 + below(40)), by_y * (1 + below(40)), 1 + below(4)));
        const DkImageView source_view = picture_view(&from, 0), target_view = picture_view(&to, 0);
        DkImageRect s, t;
        s.width = 1 + below(less(from.level[0].width, to.level[0].width / by_x));
        s.height = 1 + below(less(from.level[0].height, to.level[0].height / by_y));
        s.depth = t.depth = less(layers, less(from.level[0].layers, to.level[0].layers));
        t.width = s.width * by_x;
        t.height = s.height * by_y;
        s.x = below(from.level[0].width - s.width + 1);
        s.y = below(from.level[0].height - s.height + 1);
        s.z = below(from.level[0].layers - s.depth + 1);
        t.x = below(to.level[0].width - t.width + 1);
        t.y = below(to.level[0].height - t.height + 1);
        t.z = below(to.level[0].layers - t.depth + 1);
        const uint32_t flags = below(8);
        for (uint32_t z = 0; z < t.depth; z++)
            for (uint32_t y = 0; y < t.height; y++)
                for (uint32_t x = 0; x < t.width; x++) {
                    const uint32_t fx = flags & DkBlitFlag_FlipX ? t.width - 1 - x : x;
                    const uint32_t fy = flags & DkBlitFlag_FlipY ? t.height - 1 - y : y;
                    const uint32_t fz = flags & DkBlitFlag_FlipZ ? t.depth - 1 - z : z;
                    memcpy(texel(&to, t.x + x, t.y + y, t.z + z),
                           texel(&from, s.x + fx / by_x, s.y + fy / by_y, s.z + fz),
                           from.image.layout.bytes);
                }
        dkCmdBufBlitImage(commands(), &source_view, &s, &target_view, &t, flags, 0);
        run_commands();
        picture_check(&to, "a blit");
        picture_drop(&from);
        picture_drop(&to);
    }
}

/* Blocks of compressed images go as they are, from one place to another. */
static void test_blocks(void **state) {
    (void)state;
    struct picture from, to;
    picture_new(&from, maker_of(DkImageFormat_RGB_BC1, 64, 64, 1));
    picture_new(&to, maker_of(DkImageFormat_RGB_BC1, 128, 32, 1));
    /* Floats that are none would not come through the engine unchanged. */
    for (unsigned i = 3; i < from.level[0].layer; i += 4)
        from.level[0].bytes[i] = 0x40;
    const DkImageView source_view = picture_view(&from, 0), target_view = picture_view(&to, 0);
    const DkImageRect all = {0, 0, 0, 64, 64, 1};
    const DkImageRect s = {8, 4, 0, 24, 16, 1}, t = {40, 12, 0, 24, 16, 1};
    DkMemBlock memory = new_memory((uint32_t)from.level[0].layer);
    memcpy(dkMemBlockGetCpuAddr(memory), from.level[0].bytes, from.level[0].layer);
    const DkCopyBuf copy = {dkMemBlockGetGpuAddr(memory), 0, 0};
    for (uint32_t y = 0; y < 4; y++)
        memcpy(texel(&to, 10, 3 + y, 0), texel(&from, 2, 1 + y, 0), 6 * 8);
    /* The engine reads and writes all that lies around in the target as floats, too. */
    dkCmdBufCopyBufferToImage(commands(), &copy, &source_view, &all, 0);
    dkCmdBufBarrier(commands(), DkBarrier_Full, DkInvalidateFlags_Image);
    dkCmdBufBlitImage(commands(), &source_view, &s, &target_view, &t, 0, 0);
    run_commands();
    picture_check(&to, "a blit of blocks");
    dkMemBlockDestroy(memory);
    picture_drop(&from);
    picture_drop(&to);
}

static void check_near(uint8_t is, unsigned sum, unsigned of) {
    const int want = (int)((sum + of / 2) / of);
    assert_in_range(is + 1, want, want + 2);
}

/* Half as large with a filter: each texel is the middle of four. */
static void test_linear(void **state) {
    (void)state;
    struct picture from, to;
    picture_new(&from, maker_of(DkImageFormat_RGBA8_Unorm, 64, 48, 1));
    picture_new(&to, maker_of(DkImageFormat_RGBA8_Unorm, 32, 24, 1));
    const DkImageView source_view = picture_view(&from, 0), target_view = picture_view(&to, 0);
    const DkImageRect s = {0, 0, 0, 64, 48, 1}, t = {0, 0, 0, 32, 24, 1};
    DkMemBlock memory = new_memory(32 * 24 * BYTES);
    const DkCopyBuf copy = {dkMemBlockGetGpuAddr(memory), 0, 0};
    const uint8_t *is = dkMemBlockGetCpuAddr(memory);
    dkCmdBufBlitImage(commands(), &source_view, &s, &target_view, &t, DkBlitFlag_FilterLinear, 0);
    dkCmdBufBarrier(commands(), DkBarrier_Full, 0);
    dkCmdBufCopyImageToBuffer(commands(), &target_view, &t, &copy, 0);
    run_commands();
    for (uint32_t y = 0; y < 24; y++)
        for (uint32_t x = 0; x < 32; x++)
            for (uint32_t c = 0; c < BYTES; c++)
                check_near(*is++,
                           texel(&from, 2 * x, 2 * y, 0)[c] + texel(&from, 2 * x + 1, 2 * y, 0)[c] +
                               texel(&from, 2 * x, 2 * y + 1, 0)[c] +
                               texel(&from, 2 * x + 1, 2 * y + 1, 0)[c],
                           4);
    dkMemBlockDestroy(memory);
    picture_drop(&from);
    picture_drop(&to);
}

/* A picture of all samples is put into an image that has them, and resolved: of eight the four in
 * the middle count. */
static void test_resolve(void **state) {
    (void)state;
    static const struct {
        DkMsMode mode;
        uint8_t across, down, first; /* first: of those that count, along x */
    } modes[] = {{DkMsMode_2x, 2, 1, 0}, {DkMsMode_4x, 2, 2, 0}, {DkMsMode_8x, 4, 2, 1}};
    enum { WIDTH = 20, HEIGHT = 12 };
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t across = modes[i].across, down = modes[i].down;
        struct picture samples, to, many;
        picture_new(&samples,
                    maker_of(DkImageFormat_RGBA8_Unorm, WIDTH * across, HEIGHT * down, 1));
        picture_new(&to, maker_of(DkImageFormat_RGBA8_Unorm, WIDTH, HEIGHT, 1));
        DkImageLayoutMaker m = maker_of(DkImageFormat_RGBA8_Unorm, WIDTH, HEIGHT, 1);
        m.type = DkImageType_2DMS;
        m.msMode = modes[i].mode;
        picture_new(&many, m);
        DkMemBlock memory = new_memory(WIDTH * HEIGHT * BYTES);
        const uint8_t *is = dkMemBlockGetCpuAddr(memory);
        const DkCopyBuf copy = {dkMemBlockGetGpuAddr(memory), 0, 0};
        const DkImageView from = picture_view(&samples, 0), between = picture_view(&many, 0),
                          target = picture_view(&to, 0);
        const DkImageRect all = {0, 0, 0, WIDTH * across, HEIGHT * down, 1};
        const DkImageRect texels = {0, 0, 0, WIDTH, HEIGHT, 1};
        dkCmdBufBlitImage(commands(), &from, &all, &between, &texels, 0, 0);
        dkCmdBufBarrier(commands(), DkBarrier_Full, DkInvalidateFlags_Image);
        dkCmdBufResolveImage(commands(), &between, &target);
        dkCmdBufBarrier(commands(), DkBarrier_Full, 0);
        dkCmdBufCopyImageToBuffer(commands(), &target, &texels, &copy, 0);
        run_commands();
        for (uint32_t y = 0; y < HEIGHT; y++)
            for (uint32_t x = 0; x < WIDTH; x++)
                for (uint32_t c = 0; c < BYTES; c++) {
                    unsigned sum = 0;
                    for (uint32_t n = 0; n < 2 * down; n++)
                        sum += texel(&samples, x * across + modes[i].first + n % 2,
                                     y * down + n / 2, 0)[c];
                    check_near(*is++, sum, 2 * down);
                }
        dkMemBlockDestroy(memory);
        picture_drop(&samples);
        picture_drop(&many);
        picture_drop(&to);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_resolve),
    };
    bytes_begin(false);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    bytes_end();
    return failed;
}
