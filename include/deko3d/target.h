/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_TARGET_H
#define WINDLASS_DEKO3D_TARGET_H

#include "image.h"

#define DK_MAX_RENDER_TARGETS 8

DK_EXTERN_BEGIN

/* Says what is drawn to. The smallest one bounds the area; samples are those of the last colour
 * target.
 * @colorTargets, @numColorTargets: up to 8 views of images with DkImageFlags_UsageRender; NULL:
 *     none in this place.
 * @depthTarget: NULL: neither depth nor stencil. */
void dkCmdBufBindRenderTargets(DkCmdBuf obj, DkImageView const *const colorTargets[],
                               uint32_t numColorTargets, DkImageView const *depthTarget);

/* Clears a target, all layers of its view. Scissor 0 applies, viewports do not.
 * @targetId: 0 to 7.
 * @clearMask: DkColorMask.
 * @clearData: 16 bytes: four floats or integers, as the format has them. */
void dkCmdBufClearColor(DkCmdBuf obj, uint32_t targetId, uint32_t clearMask, const void *clearData);

/* Clears the depth target, all layers of its view. Scissor 0 applies.
 * @clearDepth, @depthValue: whether, and to what, 0 to 1.
 * @stencilMask, @stencilValue: bits of the stencil that are cleared, and to what. */
void dkCmdBufClearDepthStencil(DkCmdBuf obj, bool clearDepth, float depthValue, uint8_t stencilMask,
                               uint8_t stencilValue);

/* What the target holds is of no use any more.
 * @targetId: 0 to 7. */
void dkCmdBufDiscardColor(DkCmdBuf obj, uint32_t targetId);

/* What the depth target holds is of no use any more. */
void dkCmdBufDiscardDepthStencil(DkCmdBuf obj);

/* Lets memory have depths that are only kept as planes, before something other than a draw reads
 * them. */
void dkCmdBufResolveDepthValues(DkCmdBuf obj);

static inline void dkCmdBufBindRenderTarget(DkCmdBuf obj, DkImageView const *colorTarget,
                                            DkImageView const *depthTarget) {
    dkCmdBufBindRenderTargets(obj, &colorTarget, 1, depthTarget);
}

static inline void dkCmdBufClearColorFloat(DkCmdBuf obj, uint32_t targetId, uint32_t clearMask,
                                           float red, float green, float blue, float alpha) {
    const float data[] = {red, green, blue, alpha};
    dkCmdBufClearColor(obj, targetId, clearMask, data);
}

static inline void dkCmdBufClearColorSint(DkCmdBuf obj, uint32_t targetId, uint32_t clearMask,
                                          int32_t red, int32_t green, int32_t blue, int32_t alpha) {
    const int32_t data[] = {red, green, blue, alpha};
    dkCmdBufClearColor(obj, targetId, clearMask, data);
}

static inline void dkCmdBufClearColorUint(DkCmdBuf obj, uint32_t targetId, uint32_t clearMask,
                                          uint32_t red, uint32_t green, uint32_t blue,
                                          uint32_t alpha) {
    const uint32_t data[] = {red, green, blue, alpha};
    dkCmdBufClearColor(obj, targetId, clearMask, data);
}

DK_EXTERN_END

#endif
