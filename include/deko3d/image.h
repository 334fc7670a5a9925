/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_IMAGE_H
#define WINDLASS_DEKO3D_IMAGE_H

#include "base.h"
#include "format.h"

#define DK_IMAGE_DESCRIPTOR_ALIGNMENT    0x20
#define DK_IMAGE_LINEAR_STRIDE_ALIGNMENT 32

typedef enum DkImageType {
    DkImageType_None = 0,
    DkImageType_1D = 1,
    DkImageType_2D = 2,
    DkImageType_3D = 3,
    DkImageType_1DArray = 4,
    DkImageType_2DArray = 5,
    DkImageType_2DMS = 6,
    DkImageType_2DMSArray = 7,
    DkImageType_Rectangle = 8,
    DkImageType_Cubemap = 9,
    DkImageType_CubemapArray = 10,
    DkImageType_Buffer = 11,
} DkImageType;

enum {
    DkImageFlags_BlockLinear = 0 << 0,
    DkImageFlags_PitchLinear = 1 << 0, /* rows one behind the other */
    DkImageFlags_CustomTileSize = 1 << 1,
    DkImageFlags_HwCompression = 1 << 2,
    DkImageFlags_Z16EnableZbc = 1 << 3,

    DkImageFlags_UsageRender = 1 << 8,
    DkImageFlags_UsageLoadStore = 1 << 9, /* by shaders */
    DkImageFlags_UsagePresent = 1 << 10,
    DkImageFlags_Usage2DEngine = 1 << 11, /* dkCmdBufBlitImage, dkCmdBufResolveImage */
    DkImageFlags_UsageVideo = 1 << 12,

    /* What dkImageFormatGetFlags says besides. */
    DkImageFormatFlags_IsInt = 1 << 16,
    DkImageFormatFlags_IsDepth = 1 << 17,
};

typedef enum DkImageSwizzle {
    DkImageSwizzle_Zero = 0,
    DkImageSwizzle_One = 1,
    DkImageSwizzle_Red = 2,
    DkImageSwizzle_Green = 3,
    DkImageSwizzle_Blue = 4,
    DkImageSwizzle_Alpha = 5,
} DkImageSwizzle;

typedef enum DkMsMode {
    DkMsMode_1x = 0,
    DkMsMode_2x = 1,
    DkMsMode_4x = 2,
    DkMsMode_8x = 3,
} DkMsMode;

typedef enum DkDsSource {
    DkDsSource_Depth = 0,
    DkDsSource_Stencil = 1,
} DkDsSource;

/* How many GOBs (64 bytes by 8 rows) stand on each other in a block. */
typedef enum DkTileSize {
    DkTileSize_OneGob = 0,
    DkTileSize_TwoGobs = 1,
    DkTileSize_FourGobs = 2,
    DkTileSize_EightGobs = 3,
    DkTileSize_SixteenGobs = 4,
    DkTileSize_ThirtyTwoGobs = 5,
} DkTileSize;

typedef struct DkImageLayoutMaker {
    DkDevice device;
    DkImageType type;
    uint32_t flags;
    DkImageFormat format;
    DkMsMode msMode;
    uint32_t dimensions[3]; /* texels; layers of arrays are the last one that the type has */
    uint32_t mipLevels;
    union {
        uint32_t pitchStride; /* DkImageFlags_PitchLinear: bytes from row to row */
        DkTileSize tileSize;  /* DkImageFlags_CustomTileSize */
    };
} DkImageLayoutMaker;

DK_CONSTEXPR void dkImageLayoutMakerDefaults(DkImageLayoutMaker *maker, DkDevice device) {
    maker->device = device;
    maker->type = DkImageType_2D;
    maker->flags = 0;
    maker->format = DkImageFormat_None;
    maker->msMode = DkMsMode_1x;
    for (int i = 0; i < 3; i++)
        maker->dimensions[i] = 0;
    maker->mipLevels = 1;
    maker->pitchStride = 0;
}

typedef struct DkImageView {
    DkImage const *pImage;
    DkImageType type;     /* None: the image's */
    DkImageFormat format; /* None: the image's */
    DkImageSwizzle swizzle[4];
    DkDsSource dsSource;
    uint16_t layerOffset;
    uint16_t layerCount; /* 0: all behind the first one */
    uint8_t mipLevelOffset;
    uint8_t mipLevelCount; /* 0: all behind the first one */
} DkImageView;

DK_CONSTEXPR void dkImageViewDefaults(DkImageView *obj, DkImage const *pImage) {
    obj->pImage = pImage;
    obj->type = DkImageType_None;
    obj->format = DkImageFormat_None;
    obj->swizzle[0] = DkImageSwizzle_Red;
    obj->swizzle[1] = DkImageSwizzle_Green;
    obj->swizzle[2] = DkImageSwizzle_Blue;
    obj->swizzle[3] = DkImageSwizzle_Alpha;
    obj->dsSource = DkDsSource_Depth;
    obj->layerOffset = 0;
    obj->layerCount = 0;
    obj->mipLevelOffset = 0;
    obj->mipLevelCount = 0;
}

DK_CONSTEXPR DkResHandle dkMakeImageHandle(uint32_t id) {
    return id & 0xfffff;
}

DK_CONSTEXPR DkResHandle dkMakeSamplerHandle(uint32_t id) {
    return id << 20;
}

DK_CONSTEXPR DkResHandle dkMakeTextureHandle(uint32_t imageId, uint32_t samplerId) {
    return dkMakeImageHandle(imageId) | dkMakeSamplerHandle(samplerId);
}

DK_EXTERN_BEGIN

/* @format: any of DkImageFormat.
 * @returns: DkImageFlags_Usage... that images of the format may have, DkImageFormatFlags_... */
uint32_t dkImageFormatGetFlags(DkImageFormat format);

/* Computes how an image lies in memory.
 * @maker: type, format, sizes in texels; for array types the last size is layers, for cubes
 *     cubes. */
void dkImageLayoutInitialize(DkImageLayout *obj, DkImageLayoutMaker const *maker);

/* @returns: bytes. */
uint64_t dkImageLayoutGetSize(DkImageLayout const *obj);

/* @returns: bytes, a power of two. */
uint32_t dkImageLayoutGetAlignment(DkImageLayout const *obj);

/* Places an image in a memory block. Nothing is written.
 * @layout: is copied.
 * @memBlock: with DkMemBlockFlags_Image, but for pitch-linear images.
 * @offset: bytes of the block, a multiple of the layout's alignment. */
void dkImageInitialize(DkImage *obj, DkImageLayout const *layout, DkMemBlock memBlock,
                       uint32_t offset);

/* @returns: where the GPU finds the image. */
DkGpuAddr dkImageGetGpuAddr(DkImage const *obj);

/* Writes the 32 bytes that shaders find a texture or an image by.
 * @view: the image, and what of it.
 * @usesLoadOrStore: for bindings of images; needs DkImageFlags_UsageLoadStore.
 * @decayMS: samples of a pixel become texels of their own. */
void dkImageDescriptorInitialize(DkImageDescriptor *obj, DkImageView const *view,
                                 bool usesLoadOrStore, bool decayMS);

/* An image begins with its layout. */
static inline DkImageLayout const *dkImageGetLayout(DkImage const *obj) {
    return (DkImageLayout const *)obj;
}

DK_EXTERN_END

#endif
