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

void dkCmdBufPushConstants(DkCmdBuf obj, DkGpuAddr uboAddr, uint32_t uboSize, uint32_t offset,
                           uint32_t size, const void *data);
void dkCmdBufPushData(DkCmdBuf obj, DkGpuAddr addr, const void *data, uint32_t size);
void dkCmdBufCopyBuffer(DkCmdBuf obj, DkGpuAddr srcAddr, DkGpuAddr dstAddr, uint32_t size);
void dkCmdBufCopyImage(DkCmdBuf obj, DkImageView const *srcView, DkImageRect const *srcRect,
                       DkImageView const *dstView, DkImageRect const *dstRect, uint32_t flags);
void dkCmdBufBlitImage(DkCmdBuf obj, DkImageView const *srcView, DkImageRect const *srcRect,
                       DkImageView const *dstView, DkImageRect const *dstRect, uint32_t flags,
                       uint32_t factor);
void dkCmdBufResolveImage(DkCmdBuf obj, DkImageView const *srcView, DkImageView const *dstView);
void dkCmdBufCopyBufferToImage(DkCmdBuf obj, DkCopyBuf const *src, DkImageView const *dstView,
                               DkImageRect const *dstRect, uint32_t flags);
void dkCmdBufCopyImageToBuffer(DkCmdBuf obj, DkImageView const *srcView, DkImageRect const *srcRect,
                               DkCopyBuf const *dst, uint32_t flags);

DK_EXTERN_END

#endif
