/* SPDX-License-Identifier: MIT */
/* What views say for the registers, in numbers worked out by hand, and views that are refused. */
#include "deko3d/image/surface.h"
#include "deko3d/image/test_image.h"

enum { FLAT, LAYERS, CUBES, VOLUME, SAMPLES, ROWS, BLOCKS, DEPTH, LOW, IMAGES };

static DkImage images[IMAGES];

static const DkImageLayoutMaker makers[IMAGES] = {
    /* 4 GOBs a row, tiles of 8: 32 GOBs, and 2 * 4 and 2 in the next levels */
    [FLAT] = {.type = DkImageType_2D,
              .flags = DkImageFlags_UsageRender | DkImageFlags_Usage2DEngine,
              .format = DkImageFormat_RGBA8_Unorm,
              .dimensions = {60, 50},
              .mipLevels = 3},
    /* tiles of 2: 0x400 bytes a layer */
    [LAYERS] = {.type = DkImageType_2DArray,
                .flags = DkImageFlags_UsageRender,
                .format = DkImageFormat_RGBA8_Unorm,
                .dimensions = {16, 16, 7},
                .mipLevels = 1},
    [CUBES] = {.type = DkImageType_CubemapArray,
               .flags = DkImageFlags_UsageRender,
               .format = DkImageFormat_RGBA8_Unorm,
               .dimensions = {16, 16, 2},
               .mipLevels = 1},
    /* tiles 8 deep: 8 GOBs, and 4 in the next level */
    [VOLUME] = {.type = DkImageType_3D,
                .flags = DkImageFlags_UsageRender,
                .format = DkImageFormat_RGBA8_Unorm,
                .dimensions = {16, 8, 6},
                .mipLevels = 2},
    [SAMPLES] = {.type = DkImageType_2DMS,
                 .flags = DkImageFlags_UsageRender,
                 .format = DkImageFormat_RGBA8_Unorm,
                 .msMode = DkMsMode_8x,
                 .dimensions = {60, 50},
                 .mipLevels = 1},
    [ROWS] = {.type = DkImageType_2D,
              .flags =
                  DkImageFlags_PitchLinear | DkImageFlags_UsageRender | DkImageFlags_Usage2DEngine,
              .format = DkImageFormat_BGRA8_Unorm,
              .dimensions = {60, 50},
              .mipLevels = 1},
    [BLOCKS] = {.type = DkImageType_2D,
                .flags = DkImageFlags_Usage2DEngine,
                .format = DkImageFormat_RGBA_ASTC_6x5,
                .dimensions = {61, 51},
                .mipLevels = 1},
    [DEPTH] = {.type = DkImageType_2D,
               .flags = DkImageFlags_UsageRender,
               .format = DkImageFormat_Z24S8,
               .dimensions = {60, 50},
               .mipLevels = 1},
    /* 12 rows would do with a tile of 2; 8 are in one GOB */
    [LOW] = {.type = DkImageType_2D,
             .flags = DkImageFlags_UsageRender,
             .format = DkImageFormat_RGBA8_Unorm,
             .dimensions = {60, 8},
             .mipLevels = 1},
};

static void make_images(void) {
    for (unsigned i = 0; i < IMAGES; i++) {
        DkImageLayoutMaker m = makers[i];
        DkImageLayout l;
        m.device = &device;
        dkImageLayoutInitialize(&l, &m);
        dkImageInitialize(&images[i], &l, &block, 0);
    }
}

struct row {
    unsigned image;
    DkImageView view;
    enum surface_use use;
    struct image_surface is;
};

/* Address behind the image's, across, down, format, tile, layers, stride, width, height. */
#define IS(at, h, v, f, tile, layers, stride, w, d)                                                \
    {.address = (at),                                                                              \
     .horizontal = (h),                                                                            \
     .vertical = (v),                                                                              \
     .format = (f),                                                                                \
     .tile_mode = (tile),                                                                          \
     .array_mode = (layers),                                                                       \
     .layer_stride = (stride),                                                                     \
     .width = (w),                                                                                 \
     .height = (d)}

static const struct row rows[] = {
    {FLAT, {0}, SURFACE_COLOR_TARGET, IS(0, 64, 50, 0xd5, 0x30, 1, 42 * 512 / 4, 60, 50)},
    {FLAT, {0}, SURFACE_COPY, IS(0, 64, 50, 0xd5, 0x30, 1, 42 * 512, 60, 50)},
    {FLAT,
     {.mipLevelOffset = 1},
     SURFACE_COLOR_TARGET,
     IS(32 * 512, 32, 25, 0xd5, 0x20, 1, 42 * 512 / 4, 30, 25)},
    {FLAT,
     {.format = DkImageFormat_RGBA8_Unorm_sRGB},
     SURFACE_2D,
     IS(0, 64, 50, 0xd6, 0x30, 1, 42 * 512, 60, 50)},
    {LAYERS, {0}, SURFACE_COLOR_TARGET, IS(0, 16, 16, 0xd5, 0x10, 7, 0x100, 16, 16)},
    {LAYERS,
     {.layerOffset = 2, .layerCount = 3},
     SURFACE_COLOR_TARGET,
     IS(0x800, 16, 16, 0xd5, 0x10, 3, 0x100, 16, 16)},
    {LAYERS,
     {.type = DkImageType_2D, .layerOffset = 2},
     SURFACE_COLOR_TARGET,
     IS(0x800, 16, 16, 0xd5, 0x10, 1, 0x100, 16, 16)},
    {CUBES,
     {.type = DkImageType_Cubemap, .layerOffset = 6, .layerCount = 6},
     SURFACE_COPY,
     IS(0x1800, 16, 16, 0xd5, 0x10, 6, 0x400, 16, 16)},
    {VOLUME, {0}, SURFACE_COLOR_TARGET, IS(0, 16, 8, 0xd5, 0x10300, 6, 12 * 512 / 4, 16, 8)},
    {VOLUME,
     {.mipLevelOffset = 1},
     SURFACE_COLOR_TARGET,
     IS(8 * 512, 16, 4, 0xd5, 0x10200, 3, 12 * 512 / 4, 8, 4)},
    {VOLUME, {0}, SURFACE_COPY, IS(0, 16, 8, 0xd5, 0x300, 6, 12 * 512, 16, 8)},
    {SAMPLES, {0}, SURFACE_COLOR_TARGET, IS(0, 240, 100, 0xd5, 0x40, 1, 15 * 16 * 128, 60, 50)},
    {ROWS, {0}, SURFACE_COLOR_TARGET, IS(0, 256, 50, 0xcf, 0x1000, 1, 0, 60, 50)},
    {ROWS, {0}, SURFACE_2D, IS(0, 256, 50, 0xcf, 0, 1, 0, 60, 50)},
    /* 11 blocks are 3 GOBs, of which each has four; 11 rows are in tiles of 2 */
    {BLOCKS, {0}, SURFACE_2D, IS(0, 12, 11, 0xc0, 0x10, 1, 3 * 2 * 512, 11, 11)},
    {DEPTH, {0}, SURFACE_DEPTH_TARGET, IS(0, 64, 50, 0x14, 0x30, 1, 32 * 128, 60, 50)},
    {LOW, {0}, SURFACE_COLOR_TARGET, IS(0, 64, 8, 0xd5, 0, 1, 4 * 128, 60, 8)},
};

static void check_row(size_t number, const struct row *r, uint32_t tile) {
    struct image_surface s;
    DkImageView v = r->view;
    v.pImage = &images[r->image];
    image_surface(&device, &v, r->use, &s, "a test");
    const uint64_t is[] = {s.address - v.pImage->address,
                           s.horizontal,
                           s.vertical,
                           s.format,
                           s.tile_mode,
                           s.array_mode,
                           s.layer_stride,
                           s.width,
                           s.height};
    const uint64_t want[] = {r->is.address, r->is.horizontal, r->is.vertical,     r->is.format,
                             tile,          r->is.array_mode, r->is.layer_stride, r->is.width,
                             r->is.height};
    for (unsigned i = 0; i < sizeof is / sizeof *is; i++)
        if (is[i] != want[i])
            fail_msg("row %zu: number %u is %#llx instead of %#llx", number, i,
                     (unsigned long long)is[i], (unsigned long long)want[i]);
}

static void test_numbers(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(i, &rows[i], rows[i].is.tile_mode);
}

/* The console's library tells of the tile that it would have liked. */
static void test_wrong_tile(void **state) {
    (void)state;
    device.facts.upstream_defects = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(i, &rows[i], rows[i].image == LOW ? 0x10 : rows[i].is.tile_mode);
    device.facts.upstream_defects = false;
}

static void test_sample_modes(void **state) {
    (void)state;
    static const uint8_t modes[] = {0, 5, 2, 4, 0};
    for (unsigned i = 0; i < sizeof modes; i++)
        assert_int_equal(image_msaa_mode(i), modes[i]);
}

static const struct {
    unsigned image;
    DkImageView view;
    enum surface_use use;
    DkResult result;
} refused[] = {
    {FLAT, {.type = DkImageType_3D}, SURFACE_COPY, DkResult_BadInput},
    {FLAT, {.type = DkImageType_2DMS}, SURFACE_COPY, DkResult_BadInput},
    {FLAT, {.format = DkImageFormat_R8_Unorm}, SURFACE_COPY, DkResult_BadInput},
    {FLAT, {.format = DkImageFormat_Count}, SURFACE_COPY, DkResult_BadInput},
    {BLOCKS, {.format = DkImageFormat_RGBA_BC3}, SURFACE_COPY, DkResult_BadInput},
    {BLOCKS, {.format = DkImageFormat_RGBA32_Uint}, SURFACE_COPY, DkResult_BadInput},
    {FLAT, {.mipLevelOffset = 3}, SURFACE_COPY, DkResult_BadInput},
    {VOLUME, {.layerCount = 1}, SURFACE_COPY, DkResult_BadInput},
    {LAYERS, {.layerOffset = 7}, SURFACE_COPY, DkResult_BadInput},
    {LAYERS, {.layerOffset = 3, .layerCount = 5}, SURFACE_COPY, DkResult_BadInput},
    {ROWS, {.type = DkImageType_2DArray}, SURFACE_COPY, DkResult_BadInput},
    {BLOCKS, {0}, SURFACE_COLOR_TARGET, DkResult_BadFlags},
    {LAYERS, {0}, SURFACE_2D, DkResult_BadFlags},
    {DEPTH, {0}, SURFACE_COLOR_TARGET, DkResult_BadInput},
    {FLAT, {0}, SURFACE_DEPTH_TARGET, DkResult_BadInput},
};

static void test_refused(void **state) {
    (void)state;
    for (volatile size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct image_surface s;
        DkImageView v = refused[i].view;
        v.pImage = &images[refused[i].image];
        expects_raise = true;
        if (!setjmp(raised_to)) {
            image_surface(&device, &v, refused[i].use, &s, "a test");
            fail_msg("row %zu is taken", (size_t)i);
        }
        expects_raise = false;
        if (raised != refused[i].result || strcmp(raised_by, "a test") != 0)
            fail_msg("row %zu: result %u of %s", (size_t)i, raised, raised_by);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_wrong_tile),
        cmocka_unit_test(test_sample_modes),
        cmocka_unit_test(test_refused),
    };
    make_images();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
