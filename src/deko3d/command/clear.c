/* SPDX-License-Identifier: MIT */
#include "deko3d/macro/macros.h"

#include <string.h>

/* Names of NVIDIA's clb197.h; that of DISCARD_RENDER_TARGET is ours. */
enum {
    SET_MME_SHADOW_RAM_CONTROL = 0x0124 / 4,
    SET_COLOR_CLEAR_VALUE = 0x0d80 / 4,
    SET_Z_CLEAR_VALUE = 0x0d90 / 4,
    SET_STENCIL_CLEAR_VALUE = 0x0da0 / 4,
    SET_ZCULL_DIR_FORMAT = 0x0dbc / 4,
    DISCARD_RENDER_TARGET = 0x0f78 / 4,
    SET_TIR = 0x0fb4 / 4,
    DECOMPRESS_ZETA_SURFACE = 0x11fc / 4,
    SET_STENCIL_MASK = 0x139c / 4,
};

/* What a clear needs of registers it sets past the shadow RAM, and has the shadow RAM write what
 * was there before, whatever comes with the word. */
enum { SHADOW_FILTER = 1, SHADOW_PASS = 2, SHADOW_REPLAY = 3 };

enum { /* CLEAR_SURFACE's word */
       CLEAR_DEPTH = 1 << 0,
       CLEAR_STENCIL = 1 << 1,
       CLEAR_COLOR_SHIFT = 2,
       CLEAR_TARGET_SHIFT = 6,
};

enum { ZCULL_BELOW_HALF = 1 << 0, ZCULL_END = 1 << 16 /* 0 or 1 */ };

enum { DISCARD_DEPTH_STENCIL = 1, DISCARD_TARGET_SHIFT = 4 };

static uint32_t *put_shadow(uint32_t *w, unsigned mode) {
    return put_now(w, SUB_3D, SET_MME_SHADOW_RAM_CONTROL, mode);
}

void dkCmdBufClearColor(DkCmdBuf b, uint32_t targetId, uint32_t clearMask, const void *clearData) {
    DK_CHECK_INPUT(b->device, targetId < DK_MAX_RENDER_TARGETS,
                   "targetId must be below DK_MAX_RENDER_TARGETS");
    DK_CHECK_POINTER(b->device, clearData);
    if (!clearMask)
        return;
    uint32_t *w = record_begin(b, 12, __func__);
    w = put_many(w, SUB_3D, SET_COLOR_CLEAR_VALUE, 4);
    memcpy(w, clearData, 4 * sizeof *w);
    w = put_shadow(w + 4, SHADOW_PASS);
    w = put_now(w, SUB_3D, SET_TIR, 0);
    w = put_macro_now(w, MACRO_CLEAR_COLOR,
                      (clearMask & DkColorMask_RGBA) << CLEAR_COLOR_SHIFT |
                          targetId << CLEAR_TARGET_SHIFT);
    w = put_shadow(w, SHADOW_REPLAY);
    w = put_now(w, SUB_3D, SET_TIR, 0);
    record_end(b, put_shadow(w, SHADOW_FILTER));
}

static uint32_t *put_clear_depth(uint32_t *w, float depth) {
    w = put(w, SUB_3D, SET_ZCULL_DIR_FORMAT,
            (depth < 0.5f ? ZCULL_BELOW_HALF : 0) | (depth == 0 || depth == 1 ? ZCULL_END : 0));
    return put(w, SUB_3D, SET_Z_CLEAR_VALUE, float_bits(depth));
}

void dkCmdBufClearDepthStencil(DkCmdBuf b, bool clearDepth, float depthValue, uint8_t stencilMask,
                               uint8_t stencilValue) {
    if (!clearDepth && !stencilMask)
        return;
    uint32_t *w = record_begin(b, 13, __func__);
    if (clearDepth)
        w = put_clear_depth(w, depthValue);
    if (stencilMask) {
        w = put_shadow(w, SHADOW_PASS);
        w = put_now(w, SUB_3D, SET_STENCIL_MASK, stencilMask);
        w = put_now(w, SUB_3D, SET_STENCIL_CLEAR_VALUE, stencilValue);
    }
    w = put_macro_now(w, MACRO_CLEAR_DEPTH_STENCIL,
                      (clearDepth ? CLEAR_DEPTH : 0) | (stencilMask ? CLEAR_STENCIL : 0));
    if (stencilMask) {
        w = put_shadow(w, SHADOW_REPLAY);
        w = put_now(w, SUB_3D, SET_STENCIL_MASK, 0);
        w = put_shadow(w, SHADOW_FILTER);
    }
    record_end(b, w);
}

void dkCmdBufDiscardColor(DkCmdBuf b, uint32_t targetId) {
    uint32_t *w = record_begin(b, 1, __func__);
    w = put_now(w, SUB_3D, DISCARD_RENDER_TARGET, (targetId & 7) << DISCARD_TARGET_SHIFT);
    record_end(b, w);
}

void dkCmdBufDiscardDepthStencil(DkCmdBuf b) {
    uint32_t *w = record_begin(b, 1, __func__);
    record_end(b, put_now(w, SUB_3D, DISCARD_RENDER_TARGET, DISCARD_DEPTH_STENCIL));
}

void dkCmdBufResolveDepthValues(DkCmdBuf b) {
    uint32_t *w = record_begin(b, 5, __func__);
    record_end(b, put_now(w, SUB_3D, DECOMPRESS_ZETA_SURFACE, 1));
}
