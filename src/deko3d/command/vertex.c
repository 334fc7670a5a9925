/* SPDX-License-Identifier: MIT */
#include "deko3d/command/range.h"
#include "deko3d/record.h"

#include <string.h>

/* Names of NVIDIA's clb197.h. */
enum {
    SET_VERTEX_ATTRIBUTE_A = 0x1160 / 4, /* 32 of them */
    SET_DA_PRIMITIVE_RESTART = 0x1644 / 4,
    SET_DA_PRIMITIVE_RESTART_INDEX = 0x1648 / 4,
    SET_INDEX_BUFFER_A = 0x17c8 / 4,
    SET_INDEX_BUFFER_E = 0x17d8 / 4, /* the indices' size */
    SET_VERTEX_STREAM_INSTANCE_A = 0x1880 / 4,
    SET_VERTEX_STREAM_A_FORMAT = 0x1c00 / 4,
    SET_VERTEX_STREAM_A_LOCATION_A = 0x1c04 / 4,
    SET_VERTEX_STREAM_A_FREQUENCY = 0x1c0c / 4,
    SET_VERTEX_STREAM_LIMIT_A_A = 0x1f00 / 4,
};

enum {
    STREAM_STRIDE = 0x10 / 4,
    LIMIT_STRIDE = 0x8 / 4,
    STREAM_ENABLED = 1 << 12,
    STREAM_STRIDE_MASK = 0xfff,
    /* An attribute that is not there: a constant, one float. */
    NO_ATTRIBUTE = 1u << 6 | DkVtxAttribSize_1x32 << 21 | (unsigned)DkVtxAttribType_Float << 27,
    NO_BUFFER_START = 0x1000, /* with a limit in front of it: nothing is there */
    NO_BUFFER_LIMIT = 0xfff,
};

void dkCmdBufBindVtxAttribState(DkCmdBuf b, DkVtxAttribState const attribs[], uint32_t numAttribs) {
    _Static_assert(sizeof *attribs == 4, "attributes are the hardware's words");
    DK_CHECK_INPUT(b->device, numAttribs <= DK_MAX_VERTEX_ATTRIBS,
                   "there are only DK_MAX_VERTEX_ATTRIBS");
    DK_CHECK_ARRAY(b->device, attribs, numAttribs);
    uint32_t *w = record_begin(b, 1 + DK_MAX_VERTEX_ATTRIBS, __func__);
    w = put_many(w, SUB_3D, SET_VERTEX_ATTRIBUTE_A, DK_MAX_VERTEX_ATTRIBS);
    if (numAttribs)
        memcpy(w, attribs, numAttribs * sizeof *w);
    for (uint32_t i = numAttribs; i < DK_MAX_VERTEX_ATTRIBS; i++)
        w[i] = NO_ATTRIBUTE;
    record_end(b, w + DK_MAX_VERTEX_ATTRIBS);
}

void dkCmdBufBindVtxBufferState(DkCmdBuf b, DkVtxBufferState const buffers[], uint32_t numBuffers) {
    DK_CHECK_INPUT(b->device, numBuffers <= DK_MAX_VERTEX_BUFFERS,
                   "there are only DK_MAX_VERTEX_BUFFERS");
    DK_CHECK_ARRAY(b->device, buffers, numBuffers);
    uint32_t *w = record_begin(b, 4 * numBuffers + (DK_MAX_VERTEX_BUFFERS - numBuffers), __func__);
    for (uint32_t i = 0; i < DK_MAX_VERTEX_BUFFERS; i++) {
        const unsigned format = SET_VERTEX_STREAM_A_FORMAT + i * STREAM_STRIDE;
        if (i >= numBuffers) {
            w = put_now(w, SUB_3D, format, 0);
            continue;
        }
        const uint32_t divisor = buffers[i].divisor;
        w = put_now(w, SUB_3D, format, STREAM_ENABLED | (buffers[i].stride & STREAM_STRIDE_MASK));
        w = put_now(w, SUB_3D, SET_VERTEX_STREAM_INSTANCE_A + i, divisor != 0);
        if (divisor)
            w = put(w, SUB_3D, SET_VERTEX_STREAM_A_FREQUENCY + i * STREAM_STRIDE, divisor);
    }
    record_end(b, w);
}

void dkCmdBufBindVtxBuffers(DkCmdBuf b, uint32_t firstId, DkBufExtents const buffers[],
                            uint32_t numBuffers) {
    DK_CHECK_RANGE(b->device, firstId, numBuffers, DK_MAX_VERTEX_BUFFERS);
    DK_CHECK_ARRAY(b->device, buffers, numBuffers);
    /* The console's library asks for five words a buffer and one to spare, and writes six: what
     * fits there fits here, but nothing is written behind the end. */
    const uint32_t words = 6 * numBuffers;
    uint32_t *w = (size_t)(b->end - b->next) >= words ? b->next : record_more(b, words, __func__);
    for (uint32_t i = 0; i < numBuffers; i++) {
        const DkBufExtents *e = &buffers[i];
        w = put_many(w, SUB_3D, SET_VERTEX_STREAM_A_LOCATION_A + (firstId + i) * STREAM_STRIDE, 2);
        w = put_address(w, e->size ? e->addr : NO_BUFFER_START);
        w = put_many(w, SUB_3D, SET_VERTEX_STREAM_LIMIT_A_A + (firstId + i) * LIMIT_STRIDE, 2);
        w = put_address(w, e->size ? e->addr + e->size - 1 : NO_BUFFER_LIMIT);
    }
    record_end(b, w);
}

void dkCmdBufBindIdxBuffer(DkCmdBuf b, DkIdxFormat format, DkGpuAddr address) {
    uint32_t *w = record_begin(b, 4, __func__);
    w = put_many(w, SUB_3D, SET_INDEX_BUFFER_A, 2);
    w = put_address(w, address);
    w = put_now(w, SUB_3D, SET_INDEX_BUFFER_E, format);
    record_end(b, w);
}

void dkCmdBufSetPrimitiveRestart(DkCmdBuf b, bool enable, uint32_t index) {
    uint32_t *w = record_begin(b, 3, __func__);
    w = put_now(w, SUB_3D, SET_DA_PRIMITIVE_RESTART, enable);
    if (enable)
        w = put(w, SUB_3D, SET_DA_PRIMITIVE_RESTART_INDEX, index);
    record_end(b, w);
}
