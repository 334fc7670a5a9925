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

/* @firstId: 0 to 15.
 * @viewports, @numViewports: pixels, depth from near to far. */
void dkCmdBufSetViewports(DkCmdBuf obj, uint32_t firstId, DkViewport const viewports[],
                          uint32_t numViewports);

/* Permutes and negates the components of positions.
 * @firstId: a viewport, 0 to 15.
 * @swizzles, @numSwizzles: what becomes x, y, z and w. */
void dkCmdBufSetViewportSwizzles(DkCmdBuf obj, uint32_t firstId, DkViewportSwizzle const swizzles[],
                                 uint32_t numSwizzles);

/* Coarser places of vertices in a pixel.
 * @xbits, @ybits: 0 to 31; 0: as fine as can be. */
void dkCmdBufSetSubpixelPrecisionBias(DkCmdBuf obj, uint32_t xbits, uint32_t ybits);

/* @firstId: a viewport, 0 to 15.
 * @scissors, @numScissors: pixels. */
void dkCmdBufSetScissors(DkCmdBuf obj, uint32_t firstId, DkScissor const scissors[],
                         uint32_t numScissors);

/* @constantFactor: in units of the depth format.
 * @clamp: at most so much; 0: no bound.
 * @slopeFactor: by the slope of depth. */
void dkCmdBufSetDepthBias(DkCmdBuf obj, float constantFactor, float clamp, float slopeFactor);

/* @size: pixels, where the vertex program writes none. */
void dkCmdBufSetPointSize(DkCmdBuf obj, float size);

/* @width: pixels. */
void dkCmdBufSetLineWidth(DkCmdBuf obj, float width);

/* Draws lines with gaps.
 * @enable: or without.
 * @factor: 1 to 256: pixels a bit.
 * @pattern: bits from the lowest one on.
 * @console: its library makes of a factor of 256 a pattern of ones; here that needs
 *     upstreamDefects. */
void dkCmdBufSetLineStipple(DkCmdBuf obj, bool enable, uint32_t factor, uint16_t pattern);

/* Draws polygons with gaps.
 * @pattern: 32 rows of 32 pixels; NULL: without gaps.
 * @console: its library never switches it on; here that needs upstreamDefects. */
void dkCmdBufSetPolygonStipple(DkCmdBuf obj, uint32_t const pattern[32]);

/* @enable: a pixel is drawn where a polygon touches it at all. */
void dkCmdBufSetConservativeRasterEnable(DkCmdBuf obj, bool enable);

/* Makes polygons larger for conservative rasterization.
 * @dilate: pixels, 0 to 0.75, rounded up to quarters. */
void dkCmdBufSetConservativeRasterDilate(DkCmdBuf obj, float dilate);

/* @mask: a bit a sample; others are not written. */
void dkCmdBufSetSampleMask(DkCmdBuf obj, uint32_t mask);

/* @table: 16 factors from 0 to 1, by the part of a pixel that is covered. */
void dkCmdBufSetCoverageModulationTable(DkCmdBuf obj, float const table[16]);

/* Drops pixels where what the depth target holds is out of bounds.
 * @enable: or not.
 * @near, @far: depth, 0 to 1. */
void dkCmdBufSetDepthBounds(DkCmdBuf obj, bool enable, float near, float far);

/* @ref: what the alpha test compares with. */
void dkCmdBufSetAlphaRef(DkCmdBuf obj, float ref);

/* @red, @green, @blue, @alpha: of the constant blend factors. */
void dkCmdBufSetBlendConst(DkCmdBuf obj, float red, float green, float blue, float alpha);

/* @face: whose.
 * @mask: bits that are written.
 * @funcRef: what is compared with.
 * @funcMask: bits that are compared. */
void dkCmdBufSetStencil(DkCmdBuf obj, DkFace face, uint8_t mask, uint8_t funcRef, uint8_t funcMask);

/* @enable: an index may end a strip.
 * @index: which. */
void dkCmdBufSetPrimitiveRestart(DkCmdBuf obj, bool enable, uint32_t index);

/* @size: control points a patch that draws have, 1 to 32. */
void dkCmdBufSetPatchSize(DkCmdBuf obj, uint32_t size);

/* For tessellation without a control shader.
 * @level0, @level1, @level2, @level3: parts of each edge. */
void dkCmdBufSetTessOuterLevels(DkCmdBuf obj, float level0, float level1, float level2,
                                float level3);

/* For tessellation without a control shader.
 * @level0, @level1: parts inside. */
void dkCmdBufSetTessInnerLevels(DkCmdBuf obj, float level0, float level1);

/* Sizes the tiles of the tiled cache.
 * @width, @height: pixels, powers of two, 16 to 16384.
 * @console: draws by tiles for speed; the picture is the same, here as there. */
void dkCmdBufSetTileSize(DkCmdBuf obj, uint32_t width, uint32_t height);

/* Switches or empties the tiled cache.
 * @op: which.
 * @console: draws by tiles for speed; the picture is the same, here as there. */
void dkCmdBufTiledCacheOp(DkCmdBuf obj, DkTiledCacheOp op);

DK_EXTERN_END

#endif
