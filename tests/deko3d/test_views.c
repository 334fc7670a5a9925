/* SPDX-License-Identifier: MIT */
/* Images of each shape, as shaders see them through views: layers, slices, faces, components, and
 * how they lie in memory. */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIDE = 8 };

static struct drawing w;

static int open_plain(void **state) {
    (void)state;
    drawing_open(&w, 0, shader_level_2d);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    drawing_close(&w);
    return 0;
}

static uint32_t color_of(uint32_t layer) {
    return 0xff402000 | (layer + 1) * 10;
}

/* An image of which each layer has a colour. */
static void painted(DkImage *image, DkImageView *view, DkImageType type, uint32_t layers,
                    uint32_t flags) {
    enum { TEXELS = SIDE * SIDE };
    DkImageLayoutMaker maker;
    dkImageLayoutMakerDefaults(&maker, w.d.device);
    maker.type = type;
    maker.flags = flags;
    maker.format = DkImageFormat_RGBA8_Unorm;
    maker.dimensions[0] = maker.dimensions[1] = SIDE;
    maker.dimensions[2] = type == DkImageType_CubemapArray ? layers / 6 : layers;
    desk_image(&w.d, image, view, &maker);
    const struct desk_data data = desk_data(&w.d, 4 * TEXELS * layers, 128);
    for (uint32_t i = 0; i < TEXELS * layers; i++)
        ((uint32_t *)data.cpu)[i] = color_of(i / TEXELS);
    const DkImageRect rect = {0, 0, 0, SIDE, SIDE, layers};
    const DkCopyBuf from = {data.gpu, 0, 0};
    dkCmdBufCopyBufferToImage(w.d.commands, &from, view, &rect, 0);
}

static uint32_t sample(const DkImageView *view, float x, float y, float z) {
    DkSampler s;
    const float at[4] = {x, y, z, 0};
    dkSamplerDefaults(&s);
    for (unsigned i = 0; i < 3; i++)
        s.wrapMode[i] = DkWrapMode_ClampToEdge;
    drawing_bind_texture(&w, view, &s);
    return drawing_sample(&w, at);
}

static void layers(void **state) {
    (void)state;
    enum { LAYERS = 5 };
    DkImage image;
    DkImageView view;
    desk_shader(&w.d, &w.fragment, shader_level_array);
    painted(&image, &view, DkImageType_2DArray, LAYERS, 0);
    for (uint32_t z = 0; z < LAYERS; z++)
        assert_int_equal(sample(&view, 0.5f, 0.5f, (float)z), color_of(z));
    view.layerOffset = 2;
    view.layerCount = 2;
    assert_int_equal(sample(&view, 0.5f, 0.5f, 0), color_of(2));
    assert_int_equal(sample(&view, 0.5f, 0.5f, 4), color_of(3)); /* the last one that it has */
    /* One layer, as an image without. */
    desk_shader(&w.d, &w.fragment, shader_level_2d);
    view.type = DkImageType_2D;
    view.layerOffset = 4;
    view.layerCount = 1;
    assert_int_equal(sample(&view, 0.5f, 0.5f, 0), color_of(4));
}

static void slices(void **state) {
    (void)state;
    enum { SLICES = 4 };
    DkImage image;
    DkImageView view;
    desk_shader(&w.d, &w.fragment, shader_level_3d);
    painted(&image, &view, DkImageType_3D, SLICES, 0);
    for (uint32_t z = 0; z < SLICES; z++)
        assert_int_equal(sample(&view, 0.5f, 0.5f, ((float)z + 0.5f) / (float)SLICES), color_of(z));
}

static void faces(void **state) {
    (void)state;
    static const float directions[6][3] = {{1, 0.5f, 0.25f},  {-1, 0.5f, 0.25f}, {0.5f, 1, 0.25f},
                                           {0.5f, -1, 0.25f}, {0.5f, 0.25f, 1},  {0.5f, 0.25f, -1}};
    DkImage image;
    DkImageView view;
    desk_shader(&w.d, &w.fragment, shader_level_cube);
    painted(&image, &view, DkImageType_Cubemap, 6, 0);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(sample(&view, directions[i][0], directions[i][1], directions[i][2]),
                         color_of(i));
    /* The second cube of an array, as one. */
    DkImage many;
    painted(&many, &view, DkImageType_CubemapArray, 12, 0);
    view.type = DkImageType_Cubemap;
    view.layerOffset = 6;
    view.layerCount = 6;
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(sample(&view, directions[i][0], directions[i][1], directions[i][2]),
                         color_of(6 + i));
}

static void components(void **state) {
    (void)state;
    static const struct {
        DkImageSwizzle swizzle[4];
        uint32_t is;
    } cases[] = {
        {{DkImageSwizzle_Red, DkImageSwizzle_Green, DkImageSwizzle_Blue, DkImageSwizzle_Alpha},
         0xff40200a},
        {{DkImageSwizzle_Blue, DkImageSwizzle_Green, DkImageSwizzle_Red, DkImageSwizzle_Zero},
         0x000a2040},
        {{DkImageSwizzle_Zero, DkImageSwizzle_One, DkImageSwizzle_Alpha, DkImageSwizzle_Green},
         0x20ffff00},
    };
    DkImage image;
    DkImageView view;
    painted(&image, &view, DkImageType_2D, 1, 0);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(view.swizzle, cases[i].swizzle, sizeof view.swizzle);
        assert_int_equal(sample(&view, 0.5f, 0.5f, 0), cases[i].is);
    }
    dkImageViewDefaults(&view, &image);
    view.format = DkImageFormat_BGRA8_Unorm; /* the same bytes */
    assert_int_equal(sample(&view, 0.5f, 0.5f, 0), 0xff0a2040);
}

/* Drawn into with blocks of each size, and seen as drawn. */
static void blocks(void **state) {
    (void)state;
    static const float red[4] = {1, 0, 0, 1};
    DkShader color;
    desk_shader(&w.d, &color, shader_color);
    for (unsigned size = DkTileSize_OneGob; size <= DkTileSize_ThirtyTwoGobs; size++) {
        const uint32_t used = w.d.images_used;
        const DkShader *const fragment[] = {&color};
        DkImage image;
        DkImageView view;
        DkImageLayoutMaker maker;
        dkImageLayoutMakerDefaults(&maker, w.d.device);
        maker.flags = DkImageFlags_UsageRender | DkImageFlags_CustomTileSize;
        maker.format = DkImageFormat_RGBA8_Unorm;
        maker.dimensions[0] = 2 * DRAWING_SIZE;
        maker.dimensions[1] = 10 * DRAWING_SIZE;
        maker.tileSize = (DkTileSize)size;
        desk_image(&w.d, &image, &view, &maker);
        DkCmdBuf b = w.d.commands;
        drawing_begin(&w, NULL);
        dkCmdBufBindShaders(b, DkStageFlag_Fragment, fragment, 1);
        dkCmdBufBindRenderTarget(b, &view, NULL);
        const DkViewport all = {0, 0, 2 * DRAWING_SIZE, 10 * DRAWING_SIZE, 0, 1};
        const DkScissor scissor = {0, 0, 2 * DRAWING_SIZE, 10 * DRAWING_SIZE};
        dkCmdBufSetViewports(b, 0, &all, 1);
        dkCmdBufSetScissors(b, 0, &scissor, 1);
        dkCmdBufClearColorFloat(b, 0, DkColorMask_RGBA, 0, 0, 1, 1);
        drawing_rectangle(&w, 0, -1, 1, 0, 0, red); /* the lower right quarter */
        assert_int_equal(sample(&view, 0.25f, 0.75f, 0), 0xffff0000);
        assert_int_equal(sample(&view, 0.75f, 0.49f, 0), 0xffff0000);
        assert_int_equal(sample(&view, 0.51f, 0.51f, 0), 0xff0000ff);
        assert_int_equal(sample(&view, 0.99f, 0.99f, 0), 0xff0000ff);
        w.d.images_used = used;
    }
}

/* A depth that was drawn is what a texture has in each colour. */
static void depths(void **state) {
    (void)state;
    static const DkImageFormat formats[] = {DkImageFormat_Z16, DkImageFormat_Z24S8,
                                            DkImageFormat_ZF32, DkImageFormat_ZF32_X24S8};
    static const float any[4] = {0.5f, 0.5f, 0, 0};
    const DkShader texture = w.fragment;
    DkShader color;
    desk_shader(&w.d, &color, shader_color);
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
        DkImage image;
        DkImageView view;
        desk_depth(&w.d, &image, &view, formats[i], DRAWING_SIZE, DRAWING_SIZE);
        w.fragment = color;
        drawing_begin(&w, &view);
        dkCmdBufClearDepthStencil(w.d.commands, true, 1, 0xff, 0);
        drawing_rectangle(&w, -1, -1, 0, 1, 0.6f, any); /* 153 of 255 */
        w.fragment = texture;
        assert_int_equal(sample(&view, 0.25f, 0.5f, 0), 0xff999999);
        assert_int_equal(sample(&view, 0.75f, 0.5f, 0), 0xffffffff);
    }
}

/* The other half of a depth image, as whole numbers. */
static void stencils(void **state) {
    (void)state;
    static const DkImageFormat formats[] = {DkImageFormat_Z24S8, DkImageFormat_ZF32_X24S8};
    DkShader color;
    desk_shader(&w.d, &color, shader_color);
    desk_shader(&w.d, &w.fragment, shader_whole);
    const DkShader texture = w.fragment;
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
        DkImage image;
        DkImageView view;
        desk_depth(&w.d, &image, &view, formats[i], DRAWING_SIZE, DRAWING_SIZE);
        w.fragment = color;
        drawing_begin(&w, &view);
        dkCmdBufClearDepthStencil(w.d.commands, true, 0.75f, 0xff, 0x5a);
        desk_run(&w.d);
        w.fragment = texture;
        view.dsSource = DkDsSource_Stencil;
        assert_int_equal(sample(&view, 0.5f, 0.5f, 0), 0x5a5a5a5a);
    }
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        PLAIN(layers), PLAIN(slices), PLAIN(faces),    PLAIN(components),
        PLAIN(blocks), PLAIN(depths), PLAIN(stencils),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
