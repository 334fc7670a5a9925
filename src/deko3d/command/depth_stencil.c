/* SPDX-License-Identifier: MIT */
#include "deko3d/macro/macros.h"

#include <string.h>

/* Names of NVIDIA's clb197.h. */
enum {
    SET_BACK_STENCIL_FUNC_REF = 0x0f54 / 4,
    SET_BACK_STENCIL_MASK = 0x0f58 / 4,
    SET_BACK_STENCIL_FUNC_MASK = 0x0f5c / 4,
    SET_DEPTH_BOUNDS_MIN = 0x0f9c / 4, /* then the most */
    SET_STENCIL_FUNC_REF = 0x1394 / 4,
    SET_STENCIL_FUNC_MASK = 0x1398 / 4,
    SET_STENCIL_MASK = 0x139c / 4,
    SET_DEPTH_BOUNDS_TEST = 0x19bc / 4,
};

void dkCmdBufBindDepthStencilState(DkCmdBuf b, DkDepthStencilState const *state) {
    _Static_assert(sizeof *state == 8, "the macro takes the state's two words as they are");
    DK_CHECK_POINTER(b->device, state);
    uint32_t *w = record_begin(b, 3, __func__);
    w = put_macro(w, MACRO_BIND_DEPTH_STENCIL, 2);
    memcpy(w, state, sizeof *state);
    record_end(b, w + 2);
}

void dkCmdBufSetDepthBounds(DkCmdBuf b, bool enable, float near, float far) {
    uint32_t *w = record_begin(b, 4, __func__);
    w = put_now(w, SUB_3D, SET_DEPTH_BOUNDS_TEST, enable);
    if (enable) {
        w = put_many(w, SUB_3D, SET_DEPTH_BOUNDS_MIN, 2);
        *w++ = float_bits(near);
        *w++ = float_bits(far);
    }
    record_end(b, w);
}

void dkCmdBufSetStencil(DkCmdBuf b, DkFace face, uint8_t mask, uint8_t funcRef, uint8_t funcMask) {
    uint32_t *w = record_begin(b, 6, __func__);
    if ((unsigned)face & DkFace_Front) {
        w = put_now(w, SUB_3D, SET_STENCIL_MASK, mask);
        w = put_now(w, SUB_3D, SET_STENCIL_FUNC_REF, funcRef);
        w = put_now(w, SUB_3D, SET_STENCIL_FUNC_MASK, funcMask);
    }
    if ((unsigned)face & DkFace_Back) {
        w = put_now(w, SUB_3D, SET_BACK_STENCIL_MASK, mask);
        w = put_now(w, SUB_3D, SET_BACK_STENCIL_FUNC_REF, funcRef);
        w = put_now(w, SUB_3D, SET_BACK_STENCIL_FUNC_MASK, funcMask);
    }
    record_end(b, w);
}
