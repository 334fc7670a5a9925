/* SPDX-License-Identifier: MIT */
#include "deko3d/record.h"

#include <string.h>

/* Names of NVIDIA's clb197.h (which has the inline engine's, too) and clb0b5.h. */
enum {
    NO_OPERATION = 0x0100 / 4,
    LINE_LENGTH_IN = 0x0180 / 4, /* lines, address */
    LAUNCH_DMA = 0x01b0 / 4,
    LOAD_INLINE_DATA = 0x01b4 / 4,
    PIPE_NOP = 0x1a2c / 4,
    SET_CONSTANT_BUFFER_SELECTOR_A = 0x2380 / 4, /* size, address, offset */
    LOAD_CONSTANT_BUFFER = 0x2390 / 4,
    COPY_LAUNCH_DMA = 0x0300 / 4,
    COPY_OFFSET_IN_UPPER = 0x0400 / 4, /* source, target */
    COPY_LINE_LENGTH_IN = 0x0418 / 4,
};

enum {
    MOST_BYTES = 0x7ffc, /* behind one head */
    DMA_PITCH = 1 << 0,
    DMA_FLUSH = 1 << 4,
    COPY_ONE_BY_ONE = 2, /* not beside the copy before it */
    COPY_FLUSH = 1 << 2,
    COPY_FROM_PITCH = 1 << 7,
    COPY_TO_PITCH = 1 << 8,
    COPY_MOST = 0x3fffff, /* bytes a line */
};

void dkCmdBufPushConstants(DkCmdBuf b, DkGpuAddr uboAddr, uint32_t uboSize, uint32_t offset,
                           uint32_t size, const void *data) {
    DK_CHECK_ALIGN(b->device, uboAddr, DK_UNIFORM_BUF_ALIGNMENT);
    DK_CHECK_SIZE(b->device, uboSize, DK_UNIFORM_BUF_ALIGNMENT);
    DK_CHECK_INPUT(b->device, uboSize <= DK_UNIFORM_BUF_MAX_SIZE,
                   "uboSize must be at most DK_UNIFORM_BUF_MAX_SIZE");
    DK_CHECK_ALIGN(b->device, offset, 4);
    DK_CHECK_SIZE(b->device, size, 4);
    DK_CHECK_INPUT(b->device, size <= MOST_BYTES, "size must be at most 0x7ffc");
    DK_CHECK_INPUT(b->device, offset < uboSize && size <= uboSize - offset,
                   "offset and size go beyond uboSize");
    DK_CHECK_POINTER(b->device, data);
    uint32_t *w = record_begin(b, 7 + size / 4, __func__);
    w = put_many(w, SUB_3D, SET_CONSTANT_BUFFER_SELECTOR_A, 4);
    *w++ = (uboSize + 0xff) & ~0xffu;
    w = put_address(w, uboAddr);
    *w++ = offset;
    w = put_now(w, SUB_3D, PIPE_NOP, 0);
    w = put_head(w, PUT_SAME, SUB_3D, LOAD_CONSTANT_BUFFER, size / 4);
    memcpy(w, data, size);
    record_end(b, w + size / 4);
}

void dkCmdBufPushData(DkCmdBuf b, DkGpuAddr addr, const void *data, uint32_t size) {
    DK_CHECK_INPUT(b->device, addr != DK_GPU_ADDR_INVALID, "addr is no address");
    DK_CHECK_POINTER(b->device, data);
    DK_CHECK_INPUT(b->device, size <= MOST_BYTES, "size must be at most 0x7ffc");
    DK_CHECK_SIZE(b->device, size, 4);
    if (!size)
        return;
    uint32_t *w = record_begin(b, 7 + size / 4, __func__);
    w = put_many(w, SUB_3D, LINE_LENGTH_IN, 4);
    *w++ = size;
    *w++ = 1;
    w = put_address(w, addr);
    w = put_now(w, SUB_3D, LAUNCH_DMA, DMA_PITCH | DMA_FLUSH);
    w = put_head(w, PUT_SAME, SUB_3D, LOAD_INLINE_DATA, size / 4);
    memcpy(w, data, size);
    record_end(b, w + size / 4);
}

void dkCmdBufCopyBuffer(DkCmdBuf b, DkGpuAddr srcAddr, DkGpuAddr dstAddr, uint32_t size) {
    DK_CHECK_INPUT(b->device, srcAddr != DK_GPU_ADDR_INVALID, "srcAddr is no address");
    DK_CHECK_INPUT(b->device, dstAddr != DK_GPU_ADDR_INVALID, "dstAddr is no address");
    if (!size)
        return;
    uint32_t *w = record_begin(b, 2, __func__);
    record_end(b, put_now(w, SUB_3D, NO_OPERATION, 0));
    while (size) {
        const uint32_t now = size > COPY_MOST ? COPY_MOST : size;
        w = record_begin(b, 9, __func__); /* one is for the end */
        w = put_many(w, SUB_COPY, COPY_OFFSET_IN_UPPER, 4);
        w = put_address(w, srcAddr);
        w = put_address(w, dstAddr);
        w = put(w, SUB_COPY, COPY_LINE_LENGTH_IN, now);
        w = put_now(w, SUB_COPY, COPY_LAUNCH_DMA,
                    COPY_ONE_BY_ONE | COPY_FLUSH | COPY_FROM_PITCH | COPY_TO_PITCH);
        record_end(b, w);
        size -= now;
        srcAddr += now;
        dstAddr += now;
    }
    record_end(b, put_now(b->next, SUB_3D, NO_OPERATION, 0));
}
