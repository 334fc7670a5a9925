/* SPDX-License-Identifier: MIT */
/* The words of commands that bind programs, buffers, handles and targets. */
#include "deko3d/command/test_words.h"
#include "deko3d/image/surface.h"

/* ---- programs ---- */

static const DkShader vertex = {
    .magic = DK_SHADER_MAGIC, .stage = DkStage_Vertex, .id = 7, .code = 0x1230, .registers = 20};
static const DkShader vertex_two = {.magic = DK_SHADER_MAGIC,
                                    .stage = DkStage_Vertex,
                                    .id = 8,
                                    .code = 0x30,
                                    .registers = 21,
                                    .constants_offset = 0x5600,
                                    .constants_size = 0x101,
                                    .vertex = {0x7030, 12}};
static const DkShader tess_control = {
    .magic = DK_SHADER_MAGIC, .stage = DkStage_TessCtrl, .id = 9, .code = 0x40, .registers = 5};
static const DkShader tess_evaluation = {.magic = DK_SHADER_MAGIC,
                                         .stage = DkStage_TessEval,
                                         .id = 10,
                                         .code = 0x50,
                                         .registers = 6,
                                         .tess_eval = {0x312}};
static const DkShader geometry = {
    .magic = DK_SHADER_MAGIC,
    .stage = DkStage_Geometry,
    .id = 11,
    .code = 0x60,
    .registers = 7,
    .geometry = {true, true, {21, 22, 23, 24, 25, 26, 27, 28}},
};
static const DkShader fragment = {
    .magic = DK_SHADER_MAGIC,
    .stage = DkStage_Fragment,
    .id = 12,
    .code = 0x70,
    .registers = 8,
    .fragment = {.early_tests = true, .param_d8 = 0x87654321, .param_65b = 0x11, .param_489 = 3},
};
static const DkShader fragment_table = {
    .magic = DK_SHADER_MAGIC,
    .stage = DkStage_Fragment,
    .id = 13,
    .code = 0x80,
    .registers = 9,
    .fragment = {.has_table = true,
                 .table = {31, 32, 33, 34},
                 .post_depth_coverage = true,
                 .per_sample = true},
};

enum { V = DkStageFlag_Vertex, F = DkStageFlag_Fragment, ALL = DkStageFlag_GraphicsMask };
#define SHADERS(...)                                                                               \
    (const DkShader *const[]){__VA_ARGS__},                                                        \
        sizeof((const DkShader *[]){__VA_ARGS__}) / sizeof(void *)

CALL(one, dkCmdBufBindShaders(b, V, SHADERS(&vertex)))
CALL(two, dkCmdBufBindShaders(b, V, SHADERS(&vertex_two)))
CALL(tess, dkCmdBufBindShaders(b, DkStageFlag_TessCtrl | DkStageFlag_TessEval,
                               SHADERS(&tess_evaluation, &tess_control)))
CALL(geometric, dkCmdBufBindShaders(b, DkStageFlag_Geometry, SHADERS(&geometry)))
CALL(pixels, dkCmdBufBindShaders(b, F, SHADERS(&fragment)))
CALL(pixels_table, dkCmdBufBindShaders(b, F, SHADERS(&fragment_table)))
CALL(all, dkCmdBufBindShaders(b, ALL, SHADERS(&vertex)))
CALL(none, dkCmdBufBindShaders(b, V, NULL, 0))
/* Stages that the mask has not, and those that were bound already, are left out. */
CALL(masked, dkCmdBufBindShaders(b, V, SHADERS(&fragment, &vertex, &vertex_two)))

/* The device's code begins at 5'00000000. */
static const struct row programs[] = {
    {"dkCmdBufBindShaders", one,
     WORDS(NOW(0x2000, 0), MACRO(PROGRAM, 6), 1, 7, 0x1230, 20, 0, 0x5000000), 8},
    {"dkCmdBufBindShaders", two,
     WORDS(MACRO(PROGRAM, 4), 0, 8, 0x7030, 12, MACRO(PROGRAM, 6), 1, 8, 0x30, 21, 0x200,
           0x5000056),
     12},
    {"dkCmdBufBindShaders", tess,
     WORDS(MACRO(PROGRAM, 6), 3, 10, 0x50, 6, 0, 0x5000000, NOW(0x320, 0x312), MACRO(PROGRAM, 6), 2,
           9, 0x40, 5, 0, 0x5000000),
     15},
    {"dkCmdBufBindShaders", geometric,
     WORDS(MACRO(PROGRAM, 6), 4, 11, 0x60, 7, 0, 0x5000000, NOW(0x11f0, 1), INCREASING(0x1240, 8),
           21, 22, 23, 24, 25, 26, 27, 28),
     17},
    {"dkCmdBufBindShaders", pixels,
     WORDS(MACRO(PROGRAM, 6), 5, 12, 0x70, 8, 0, 0x5000000, NOW(0xf40, 0), NOW(0x210, 1),
           NOW(0xf1c, 0), INCREASING(0x360, 2), 0x87654321, 0x20, NOW(0x1224, 3), NOW(0x196c, 0x11),
           NOW(0x754, 1)),
     16},
    {"dkCmdBufBindShaders", pixels_table,
     WORDS(MACRO(PROGRAM, 6), 5, 13, 0x80, 9, 0, 0x5000000, NOW(0xf40, 1), INCREASING(0xf44, 4), 31,
           32, 33, 34, NOW(0x210, 0), NOW(0xf1c, 1), INCREASING(0x360, 2), 0, 0x20, NOW(0x1224, 0),
           NOW(0x196c, 0), NOW(0x754, 0x30)),
     21},
    {"dkCmdBufBindShaders", all,
     WORDS(NOW(0x2000, 0), MACRO(PROGRAM, 6), 1, 7, 0x1230, 20, 0, 0x5000000, NOW(0x2080, 0x20),
           NOW(0x20c0, 0x30), NOW(0x2100, 0x40), NOW(0x2140, 0x50), NOW(0x11f0, 0)),
     13},
    {"dkCmdBufBindShaders", none, NULL, 0, 0},
    {"dkCmdBufBindShaders", masked,
     WORDS(NOW(0x2000, 0), MACRO(PROGRAM, 6), 1, 7, 0x1230, 20, 0, 0x5000000), 8},
};

/* ---- buffers, handles ---- */

static const DkBufExtents extents[3] = {{0x123456700, 0x101}, {0x200, 0}, {0xfffffff00, 0x10000}};
CALL(uniforms, dkCmdBufBindUniformBuffers(b, DkStage_Fragment, 13, extents, 3))
CALL(storages, dkCmdBufBindStorageBuffers(b, DkStage_TessEval, 14, extents, 2))
CALL(storages_none, dkCmdBufBindStorageBuffers(b, DkStage_Vertex, 0, NULL, 0))
static const DkResHandle handles[3] = {0x12300001, 0x45600002, 3};
CALL(textures, dkCmdBufBindTextures(b, DkStage_Geometry, 37, handles, 3))
CALL(images, dkCmdBufBindImages(b, DkStage_Vertex, 6, handles, 2))
CALL(image_set, dkCmdBufBindImageDescriptorSet(b, 0x123456720, 50))
CALL(sampler_set, dkCmdBufBindSamplerDescriptorSet(b, 0x123456720, 1))

static const struct row buffers[] = {
    {"dkCmdBufBindUniformBuffers", uniforms,
     WORDS(INCREASING(0x2380, 3), 0x200, 1, 0x23456700, NOW(0x2490, 1 | 15 << 4),
           NOW(0x2490, 16 << 4), INCREASING(0x2380, 3), 0x10000, 0xf, 0xffffff00,
           NOW(0x2490, 1 | 17 << 4)),
     15},
    /* 0x350: the constants of that stage, 0xa0: its storage buffers */
    {"dkCmdBufBindStorageBuffers", storages,
     WORDS(MACRO_NOW(CONSTANTS, (0x350 + 0xa0 + 14 * 16) / 4), SAME(0x2390, 8), 0x23456700, 1,
           0x101, 0, 0x200, 0, 0, 0),
     10},
    {"dkCmdBufBindStorageBuffers", storages_none,
     WORDS(MACRO_NOW(CONSTANTS, 0xb0 / 4), SAME(0x2390, 0)), 2},
    {"dkCmdBufBindTextures", textures,
     WORDS(MACRO_NOW(CONSTANTS, (0x4f0 + 37 * 4) / 4), NOW(0x1a2c, 0), SAME(0x2390, 3), 0x12300001,
           0x45600002, 3),
     6},
    {"dkCmdBufBindImages", images,
     WORDS(MACRO_NOW(CONSTANTS, (0x10 + 0x80 + 6 * 4) / 4), NOW(0x1a2c, 0), SAME(0x2390, 2),
           0x12300001, 0x45600002),
     5},
    {"dkCmdBufBindImageDescriptorSet", image_set,
     WORDS(INCREASING(0x1574, 3), 1, 0x23456720, 49, ON(COMPUTE) | INCREASING(0x1574, 3), 1,
           0x23456720, 49),
     8},
    {"dkCmdBufBindSamplerDescriptorSet", sampler_set,
     WORDS(INCREASING(0x155c, 3), 1, 0x23456720, 0, ON(COMPUTE) | INCREASING(0x155c, 3), 1,
           0x23456720, 0),
     8},
};

/* ---- vertices ---- */

static const DkVtxAttribState attributes[2] = {
    {1, 0, 12, DkVtxAttribSize_3x32, DkVtxAttribType_Float, 0},
    {15, 0, 0x3fff, DkVtxAttribSize_4x8, DkVtxAttribType_Unorm, 1}};
static const DkVtxBufferState buffer_states[2] = {{24, 0}, {0xfff, 3}};
CALL(attribs, dkCmdBufBindVtxAttribState(b, attributes, 2))
CALL(buffer_state, dkCmdBufBindVtxBufferState(b, buffer_states, 2))
CALL(vertex_buffers, dkCmdBufBindVtxBuffers(b, 14, extents, 2))
CALL(vertex_buffer, dkCmdBufBindVtxBuffers(b, 0, extents + 2, 1))
CALL(indices, dkCmdBufBindIdxBuffer(b, DkIdxFormat_Uint16, 0x123456702))
CALL(restart, dkCmdBufSetPrimitiveRestart(b, true, 0xffff))
CALL(restart_off, dkCmdBufSetPrimitiveRestart(b, false, 0xffff))

#define NONE 0x3a400040
static const struct row vertices[] = {
    {"dkCmdBufBindVtxAttribState", attribs,
     WORDS(INCREASING(0x1160, 32), 1 | 12 << 7 | 2 << 21 | 7 << 27,
           15 | 0x3fff << 7 | 10 << 21 | 2 << 27 | 1u << 31, NONE, NONE, NONE, NONE, NONE, NONE,
           NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
           NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE),
     33},
    {"dkCmdBufBindVtxBufferState", buffer_state,
     WORDS(NOW(0x1c00, 0x1018), NOW(0x1880, 0), NOW(0x1c10, 0x1fff), NOW(0x1884, 1),
           INCREASING(0x1c1c, 1), 3, NOW(0x1c20, 0), NOW(0x1c30, 0), NOW(0x1c40, 0), NOW(0x1c50, 0),
           NOW(0x1c60, 0), NOW(0x1c70, 0), NOW(0x1c80, 0), NOW(0x1c90, 0), NOW(0x1ca0, 0),
           NOW(0x1cb0, 0), NOW(0x1cc0, 0), NOW(0x1cd0, 0), NOW(0x1ce0, 0), NOW(0x1cf0, 0)),
     22},
    {"dkCmdBufBindVtxBuffers", vertex_buffers,
     WORDS(INCREASING(0x1ce4, 2), 1, 0x23456700, INCREASING(0x1f70, 2), 1, 0x23456800,
           INCREASING(0x1cf4, 2), 0, 0x1000, INCREASING(0x1f78, 2), 0, 0xfff),
     11},
    {"dkCmdBufBindVtxBuffers", vertex_buffer,
     WORDS(INCREASING(0x1c04, 2), 0xf, 0xffffff00, INCREASING(0x1f00, 2), 0x10, 0xfeff), 5},
    {"dkCmdBufBindIdxBuffer", indices, WORDS(INCREASING(0x17c8, 2), 1, 0x23456702, NOW(0x17d8, 1)),
     4},
    {"dkCmdBufSetPrimitiveRestart", restart, WORDS(NOW(0x1644, 1), INCREASING(0x1648, 1), 0xffff),
     3},
    {"dkCmdBufSetPrimitiveRestart", restart_off, WORDS(NOW(0x1644, 0)), 3},
};

/* ---- targets ---- */

/* What image/ says of a view; `layerOffset` says which. */
static const struct image_surface surfaces[] = {
    {.address = 0x123456000,
     .horizontal = 1280,
     .vertical = 768,
     .format = 0xd5,
     .tile_mode = 0x40,
     .array_mode = 1,
     .layer_stride = 0xf0000,
     .width = 1280,
     .height = 720},
    {.address = 0x200000000,
     .horizontal = 128,
     .vertical = 64,
     .format = 0xc0,
     .tile_mode = 0x10,
     .array_mode = 6,
     .layer_stride = 0x800,
     .width = 20000,
     .height = 64},
    {.address = 0x333333300,
     .horizontal = 1280,
     .vertical = 720,
     .format = 0x14,
     .tile_mode = 0x30,
     .array_mode = 2,
     .layer_stride = 0xe1000,
     .width = 1270,
     .height = 710},
    {.width = 20000, .height = 17000, .array_mode = 1},
};
static const DkImage images_of[] = {{.layout = {.samples_log2 = 0}},
                                    {.layout = {.samples_log2 = 3}},
                                    {.layout = {.samples_log2 = 1}},
                                    {.layout = {.samples_log2 = 2}}};
static const DkImageView views[] = {{.pImage = &images_of[0], .layerOffset = 0},
                                    {.pImage = &images_of[1], .layerOffset = 1},
                                    {.pImage = &images_of[2], .layerOffset = 2},
                                    {.pImage = &images_of[3], .layerOffset = 3}};

void image_surface(DkDevice d, const DkImageView *view, enum surface_use use,
                   struct image_surface *out, const char *context) {
    assert_ptr_equal(d, &device);
    assert_int_equal(use, view->layerOffset < 2 ? SURFACE_COLOR_TARGET : SURFACE_DEPTH_TARGET);
    assert_string_equal(context, "dkCmdBufBindRenderTargets");
    *out = surfaces[view->layerOffset];
}

static const DkImageView *const colors[2] = {&views[0], &views[1]};
CALL(color_only, dkCmdBufBindRenderTargets(b, colors, 1, NULL))
CALL(colors_depth, dkCmdBufBindRenderTargets(b, colors, 2, &views[2]))
CALL(depth_only, dkCmdBufBindRenderTargets(b, NULL, 0, &views[3]))
CALL(no_target, dkCmdBufBindRenderTargets(b, NULL, 0, NULL))

#define ORDER  (076543210u << 4)
#define OFF(i) NOW(0x810 + 0x40 * (i), 0)
static const struct row targets[] = {
    {"dkCmdBufBindRenderTargets", color_only,
     WORDS(INCREASING(0x121c, 1), ORDER | 1, INCREASING(0x800, 8), 1, 0x23456000, 1280, 768, 0xd5,
           0x40, 1, 0xf0000, OFF(1), OFF(2), OFF(3), OFF(4), OFF(5), OFF(6), OFF(7), NOW(0x1538, 0),
           INCREASING(0xff4, 2), 1280 << 16, 720 << 16, NOW(0x15d0, 0)),
     23},
    {"dkCmdBufBindRenderTargets", colors_depth,
     WORDS(INCREASING(0x121c, 1), ORDER | 2, INCREASING(0x800, 8), 1, 0x23456000, 1280, 768, 0xd5,
           0x40, 1, 0xf0000, INCREASING(0x840, 8), 2, 0, 128, 64, 0xc0, 0x10, 6, 0x800, OFF(2),
           OFF(3), OFF(4), OFF(5), OFF(6), OFF(7), INCREASING(0xfe0, 5), 3, 0x33333300, 0x14, 0x30,
           0xe1000, NOW(0x1538, 0), NOW(0x1538, 1), INCREASING(0x1228, 3), 1280, 720, 2,
           /* 1280 by 736 pixels: 920 of 1024 a layer */
           INCREASING(0x7e0, 2), 1840 << 16, 920, NOW(0x15c8, 2), INCREASING(0x7c0, 3), 1280, 736,
           2, NOW(0x15fc, 0), NOW(0x1600, 0), NOW(0x7cc, 0), NOW(0x2e8, 0),
           MACRO(ZCULL_INVALIDATE, 1), 0x3333333, INCREASING(0xff4, 2), 1270 << 16, 64 << 16,
           NOW(0x15d0, 4)),
     56},
    {"dkCmdBufBindRenderTargets", depth_only,
     WORDS(INCREASING(0x121c, 1), ORDER, OFF(0), OFF(1), OFF(2), OFF(3), OFF(4), OFF(5), OFF(6),
           OFF(7), INCREASING(0xfe0, 5), 0, 0, 0, 0, 0, NOW(0x1538, 0), NOW(0x1538, 1),
           INCREASING(0x1228, 3), 0, 0, 1, INCREASING(0x7e0, 2), 332500u << 16, 332500,
           NOW(0x15c8, 2), INCREASING(0x7c0, 3), 20000, 17024, 1, NOW(0x15fc, 0), NOW(0x1600, 0),
           NOW(0x7cc, 0), NOW(0x2e8, 0), MACRO(ZCULL_INVALIDATE, 1), 0, INCREASING(0xff4, 2),
           0x4000 << 16, 0x4000 << 16, NOW(0x15d0, 2)),
     40},
    {"dkCmdBufBindRenderTargets", no_target,
     WORDS(INCREASING(0x121c, 1), ORDER, OFF(0), OFF(1), OFF(2), OFF(3), OFF(4), OFF(5), OFF(6),
           OFF(7), NOW(0x1538, 0), INCREASING(0xff4, 2), 0x4000 << 16, 0x4000 << 16,
           NOW(0x15d0, 0)),
     15},
};

int main(void) {
    const struct table tables[] = {
        TABLE(programs, 0, false),
        TABLE(buffers, 0, false),
        TABLE(vertices, 0, false),
        TABLE(targets, 0, false),
    };
    device.code.base = UINT64_C(0x500000000);
    return check_tables(tables, sizeof tables / sizeof *tables, NULL, 0);
}
