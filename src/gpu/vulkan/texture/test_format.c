/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/format.h"

#include "gpu/texture/format.h"
#include "gpu/vulkan/texture/format_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* All formats that deko3d has, as its images' headers say them: number, types of components,
 * where x, y, z and w come from; and what Vulkan is to be told. */
struct row {
    const char *name;
    uint8_t number;
    const char *types, *sources;
    bool srgb;
    VkFormat format;
    const char *components;
};

static const struct row rows[] = {
    {"R8_Unorm", 0x1d, "2222", "R001", false, VK_FORMAT_R8_UNORM, "R001"},
    {"R8_Snorm", 0x1d, "1111", "R001", false, VK_FORMAT_R8_SNORM, "R001"},
    {"R8_Uint", 0x1d, "4444", "R00i", false, VK_FORMAT_R8_UINT, "R001"},
    {"R8_Sint", 0x1d, "3333", "R00i", false, VK_FORMAT_R8_SINT, "R001"},
    {"R16_Float", 0x1b, "7777", "R001", false, VK_FORMAT_R16_SFLOAT, "R001"},
    {"R16_Unorm", 0x1b, "2222", "R001", false, VK_FORMAT_R16_UNORM, "R001"},
    {"R16_Snorm", 0x1b, "1111", "R001", false, VK_FORMAT_R16_SNORM, "R001"},
    {"R16_Uint", 0x1b, "4444", "R00i", false, VK_FORMAT_R16_UINT, "R001"},
    {"R16_Sint", 0x1b, "3333", "R00i", false, VK_FORMAT_R16_SINT, "R001"},
    {"R32_Float", 0x0f, "7777", "R001", false, VK_FORMAT_R32_SFLOAT, "R001"},
    {"R32_Uint", 0x0f, "4444", "R00i", false, VK_FORMAT_R32_UINT, "R001"},
    {"R32_Sint", 0x0f, "3333", "R00i", false, VK_FORMAT_R32_SINT, "R001"},
    {"RG8_Unorm", 0x18, "2222", "RG01", false, VK_FORMAT_R8G8_UNORM, "RG01"},
    {"RG8_Snorm", 0x18, "1111", "RG01", false, VK_FORMAT_R8G8_SNORM, "RG01"},
    {"RG8_Uint", 0x18, "4444", "RG0i", false, VK_FORMAT_R8G8_UINT, "RG01"},
    {"RG8_Sint", 0x18, "3333", "RG0i", false, VK_FORMAT_R8G8_SINT, "RG01"},
    {"RG16_Float", 0x0c, "7777", "RG01", false, VK_FORMAT_R16G16_SFLOAT, "RG01"},
    {"RG16_Unorm", 0x0c, "2222", "RG01", false, VK_FORMAT_R16G16_UNORM, "RG01"},
    {"RG16_Snorm", 0x0c, "1111", "RG01", false, VK_FORMAT_R16G16_SNORM, "RG01"},
    {"RG16_Uint", 0x0c, "4444", "RG0i", false, VK_FORMAT_R16G16_UINT, "RG01"},
    {"RG16_Sint", 0x0c, "3333", "RG0i", false, VK_FORMAT_R16G16_SINT, "RG01"},
    {"RG32_Float", 0x04, "7777", "RG01", false, VK_FORMAT_R32G32_SFLOAT, "RG01"},
    {"RG32_Uint", 0x04, "4444", "RG0i", false, VK_FORMAT_R32G32_UINT, "RG01"},
    {"RG32_Sint", 0x04, "3333", "RG0i", false, VK_FORMAT_R32G32_SINT, "RG01"},
    {"RGB32_Float", 0x02, "7777", "RGB1", false, VK_FORMAT_R32G32B32_SFLOAT, "RGB1"},
    {"RGB32_Uint", 0x02, "4444", "RGBi", false, VK_FORMAT_R32G32B32_UINT, "RGB1"},
    {"RGB32_Sint", 0x02, "3333", "RGBi", false, VK_FORMAT_R32G32B32_SINT, "RGB1"},
    {"RGBA8_Unorm", 0x08, "2222", "RGBA", false, VK_FORMAT_R8G8B8A8_UNORM, "RGBA"},
    {"RGBA8_Snorm", 0x08, "1111", "RGBA", false, VK_FORMAT_R8G8B8A8_SNORM, "RGBA"},
    {"RGBA8_Uint", 0x08, "4444", "RGBA", false, VK_FORMAT_R8G8B8A8_UINT, "RGBA"},
    {"RGBA8_Sint", 0x08, "3333", "RGBA", false, VK_FORMAT_R8G8B8A8_SINT, "RGBA"},
    {"RGBA16_Float", 0x03, "7777", "RGBA", false, VK_FORMAT_R16G16B16A16_SFLOAT, "RGBA"},
    {"RGBA16_Unorm", 0x03, "2222", "RGBA", false, VK_FORMAT_R16G16B16A16_UNORM, "RGBA"},
    {"RGBA16_Snorm", 0x03, "1111", "RGBA", false, VK_FORMAT_R16G16B16A16_SNORM, "RGBA"},
    {"RGBA16_Uint", 0x03, "4444", "RGBA", false, VK_FORMAT_R16G16B16A16_UINT, "RGBA"},
    {"RGBA16_Sint", 0x03, "3333", "RGBA", false, VK_FORMAT_R16G16B16A16_SINT, "RGBA"},
    {"RGBA32_Float", 0x01, "7777", "RGBA", false, VK_FORMAT_R32G32B32A32_SFLOAT, "RGBA"},
    {"RGBA32_Uint", 0x01, "4444", "RGBA", false, VK_FORMAT_R32G32B32A32_UINT, "RGBA"},
    {"RGBA32_Sint", 0x01, "3333", "RGBA", false, VK_FORMAT_R32G32B32A32_SINT, "RGBA"},
    {"S8", 0x1d, "4444", "R00i", false, VK_FORMAT_R8_UINT, "R001"},
    {"Z16", 0x3a, "2222", "GGG1", false, VK_FORMAT_D16_UNORM, "RRR1"},
    {"Z24X8", 0x29, "4222", "GGG1", false, VK_FORMAT_D24_UNORM_S8_UINT, "RRR1"},
    {"ZF32", 0x2f, "7777", "RRR1", false, VK_FORMAT_D32_SFLOAT, "RRR1"},
    {"Z24S8", 0x29, "4222", "GGG1", false, VK_FORMAT_D24_UNORM_S8_UINT, "RRR1"},
    {"ZF32_X24S8", 0x30, "7422", "RRR1", false, VK_FORMAT_D32_SFLOAT_S8_UINT, "RRR1"},
    {"RGBX8_Unorm_sRGB", 0x08, "2222", "RGB1", true, VK_FORMAT_R8G8B8A8_SRGB, "RGB1"},
    {"RGBA8_Unorm_sRGB", 0x08, "2222", "RGBA", true, VK_FORMAT_R8G8B8A8_SRGB, "RGBA"},
    {"RGBA4_Unorm", 0x12, "2222", "RGBA", false, VK_FORMAT_A4B4G4R4_UNORM_PACK16, "RGBA"},
    {"RGB5_Unorm", 0x14, "2222", "RGB1", false, VK_FORMAT_A1R5G5B5_UNORM_PACK16, "BGR1"},
    {"RGB5A1_Unorm", 0x14, "2222", "RGBA", false, VK_FORMAT_A1R5G5B5_UNORM_PACK16, "BGRA"},
    {"RGB565_Unorm", 0x15, "2222", "RGB1", false, VK_FORMAT_R5G6B5_UNORM_PACK16, "BGR1"},
    {"RGB10A2_Unorm", 0x09, "2222", "RGBA", false, VK_FORMAT_A2B10G10R10_UNORM_PACK32, "RGBA"},
    {"RGB10A2_Uint", 0x09, "4444", "RGBA", false, VK_FORMAT_A2B10G10R10_UINT_PACK32, "RGBA"},
    {"RG11B10_Float", 0x21, "7777", "RGB1", false, VK_FORMAT_B10G11R11_UFLOAT_PACK32, "RGB1"},
    {"E5BGR9_Float", 0x20, "7777", "RGB1", false, VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, "RGB1"},
    {"RGB_BC1", 0x24, "2222", "RGB1", false, VK_FORMAT_BC1_RGBA_UNORM_BLOCK, "RGB1"},
    {"RGBA_BC1", 0x24, "2222", "RGBA", false, VK_FORMAT_BC1_RGBA_UNORM_BLOCK, "RGBA"},
    {"RGBA_BC2", 0x25, "2222", "RGBA", false, VK_FORMAT_BC2_UNORM_BLOCK, "RGBA"},
    {"RGBA_BC3", 0x26, "2222", "RGBA", false, VK_FORMAT_BC3_UNORM_BLOCK, "RGBA"},
    {"RGB_BC1_sRGB", 0x24, "2222", "RGB1", true, VK_FORMAT_BC1_RGBA_SRGB_BLOCK, "RGB1"},
    {"RGBA_BC1_sRGB", 0x24, "2222", "RGBA", true, VK_FORMAT_BC1_RGBA_SRGB_BLOCK, "RGBA"},
    {"RGBA_BC2_sRGB", 0x25, "2222", "RGBA", true, VK_FORMAT_BC2_SRGB_BLOCK, "RGBA"},
    {"RGBA_BC3_sRGB", 0x26, "2222", "RGBA", true, VK_FORMAT_BC3_SRGB_BLOCK, "RGBA"},
    {"R_BC4_Unorm", 0x27, "2222", "R001", false, VK_FORMAT_BC4_UNORM_BLOCK, "R001"},
    {"R_BC4_Snorm", 0x27, "1111", "R001", false, VK_FORMAT_BC4_SNORM_BLOCK, "R001"},
    {"RG_BC5_Unorm", 0x28, "2222", "RG01", false, VK_FORMAT_BC5_UNORM_BLOCK, "RG01"},
    {"RG_BC5_Snorm", 0x28, "1111", "RG01", false, VK_FORMAT_BC5_SNORM_BLOCK, "RG01"},
    {"RGBA_BC7_Unorm", 0x17, "2222", "RGBA", false, VK_FORMAT_BC7_UNORM_BLOCK, "RGBA"},
    {"RGBA_BC7_Unorm_sRGB", 0x17, "2222", "RGBA", true, VK_FORMAT_BC7_SRGB_BLOCK, "RGBA"},
    {"RGBA_BC6H_SF16_Float", 0x10, "7777", "RGB1", false, VK_FORMAT_BC6H_SFLOAT_BLOCK, "RGB1"},
    {"RGBA_BC6H_UF16_Float", 0x11, "7777", "RGB1", false, VK_FORMAT_BC6H_UFLOAT_BLOCK, "RGB1"},
    {"RGBX8_Unorm", 0x08, "2222", "RGB1", false, VK_FORMAT_R8G8B8A8_UNORM, "RGB1"},
    {"RGBX8_Snorm", 0x08, "1111", "RGB1", false, VK_FORMAT_R8G8B8A8_SNORM, "RGB1"},
    {"RGBX8_Uint", 0x08, "4444", "RGBi", false, VK_FORMAT_R8G8B8A8_UINT, "RGB1"},
    {"RGBX8_Sint", 0x08, "3333", "RGBi", false, VK_FORMAT_R8G8B8A8_SINT, "RGB1"},
    {"RGBX16_Float", 0x03, "7777", "RGB1", false, VK_FORMAT_R16G16B16A16_SFLOAT, "RGB1"},
    {"RGBX16_Unorm", 0x03, "2222", "RGB1", false, VK_FORMAT_R16G16B16A16_UNORM, "RGB1"},
    {"RGBX16_Snorm", 0x03, "1111", "RGB1", false, VK_FORMAT_R16G16B16A16_SNORM, "RGB1"},
    {"RGBX16_Uint", 0x03, "4444", "RGBi", false, VK_FORMAT_R16G16B16A16_UINT, "RGB1"},
    {"RGBX16_Sint", 0x03, "3333", "RGBi", false, VK_FORMAT_R16G16B16A16_SINT, "RGB1"},
    {"RGBX32_Float", 0x01, "7777", "RGB1", false, VK_FORMAT_R32G32B32A32_SFLOAT, "RGB1"},
    {"RGBX32_Uint", 0x01, "4444", "RGBi", false, VK_FORMAT_R32G32B32A32_UINT, "RGB1"},
    {"RGBX32_Sint", 0x01, "3333", "RGBi", false, VK_FORMAT_R32G32B32A32_SINT, "RGB1"},
    {"RGBA_ASTC_4x4", 0x40, "2222", "RGBA", false, VK_FORMAT_ASTC_4x4_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_5x4", 0x50, "2222", "RGBA", false, VK_FORMAT_ASTC_5x4_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_5x5", 0x41, "2222", "RGBA", false, VK_FORMAT_ASTC_5x5_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_6x5", 0x51, "2222", "RGBA", false, VK_FORMAT_ASTC_6x5_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_6x6", 0x42, "2222", "RGBA", false, VK_FORMAT_ASTC_6x6_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_8x5", 0x55, "2222", "RGBA", false, VK_FORMAT_ASTC_8x5_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_8x6", 0x52, "2222", "RGBA", false, VK_FORMAT_ASTC_8x6_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_8x8", 0x44, "2222", "RGBA", false, VK_FORMAT_ASTC_8x8_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_10x5", 0x56, "2222", "RGBA", false, VK_FORMAT_ASTC_10x5_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_10x6", 0x57, "2222", "RGBA", false, VK_FORMAT_ASTC_10x6_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_10x8", 0x53, "2222", "RGBA", false, VK_FORMAT_ASTC_10x8_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_10x10", 0x45, "2222", "RGBA", false, VK_FORMAT_ASTC_10x10_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_12x10", 0x54, "2222", "RGBA", false, VK_FORMAT_ASTC_12x10_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_12x12", 0x46, "2222", "RGBA", false, VK_FORMAT_ASTC_12x12_UNORM_BLOCK, "RGBA"},
    {"RGBA_ASTC_4x4_sRGB", 0x40, "2222", "RGBA", true, VK_FORMAT_ASTC_4x4_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_5x4_sRGB", 0x50, "2222", "RGBA", true, VK_FORMAT_ASTC_5x4_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_5x5_sRGB", 0x41, "2222", "RGBA", true, VK_FORMAT_ASTC_5x5_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_6x5_sRGB", 0x51, "2222", "RGBA", true, VK_FORMAT_ASTC_6x5_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_6x6_sRGB", 0x42, "2222", "RGBA", true, VK_FORMAT_ASTC_6x6_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_8x5_sRGB", 0x55, "2222", "RGBA", true, VK_FORMAT_ASTC_8x5_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_8x6_sRGB", 0x52, "2222", "RGBA", true, VK_FORMAT_ASTC_8x6_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_8x8_sRGB", 0x44, "2222", "RGBA", true, VK_FORMAT_ASTC_8x8_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_10x5_sRGB", 0x56, "2222", "RGBA", true, VK_FORMAT_ASTC_10x5_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_10x6_sRGB", 0x57, "2222", "RGBA", true, VK_FORMAT_ASTC_10x6_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_10x8_sRGB", 0x53, "2222", "RGBA", true, VK_FORMAT_ASTC_10x8_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_10x10_sRGB", 0x45, "2222", "RGBA", true, VK_FORMAT_ASTC_10x10_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_12x10_sRGB", 0x54, "2222", "RGBA", true, VK_FORMAT_ASTC_12x10_SRGB_BLOCK, "RGBA"},
    {"RGBA_ASTC_12x12_sRGB", 0x46, "2222", "RGBA", true, VK_FORMAT_ASTC_12x12_SRGB_BLOCK, "RGBA"},
    {"BGR565_Unorm", 0x15, "2222", "BGR1", false, VK_FORMAT_R5G6B5_UNORM_PACK16, "RGB1"},
    {"BGR5_Unorm", 0x14, "2222", "BGR1", false, VK_FORMAT_A1R5G5B5_UNORM_PACK16, "RGB1"},
    {"BGR5A1_Unorm", 0x14, "2222", "BGRA", false, VK_FORMAT_A1R5G5B5_UNORM_PACK16, "RGBA"},
    {"A1BGR5_Unorm", 0x13, "2222", "ABGR", false, VK_FORMAT_R5G5B5A1_UNORM_PACK16, "RGBA"},
    {"BGRX8_Unorm", 0x08, "2222", "BGR1", false, VK_FORMAT_R8G8B8A8_UNORM, "BGR1"},
    {"BGRA8_Unorm", 0x08, "2222", "BGRA", false, VK_FORMAT_R8G8B8A8_UNORM, "BGRA"},
    {"BGRX8_Unorm_sRGB", 0x08, "2222", "BGR1", true, VK_FORMAT_R8G8B8A8_SRGB, "BGR1"},
    {"BGRA8_Unorm_sRGB", 0x08, "2222", "BGRA", true, VK_FORMAT_R8G8B8A8_SRGB, "BGRA"},
    {"R_ETC2_Unorm", 0x19, "2222", "R001", false, VK_FORMAT_EAC_R11_UNORM_BLOCK, "R001"},
    {"R_ETC2_Snorm", 0x19, "1111", "R001", false, VK_FORMAT_EAC_R11_SNORM_BLOCK, "R001"},
    {"RG_ETC2_Unorm", 0x1a, "2222", "RG01", false, VK_FORMAT_EAC_R11G11_UNORM_BLOCK, "RG01"},
    {"RG_ETC2_Snorm", 0x1a, "1111", "RG01", false, VK_FORMAT_EAC_R11G11_SNORM_BLOCK, "RG01"},
    {"RGB_ETC2", 0x06, "2222", "RGB1", false, VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK, "RGB1"},
    {"RGB_PTA_ETC2", 0x0a, "2222", "RGBA", false, VK_FORMAT_ETC2_R8G8B8A1_UNORM_BLOCK, "RGBA"},
    {"RGBA_ETC2", 0x0b, "2222", "RGBA", false, VK_FORMAT_ETC2_R8G8B8A8_UNORM_BLOCK, "RGBA"},
    {"RGB_ETC2_sRGB", 0x06, "2222", "RGB1", true, VK_FORMAT_ETC2_R8G8B8_SRGB_BLOCK, "RGB1"},
    {"RGB_PTA_ETC2_sRGB", 0x0a, "2222", "RGBA", true, VK_FORMAT_ETC2_R8G8B8A1_SRGB_BLOCK, "RGBA"},
    {"RGBA_ETC2_sRGB", 0x0b, "2222", "RGBA", true, VK_FORMAT_ETC2_R8G8B8A8_SRGB_BLOCK, "RGBA"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static struct texture_header header_of(const struct row *r) {
    static const char letters[] = "0?RGBAi1";
    struct texture_header h = {.format = r->number, .srgb = r->srgb};
    for (unsigned i = 0; i < 4; i++) {
        h.component[i] = (uint8_t)(r->types[i] - '0');
        h.source[i] = (uint8_t)(strchr(letters, r->sources[i]) - letters);
    }
    return h;
}

static char letter(VkComponentSwizzle s) {
    static const char letters[] = "?01RGBA"; /* identity, zero, one, R ... */
    return letters[s];
}

static void test_textures(void **state) {
    (void)state;
    assert_int_equal(ROWS, 129);
    for (unsigned i = 0; i < ROWS; i++) {
        const struct row *r = &rows[i];
        const struct texture_header h = header_of(r);
        struct vulkan_format f;
        struct error error;
        if (!format_of_texture(&h, &f, &error))
            fail_msg("%s: %s", r->name, error.text);
        const VkComponentMapping m = format_components(&f, &h);
        const char got[] = {letter(m.r), letter(m.g), letter(m.b), letter(m.a), 0};
        if (f.format != r->format || strcmp(got, r->components))
            fail_msg("%s: format %d not %d, components %s not %s", r->name, f.format, r->format,
                     got, r->components);
        const struct texture_format *t = &texture_formats[r->number];
        assert_int_equal(f.bytes, t->bytes);
        assert_int_equal(f.block_width, t->block_width);
    }
    printf("# count formats %u\n", ROWS);
}

/* A depth texture whose stencil is asked for. */
static void test_stencil(void **state) {
    (void)state;
    const struct texture_header h = {.format = 0x29,
                                     .component = {COMPONENT_UINT, COMPONENT_UNORM},
                                     .source = {SOURCE_R, SOURCE_R, SOURCE_R, SOURCE_ONE_INT}};
    struct vulkan_format f;
    struct error error;
    assert_true(format_of_texture(&h, &f, &error));
    assert_int_equal(f.view, VK_IMAGE_ASPECT_STENCIL_BIT);
    assert_int_equal(f.aspects, VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT);
    assert_int_equal(f.packing, PACKING_STENCIL_LOW);
    const VkComponentMapping m = format_components(&f, &h);
    assert_int_equal(m.r, VK_COMPONENT_SWIZZLE_R);
    assert_int_equal(m.a, VK_COMPONENT_SWIZZLE_ONE);
}

static void test_refused(void **state) {
    (void)state;
    struct vulkan_format f;
    struct error error;
    struct texture_header h = {.format = 0x22, .component = {2, 2, 2, 2}};
    assert_false(format_of_texture(&h, &f, &error));
    assert_non_null(strstr(error.text, "G8B8G8R8"));
    h.format = 0x3f;
    assert_false(format_of_texture(&h, &f, &error));
    h = (struct texture_header){.format = 0x0f, .component = {COMPONENT_UNORM}};
    assert_false(format_of_texture(&h, &f, &error));
    assert_non_null(strstr(error.text, "R32"));
    h = (struct texture_header){.format = 0x08, .component = {2, 2, 1, 2}};
    assert_false(format_of_texture(&h, &f, &error));
    assert_false(format_of_target(0x00, false, &f, &error));
    assert_false(format_of_target(0xf7, false, &f, &error));
    assert_non_null(strstr(error.text, "A8"));
    assert_false(format_of_target(0xff, true, &f, &error));
}

/* A target and a texture over the same bytes are of one class, so that one image serves both. */
static void test_targets(void **state) {
    (void)state;
    static const struct {
        uint8_t target, texture, type, class;
    } pairs[] = {
        {0xcf, 0x08, COMPONENT_UNORM, CLASS_32},  {0xd5, 0x08, COMPONENT_UNORM, CLASS_32},
        {0xd1, 0x09, COMPONENT_UNORM, CLASS_32},  {0xe0, 0x21, COMPONENT_FLOAT, CLASS_32},
        {0xe8, 0x15, COMPONENT_UNORM, CLASS_16},  {0xe9, 0x14, COMPONENT_UNORM, CLASS_16},
        {0xca, 0x03, COMPONENT_FLOAT, CLASS_64},  {0xf3, 0x1d, COMPONENT_UNORM, CLASS_8},
        {0xc0, 0x01, COMPONENT_FLOAT, CLASS_128},
    };
    struct vulkan_format f;
    struct error error;
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        assert_true(format_of_target(pairs[i].target, false, &f, &error));
        assert_int_equal(f.class, pairs[i].class);
        struct texture_header h = {.format = pairs[i].texture};
        memset(h.component, pairs[i].type, 4);
        assert_true(format_of_texture(&h, &f, &error));
        assert_int_equal(f.class, pairs[i].class);
    }
    assert_true(format_of_target(0xe6, false, &f, &error));
    assert_int_equal(f.source[3], SOURCE_ONE_FLOAT);
    assert_true(format_of_target(0x14, true, &f, &error));
    assert_int_equal(f.packing, PACKING_STENCIL_LOW);
}

static void test_classes(void **state) {
    (void)state;
    assert_int_not_equal(known_formats[KNOWN_FORMATS - 1].format, VK_FORMAT_UNDEFINED);
    VkFormat members[CLASS_FORMATS_LIMIT];
    for (unsigned c = 0; c < FORMAT_CLASSES; c++) {
        const unsigned count = format_class_members(c, members);
        unsigned all = 0;
        for (unsigned i = 0; i < KNOWN_FORMATS; i++)
            all += known_formats[i].class == c;
        assert_true(count > 0);
        assert_true(count == all || c == CLASS_ASTC);
    }
    assert_int_equal(format_without_srgb(VK_FORMAT_R8G8B8A8_SRGB), VK_FORMAT_R8G8B8A8_UNORM);
    assert_int_equal(format_without_srgb(VK_FORMAT_B8G8R8A8_SRGB), VK_FORMAT_B8G8R8A8_UNORM);
    assert_int_equal(format_without_srgb(VK_FORMAT_R32_UINT), VK_FORMAT_R32_UINT);
    assert_int_equal(format_of_storage_image(33), VK_FORMAT_R32_UINT);
    assert_int_equal(format_of_storage_image(39), VK_FORMAT_R8_UINT);
    assert_int_equal(format_of_storage_image(40), VK_FORMAT_UNDEFINED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_textures), cmocka_unit_test(test_stencil),
        cmocka_unit_test(test_refused),  cmocka_unit_test(test_targets),
        cmocka_unit_test(test_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
