/* SPDX-License-Identifier: MIT */
/* Where the bytes of images lie, beside what the GPU's side says of the same shape, and in numbers
 * worked out by hand from the rules of block-linear surfaces. */
#include "deko3d/image/test_image.h"

#include "gpu/texture/format.h"
#include "gpu/texture/layout.h"

static struct texture_shape shape_of(const DkImageLayout *l) {
    return (struct texture_shape){
        .width = l->dimensions[0],
        .height = l->dimensions[1],
        .depth = l->type == DkImageType_3D ? l->dimensions[2] : 1,
        .layers = l->type == DkImageType_3D ? 1 : l->dimensions[2],
        .levels = l->levels < TEXTURE_LEVELS ? l->levels : TEXTURE_LEVELS,
        .block_width = l->block_width,
        .block_height = l->block_height,
        .bytes = l->bytes,
        .samples_x = (uint8_t)(1 << l->samples_x_log2),
        .samples_y = (uint8_t)(1 << l->samples_y_log2),
        .height_log2 = l->tile_height_log2,
        .depth_log2 = l->tile_depth_log2,
    };
}

static void test_beside_the_gpu(void **state) {
    (void)state;
    enum { MANY = 20000 };
    for (unsigned i = 0; i < MANY; i++) {
        DkImageLayoutMaker m = any_maker();
        DkImageLayout l;
        struct texture_layout gpu;
        struct error error = {0};
        /* One row of blocks is no two-dimensional image of the GPU's side. */
        dkImageLayoutInitialize(&l, &m);
        const struct texture_shape shape = shape_of(&l);
        if (image_dimensions(m.type) == 1 && l.block_height > 1)
            continue;
        assert_true(texture_layout(&shape, &gpu, &error));
        for (unsigned level = 0; level < shape.levels; level++)
            assert_int_equal(image_level_offset(&l, level), gpu.level[level].offset);
        if (shape.layers > 1)
            assert_int_equal(l.layer_size, gpu.layer_stride);
        uint64_t size = l.has_layers ? l.layer_size * l.dimensions[2] : gpu.size;
        assert_in_range(size, gpu.size, gpu.size + 0x4000);
        if (l.kind != PLATFORM_KIND_GENERIC)
            size = (size + PLATFORM_BIG_PAGE - 1) / PLATFORM_BIG_PAGE * PLATFORM_BIG_PAGE;
        assert_int_equal(dkImageLayoutGetSize(&l), size);
        assert_int_equal(dkImageLayoutGetAlignment(&l),
                         l.kind == PLATFORM_KIND_GENERIC ? 512 : PLATFORM_BIG_PAGE);
    }
}

struct row {
    const char *name;
    DkImageLayoutMaker maker;
    uint64_t size;
    uint32_t align;
    uint8_t tile_height, tile_depth, kind;
};

#define MAKE(...) {.device = &device, .mipLevels = 1, __VA_ARGS__}

static const struct row rows[] = {
    /* 80 GOBs a row, 720 rows in 6 blocks of 128 */
    {"a screen", MAKE(.type = 2, .format = DkImageFormat_RGBA8_Unorm, .dimensions = {1280, 720}),
     80 * 6 * 16 * 512, 512, 4, 0, 0xfe},
    /* 16 + 8 rows are three GOBs: two */
    {"16 rows", MAKE(.type = 2, .format = DkImageFormat_R8_Unorm, .dimensions = {64, 16}), 2 * 512,
     512, 1, 0, 0xfe},
    /* 17 blocks a row, which are 5 GOBs; 17 rows of blocks are in 1.5 times as many GOBs: 4 */
    {"BC1", MAKE(.type = 2, .format = DkImageFormat_RGB_BC1, .dimensions = {65, 65}), 3 * 4 * 512,
     512, 2, 0, 0xfe},
    /* 4 x 2 samples a texel: 400 x 200 samples, 25 GOBs, 2 blocks of 128 rows */
    {"8 samples",
     MAKE(.type = DkImageType_2DMS, .format = DkImageFormat_RGBA8_Unorm, .msMode = DkMsMode_8x,
          .dimensions = {100, 100}),
     25 * 2 * 16 * 512, 512, 4, 0, 0xfe},
    /* blocks are 16 deep, and 9 slices need one of 16: 2 GOBs across, 4 down */
    {"a volume", MAKE(.type = 3, .format = DkImageFormat_R16_Float, .dimensions = {50, 30, 11}),
     2 * 4 * 16 * 512, 512, 0, 4, 0xfe},
    /* levels of 8 x 8, 4 x 4, 2 x 2 and 1 x 1 take a GOB each */
    {"levels",
     {.device = &device,
      .type = 2,
      .format = DkImageFormat_R8_Unorm,
      .dimensions = {8, 8},
      .mipLevels = 4},
     4 * 512,
     512,
     1,
     0,
     0xfe},
    {"a cube", MAKE(.type = 9, .format = DkImageFormat_R8_Unorm, .dimensions = {64, 64}),
     6 * 8 * 512, 512, 3, 0, 0xfe},
    {"cubes", MAKE(.type = 10, .format = DkImageFormat_R8_Unorm, .dimensions = {64, 64, 2}),
     12 * 8 * 512, 512, 3, 0, 0xfe},
    {"a row", MAKE(.type = 1, .format = DkImageFormat_R8_Unorm, .dimensions = {100}), 2 * 512, 512,
     0, 0, 0xfe},
    {"rows", MAKE(.type = 4, .format = DkImageFormat_R8_Unorm, .dimensions = {100, 3}), 3 * 2 * 512,
     512, 0, 0, 0xfe},
    {"a chosen tile",
     MAKE(.type = 2, .format = DkImageFormat_R8_Unorm, .dimensions = {64, 600},
          .flags = DkImageFlags_CustomTileSize, .tileSize = DkTileSize_ThirtyTwoGobs),
     3 * 32 * 512, 512, 5, 0, 0xfe},
    {"a video picture",
     MAKE(.type = 2, .format = DkImageFormat_R8_Unorm, .dimensions = {64, 600},
          .flags = DkImageFlags_UsageVideo),
     38 * 2 * 512, 512, 1, 0, 0xfe},
    {"depth", MAKE(.type = 2, .format = DkImageFormat_Z24S8, .dimensions = {64, 64}), 0x10000,
     0x10000, 3, 0, 0x46},
    {"compressed",
     MAKE(.type = DkImageType_2DMS, .format = DkImageFormat_RGBA8_Unorm, .msMode = DkMsMode_4x,
          .dimensions = {64, 64}, .flags = DkImageFlags_HwCompression),
     0x10000, 0x10000, 4, 0, 0xe0},
    {"elements", MAKE(.type = 11, .format = DkImageFormat_RGB32_Float, .dimensions = {7}), 84, 4, 0,
     0, 0},
    {"pitch",
     MAKE(.type = 2, .format = DkImageFormat_RGBA8_Unorm, .dimensions = {33, 5},
          .flags = DkImageFlags_PitchLinear),
     160 * 5, 32, 0, 0, 0},
    {"a pitch target",
     MAKE(.type = 2, .format = DkImageFormat_RGBA8_Unorm, .dimensions = {33, 5},
          .flags = DkImageFlags_PitchLinear | DkImageFlags_UsageRender),
     256 * 5, 128, 0, 0, 0},
    {"a chosen pitch",
     MAKE(.type = 2, .format = DkImageFormat_RGBA8_Unorm, .dimensions = {33, 5},
          .flags = DkImageFlags_PitchLinear, .pitchStride = 480),
     480 * 5, 32, 0, 0, 0},
};

static void test_numbers(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];
        DkImageLayout l;
        dkImageLayoutInitialize(&l, &r->maker);
        if (dkImageLayoutGetSize(&l) != r->size || dkImageLayoutGetAlignment(&l) != r->align ||
            l.tile_height_log2 != r->tile_height || l.tile_depth_log2 != r->tile_depth ||
            l.kind != r->kind)
            fail_msg("%s: %llu bytes on %u, tile %u x %u, kind %#x", r->name,
                     (unsigned long long)l.size, l.align, l.tile_height_log2, l.tile_depth_log2,
                     l.kind);
    }
}

/* ---- where images lie ---- */

static void test_addresses(void **state) {
    (void)state;
    static const struct {
        DkImageFormat format;
        uint32_t flags;
        uint64_t address;
        unsigned calls;
    } images[] = {
        {DkImageFormat_RGBA8_Unorm, DkImageFlags_PitchLinear, 0x1100030000, 0},
        {DkImageFormat_RGBA8_Unorm, 0, 0x2200030000, 0},
        {DkImageFormat_RGBA8_Unorm, DkImageFlags_HwCompression, 0x3300030000, 1},
        {DkImageFormat_Z24S8, 0, 0x3300030000, 1},
    };
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        const DkImageLayoutMaker m = MAKE(.type = 2, .format = images[i].format,
                                          .flags = images[i].flags, .dimensions = {64, 64});
        DkImageLayout l;
        DkImage image;
        told.calls = 0;
        dkImageLayoutInitialize(&l, &m);
        dkImageInitialize(&image, &l, &block, 0x30000);
        assert_int_equal(dkImageGetGpuAddr(&image), images[i].address);
        assert_int_equal(told.calls, images[i].calls);
        if (told.calls) {
            assert_int_equal(told.offset, 0x30000);
            assert_int_equal(told.size, l.size);
            assert_int_equal(told.kind, l.kind);
        }
        assert_memory_equal(dkImageGetLayout(&image), &l, sizeof l);
    }
}

/* ---- what is refused ---- */

static const struct {
    const char *name;
    DkImageLayoutMaker maker;
    DkResult result;
} refused[] = {
    {"no type", MAKE(.type = 0, .format = 1, .dimensions = {1, 1, 1}), DkResult_BadInput},
    {"a type too many", MAKE(.type = 12, .format = 1, .dimensions = {1, 1, 1}), DkResult_BadInput},
    {"no format", MAKE(.type = 2, .dimensions = {1, 1, 1}), DkResult_BadInput},
    {"a format too many", MAKE(.type = 2, .format = DkImageFormat_Count, .dimensions = {1, 1, 1}),
     DkResult_BadInput},
    {"one sample", MAKE(.type = 6, .format = 1, .dimensions = {1, 1, 1}), DkResult_BadInput},
    {"no level",
     {.device = &device, .type = 2, .format = 1, .dimensions = {1, 1, 1}},
     DkResult_BadInput},
    {"no width", MAKE(.type = 2, .format = 1, .dimensions = {0, 1}), DkResult_BadInput},
    {"no layers", MAKE(.type = 5, .format = 1, .dimensions = {1, 1, 0}), DkResult_BadInput},
    {"a BC1 target",
     MAKE(.type = 2, .format = DkImageFormat_RGB_BC1, .dimensions = {1, 1},
          .flags = DkImageFlags_UsageRender),
     DkResult_BadFlags},
    {"a depth store",
     MAKE(.type = 2, .format = DkImageFormat_Z16, .dimensions = {1, 1},
          .flags = DkImageFlags_UsageLoadStore),
     DkResult_BadFlags},
    {"12 bytes in the 2D engine",
     MAKE(.type = 2, .format = DkImageFormat_RGB32_Float, .dimensions = {1, 1},
          .flags = DkImageFlags_Usage2DEngine),
     DkResult_BadFlags},
    {"a volume in the 2D engine",
     MAKE(.type = 3, .format = 1, .dimensions = {1, 1, 1}, .flags = DkImageFlags_Usage2DEngine),
     DkResult_BadInput},
    {"a pitch-linear screen",
     MAKE(.type = 2, .format = DkImageFormat_RGBA8_Unorm, .dimensions = {1, 1},
          .flags = DkImageFlags_UsagePresent | DkImageFlags_PitchLinear),
     DkResult_BadFlags},
    {"screens",
     MAKE(.type = 5, .format = DkImageFormat_RGBA8_Unorm, .dimensions = {1, 1, 1},
          .flags = DkImageFlags_UsagePresent),
     DkResult_BadInput},
    {"a pitch-linear volume",
     MAKE(.type = 3, .format = 1, .dimensions = {1, 1, 1}, .flags = DkImageFlags_PitchLinear),
     DkResult_BadInput},
    {"pitch-linear levels",
     {.device = &device,
      .type = 2,
      .format = 1,
      .dimensions = {4, 4},
      .mipLevels = 2,
      .flags = DkImageFlags_PitchLinear},
     DkResult_BadInput},
    {"a tile of 64",
     MAKE(.type = 2, .format = 1, .dimensions = {1, 1}, .flags = DkImageFlags_CustomTileSize,
          .tileSize = 6),
     DkResult_BadInput},
};

static void test_refused(void **state) {
    (void)state;
    for (volatile size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        DkImageLayout l;
        expects_raise = true;
        if (!setjmp(raised_to)) {
            dkImageLayoutInitialize(&l, &refused[i].maker);
            fail_msg("%s is taken", refused[i].name);
        }
        expects_raise = false;
        if (raised != refused[i].result || strcmp(raised_by, "dkImageLayoutInitialize") != 0)
            fail_msg("%s: result %u of %s", refused[i].name, raised, raised_by);
    }
}

static void refuse_image(const DkImageLayout *l, struct tag_DkMemBlock *b, uint32_t offset,
                         DkResult result) {
    DkImage image;
    expects_raise = true;
    if (!setjmp(raised_to)) {
        dkImageInitialize(&image, l, b, offset);
        fail_msg("an image at %#x is taken", offset);
    }
    expects_raise = false;
    assert_int_equal(raised, result);
}

static void test_refused_images(void **state) {
    (void)state;
    const DkImageLayoutMaker m = MAKE(.type = 2, .format = 1, .dimensions = {64, 8});
    struct tag_DkMemBlock none = block, small = block;
    DkImageLayout l;
    dkImageLayoutInitialize(&l, &m);
    none.flags = 0;
    small.size = 0x1000;
    refuse_image(&l, &block, 0x100, DkResult_MisalignedData);
    refuse_image(&l, &none, 0, DkResult_BadFlags);
    refuse_image(&l, &small, 0x1000, DkResult_BadInput);
}

/* ---- formats ---- */

static void test_formats(void **state) {
    (void)state;
    for (unsigned i = 1; i < DkImageFormat_Count; i++) {
        const struct image_format *f = &image_formats[i];
        const struct texture_format *t = &texture_formats[f->texture & 0x7f];
        assert_non_null(t->name);
        assert_int_equal(f->bytes, t->bytes);
        assert_int_equal(f->block_width, t->block_width);
        assert_int_equal(f->block_height, t->block_height);
        assert_int_equal(f->target != 0, (f->features & IMAGE_RENDER) != 0);
        assert_int_not_equal(f->two_d, 0);
    }
    assert_int_equal(dkImageFormatGetFlags(DkImageFormat_None), 0);
    assert_int_equal(dkImageFormatGetFlags(DkImageFormat_Count), 0);
    assert_int_equal(dkImageFormatGetFlags(DkImageFormat_RGBA8_Unorm),
                     DkImageFlags_UsageRender | DkImageFlags_UsageLoadStore |
                         DkImageFlags_UsagePresent | DkImageFlags_Usage2DEngine);
    assert_int_equal(dkImageFormatGetFlags(DkImageFormat_S8), DkImageFlags_UsageRender |
                                                                  DkImageFlags_Usage2DEngine |
                                                                  DkImageFormatFlags_IsDepth);
    assert_int_equal(dkImageFormatGetFlags(DkImageFormat_RGBX8_Uint),
                     DkImageFlags_UsageRender | DkImageFlags_Usage2DEngine |
                         DkImageFormatFlags_IsInt);
    assert_int_equal(dkImageFormatGetFlags(DkImageFormat_RGB32_Float), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_beside_the_gpu), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_addresses),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_refused_images), cmocka_unit_test(test_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
