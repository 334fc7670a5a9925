/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_TARGET_H
#define WINDLASS_DEKO3D_TARGET_H

#include "image.h"

#define DK_MAX_RENDER_TARGETS 8

DK_EXTERN_BEGIN

/* depthTarget, and targets: NULL where there is none. */
void dkCmdBufBindRenderTargets(DkCmdBuf obj, DkImageView const *const colorTargets[],
                               uint32_t numColorTargets, DkImageView const *depthTarget);

/* clearData: 16 bytes, four floats or integers as the target has them; scissor 0 applies. */
void dkCmdBufClearColor(DkCmdBuf obj, uint32_t targetId, uint32_t clearMask, const void *clearData);
void dkCmdBufClearDepthStencil(DkCmdBuf obj, bool clearDepth, float depthValue, uint8_t stencilMask,
                               uint8_t stencilValue);
void dkCmdBufDiscardColor(DkCmdBuf obj, uint32_t targetId);
void dkCmdBufDiscardDepthStencil(DkCmdBuf obj);
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
