/* SPDX-License-Identifier: MIT */
#include "deko3d/macro/macros.h"

/* Names of NVIDIA's clb197.h. */
enum {
    SET_ALPHA_TEST = 0x12ec / 4,
    SET_ALPHA_REF = 0x1310 / 4,
    SET_ALPHA_FUNC = 0x1314 / 4,
    SET_BLEND_CONST_RED = 0x131c / 4,
    SET_LOGIC_OP = 0x19c4 / 4, /* then the operation */
    SET_BLEND_PER_TARGET_COLOR_OP = 0x1e04 / 4,
};

enum {
    BLEND_STRIDE = 0x20 / 4,
    LOGIC_OP_BASE = 0x1500, /* operations as in OpenGL */
    CONSTANT_FACTOR = 0x20, /* in DkBlendFactor: of the blend constant, numbered as OpenGL does */
    GL_CONSTANT_FACTOR = 0xc000,
};

void dkCmdBufBindColorState(DkCmdBuf b, DkColorState const *state) {
    DK_CHECK_POINTER(b->device, state);
    uint32_t *w = record_begin(b, 5, __func__);
    if (state->logicOp == DkLogicOp_Copy) {
        w = put_macro_now(w, MACRO_BIND_COLOR_BLEND_ENABLE, state->blendEnableMask);
    } else {
        w = put_many(w, SUB_3D, SET_LOGIC_OP, 2);
        *w++ = 1;
        *w++ = LOGIC_OP_BASE | (unsigned)state->logicOp;
    }
    const bool tested = state->alphaCompareOp != DkCompareOp_Always;
    w = put_now(w, SUB_3D, SET_ALPHA_TEST, tested);
    if (tested)
        w = put_now(w, SUB_3D, SET_ALPHA_FUNC, state->alphaCompareOp);
    record_end(b, w);
}

void dkCmdBufBindColorWriteState(DkCmdBuf b, DkColorWriteState const *state) {
    DK_CHECK_POINTER(b->device, state);
    uint32_t *w = record_begin(b, 2, __func__);
    w = put_macro(w, MACRO_BIND_COLOR_WRITE_MASKS, 1);
    *w++ = state->masks;
    record_end(b, w);
}

/* Most numbers are Direct3D's, which the hardware takes beside OpenGL's. */
static uint32_t factor_word(DkBlendFactor f) {
    return ((unsigned)f & 0x1f) | ((unsigned)f & CONSTANT_FACTOR ? GL_CONSTANT_FACTOR : 0);
}

void dkCmdBufBindBlendStates(DkCmdBuf b, uint32_t firstId, DkBlendState const states[],
                             uint32_t numStates) {
    DK_CHECK_ARRAY(b->device, states, numStates);
    DK_CHECK_INPUT(b->device,
                   firstId < DK_MAX_RENDER_TARGETS && numStates <= DK_MAX_RENDER_TARGETS - firstId,
                   "firstId and numStates go beyond DK_MAX_RENDER_TARGETS");
    if (!numStates)
        return;
    uint32_t *w = record_begin(b, 7 * numStates, __func__);
    for (uint32_t i = 0; i < numStates; i++) {
        const DkBlendState *s = &states[i];
        w = put_many(w, SUB_3D, SET_BLEND_PER_TARGET_COLOR_OP + (firstId + i) * BLEND_STRIDE, 6);
        *w++ = s->colorBlendOp;
        *w++ = factor_word(s->srcColorBlendFactor);
        *w++ = factor_word(s->dstColorBlendFactor);
        *w++ = s->alphaBlendOp;
        *w++ = factor_word(s->srcAlphaBlendFactor);
        *w++ = factor_word(b->device->facts.upstream_defects ? s->dstColorBlendFactor
                                                             : s->dstAlphaBlendFactor);
    }
    record_end(b, w);
}

void dkCmdBufSetAlphaRef(DkCmdBuf b, float ref) {
    uint32_t *w = record_begin(b, 2, __func__);
    record_end(b, put(w, SUB_3D, SET_ALPHA_REF, float_bits(ref)));
}

void dkCmdBufSetBlendConst(DkCmdBuf b, float red, float green, float blue, float alpha) {
    uint32_t *w = record_begin(b, 5, __func__);
    w = put_many(w, SUB_3D, SET_BLEND_CONST_RED, 4);
    *w++ = float_bits(red);
    *w++ = float_bits(green);
    *w++ = float_bits(blue);
    *w++ = float_bits(alpha);
    record_end(b, w);
}
