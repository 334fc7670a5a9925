/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_DYNAMIC_H
#define WINDLASS_DEKO3D_DYNAMIC_H

#include "state.h"

#define DK_NUM_VIEWPORTS 16
#define DK_NUM_SCISSORS  16

typedef struct DkViewport {
    float x; /* pixels */
    float y;
    float width;
    float height;
    float near; /* depth */
    float far;
} DkViewport;

typedef enum DkSwizzle {
    DkSwizzle_PositiveX = 0,
    DkSwizzle_NegativeX = 1,
    DkSwizzle_PositiveY = 2,
    DkSwizzle_NegativeY = 3,
    DkSwizzle_PositiveZ = 4,
    DkSwizzle_NegativeZ = 5,
    DkSwizzle_PositiveW = 6,
    DkSwizzle_NegativeW = 7,
} DkSwizzle;

typedef struct DkViewportSwizzle {
    DkSwizzle x;
    DkSwizzle y;
    DkSwizzle z;
    DkSwizzle w;
} DkViewportSwizzle;

typedef struct DkScissor {
    uint32_t x;
    uint32_t y;
    uint32_t width;
    uint32_t height;
} DkScissor;

typedef enum DkTiledCacheOp {
    DkTiledCacheOp_Disable = 0,
    DkTiledCacheOp_Enable = 1,
    DkTiledCacheOp_Flush = 2,
    DkTiledCacheOp_FlushAlt = 3,
    DkTiledCacheOp_UnkDisable = 4,
    DkTiledCacheOp_UnkEnable = 5,
} DkTiledCacheOp;

DK_EXTERN_BEGIN

void dkCmdBufSetViewports(DkCmdBuf obj, uint32_t firstId, DkViewport const viewports[],
                          uint32_t numViewports);
void dkCmdBufSetViewportSwizzles(DkCmdBuf obj, uint32_t firstId, DkViewportSwizzle const swizzles[],
                                 uint32_t numSwizzles);
void dkCmdBufSetSubpixelPrecisionBias(DkCmdBuf obj, uint32_t xbits, uint32_t ybits);
void dkCmdBufSetScissors(DkCmdBuf obj, uint32_t firstId, DkScissor const scissors[],
                         uint32_t numScissors);
void dkCmdBufSetDepthBias(DkCmdBuf obj, float constantFactor, float clamp, float slopeFactor);
void dkCmdBufSetPointSize(DkCmdBuf obj, float size);
void dkCmdBufSetLineWidth(DkCmdBuf obj, float width);
void dkCmdBufSetLineStipple(DkCmdBuf obj, bool enable, uint32_t factor, uint16_t pattern);
void dkCmdBufSetPolygonStipple(DkCmdBuf obj, uint32_t const pattern[32]);
void dkCmdBufSetConservativeRasterEnable(DkCmdBuf obj, bool enable);
void dkCmdBufSetConservativeRasterDilate(DkCmdBuf obj, float dilate);
void dkCmdBufSetSampleMask(DkCmdBuf obj, uint32_t mask);
void dkCmdBufSetCoverageModulationTable(DkCmdBuf obj, float const table[16]);
void dkCmdBufSetDepthBounds(DkCmdBuf obj, bool enable, float near, float far);
void dkCmdBufSetAlphaRef(DkCmdBuf obj, float ref);
void dkCmdBufSetBlendConst(DkCmdBuf obj, float red, float green, float blue, float alpha);
void dkCmdBufSetStencil(DkCmdBuf obj, DkFace face, uint8_t mask, uint8_t funcRef, uint8_t funcMask);
void dkCmdBufSetPrimitiveRestart(DkCmdBuf obj, bool enable, uint32_t index);
void dkCmdBufSetPatchSize(DkCmdBuf obj, uint32_t size);
void dkCmdBufSetTessOuterLevels(DkCmdBuf obj, float level0, float level1, float level2,
                                float level3);
void dkCmdBufSetTessInnerLevels(DkCmdBuf obj, float level0, float level1);
void dkCmdBufSetTileSize(DkCmdBuf obj, uint32_t width, uint32_t height);
void dkCmdBufTiledCacheOp(DkCmdBuf obj, DkTiledCacheOp op);

DK_EXTERN_END

#endif
