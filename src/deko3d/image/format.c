/* SPDX-License-Identifier: MIT */
#include "deko3d/image/format.h"

#include "gpu/texture/descriptor.h"

enum { /* what the rows say in one word */
       INT = IMAGE_INTEGER,
       SRGB = IMAGE_SRGB,
       BLIT = IMAGE_2D,
       DRAW = IMAGE_2D | IMAGE_RENDER,
       ALL = IMAGE_2D | IMAGE_RENDER | IMAGE_LOAD_STORE,
       SHOW = IMAGE_PRESENT,
       DEPTH = IMAGE_DEPTH,
       STENCIL = IMAGE_STENCIL,
};

/* Where the program's x, y, z and w come from. */
#define FROM(x, y, z, w) (SOURCE_##x << 19 | SOURCE_##y << 22 | SOURCE_##z << 25 | SOURCE_##w << 28)
#define RGBA             FROM(R, G, B, A)
#define RGB1             FROM(R, G, B, ONE_FLOAT)
#define RGBI             FROM(R, G, B, ONE_INT)
#define RG01             FROM(R, G, ZERO, ONE_FLOAT)
#define RG0I             FROM(R, G, ZERO, ONE_INT)
#define R001             FROM(R, ZERO, ZERO, ONE_FLOAT)
#define R00I             FROM(R, ZERO, ZERO, ONE_INT)
#define RRR1             FROM(R, R, R, ONE_FLOAT)
#define GGG1             FROM(G, G, G, ONE_FLOAT)
#define BGRA             FROM(B, G, R, A)
#define BGR1             FROM(B, G, R, ONE_FLOAT)
#define ABGR             FROM(A, B, G, R)

/* How the bits of a texture's components are to be read: the first, the others. */
#define TYPES(first, others)                                                                       \
    (COMPONENT_##first << 7 | COMPONENT_##others << 10 | COMPONENT_##others << 13 |                \
     COMPONENT_##others << 16)

/* name, bytes, features, as a target, in the 2D engine, as a texture: number, types, sources */
#define TEXELS(name, size, what, target, two_d, number, type, from)                                \
    [DkImageFormat_##name] = {what, size, 1, 1, target, two_d, number | TYPES(type, type) | (from)}
#define DEPTHS(name, size, what, target, two_d, number, first, others, from)                       \
    [DkImageFormat_##                                                                              \
        name] = {DRAW | (what), size, 1, 1, target, two_d, number | TYPES(first, others) | (from)}
/* The 2D engine takes a block for one texel of floats of that size. */
#define BLOCKS(name, size, width, height, what, number, type, from)                                \
    [DkImageFormat_##name] = {what,                                                                \
                              size,                                                                \
                              width,                                                               \
                              height,                                                              \
                              0,                                                                   \
                              (size) == 8 ? 0xcb : 0xc0,                                           \
                              number | TYPES(type, type) | (from)}

/* Where the 2D engine has no format of the name, it has one of the size that it copies unchanged.
 */
const struct image_format image_formats[DkImageFormat_Count] = {
    TEXELS(R8_Unorm, 1, ALL, 0xf3, 0xf3, 0x1d, UNORM, R001),
    TEXELS(R8_Snorm, 1, ALL, 0xf4, 0xf4, 0x1d, SNORM, R001),
    TEXELS(R8_Uint, 1, INT | ALL, 0xf6, 0xf3, 0x1d, UINT, R00I),
    TEXELS(R8_Sint, 1, INT | ALL, 0xf5, 0xf3, 0x1d, SINT, R00I),
    TEXELS(R16_Float, 2, ALL, 0xf2, 0xf2, 0x1b, FLOAT, R001),
    TEXELS(R16_Unorm, 2, ALL, 0xee, 0xee, 0x1b, UNORM, R001),
    TEXELS(R16_Snorm, 2, ALL, 0xef, 0xef, 0x1b, SNORM, R001),
    TEXELS(R16_Uint, 2, INT | ALL, 0xf1, 0xf2, 0x1b, UINT, R00I),
    TEXELS(R16_Sint, 2, INT | ALL, 0xf0, 0xf2, 0x1b, SINT, R00I),
    TEXELS(R32_Float, 4, ALL, 0xe5, 0xe5, 0x0f, FLOAT, R001),
    TEXELS(R32_Uint, 4, INT | ALL, 0xe4, 0xe5, 0x0f, UINT, R00I),
    TEXELS(R32_Sint, 4, INT | ALL, 0xe3, 0xe5, 0x0f, SINT, R00I),
    TEXELS(RG8_Unorm, 2, ALL, 0xea, 0xea, 0x18, UNORM, RG01),
    TEXELS(RG8_Snorm, 2, ALL, 0xeb, 0xeb, 0x18, SNORM, RG01),
    TEXELS(RG8_Uint, 2, INT | ALL, 0xed, 0xea, 0x18, UINT, RG0I),
    TEXELS(RG8_Sint, 2, INT | ALL, 0xec, 0xea, 0x18, SINT, RG0I),
    TEXELS(RG16_Float, 4, ALL, 0xde, 0xde, 0x0c, FLOAT, RG01),
    TEXELS(RG16_Unorm, 4, ALL, 0xda, 0xda, 0x0c, UNORM, RG01),
    TEXELS(RG16_Snorm, 4, ALL, 0xdb, 0xdb, 0x0c, SNORM, RG01),
    TEXELS(RG16_Uint, 4, INT | ALL, 0xdd, 0xcf, 0x0c, UINT, RG0I),
    TEXELS(RG16_Sint, 4, INT | ALL, 0xdc, 0xcf, 0x0c, SINT, RG0I),
    TEXELS(RG32_Float, 8, ALL, 0xcb, 0xcb, 0x04, FLOAT, RG01),
    TEXELS(RG32_Uint, 8, INT | ALL, 0xcd, 0xcb, 0x04, UINT, RG0I),
    TEXELS(RG32_Sint, 8, INT | ALL, 0xcc, 0xcb, 0x04, SINT, RG0I),
    TEXELS(RGB32_Float, 12, 0, 0x00, 0xf3, 0x02, FLOAT, RGB1),
    TEXELS(RGB32_Uint, 12, INT, 0x00, 0xf3, 0x02, UINT, RGBI),
    TEXELS(RGB32_Sint, 12, INT, 0x00, 0xf3, 0x02, SINT, RGBI),
    TEXELS(RGBA8_Unorm, 4, ALL | SHOW, 0xd5, 0xd5, 0x08, UNORM, RGBA),
    TEXELS(RGBA8_Snorm, 4, ALL, 0xd7, 0xd7, 0x08, SNORM, RGBA),
    TEXELS(RGBA8_Uint, 4, INT | ALL, 0xd9, 0xcf, 0x08, UINT, RGBA),
    TEXELS(RGBA8_Sint, 4, INT | ALL, 0xd8, 0xcf, 0x08, SINT, RGBA),
    TEXELS(RGBA16_Float, 8, ALL, 0xca, 0xca, 0x03, FLOAT, RGBA),
    TEXELS(RGBA16_Unorm, 8, ALL, 0xc6, 0xc6, 0x03, UNORM, RGBA),
    TEXELS(RGBA16_Snorm, 8, ALL, 0xc7, 0xc7, 0x03, SNORM, RGBA),
    TEXELS(RGBA16_Uint, 8, INT | ALL, 0xc9, 0xca, 0x03, UINT, RGBA),
    TEXELS(RGBA16_Sint, 8, INT | ALL, 0xc8, 0xca, 0x03, SINT, RGBA),
    TEXELS(RGBA32_Float, 16, ALL, 0xc0, 0xc0, 0x01, FLOAT, RGBA),
    TEXELS(RGBA32_Uint, 16, INT | ALL, 0xc2, 0xc0, 0x01, UINT, RGBA),
    TEXELS(RGBA32_Sint, 16, INT | ALL, 0xc1, 0xc0, 0x01, SINT, RGBA),
    DEPTHS(S8, 1, STENCIL, 0x17, 0xf3, 0x1d, UINT, UINT, R00I),
    DEPTHS(Z16, 2, DEPTH, 0x13, 0xee, 0x3a, UNORM, UNORM, GGG1),
    DEPTHS(Z24X8, 4, DEPTH, 0x14, 0xcf, 0x29, UINT, UNORM, GGG1),
    DEPTHS(ZF32, 4, DEPTH, 0x0a, 0xe5, 0x2f, FLOAT, FLOAT, RRR1),
    DEPTHS(Z24S8, 4, DEPTH | STENCIL, 0x14, 0xcf, 0x29, UINT, UNORM, GGG1),
    [DkImageFormat_ZF32_X24S8] = {DRAW | DEPTH | STENCIL, 8, 1, 1, 0x19, 0xcb,
                                  0x30 | COMPONENT_FLOAT << 7 | COMPONENT_UINT << 10 |
                                      COMPONENT_UNORM << 13 | COMPONENT_UNORM << 16 | RRR1},
    TEXELS(RGBX8_Unorm_sRGB, 4, SRGB | DRAW | SHOW, 0xfa, 0xfa, 0x08, UNORM, RGB1),
    TEXELS(RGBA8_Unorm_sRGB, 4, SRGB | DRAW | SHOW, 0xd6, 0xd6, 0x08, UNORM, RGBA),
    TEXELS(RGBA4_Unorm, 2, BLIT, 0x00, 0xe9, 0x12, UNORM, RGBA),
    TEXELS(RGB5_Unorm, 2, BLIT, 0x00, 0xf8, 0x14, UNORM, RGB1),
    TEXELS(RGB5A1_Unorm, 2, BLIT, 0x00, 0xe9, 0x14, UNORM, RGBA),
    TEXELS(RGB565_Unorm, 2, BLIT, 0x00, 0xe8, 0x15, UNORM, RGB1),
    TEXELS(RGB10A2_Unorm, 4, ALL, 0xd1, 0xd1, 0x09, UNORM, RGBA),
    TEXELS(RGB10A2_Uint, 4, INT | ALL, 0xd2, 0xd1, 0x09, UINT, RGBA),
    TEXELS(RG11B10_Float, 4, ALL, 0xe0, 0xe0, 0x21, FLOAT, RGB1),
    TEXELS(E5BGR9_Float, 4, BLIT, 0x00, 0xcf, 0x20, FLOAT, RGB1),
    BLOCKS(RGB_BC1, 8, 4, 4, BLIT, 0x24, UNORM, RGB1),
    BLOCKS(RGBA_BC1, 8, 4, 4, BLIT, 0x24, UNORM, RGBA),
    BLOCKS(RGBA_BC2, 16, 4, 4, BLIT, 0x25, UNORM, RGBA),
    BLOCKS(RGBA_BC3, 16, 4, 4, BLIT, 0x26, UNORM, RGBA),
    BLOCKS(RGB_BC1_sRGB, 8, 4, 4, SRGB | BLIT, 0x24, UNORM, RGB1),
    BLOCKS(RGBA_BC1_sRGB, 8, 4, 4, SRGB | BLIT, 0x24, UNORM, RGBA),
    BLOCKS(RGBA_BC2_sRGB, 16, 4, 4, SRGB | BLIT, 0x25, UNORM, RGBA),
    BLOCKS(RGBA_BC3_sRGB, 16, 4, 4, SRGB | BLIT, 0x26, UNORM, RGBA),
    BLOCKS(R_BC4_Unorm, 8, 4, 4, BLIT, 0x27, UNORM, R001),
    BLOCKS(R_BC4_Snorm, 8, 4, 4, BLIT, 0x27, SNORM, R001),
    BLOCKS(RG_BC5_Unorm, 16, 4, 4, BLIT, 0x28, UNORM, RG01),
    BLOCKS(RG_BC5_Snorm, 16, 4, 4, BLIT, 0x28, SNORM, RG01),
    BLOCKS(RGBA_BC7_Unorm, 16, 4, 4, BLIT, 0x17, UNORM, RGBA),
    BLOCKS(RGBA_BC7_Unorm_sRGB, 16, 4, 4, SRGB | BLIT, 0x17, UNORM, RGBA),
    BLOCKS(RGBA_BC6H_SF16_Float, 16, 4, 4, BLIT, 0x10, FLOAT, RGB1),
    BLOCKS(RGBA_BC6H_UF16_Float, 16, 4, 4, BLIT, 0x11, FLOAT, RGB1),
    TEXELS(RGBX8_Unorm, 4, DRAW | SHOW, 0xf9, 0xf9, 0x08, UNORM, RGB1),
    TEXELS(RGBX8_Snorm, 4, DRAW, 0xd7, 0xd7, 0x08, SNORM, RGB1),
    TEXELS(RGBX8_Uint, 4, INT | DRAW, 0xd9, 0xcf, 0x08, UINT, RGBI),
    TEXELS(RGBX8_Sint, 4, INT | DRAW, 0xd8, 0xcf, 0x08, SINT, RGBI),
    TEXELS(RGBX16_Float, 8, DRAW, 0xce, 0xce, 0x03, FLOAT, RGB1),
    TEXELS(RGBX16_Unorm, 8, DRAW, 0xc6, 0xc6, 0x03, UNORM, RGB1),
    TEXELS(RGBX16_Snorm, 8, DRAW, 0xc7, 0xc7, 0x03, SNORM, RGB1),
    TEXELS(RGBX16_Uint, 8, INT | DRAW, 0xc9, 0xca, 0x03, UINT, RGBI),
    TEXELS(RGBX16_Sint, 8, INT | DRAW, 0xc8, 0xca, 0x03, SINT, RGBI),
    TEXELS(RGBX32_Float, 16, DRAW, 0xc3, 0xc3, 0x01, FLOAT, RGB1),
    TEXELS(RGBX32_Uint, 16, INT | DRAW, 0xc5, 0xc0, 0x01, UINT, RGBI),
    TEXELS(RGBX32_Sint, 16, INT | DRAW, 0xc4, 0xc0, 0x01, SINT, RGBI),
    BLOCKS(RGBA_ASTC_4x4, 16, 4, 4, BLIT, 0x40, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_5x4, 16, 5, 4, BLIT, 0x50, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_5x5, 16, 5, 5, BLIT, 0x41, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_6x5, 16, 6, 5, BLIT, 0x51, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_6x6, 16, 6, 6, BLIT, 0x42, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_8x5, 16, 8, 5, BLIT, 0x55, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_8x6, 16, 8, 6, BLIT, 0x52, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_8x8, 16, 8, 8, BLIT, 0x44, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_10x5, 16, 10, 5, BLIT, 0x56, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_10x6, 16, 10, 6, BLIT, 0x57, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_10x8, 16, 10, 8, BLIT, 0x53, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_10x10, 16, 10, 10, BLIT, 0x45, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_12x10, 16, 12, 10, BLIT, 0x54, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_12x12, 16, 12, 12, BLIT, 0x46, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_4x4_sRGB, 16, 4, 4, SRGB | BLIT, 0x40, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_5x4_sRGB, 16, 5, 4, SRGB | BLIT, 0x50, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_5x5_sRGB, 16, 5, 5, SRGB | BLIT, 0x41, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_6x5_sRGB, 16, 6, 5, SRGB | BLIT, 0x51, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_6x6_sRGB, 16, 6, 6, SRGB | BLIT, 0x42, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_8x5_sRGB, 16, 8, 5, SRGB | BLIT, 0x55, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_8x6_sRGB, 16, 8, 6, SRGB | BLIT, 0x52, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_8x8_sRGB, 16, 8, 8, SRGB | BLIT, 0x44, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_10x5_sRGB, 16, 10, 5, SRGB | BLIT, 0x56, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_10x6_sRGB, 16, 10, 6, SRGB | BLIT, 0x57, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_10x8_sRGB, 16, 10, 8, SRGB | BLIT, 0x53, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_10x10_sRGB, 16, 10, 10, SRGB | BLIT, 0x45, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_12x10_sRGB, 16, 12, 10, SRGB | BLIT, 0x54, UNORM, RGBA),
    BLOCKS(RGBA_ASTC_12x12_sRGB, 16, 12, 12, SRGB | BLIT, 0x46, UNORM, RGBA),
    TEXELS(BGR565_Unorm, 2, DRAW | SHOW, 0xe8, 0xe8, 0x15, UNORM, BGR1),
    TEXELS(BGR5_Unorm, 2, DRAW, 0xf8, 0xfb, 0x14, UNORM, BGR1),
    TEXELS(BGR5A1_Unorm, 2, DRAW, 0xe9, 0xe9, 0x14, UNORM, BGRA),
    TEXELS(A1BGR5_Unorm, 2, BLIT, 0x00, 0xe9, 0x13, UNORM, ABGR),
    TEXELS(BGRX8_Unorm, 4, DRAW, 0xe6, 0xe6, 0x08, UNORM, BGR1),
    TEXELS(BGRA8_Unorm, 4, ALL | SHOW, 0xcf, 0xcf, 0x08, UNORM, BGRA),
    TEXELS(BGRX8_Unorm_sRGB, 4, SRGB | DRAW, 0xe7, 0xe7, 0x08, UNORM, BGR1),
    TEXELS(BGRA8_Unorm_sRGB, 4, SRGB | DRAW | SHOW, 0xd0, 0xd0, 0x08, UNORM, BGRA),
    BLOCKS(R_ETC2_Unorm, 8, 4, 4, BLIT, 0x19, UNORM, R001),
    BLOCKS(R_ETC2_Snorm, 8, 4, 4, BLIT, 0x19, SNORM, R001),
    BLOCKS(RG_ETC2_Unorm, 16, 4, 4, BLIT, 0x1a, UNORM, RG01),
    BLOCKS(RG_ETC2_Snorm, 16, 4, 4, BLIT, 0x1a, SNORM, RG01),
    BLOCKS(RGB_ETC2, 8, 4, 4, BLIT, 0x06, UNORM, RGB1),
    BLOCKS(RGB_PTA_ETC2, 8, 4, 4, BLIT, 0x0a, UNORM, RGBA),
    BLOCKS(RGBA_ETC2, 16, 4, 4, BLIT, 0x0b, UNORM, RGBA),
    BLOCKS(RGB_ETC2_sRGB, 8, 4, 4, SRGB | BLIT, 0x06, UNORM, RGB1),
    BLOCKS(RGB_PTA_ETC2_sRGB, 8, 4, 4, SRGB | BLIT, 0x0a, UNORM, RGBA),
    BLOCKS(RGBA_ETC2_sRGB, 16, 4, 4, SRGB | BLIT, 0x0b, UNORM, RGBA),
};

uint32_t dkImageFormatGetFlags(DkImageFormat format) {
    static const struct {
        uint32_t feature, flag;
    } pairs[] = {
        {IMAGE_RENDER, DkImageFlags_UsageRender},
        {IMAGE_LOAD_STORE, DkImageFlags_UsageLoadStore},
        {IMAGE_PRESENT, DkImageFlags_UsagePresent},
        {IMAGE_2D, DkImageFlags_Usage2DEngine},
        {IMAGE_INTEGER, DkImageFormatFlags_IsInt},
        {IMAGE_DEPTH | IMAGE_STENCIL, DkImageFormatFlags_IsDepth},
    };
    uint32_t flags = 0;
    if ((unsigned)format >= DkImageFormat_Count)
        return 0;
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (image_formats[format].features & pairs[i].feature)
            flags |= pairs[i].flag;
    return flags;
}
