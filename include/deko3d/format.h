/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_FORMAT_H
#define WINDLASS_DEKO3D_FORMAT_H

/* Texels: components from the lowest bits up. X: there, and of no meaning. ETC2 of colours without
 * alpha is ETC1 as well; PTA: alpha of one bit. */
typedef enum DkImageFormat {
    DkImageFormat_None,

    DkImageFormat_R8_Unorm,
    DkImageFormat_R8_Snorm,
    DkImageFormat_R8_Uint,
    DkImageFormat_R8_Sint,

    DkImageFormat_R16_Float,
    DkImageFormat_R16_Unorm,
    DkImageFormat_R16_Snorm,
    DkImageFormat_R16_Uint,
    DkImageFormat_R16_Sint,

    DkImageFormat_R32_Float,
    DkImageFormat_R32_Uint,
    DkImageFormat_R32_Sint,

    DkImageFormat_RG8_Unorm,
    DkImageFormat_RG8_Snorm,
    DkImageFormat_RG8_Uint,
    DkImageFormat_RG8_Sint,

    DkImageFormat_RG16_Float,
    DkImageFormat_RG16_Unorm,
    DkImageFormat_RG16_Snorm,
    DkImageFormat_RG16_Uint,
    DkImageFormat_RG16_Sint,

    DkImageFormat_RG32_Float,
    DkImageFormat_RG32_Uint,
    DkImageFormat_RG32_Sint,

    DkImageFormat_RGB32_Float,
    DkImageFormat_RGB32_Uint,
    DkImageFormat_RGB32_Sint,

    DkImageFormat_RGBA8_Unorm,
    DkImageFormat_RGBA8_Snorm,
    DkImageFormat_RGBA8_Uint,
    DkImageFormat_RGBA8_Sint,

    DkImageFormat_RGBA16_Float,
    DkImageFormat_RGBA16_Unorm,
    DkImageFormat_RGBA16_Snorm,
    DkImageFormat_RGBA16_Uint,
    DkImageFormat_RGBA16_Sint,

    DkImageFormat_RGBA32_Float,
    DkImageFormat_RGBA32_Uint,
    DkImageFormat_RGBA32_Sint,

    DkImageFormat_S8,
    DkImageFormat_Z16,
    DkImageFormat_Z24X8,
    DkImageFormat_ZF32,
    DkImageFormat_Z24S8,
    DkImageFormat_ZF32_X24S8,

    DkImageFormat_RGBX8_Unorm_sRGB,
    DkImageFormat_RGBA8_Unorm_sRGB,

    DkImageFormat_RGBA4_Unorm,
    DkImageFormat_RGB5_Unorm,
    DkImageFormat_RGB5A1_Unorm,
    DkImageFormat_RGB565_Unorm,

    DkImageFormat_RGB10A2_Unorm,
    DkImageFormat_RGB10A2_Uint,
    DkImageFormat_RG11B10_Float,
    DkImageFormat_E5BGR9_Float,

    DkImageFormat_RGB_BC1,
    DkImageFormat_RGBA_BC1,
    DkImageFormat_RGBA_BC2,
    DkImageFormat_RGBA_BC3,
    DkImageFormat_RGB_BC1_sRGB,
    DkImageFormat_RGBA_BC1_sRGB,
    DkImageFormat_RGBA_BC2_sRGB,
    DkImageFormat_RGBA_BC3_sRGB,

    DkImageFormat_R_BC4_Unorm,
    DkImageFormat_R_BC4_Snorm,
    DkImageFormat_RG_BC5_Unorm,
    DkImageFormat_RG_BC5_Snorm,
    DkImageFormat_RGBA_BC7_Unorm,
    DkImageFormat_RGBA_BC7_Unorm_sRGB,
    DkImageFormat_RGBA_BC6H_SF16_Float,
    DkImageFormat_RGBA_BC6H_UF16_Float,

    DkImageFormat_RGBX8_Unorm,
    DkImageFormat_RGBX8_Snorm,
    DkImageFormat_RGBX8_Uint,
    DkImageFormat_RGBX8_Sint,

    DkImageFormat_RGBX16_Float,
    DkImageFormat_RGBX16_Unorm,
    DkImageFormat_RGBX16_Snorm,
    DkImageFormat_RGBX16_Uint,
    DkImageFormat_RGBX16_Sint,

    DkImageFormat_RGBX32_Float,
    DkImageFormat_RGBX32_Uint,
    DkImageFormat_RGBX32_Sint,

    DkImageFormat_RGBA_ASTC_4x4,
    DkImageFormat_RGBA_ASTC_5x4,
    DkImageFormat_RGBA_ASTC_5x5,
    DkImageFormat_RGBA_ASTC_6x5,
    DkImageFormat_RGBA_ASTC_6x6,
    DkImageFormat_RGBA_ASTC_8x5,
    DkImageFormat_RGBA_ASTC_8x6,
    DkImageFormat_RGBA_ASTC_8x8,
    DkImageFormat_RGBA_ASTC_10x5,
    DkImageFormat_RGBA_ASTC_10x6,
    DkImageFormat_RGBA_ASTC_10x8,
    DkImageFormat_RGBA_ASTC_10x10,
    DkImageFormat_RGBA_ASTC_12x10,
    DkImageFormat_RGBA_ASTC_12x12,

    DkImageFormat_RGBA_ASTC_4x4_sRGB,
    DkImageFormat_RGBA_ASTC_5x4_sRGB,
    DkImageFormat_RGBA_ASTC_5x5_sRGB,
    DkImageFormat_RGBA_ASTC_6x5_sRGB,
    DkImageFormat_RGBA_ASTC_6x6_sRGB,
    DkImageFormat_RGBA_ASTC_8x5_sRGB,
    DkImageFormat_RGBA_ASTC_8x6_sRGB,
    DkImageFormat_RGBA_ASTC_8x8_sRGB,
    DkImageFormat_RGBA_ASTC_10x5_sRGB,
    DkImageFormat_RGBA_ASTC_10x6_sRGB,
    DkImageFormat_RGBA_ASTC_10x8_sRGB,
    DkImageFormat_RGBA_ASTC_10x10_sRGB,
    DkImageFormat_RGBA_ASTC_12x10_sRGB,
    DkImageFormat_RGBA_ASTC_12x12_sRGB,

    DkImageFormat_BGR565_Unorm,
    DkImageFormat_BGR5_Unorm,
    DkImageFormat_BGR5A1_Unorm,
    DkImageFormat_A1BGR5_Unorm,

    DkImageFormat_BGRX8_Unorm,
    DkImageFormat_BGRA8_Unorm,
    DkImageFormat_BGRX8_Unorm_sRGB,
    DkImageFormat_BGRA8_Unorm_sRGB,

    DkImageFormat_R_ETC2_Unorm,
    DkImageFormat_R_ETC2_Snorm,
    DkImageFormat_RG_ETC2_Unorm,
    DkImageFormat_RG_ETC2_Snorm,

    DkImageFormat_RGB_ETC2,
    DkImageFormat_RGB_PTA_ETC2,
    DkImageFormat_RGBA_ETC2,
    DkImageFormat_RGB_ETC2_sRGB,
    DkImageFormat_RGB_PTA_ETC2_sRGB,
    DkImageFormat_RGBA_ETC2_sRGB,

    DkImageFormat_Count,
} DkImageFormat;

#endif
