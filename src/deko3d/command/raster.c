/* SPDX-License-Identifier: MIT */
#include "deko3d/macro/macros.h"

/* Names of NVIDIA's clb197.h. */
enum {
    SET_RASTER_ENABLE = 0x037c / 4,
    SET_FRONT_POLYGON_MODE = 0x0dac / 4,
    SET_BACK_POLYGON_MODE = 0x0db0 / 4,
    SET_POLY_SMOOTH = 0x0db4 / 4,
    SET_POLY_OFFSET_POINT = 0x0dc0 / 4,
    SET_POLY_OFFSET_LINE = 0x0dc4 / 4,
    SET_POLY_OFFSET_FILL = 0x0dc8 / 4,
    SET_FILL_VIA_TRIANGLE = 0x113c / 4,
    SET_CONSERVATIVE_RASTER = 0x1148 / 4,
    SET_LINE_WIDTH_FLOAT = 0x13b0 / 4, /* then the width of aliased lines */
    SET_POINT_SIZE = 0x1518 / 4,
    SET_SLOPE_SCALE_DEPTH_BIAS = 0x156c / 4,
    SET_ANTI_ALIASED_LINE = 0x1570 / 4,
    SET_DEPTH_BIAS = 0x15bc / 4,
    SET_ANTI_ALIASED_POINT = 0x1658 / 4,
    SET_PROVOKING_VERTEX = 0x1684 / 4,
    SET_DEPTH_BIAS_CLAMP = 0x187c / 4,
    OGL_SET_CULL = 0x1918 / 4,
    OGL_SET_FRONT_FACE = 0x191c / 4,
    OGL_SET_CULL_FACE = 0x1920 / 4,
    SET_VIEWPORT_CLIP_CONTROL = 0x193c / 4,
    PIPE_NOP = 0x1a2c / 4,
};

enum {
    CLIP_CLAMPED = 0x101a, /* what lies in front of or behind the volume is not cut off */
    CLIP_CUT = 0x181d,
    FILL_BOUNDING_BOX = 2,
    DILATION_REGISTER = 0x418800, /* in its bits 23 and 24: quarters of a pixel */
    DILATION_SHIFT = 23,
};

static uint32_t *put_flag(uint32_t *w, unsigned method, bool on) {
    return put_now(w, SUB_3D, method, on);
}

void dkCmdBufBindRasterizerState(DkCmdBuf b, DkRasterizerState const *state) {
    static const uint16_t modes[4] = {0x1b00, 0x1b01, 0x1b02}; /* point, line, fill, as in OpenGL */
    static const uint16_t faces[4] = {0, 0x404, 0x405, 0x408};
    DK_CHECK_POINTER(b->device, state);
    uint32_t *w = record_begin(b, 15, __func__);
    w = put_flag(w, SET_RASTER_ENABLE, state->rasterizerEnable);
    if (!state->rasterizerEnable) {
        record_end(b, w);
        return;
    }
    w = put_now(w, SUB_3D, SET_VIEWPORT_CLIP_CONTROL,
                state->depthClampEnable ? CLIP_CLAMPED : CLIP_CUT);
    w = put_now(w, SUB_3D, SET_FILL_VIA_TRIANGLE,
                state->fillRectangleEnable ? FILL_BOUNDING_BOX : 0);
    const bool filled = state->fillRectangleEnable; /* whatever the modes say */
    w = put_now(w, SUB_3D, SET_FRONT_POLYGON_MODE,
                modes[filled ? DkPolygonMode_Fill : state->polygonModeFront]);
    w = put_now(w, SUB_3D, SET_BACK_POLYGON_MODE,
                modes[filled ? DkPolygonMode_Fill : state->polygonModeBack]);
    w = put_flag(w, OGL_SET_CULL, state->cullMode != DkFace_None);
    if (state->cullMode != DkFace_None)
        w = put_now(w, SUB_3D, OGL_SET_CULL_FACE, faces[state->cullMode]);
    w = put_now(w, SUB_3D, OGL_SET_FRONT_FACE, 0x900 + (unsigned)state->frontFace);
    w = put_flag(w, SET_PROVOKING_VERTEX, state->provokingVertex != DkProvokingVertex_First);
    const uint32_t smooth = state->polygonSmoothEnableMask, biased = state->depthBiasEnableMask;
    w = put_flag(w, SET_ANTI_ALIASED_POINT, smooth & DkPolygonFlag_Point);
    w = put_flag(w, SET_ANTI_ALIASED_LINE, smooth & DkPolygonFlag_Line);
    w = put_flag(w, SET_POLY_SMOOTH, smooth & DkPolygonFlag_Fill);
    w = put_flag(w, SET_POLY_OFFSET_POINT, biased & DkPolygonFlag_Point);
    w = put_flag(w, SET_POLY_OFFSET_LINE, biased & DkPolygonFlag_Line);
    w = put_flag(w, SET_POLY_OFFSET_FILL, biased & DkPolygonFlag_Fill);
    record_end(b, w);
}

void dkCmdBufSetDepthBias(DkCmdBuf b, float constantFactor, float clamp, float slopeFactor) {
    uint32_t *w = record_begin(b, 6, __func__);
    /* The hardware's units are half of the API's. */
    w = put(w, SUB_3D, SET_DEPTH_BIAS, float_bits(constantFactor * 2.0f));
    w = put(w, SUB_3D, SET_DEPTH_BIAS_CLAMP, float_bits(clamp));
    w = put(w, SUB_3D, SET_SLOPE_SCALE_DEPTH_BIAS, float_bits(slopeFactor));
    record_end(b, w);
}

void dkCmdBufSetPointSize(DkCmdBuf b, float size) {
    uint32_t *w = record_begin(b, 3, __func__);
    w = put(w, SUB_3D, SET_POINT_SIZE, float_bits(size));
    w = put_now(w, SUB_3D, PIPE_NOP, 0);
    record_end(b, w);
}

void dkCmdBufSetLineWidth(DkCmdBuf b, float width) {
    uint32_t *w = record_begin(b, 3, __func__);
    w = put_many(w, SUB_3D, SET_LINE_WIDTH_FLOAT, 2);
    *w++ = float_bits(width);
    *w++ = float_bits(width);
    record_end(b, w);
}

void dkCmdBufSetConservativeRasterEnable(DkCmdBuf b, bool enable) {
    uint32_t *w = record_begin(b, 5, __func__);
    for (unsigned i = 0; i < 3; i++)
        w = put_now(w, SUB_3D, PIPE_NOP, 0);
    w = put_flag(w, SET_CONSERVATIVE_RASTER, enable);
    w = put_macro_now(w, MACRO_UPDATE_CONSERVATIVE_RASTER, 0);
    record_end(b, w);
}

void dkCmdBufSetConservativeRasterDilate(DkCmdBuf b, float dilate) {
    const float rounded = __builtin_ceilf(dilate * 4.0f);
    const uint32_t quarters = rounded >= 3 ? 3 : rounded > 0 ? (uint32_t)rounded : 0;
    uint32_t *w = record_begin(b, 6, __func__);
    w = put_macro(w, MACRO_WRITE_HARDWARE_REGISTER, 3);
    *w++ = DILATION_REGISTER;
    *w++ = quarters << DILATION_SHIFT;
    *w++ = 3u << DILATION_SHIFT;
    w = put_flag(w, SCRATCH_DILATED, quarters != 0);
    w = put_macro_now(w, MACRO_UPDATE_CONSERVATIVE_RASTER, 0);
    record_end(b, w);
}
