/* SPDX-License-Identifier: MIT */
#include "deko3d/macro/macros.h"

/* The macros write gl_BaseVertex and gl_BaseInstance into the driver's constants, which must be
 * selected where these may be other than 0. */

void dkCmdBufDraw(DkCmdBuf b, DkPrimitive prim, uint32_t vertexCount, uint32_t instanceCount,
                  uint32_t firstVertex, uint32_t firstInstance) {
    uint32_t *w = record_begin(b, 7, __func__);
    if (firstInstance)
        w = put_macro_now(w, MACRO_SELECT_DRIVER_CONSTANTS, 0);
    w = put_macro(w, MACRO_DRAW, 5);
    *w++ = prim;
    *w++ = vertexCount;
    *w++ = instanceCount;
    *w++ = firstVertex;
    *w++ = firstInstance;
    record_end(b, w);
}

void dkCmdBufDrawIndexed(DkCmdBuf b, DkPrimitive prim, uint32_t indexCount, uint32_t instanceCount,
                         uint32_t firstIndex, int32_t vertexOffset, uint32_t firstInstance) {
    uint32_t *w = record_begin(b, 8, __func__);
    if (vertexOffset || firstInstance)
        w = put_macro_now(w, MACRO_SELECT_DRIVER_CONSTANTS, 0);
    w = put_macro(w, MACRO_DRAW_INDEXED, 6);
    *w++ = prim;
    *w++ = indexCount;
    *w++ = instanceCount;
    *w++ = firstIndex;
    *w++ = (uint32_t)vertexOffset;
    *w++ = firstInstance;
    record_end(b, w);
}

/* The program's buffer has all words of the macro but the first: an entry of its own, which is
 * fetched when all before it is done. */
static void draw_indirect(DkCmdBuf b, enum macro macro, DkPrimitive prim, DkGpuAddr indirect,
                          uint32_t words, const char *context) {
    uint32_t *w = record_begin(b, 3, context);
    w = put_macro_now(w, MACRO_SELECT_DRIVER_CONSTANTS, 0);
    w = put_macro(w, macro, 1 + words);
    *w++ = prim;
    record_end(b, w);
    record_split(b, ENTRY_NO_PREFETCH, context);
    record_foreign(b, indirect, words, ENTRY_KICK, context);
}

void dkCmdBufDrawIndirect(DkCmdBuf b, DkPrimitive prim, DkGpuAddr indirect) {
    DK_CHECK_INPUT(b->device, indirect != DK_GPU_ADDR_INVALID, "indirect is no address");
    DK_CHECK_ALIGN(b->device, indirect, 4);
    draw_indirect(b, MACRO_DRAW, prim, indirect, sizeof(DkDrawIndirectData) / 4, __func__);
}

void dkCmdBufDrawIndexedIndirect(DkCmdBuf b, DkPrimitive prim, DkGpuAddr indirect) {
    DK_CHECK_INPUT(b->device, indirect != DK_GPU_ADDR_INVALID, "indirect is no address");
    DK_CHECK_ALIGN(b->device, indirect, 4);
    draw_indirect(b, MACRO_DRAW_INDEXED, prim, indirect, sizeof(DkDrawIndexedIndirectData) / 4,
                  __func__);
}
