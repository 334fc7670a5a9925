/* SPDX-License-Identifier: MIT */
#include "deko3d/record.h"

/* The tiled cache: primitives are gone through tile by tile. No class header names its methods;
 * these names are ours (gpu/engine/three_methods_other.c), but for the last one. */
enum {
    TILED_CACHE_ENABLE = 0x0f60 / 4,
    TILED_CACHE_TILE_SIZE = 0x0f64 / 4,
    TILED_CACHE_FLUSH = 0x0f80 / 4,
    SET_MUTABLE_METHOD_CONTROL = 0x1134 / 4,
};

static bool is_tile_size(uint32_t size) {
    return size >= 16 && size <= 16384 && !(size & (size - 1));
}

void dkCmdBufSetTileSize(DkCmdBuf b, uint32_t width, uint32_t height) {
    DK_CHECK_INPUT(b->device, is_tile_size(width), "width must be a power of two, 16 to 16384");
    DK_CHECK_INPUT(b->device, is_tile_size(height), "height must be a power of two, 16 to 16384");
    uint32_t *w = record_begin(b, 2, __func__);
    w = put(w, SUB_3D, TILED_CACHE_TILE_SIZE, (width & 0xffff) | height << 16);
    record_end(b, w);
}

void dkCmdBufTiledCacheOp(DkCmdBuf b, DkTiledCacheOp op) {
    static const struct {
        uint16_t method;
        uint8_t value;
    } ops[] = {
        [DkTiledCacheOp_Disable] = {TILED_CACHE_ENABLE, 0},
        [DkTiledCacheOp_Enable] = {TILED_CACHE_ENABLE, 1},
        [DkTiledCacheOp_Flush] = {TILED_CACHE_FLUSH, 0},
        [DkTiledCacheOp_FlushAlt] = {TILED_CACHE_FLUSH, 1},
        [DkTiledCacheOp_UnkDisable] = {SET_MUTABLE_METHOD_CONTROL, 0},
        [DkTiledCacheOp_UnkEnable] = {SET_MUTABLE_METHOD_CONTROL, 1},
    };
    /* As on the console, what is no operation switches off. */
    const unsigned i = (unsigned)op <= DkTiledCacheOp_UnkEnable ? (unsigned)op : 0;
    uint32_t *w = record_begin(b, 1, __func__);
    record_end(b, put_now(w, SUB_3D, ops[i].method, ops[i].value));
}
