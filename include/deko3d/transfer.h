/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_TRANSFER_H
#define WINDLASS_DEKO3D_TRANSFER_H

#include "image.h"

enum {
    DkBlitFlag_Flip_Mask = 7 << 0,
    DkBlitFlag_FlipX = 1 << 0,
    DkBlitFlag_FlipY = 1 << 1,
    DkBlitFlag_FlipZ = 1 << 2,

    DkBlitFlag_Filter_Mask = 1 << 4,
    DkBlitFlag_FilterNearest = 0 << 4,
    DkBlitFlag_FilterLinear = 1 << 4,

    DkBlitFlag_Mode_Mask = 7 << 5,
    DkBlitFlag_ModeBlit = 0 << 5,
    DkBlitFlag_ModeAlphaMask = 1 << 5,
    DkBlitFlag_ModeAlphaBlend = 2 << 5,
    DkBlitFlag_ModePremultBlit = 3 << 5,
    DkBlitFlag_ModePremultBlend = 4 << 5,
};

typedef struct DkImageRect {
    uint32_t x;
    uint32_t y;
    uint32_t z;
    uint32_t width;
    uint32_t height;
    uint32_t depth;
} DkImageRect;

/* rowLength and imageHeight are bytes, whatever their names: from row to row and from layer to
 * layer; 0: without gaps. */
typedef struct DkCopyBuf {
    DkGpuAddr addr;
    uint32_t rowLength;
    uint32_t imageHeight;
} DkCopyBuf;

DK_EXTERN_BEGIN

/* Changes a part of a uniform buffer between draws: draws before it see what was there.
 * @uboAddr, @uboSize: the buffer, multiples of DK_UNIFORM_BUF_ALIGNMENT.
 * @offset, @size: bytes of the buffer, multiples of 4, at most 0x7ffc.
 * @data: is copied into the commands. */
void dkCmdBufPushConstants(DkCmdBuf obj, DkGpuAddr uboAddr, uint32_t uboSize, uint32_t offset,
                           uint32_t size, const void *data);

/* Writes memory on the GPU, in the order of commands. Shaders that read it need a barrier
 * between.
 * @addr: where.
 * @data, @size: is copied into the commands; bytes, a multiple of 4, at most 0x7ffc. */
void dkCmdBufPushData(DkCmdBuf obj, DkGpuAddr addr, const void *data, uint32_t size);

/* Copies memory.
 * @srcAddr, @dstAddr: where; they must not overlap.
 * @size: bytes. */
void dkCmdBufCopyBuffer(DkCmdBuf obj, DkGpuAddr srcAddr, DkGpuAddr dstAddr, uint32_t size);

/* Copies texels between images whose blocks have as many bytes.
 * @srcView, @dstView: the images.
 * @srcRect, @dstRect: texels, layers or slices; of one size.
 * @flags: DkBlitFlag_FlipZ; others do nothing. */
void dkCmdBufCopyImage(DkCmdBuf obj, DkImageView const *srcView, DkImageRect const *srcRect,
                       DkImageView const *dstView, DkImageRect const *dstRect, uint32_t flags);

/* Copies texels, scales and converts them.
 * @srcView, @dstView: images with DkImageFlags_Usage2DEngine.
 * @srcRect, @dstRect: texels; as deep.
 * @flags: DkBlitFlag.
 * @factor: of the premultiplied modes: R, G, B, A of 8 bits. */
void dkCmdBufBlitImage(DkCmdBuf obj, DkImageView const *srcView, DkImageRect const *srcRect,
                       DkImageView const *dstView, DkImageRect const *dstRect, uint32_t flags,
                       uint32_t factor);

/* Makes one sample of several.
 * @srcView: with several samples, without layers.
 * @dstView: of the same size, with one. */
void dkCmdBufResolveImage(DkCmdBuf obj, DkImageView const *srcView, DkImageView const *dstView);

/* Copies texels from memory.
 * @src: where rows and layers are, in bytes.
 * @dstView, @dstRect: texels, layers or slices.
 * @flags: DkBlitFlag_Flip; FlipX needs an image with DkImageFlags_Usage2DEngine, and rows and an
 *     address in multiples of 32 bytes. */
void dkCmdBufCopyBufferToImage(DkCmdBuf obj, DkCopyBuf const *src, DkImageView const *dstView,
                               DkImageRect const *dstRect, uint32_t flags);

/* Copies texels to memory.
 * @srcView, @srcRect: texels, layers or slices.
 * @dst: where rows and layers are, in bytes.
 * @flags: DkBlitFlag_Flip; FlipX as of dkCmdBufCopyBufferToImage. */
void dkCmdBufCopyImageToBuffer(DkCmdBuf obj, DkImageView const *srcView, DkImageRect const *srcRect,
                               DkCopyBuf const *dst, uint32_t flags);

DK_EXTERN_END

#endif
