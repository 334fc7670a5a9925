/* SPDX-License-Identifier: MIT */
#include "deko3d/record.h"

/* Names of NVIDIA's clb197.h. */
enum {
    SET_TESSELLATION_LOD_U0_OR_DENSITY = 0x0324 / 4, /* four of them */
    SET_TG_LOD_INTERIOR_U = 0x0334 / 4,              /* then v */
    SET_PATCH = 0x0dcc / 4,
};

void dkCmdBufSetPatchSize(DkCmdBuf b, uint32_t size) {
    uint32_t *w = record_begin(b, 1, __func__);
    record_end(b, put_now(w, SUB_3D, SET_PATCH, size));
}

void dkCmdBufSetTessOuterLevels(DkCmdBuf b, float level0, float level1, float level2,
                                float level3) {
    uint32_t *w = record_begin(b, 5, __func__);
    w = put_many(w, SUB_3D, SET_TESSELLATION_LOD_U0_OR_DENSITY, 4);
    *w++ = float_bits(level0);
    *w++ = float_bits(level1);
    *w++ = float_bits(level2);
    *w++ = float_bits(level3);
    record_end(b, w);
}

void dkCmdBufSetTessInnerLevels(DkCmdBuf b, float level0, float level1) {
    uint32_t *w = record_begin(b, 3, __func__);
    w = put_many(w, SUB_3D, SET_TG_LOD_INTERIOR_U, 2);
    *w++ = float_bits(level0);
    *w++ = float_bits(level1);
    record_end(b, w);
}
