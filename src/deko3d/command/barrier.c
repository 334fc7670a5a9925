/* SPDX-License-Identifier: MIT */
#include "deko3d/record.h"

/* Names of NVIDIA's clb197.h and clb06f.h; those of 0f74 and 0f7c are ours. */
enum {
    MEM_OP_B = 0x002c / 4,
    SET_REFERENCE = 0x0050 / 4,
    NO_OPERATION = 0x0100 / 4,
    WAIT_FOR_IDLE = 0x0110 / 4,
    INVALIDATE_SHADER_CACHES_NO_WFI = 0x0da4 / 4,
    PIXEL_SHADER_BARRIER = 0x0de0 / 4,
    INVALIDATE_TEXTURE_DATA_CACHE_WFI = 0x0f74 / 4,
    TILED_CACHE_BARRIER = 0x0f7c / 4,
    INVALIDATE_TEXTURE_DATA_CACHE_NO_WFI = 0x1288 / 4,
    CLEAR_ZCULL_REGION = 0x12c8 / 4,
    INVALIDATE_SAMPLER_CACHE_NO_WFI = 0x1424 / 4,
    INVALIDATE_TEXTURE_HEADER_CACHE_NO_WFI = 0x1428 / 4,
};

enum {
    CACHE_INSTRUCTIONS = 1 << 0,
    CACHE_GLOBAL_DATA = 1 << 4,
    CACHE_CONSTANTS = 1 << 12,
    MEM_OP_SHIFT = 27,
    L2_SYSMEM_INVALIDATE = 0xe,
    L2_FLUSH_DIRTY = 0x10,
};

static uint32_t *put_invalidations(uint32_t *w, uint32_t flags, bool waits) {
    if (flags & DkInvalidateFlags_Image)
        w = put_now(
            w, SUB_3D,
            waits ? INVALIDATE_TEXTURE_DATA_CACHE_WFI : INVALIDATE_TEXTURE_DATA_CACHE_NO_WFI, 0);
    if (flags & DkInvalidateFlags_Shader)
        w = put_now(w, SUB_3D, INVALIDATE_SHADER_CACHES_NO_WFI,
                    CACHE_INSTRUCTIONS | CACHE_GLOBAL_DATA | CACHE_CONSTANTS);
    if (flags & DkInvalidateFlags_Descriptors) {
        w = put_now(w, SUB_3D, INVALIDATE_TEXTURE_HEADER_CACHE_NO_WFI, 0);
        w = put_now(w, SUB_3D, INVALIDATE_SAMPLER_CACHE_NO_WFI, 0);
    }
    if (flags & DkInvalidateFlags_Zcull)
        w = put_now(w, SUB_3D, CLEAR_ZCULL_REGION, 0);
    if (flags & DkInvalidateFlags_L2Cache) {
        w = put(w, SUB_HOST, MEM_OP_B, (uint32_t)L2_FLUSH_DIRTY << MEM_OP_SHIFT);
        w = put(w, SUB_HOST, MEM_OP_B, (uint32_t)L2_SYSMEM_INVALIDATE << MEM_OP_SHIFT);
    }
    return w;
}

void dkCmdBufBarrier(DkCmdBuf b, DkBarrier mode, uint32_t invalidateFlags) {
    uint32_t *w = record_begin(b, 12, __func__);
    bool waits = false;
    switch (mode) {
    case DkBarrier_Tiles:
        w = put_now(w, SUB_3D, TILED_CACHE_BARRIER, 0);
        waits = true;
        break;
    case DkBarrier_Fragments:
        w = put_now(w, SUB_3D, PIXEL_SHADER_BARRIER, 0);
        waits = true;
        break;
    case DkBarrier_Primitives:
        w = put_now(w, SUB_3D, WAIT_FOR_IDLE, 0);
        break;
    case DkBarrier_Full:
        record_end(b, put_now(w, SUB_HOST, SET_REFERENCE, 0));
        record_split(b, 0, __func__);
        w = put_now(b->next, SUB_3D, NO_OPERATION, 0);
        break;
    default:
        break;
    }
    record_end(b, put_invalidations(w, invalidateFlags, waits));
    /* Nothing behind is read ahead, indirect parameters either, which are entries of their own. */
    if (mode == DkBarrier_Full)
        record_split(b, ENTRY_KICK | ENTRY_NO_PREFETCH, __func__);
}
