/* SPDX-License-Identifier: MIT */
/* Descriptors of views and samplers by chance, read by what the GPU's side reads them with. */
#include "deko3d/image/test_image.h"

#include "gpu/texture/descriptor.h"

#include <math.h>

static bool is_array(DkImageType type) {
    return type == DkImageType_1DArray || type == DkImageType_2DArray ||
           type == DkImageType_2DMSArray || type == DkImageType_CubemapArray;
}

/* One that the type's image can be seen as. */
static DkImageType view_type(DkImageType type) {
    static const uint8_t flat[] = {DkImageType_None,    DkImageType_2D,
                                   DkImageType_2DArray, DkImageType_Rectangle,
                                   DkImageType_Cubemap, DkImageType_CubemapArray};
    switch (type) {
    case DkImageType_1D:
    case DkImageType_1DArray:
        return below(2) ? DkImageType_1D : DkImageType_1DArray;
    case DkImageType_3D:
        return DkImageType_None;
    case DkImageType_2DMS:
    case DkImageType_2DMSArray:
        return below(2) ? DkImageType_2DMS : DkImageType_2DMSArray;
    default:
        return flat[below(sizeof flat)];
    }
}

static DkImageView any_view(const DkImage *image) {
    const DkImageLayout *l = &image->layout;
    DkImageView v;
    dkImageViewDefaults(&v, image);
    v.type = view_type(l->type);
    for (unsigned i = 0; i < 4; i++)
        v.swizzle[i] = below(6);
    v.dsSource = below(2);
    if (l->has_layers && below(2)) {
        v.layerOffset = (uint16_t)below(l->dimensions[2]);
        v.layerCount = (uint16_t)below(l->dimensions[2] - v.layerOffset + 1);
    }
    v.mipLevelOffset = (uint8_t)below(l->levels);
    v.mipLevelCount = (uint8_t)below(4);
    return v;
}

static unsigned expected_type(DkImageType type, bool stores) {
    switch (type) {
    case DkImageType_1D:
        return TYPE_1D;
    case DkImageType_3D:
        return TYPE_3D;
    case DkImageType_1DArray:
        return TYPE_1D_ARRAY;
    case DkImageType_2DArray:
    case DkImageType_2DMSArray:
        return TYPE_2D_ARRAY;
    case DkImageType_Cubemap:
        return stores ? TYPE_2D_ARRAY : TYPE_CUBE;
    case DkImageType_CubemapArray:
        return stores ? TYPE_2D_ARRAY : TYPE_CUBE_ARRAY;
    default:
        return TYPE_2D;
    }
}

static uint32_t expected_depth(const DkImageView *v, DkImageType type, bool stores) {
    const uint32_t all = v->pImage->layout.dimensions[2];
    const uint32_t seen = v->layerCount ? v->layerCount : all - v->layerOffset;
    if (type == DkImageType_3D)
        return all;
    if (type == DkImageType_Cubemap)
        return stores ? 6 : 1;
    if (type == DkImageType_CubemapArray)
        return stores ? seen : seen / 6;
    return is_array(type) ? seen : 1;
}

static void check_sources(const DkImageView *v, const struct texture_header *h) {
    const struct image_format *f = &image_formats[v->pImage->layout.format];
    const bool integer = f->features & IMAGE_INTEGER;
    for (unsigned i = 0; i < 4; i++) {
        unsigned want;
        if (f->features & IMAGE_DEPTH) {
            const bool stencil = v->dsSource == DkDsSource_Stencil;
            /* of D24S8, stencil is in the lowest bits: G is depth there, and R elsewhere */
            want = stencil == (h->format == 0x29) ? SOURCE_R : SOURCE_G;
            if (i == 3 && !stencil)
                want = SOURCE_ONE_FLOAT;
        } else if (v->swizzle[i] == DkImageSwizzle_Zero) {
            want = SOURCE_ZERO;
        } else if (v->swizzle[i] == DkImageSwizzle_One) {
            want = integer ? SOURCE_ONE_INT : SOURCE_ONE_FLOAT;
        } else { /* what the format has there */
            want = f->texture >> (19 + 3 * (v->swizzle[i] - DkImageSwizzle_Red)) & 7;
        }
        assert_int_equal(h->source[i], want);
    }
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

static void check_view(const DkImageView *v, const struct texture_header *h, bool stores,
                       bool decays) {
    static const uint8_t modes[] = {0, 5, 2, 4};
    const DkImageLayout *l = &v->pImage->layout;
    const DkImageType type = v->type ? v->type : l->type;
    const unsigned levels = least(l->levels, 16);
    const bool flat = type == DkImageType_1D || type == DkImageType_1DArray;
    const unsigned first = least(v->mipLevelOffset, levels - 1);
    const uint64_t skipped = is_array(l->type) ? v->layerOffset * l->layer_size : 0;
    assert_int_equal(h->storage, STORAGE_BLOCK_LINEAR);
    assert_int_equal(h->type, expected_type(type, stores));
    assert_int_equal(h->format, image_formats[l->format].texture & 0x7f);
    assert_int_equal(h->srgb, (image_formats[l->format].features & IMAGE_SRGB) != 0);
    assert_int_equal(h->address, v->pImage->address + skipped);
    assert_int_equal(h->width, l->dimensions[0] << (decays ? l->samples_x_log2 : 0));
    assert_int_equal(h->height, flat ? 1 : l->dimensions[1] << (decays ? l->samples_y_log2 : 0));
    if (expected_depth(v, type, stores))
        assert_int_equal(h->depth, expected_depth(v, type, stores));
    assert_int_equal(h->first_layer, v->layerOffset);
    assert_int_equal(h->tile_height_log2, l->tile_height_log2);
    assert_int_equal(h->tile_depth_log2, l->tile_depth_log2);
    assert_int_equal(h->levels, levels);
    assert_int_equal(h->first_level, first);
    assert_int_equal(h->last_level, v->mipLevelCount
                                        ? least(first + v->mipLevelCount - 1u, levels - 1)
                                        : levels - 1);
    assert_int_equal(h->multisample, decays ? 0 : modes[l->samples_log2]);
    assert_int_equal(h->normalized_coordinates, type != DkImageType_Rectangle);
    check_sources(v, h);
}

static void test_views(void **state) {
    (void)state;
    enum { MANY = 20000 };
    for (unsigned i = 0; i < MANY; i++) {
        const DkImageLayoutMaker m = any_maker();
        const bool stores = below(2), decays = below(2);
        DkImage image;
        DkImageDescriptor d;
        struct texture_header h;
        image_by(&image, &m);
        const DkImageView v = any_view(&image);
        dkImageDescriptorInitialize(&d, &v, stores, decays);
        texture_header_decode(d.words, &h);
        check_view(&v, &h, stores, decays);
        assert_int_equal(d.words[2] >> 24 & 1, stores);
    }
}

static void describe(DkImageLayoutMaker m, struct texture_header *h) {
    DkImage image;
    DkImageView v;
    DkImageDescriptor d;
    m.device = &device;
    image_by(&image, &m);
    dkImageViewDefaults(&v, &image);
    dkImageDescriptorInitialize(&d, &v, false, false);
    texture_header_decode(d.words, h);
}

static void test_other_storages(void **state) {
    (void)state;
    struct texture_header h;
    describe((DkImageLayoutMaker){.type = DkImageType_Buffer,
                                  .format = DkImageFormat_RGB32_Float,
                                  .dimensions = {0x123456},
                                  .mipLevels = 1},
             &h);
    assert_int_equal(h.storage, STORAGE_BUFFER);
    assert_int_equal(h.type, TYPE_BUFFER);
    assert_int_equal(h.width, 0x123456);
    /* Rows of 32 KiB and more have bits where other storages have a tile. */
    for (uint32_t pitch = 32; pitch < 1 << 20; pitch = 2 * pitch + 32) {
        describe((DkImageLayoutMaker){.type = DkImageType_Rectangle,
                                      .flags = DkImageFlags_PitchLinear,
                                      .format = DkImageFormat_RGBA8_Unorm,
                                      .dimensions = {7, 9},
                                      .mipLevels = 1,
                                      .pitchStride = pitch},
                 &h);
        assert_int_equal(h.storage, STORAGE_PITCH);
        assert_int_equal(h.type, TYPE_2D_NO_LEVELS);
        assert_int_equal(h.pitch, pitch);
        assert_int_equal(h.width, 7);
        assert_int_equal(h.height, 9);
        assert_false(h.normalized_coordinates);
    }
}

/* ---- samplers ---- */

static float any_float(float from, float to) {
    return from + (to - from) * (float)below(100000) / 100000;
}

static float within(float value, float from, float to) {
    return value < from ? from : value > to ? to : value;
}

/* By the curve itself. */
static unsigned srgb(float linear) {
    const double x = linear < 0 ? 0 : linear > 1 ? 1 : linear;
    const double s = x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
    return (unsigned)(s * 255 + 0.5);
}

static void test_samplers(void **state) {
    (void)state;
    static const uint8_t anisotropies[] = {1, 2, 4, 6, 8, 10, 12, 16};
    for (unsigned i = 0; i < 20000; i++) {
        DkSampler s;
        DkSamplerDescriptor d;
        struct sampler_header h;
        dkSamplerDefaults(&s);
        s.minFilter = 1 + below(2);
        s.magFilter = 1 + below(2);
        s.mipFilter = 1 + below(3);
        s.lodClampMin = any_float(-2, 18);
        s.lodClampMax = any_float(-2, 18);
        s.lodBias = any_float(-17, 17);
        s.compareEnable = below(2);
        s.compareOp = 1 + below(8);
        s.maxAnisotropy = any_float(0, 20);
        s.reductionMode = below(3);
        for (unsigned k = 0; k < 4; k++)
            s.borderColor[k].value_f = any_float(-0.2f, 1.2f);
        for (unsigned k = 0; k < 3; k++)
            s.wrapMode[k] = below(8);
        dkSamplerDescriptorInitialize(&d, &s);
        sampler_header_decode(d.words, &h);
        assert_int_equal(h.minify, s.minFilter);
        assert_int_equal(h.magnify, s.magFilter);
        assert_int_equal(h.between_levels, s.mipFilter);
        assert_int_equal(h.compare, s.compareEnable);
        assert_int_equal(h.compare_op, s.compareOp - 1);
        assert_int_equal(h.reduction, s.reductionMode);
        assert_true(h.seamless_cubes);
        const float from = within(s.lodClampMin, 0, 15), to = within(s.lodClampMax, from, 15);
        assert_true(fabsf(h.least_level - from) <= 1 / 256.0f);
        assert_true(fabsf(h.most_level - to) <= 1 / 256.0f);
        assert_true(fabsf(h.level_bias - within(s.lodBias, -15, 15)) <= 1 / 256.0f);
        /* the most that are no more than asked for */
        unsigned n = 7;
        while ((float)anisotropies[n] > floorf(within(s.maxAnisotropy, 1, 16) + 0.5f))
            n--;
        assert_int_equal(h.anisotropy, anisotropies[n]);
        for (unsigned k = 0; k < 3; k++) {
            assert_int_equal(h.wrap[k], s.wrapMode[k]);
            assert_int_equal(h.border_srgb[k], srgb(s.borderColor[k].value_f));
        }
        for (unsigned k = 0; k < 4; k++)
            assert_memory_equal(&h.border[k], &s.borderColor[k], 4);
    }
}

static void test_snap(void **state) {
    (void)state;
    static const struct {
        float snap;
        unsigned number;
        float bias;
    } rows[] = {{0, 0, 0},
                {0.01f, 1, -0.055556f},
                {0.25f, 8, -0.25f},
                {0.26f, 9, -0.27778f},
                {0.4375f, 24, -0.4375f},
                {2, 31, -0.46667f},
                {NAN, 31, -0.46667f}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        DkSampler s;
        DkSamplerDescriptor d;
        struct sampler_header h;
        dkSamplerDefaults(&s);
        s.lodSnap = rows[i].snap;
        dkSamplerDescriptorInitialize(&d, &s);
        sampler_header_decode(d.words, &h);
        assert_int_equal(d.words[1] >> 26 & 31, rows[i].number);
        assert_true(fabsf(h.level_bias - rows[i].bias) <= 1 / 256.0f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_other_storages),
        cmocka_unit_test(test_samplers),
        cmocka_unit_test(test_snap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
