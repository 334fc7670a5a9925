/* SPDX-License-Identifier: MIT */
/* The words of commands that set state, one by one. */
#include "deko3d/command/test_words.h"

/* ---- rasterizer ---- */

static DkRasterizerState raster_state(void) {
    DkRasterizerState s;
    memset(&s, 0, sizeof s);
    dkRasterizerStateDefaults(&s);
    return s;
}

CALL(raster_default, DkRasterizerState s = raster_state(); dkCmdBufBindRasterizerState(b, &s))
CALL(raster_off, DkRasterizerState s = raster_state(); s.rasterizerEnable = 0;
     dkCmdBufBindRasterizerState(b, &s))
CALL(raster_other, DkRasterizerState s = raster_state(); s.depthClampEnable = 1;
     s.polygonModeFront = DkPolygonMode_Line; s.polygonModeBack = DkPolygonMode_Point;
     s.cullMode = DkFace_None; s.frontFace = DkFrontFace_CW;
     s.provokingVertex = DkProvokingVertex_First; s.polygonSmoothEnableMask = 5;
     s.depthBiasEnableMask = 2; dkCmdBufBindRasterizerState(b, &s))
CALL(raster_rectangles, DkRasterizerState s = raster_state(); s.fillRectangleEnable = 1;
     s.polygonModeFront = DkPolygonMode_Line; s.cullMode = DkFace_FrontAndBack;
     dkCmdBufBindRasterizerState(b, &s))
CALL(depth_bias, dkCmdBufSetDepthBias(b, 1.5f, 0.25f, 2.5f))
CALL(point_size, dkCmdBufSetPointSize(b, 2.5f))
CALL(line_width, dkCmdBufSetLineWidth(b, 2.5f))
CALL(line_stipple, dkCmdBufSetLineStipple(b, true, 3, 0xaaaa))
CALL(line_stipple_off, dkCmdBufSetLineStipple(b, false, 3, 0xaaaa))
CALL(line_stipple_most, dkCmdBufSetLineStipple(b, true, 256, 0x1234))
CALL(stipple_off, dkCmdBufSetPolygonStipple(b, NULL))
CALL(conservative, dkCmdBufSetConservativeRasterEnable(b, true))
CALL(dilate, dkCmdBufSetConservativeRasterDilate(b, 0.3f))
CALL(dilate_none, dkCmdBufSetConservativeRasterDilate(b, -1))
CALL(dilate_most, dkCmdBufSetConservativeRasterDilate(b, 1000))

static const uint32_t stipple_rows[32] = {[0] = 1, [31] = 0x80000000};
CALL(stipple, dkCmdBufSetPolygonStipple(b, stipple_rows))

static const struct row raster[] = {
    {"dkCmdBufBindRasterizerState", raster_default,
     WORDS(NOW(0x37c, 1), NOW(0x193c, 0x181d), NOW(0x113c, 0), NOW(0xdac, 0x1b02),
           NOW(0xdb0, 0x1b02), NOW(0x1918, 1), NOW(0x1920, 0x405), NOW(0x191c, 0x901),
           NOW(0x1684, 1), NOW(0x1658, 0), NOW(0x1570, 0), NOW(0xdb4, 0), NOW(0xdc0, 0),
           NOW(0xdc4, 0), NOW(0xdc8, 0)),
     15},
    {"dkCmdBufBindRasterizerState", raster_off, WORDS(NOW(0x37c, 0)), 15},
    {"dkCmdBufBindRasterizerState", raster_other,
     WORDS(NOW(0x37c, 1), NOW(0x193c, 0x101a), NOW(0x113c, 0), NOW(0xdac, 0x1b01),
           NOW(0xdb0, 0x1b00), NOW(0x1918, 0), NOW(0x191c, 0x900), NOW(0x1684, 0), NOW(0x1658, 1),
           NOW(0x1570, 0), NOW(0xdb4, 1), NOW(0xdc0, 0), NOW(0xdc4, 1), NOW(0xdc8, 0)),
     15},
    {"dkCmdBufBindRasterizerState", raster_rectangles,
     WORDS(NOW(0x37c, 1), NOW(0x193c, 0x181d), NOW(0x113c, 2), NOW(0xdac, 0x1b02),
           NOW(0xdb0, 0x1b02), NOW(0x1918, 1), NOW(0x1920, 0x408), NOW(0x191c, 0x901),
           NOW(0x1684, 1), NOW(0x1658, 0), NOW(0x1570, 0), NOW(0xdb4, 0), NOW(0xdc0, 0),
           NOW(0xdc4, 0), NOW(0xdc8, 0)),
     15},
    {"dkCmdBufSetDepthBias", depth_bias,
     WORDS(INCREASING(0x15bc, 1), 0x40400000, INCREASING(0x187c, 1), 0x3e800000,
           INCREASING(0x156c, 1), 0x40200000),
     6},
    {"dkCmdBufSetPointSize", point_size, WORDS(INCREASING(0x1518, 1), 0x40200000, NOW(0x1a2c, 0)),
     3},
    {"dkCmdBufSetLineWidth", line_width, WORDS(INCREASING(0x13b0, 2), 0x40200000, 0x40200000), 3},
    {"dkCmdBufSetLineStipple", line_stipple, WORDS(NOW(0x166c, 1), INCREASING(0x1680, 1), 0xaaaa02),
     3},
    {"dkCmdBufSetLineStipple", line_stipple_off, WORDS(NOW(0x166c, 0)), 3},
    {"dkCmdBufSetLineStipple", line_stipple_most,
     WORDS(NOW(0x166c, 1), INCREASING(0x1680, 1), 0x1234ff), 3},
    {"dkCmdBufSetPolygonStipple", stipple_off, WORDS(NOW(0x168c, 0)), 34},
    {"dkCmdBufSetPolygonStipple", stipple,
     WORDS(NOW(0x168c, 1), INCREASING(0x1700, 32), 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
           0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80000000),
     34},
    {"dkCmdBufSetConservativeRasterEnable", conservative,
     WORDS(NOW(0x1a2c, 0), NOW(0x1a2c, 0), NOW(0x1a2c, 0), NOW(0x1148, 1),
           MACRO_NOW(CONSERVATIVE, 0)),
     5},
    {"dkCmdBufSetConservativeRasterDilate", dilate,
     WORDS(MACRO(HARDWARE, 3), 0x418800, 2 << 23, 3 << 23, NOW(0x34a0, 1),
           MACRO_NOW(CONSERVATIVE, 0)),
     6},
    {"dkCmdBufSetConservativeRasterDilate", dilate_none,
     WORDS(MACRO(HARDWARE, 3), 0x418800, 0, 3 << 23, NOW(0x34a0, 0), MACRO_NOW(CONSERVATIVE, 0)),
     6},
    {"dkCmdBufSetConservativeRasterDilate", dilate_most,
     WORDS(MACRO(HARDWARE, 3), 0x418800, 3 << 23, 3 << 23, NOW(0x34a0, 1),
           MACRO_NOW(CONSERVATIVE, 0)),
     6},
};

/* ---- viewports ---- */

static const DkViewport whole_image = {0, 0, 1280, 720, 0, 1};
/* Begins outside, ends within a pixel, and its depths are turned around. */
static const DkViewport outside = {-10.5f, 2.25f, 100, 3.5f, 0.75f, 0.25f};
CALL(viewport, dkCmdBufSetViewports(b, 1, &whole_image, 1))
CALL(viewport_outside, dkCmdBufSetViewports(b, 15, &outside, 1))
CALL(viewport_none, dkCmdBufSetViewports(b, 16, NULL, 0))
static const DkViewportSwizzle swizzle = {DkSwizzle_PositiveX, DkSwizzle_NegativeW,
                                          DkSwizzle_PositiveZ, DkSwizzle_NegativeY};
CALL(swizzles, dkCmdBufSetViewportSwizzles(b, 3, &swizzle, 1))
CALL(precision, dkCmdBufSetSubpixelPrecisionBias(b, 4, 8))
static const DkScissor scissor[] = {{10, 20, 30, 40}, {0, 0, 0xffff, 0xffff}};
CALL(scissors, dkCmdBufSetScissors(b, 2, scissor, 2))

static const struct row viewports[] = {
    {"dkCmdBufSetViewports", viewport,
     WORDS(INCREASING(0xa20, 6), 0x44200000, 0xc3b40000, 0x3f800000, 0x44200000, 0x43b40000, 0,
           INCREASING(0xc10, 4), 1280 << 16, 720 << 16, 0, 0x3f800000),
     12},
    {"dkCmdBufSetViewports", viewport_outside,
     WORDS(INCREASING(0xbe0, 6), 0x42480000, 0xbfe00000, 0xbf000000, 0x421e0000, 0x40800000,
           0x3f400000, INCREASING(0xcf0, 4), 90 << 16, 4 << 16 | 2, 0x3e800000, 0x3f400000),
     12},
    {"dkCmdBufSetViewports", viewport_none, NULL, 0, 0},
    {"dkCmdBufSetViewportSwizzles", swizzles, WORDS(INCREASING(0xa78, 1), 0x3470), 2},
    {"dkCmdBufSetSubpixelPrecisionBias", precision,
     WORDS(MACRO(FILL, 3), 0xa1c / 4 | 8 << 12, 16, 0x804), 5},
    {"dkCmdBufSetScissors", scissors,
     WORDS(INCREASING(0xe24, 2), 40 << 16 | 10, 60 << 16 | 20, INCREASING(0xe34, 2), 0xffff0000,
           0xffff0000),
     6},
};

static const struct row viewports_lower_left[] = {
    {"dkCmdBufSetViewports", viewport,
     WORDS(INCREASING(0xa20, 6), 0x44200000, 0x43b40000, 0x3f000000, 0x44200000, 0x43b40000,
           0x3f000000, INCREASING(0xc10, 4), 1280 << 16, 720 << 16, 0, 0x3f800000),
     12},
};

/* ---- samples ---- */

static DkMultisampleState samples_state(void) {
    DkMultisampleState s;
    memset(&s, 0, sizeof s);
    dkMultisampleStateDefaults(&s);
    return s;
}

CALL(samples_one, DkMultisampleState s = samples_state(); dkCmdBufBindMultisampleState(b, &s))
CALL(samples_four, DkMultisampleState s = samples_state(); s.mode = DkMsMode_4x;
     s.alphaToCoverageEnable = 1; s.alphaToCoverageDither = 0; s.coverageToColorEnable = 1;
     s.coverageToColorOutput = 5; dkMultisampleStateSetLocations(&s, NULL, 0);
     dkCmdBufBindMultisampleState(b, &s))
CALL(samples_raster, DkMultisampleState s = samples_state(); s.rasterizerMode = DkMsMode_8x;
     s.coverageModulation = DkCoverageModulation_Rgba; dkMultisampleStateSetLocations(&s, NULL, 0);
     dkCmdBufBindMultisampleState(b, &s))
static const DkSampleLocation locations[3] = {{0.5f, 0.25f}, {-1, 2}, {0.9f, 0}};
CALL(samples_own, DkMultisampleState s = samples_state(); s.mode = DkMsMode_2x;
     dkMultisampleStateSetLocations(&s, locations, 3);
     dkMultisampleStateSetLocations(&s, locations, 0); dkCmdBufBindMultisampleState(b, &s))
CALL(sample_mask, dkCmdBufSetSampleMask(b, 0x12345))
static const float coefficients[16] = {0, 0.5f, 1, 2, -1, [15] = 0.25f};
CALL(modulation, dkCmdBufSetCoverageModulationTable(b, coefficients))
CALL(modulation_off, dkCmdBufSetCoverageModulationTable(b, NULL))

static const struct row samples[] = {
    {"dkCmdBufBindMultisampleState", samples_one,
     WORDS(NOW(0x153c, 0), NOW(0x1534, 0), NOW(0x12e0, 1), INCREASING(0x11e0, 4), 0x88888888,
           0x88888888, 0x88888888, 0x88888888, NOW(0xfb4, 0), NOW(0x11f8, 0)),
     12},
    {"dkCmdBufBindMultisampleState", samples_four,
     WORDS(NOW(0x153c, 1), NOW(0x1534, 1), NOW(0x12e0, 0), INCREASING(0x11e0, 4), 0xeaa26e26,
           0xeaa26e26, 0xeaa26e26, 0xeaa26e26, NOW(0xfb4, 0), NOW(0x11f8, 0x51)),
     12},
    {"dkCmdBufBindMultisampleState", samples_raster,
     WORDS(NOW(0x153c, 0), NOW(0x1534, 1), NOW(0x12e0, 1), INCREASING(0x11e0, 4), 0x359db759,
           0x1ffb71d3, 0x359db759, 0x1ffb71d3, NOW(0xfb4, 1), NOW(0xfb8, 4), NOW(0xfd4, 3),
           NOW(0x11f8, 0)),
     12},
    {"dkCmdBufBindMultisampleState", samples_own,
     WORDS(NOW(0x153c, 0), NOW(0x1534, 1), NOW(0x12e0, 1), INCREASING(0x11e0, 4), 0x480ef048,
           0xf0480ef0, 0x0ef0480e, 0x480ef048, NOW(0xfb4, 0), NOW(0x11f8, 0)),
     12},
    {"dkCmdBufSetSampleMask", sample_mask,
     WORDS(INCREASING(0xfbc, 4), 0x12345, 0x12345, 0x12345, 0x12345), 5},
    {"dkCmdBufSetCoverageModulationTable", modulation,
     WORDS(NOW(0xfd8, 1), INCREASING(0x1030, 4), 0x80804000, 0, 0, 0x20000000), 6},
    {"dkCmdBufSetCoverageModulationTable", modulation_off, WORDS(NOW(0xfd8, 0)), 6},
};

/* ---- pixels ---- */

CALL(color_default, DkColorState s; memset(&s, 0, sizeof s); dkColorStateDefaults(&s);
     dkColorStateSetBlendEnable(&s, 7, true); dkColorStateSetBlendEnable(&s, 0, true);
     dkCmdBufBindColorState(b, &s))
CALL(color_logic, DkColorState s; memset(&s, 0, sizeof s); dkColorStateDefaults(&s);
     s.logicOp = DkLogicOp_Xor; s.alphaCompareOp = DkCompareOp_Gequal;
     dkCmdBufBindColorState(b, &s))
CALL(color_write, DkColorWriteState s; dkColorWriteStateDefaults(&s);
     dkColorWriteStateSetMask(&s, 2, DkColorMask_G); dkCmdBufBindColorWriteState(b, &s))
static const DkBlendState blend_states[2] = {
    {DkBlendOp_Add, DkBlendFactor_SrcAlpha, DkBlendFactor_InvSrcAlpha, DkBlendOp_Max,
     DkBlendFactor_One, DkBlendFactor_Zero},
    {DkBlendOp_RevSub, DkBlendFactor_ConstColor, DkBlendFactor_InvConstAlpha, DkBlendOp_Sub,
     DkBlendFactor_Src1Alpha, DkBlendFactor_DstAlpha},
};
CALL(blend, dkCmdBufBindBlendStates(b, 6, blend_states, 2))
CALL(blend_none, dkCmdBufBindBlendStates(b, 0, NULL, 0))
CALL(alpha_ref, dkCmdBufSetAlphaRef(b, 0.25f))
CALL(blend_const, dkCmdBufSetBlendConst(b, 0.25f, 0.5f, 1, 2))
CALL(depth_default, DkDepthStencilState s; memset(&s, 0, sizeof s); dkDepthStencilStateDefaults(&s);
     dkCmdBufBindDepthStencilState(b, &s))
CALL(bounds, dkCmdBufSetDepthBounds(b, true, 0.25f, 0.5f))
CALL(bounds_off, dkCmdBufSetDepthBounds(b, false, 0.25f, 0.5f))
CALL(stencil_front, dkCmdBufSetStencil(b, DkFace_Front, 0xf0, 0x12, 0xff))
CALL(stencil_both, dkCmdBufSetStencil(b, DkFace_FrontAndBack, 1, 2, 3))

static const struct row pixels[] = {
    {"dkCmdBufBindColorState", color_default, WORDS(MACRO_NOW(BLEND_ENABLE, 0x81), NOW(0x12ec, 0)),
     5},
    {"dkCmdBufBindColorState", color_logic,
     WORDS(INCREASING(0x19c4, 2), 1, 0x1506, NOW(0x12ec, 1), NOW(0x1314, 7)), 5},
    {"dkCmdBufBindColorWriteState", color_write, WORDS(MACRO(COLOR_MASKS, 1), 0xfffff2ff), 2},
    {"dkCmdBufBindBlendStates", blend,
     WORDS(INCREASING(0x1ec4, 6), 1, 5, 6, 5, 2, 1, INCREASING(0x1ee4, 6), 3, 0xc001, 0xc004, 2, 18,
           7),
     14},
    {"dkCmdBufBindBlendStates", blend_none, NULL, 0, 0},
    {"dkCmdBufSetAlphaRef", alpha_ref, WORDS(INCREASING(0x1310, 1), 0x3e800000), 2},
    {"dkCmdBufSetBlendConst", blend_const,
     WORDS(INCREASING(0x131c, 4), 0x3e800000, 0x3f000000, 0x3f800000, 0x40000000), 5},
    {"dkCmdBufBindDepthStencilState", depth_default,
     WORDS(MACRO(DEPTH_STENCIL, 2), 0x23, 0x81318131), 3},
    {"dkCmdBufSetDepthBounds", bounds,
     WORDS(NOW(0x19bc, 1), INCREASING(0xf9c, 2), 0x3e800000, 0x3f000000), 4},
    {"dkCmdBufSetDepthBounds", bounds_off, WORDS(NOW(0x19bc, 0)), 4},
    {"dkCmdBufSetStencil", stencil_front,
     WORDS(NOW(0x139c, 0xf0), NOW(0x1394, 0x12), NOW(0x1398, 0xff)), 6},
    {"dkCmdBufSetStencil", stencil_both,
     WORDS(NOW(0x139c, 1), NOW(0x1394, 2), NOW(0x1398, 3), NOW(0xf58, 1), NOW(0xf54, 2),
           NOW(0xf5c, 3)),
     6},
};

/* Where the console's library errs: the alpha's target has the colours' factor, the largest factor
 * of lines becomes all ones, a pattern of polygons is not switched on. */
static const struct row defects[] = {
    {"dkCmdBufBindBlendStates", blend,
     WORDS(INCREASING(0x1ec4, 6), 1, 5, 6, 5, 2, 6, INCREASING(0x1ee4, 6), 3, 0xc001, 0xc004, 2, 18,
           0xc004),
     14},
    {"dkCmdBufSetLineStipple", line_stipple, WORDS(NOW(0x166c, 1), INCREASING(0x1680, 1), 0xaaaa02),
     3},
    {"dkCmdBufSetLineStipple", line_stipple_most,
     WORDS(NOW(0x166c, 1), INCREASING(0x1680, 1), 0xffffffff), 3},
    {"dkCmdBufSetPolygonStipple", stipple_off, WORDS(NOW(0x168c, 0)), 34},
    {"dkCmdBufSetPolygonStipple", stipple,
     WORDS(INCREASING(0x1700, 32), 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
           0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80000000),
     34},
};

/* ---- tessellation, tiles ---- */

CALL(patch, dkCmdBufSetPatchSize(b, 3))
CALL(outer, dkCmdBufSetTessOuterLevels(b, 1, 2, 0.5f, 0.25f))
CALL(inner, dkCmdBufSetTessInnerLevels(b, 1, 2))
CALL(tile_size, dkCmdBufSetTileSize(b, 64, 16384))
CALL(tile_enable, dkCmdBufTiledCacheOp(b, DkTiledCacheOp_Enable))
CALL(tile_flush, dkCmdBufTiledCacheOp(b, DkTiledCacheOp_FlushAlt))
CALL(tile_unknown, dkCmdBufTiledCacheOp(b, DkTiledCacheOp_UnkEnable))
CALL(tile_none, dkCmdBufTiledCacheOp(b, (DkTiledCacheOp)77))

static const struct row others[] = {
    {"dkCmdBufSetPatchSize", patch, WORDS(NOW(0xdcc, 3)), 1},
    {"dkCmdBufSetTessOuterLevels", outer,
     WORDS(INCREASING(0x324, 4), 0x3f800000, 0x40000000, 0x3f000000, 0x3e800000), 5},
    {"dkCmdBufSetTessInnerLevels", inner, WORDS(INCREASING(0x334, 2), 0x3f800000, 0x40000000), 3},
    {"dkCmdBufSetTileSize", tile_size, WORDS(INCREASING(0xf64, 1), 0x40000040), 2},
    {"dkCmdBufTiledCacheOp", tile_enable, WORDS(NOW(0xf60, 1)), 1},
    {"dkCmdBufTiledCacheOp", tile_flush, WORDS(NOW(0xf80, 1)), 1},
    {"dkCmdBufTiledCacheOp", tile_unknown, WORDS(NOW(0x1134, 1)), 1},
    {"dkCmdBufTiledCacheOp", tile_none, WORDS(NOW(0xf60, 0)), 1},
};

int main(void) {
    const struct table tables[] = {
        TABLE(raster, 0, false),
        TABLE(viewports, 0, false),
        TABLE(viewports_lower_left,
              DkDeviceFlags_OriginLowerLeft | DkDeviceFlags_DepthMinusOneToOne, false),
        TABLE(samples, 0, false),
        TABLE(pixels, 0, false),
        TABLE(defects, 0, true),
        TABLE(others, 0, false),
    };
    return check_tables(tables, sizeof tables / sizeof *tables, NULL, 0);
}
