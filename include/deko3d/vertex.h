/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_VERTEX_H
#define WINDLASS_DEKO3D_VERTEX_H

#include "base.h"

#define DK_MAX_VERTEX_ATTRIBS 32
#define DK_MAX_VERTEX_BUFFERS 16

typedef enum DkVtxAttribSize {
    DkVtxAttribSize_1x32 = 0x12,
    DkVtxAttribSize_2x32 = 0x04,
    DkVtxAttribSize_3x32 = 0x02,
    DkVtxAttribSize_4x32 = 0x01,

    DkVtxAttribSize_1x16 = 0x1b,
    DkVtxAttribSize_2x16 = 0x0f,
    DkVtxAttribSize_3x16 = 0x05,
    DkVtxAttribSize_4x16 = 0x03,

    DkVtxAttribSize_1x8 = 0x1d,
    DkVtxAttribSize_2x8 = 0x18,
    DkVtxAttribSize_3x8 = 0x13,
    DkVtxAttribSize_4x8 = 0x0a,

    DkVtxAttribSize_10_10_10_2 = 0x30,
    DkVtxAttribSize_11_11_10 = 0x31,
} DkVtxAttribSize;

typedef enum DkVtxAttribType {
    DkVtxAttribType_None = 0,
    DkVtxAttribType_Snorm = 1,
    DkVtxAttribType_Unorm = 2,
    DkVtxAttribType_Sint = 3,
    DkVtxAttribType_Uint = 4,
    DkVtxAttribType_Uscaled = 5,
    DkVtxAttribType_Sscaled = 6,
    DkVtxAttribType_Float = 7,
} DkVtxAttribType;

typedef struct DkVtxAttribState {
    uint32_t bufferId : 5;
    uint32_t : 1;
    uint32_t isFixed : 1; /* one value for all vertices */
    uint32_t offset : 14; /* bytes */
    DkVtxAttribSize size : 6;
    DkVtxAttribType type : 3;
    uint32_t : 1;
    uint32_t isBgra : 1;
} DkVtxAttribState;

typedef struct DkVtxBufferState {
    uint32_t stride;  /* bytes */
    uint32_t divisor; /* 0: an element a vertex; else one for so many instances */
} DkVtxBufferState;

typedef enum DkIdxFormat {
    DkIdxFormat_Uint8 = 0,
    DkIdxFormat_Uint16 = 1,
    DkIdxFormat_Uint32 = 2,
} DkIdxFormat;

DK_EXTERN_BEGIN

/* Says what vertex attributes are. Those behind the last one are switched off.
 * @attribs, @numAttribs: up to 32. */
void dkCmdBufBindVtxAttribState(DkCmdBuf obj, DkVtxAttribState const attribs[],
                                uint32_t numAttribs);

/* Says how vertex buffers are stepped through.
 * @buffers, @numBuffers: up to 16, from the first one. */
void dkCmdBufBindVtxBufferState(DkCmdBuf obj, DkVtxBufferState const buffers[],
                                uint32_t numBuffers);

/* Binds vertex buffers.
 * @firstId: 0 to 15.
 * @buffers, @numBuffers: sizes in bytes; what lies behind an end is read as 0; size 0: none.
 * @console: its library asks for five words a buffer and writes six; here six are asked for. */
void dkCmdBufBindVtxBuffers(DkCmdBuf obj, uint32_t firstId, DkBufExtents const buffers[],
                            uint32_t numBuffers);

/* Binds the index buffer.
 * @format: of an index.
 * @address: of the first one; it has no end. */
void dkCmdBufBindIdxBuffer(DkCmdBuf obj, DkIdxFormat format, DkGpuAddr address);

static inline void dkCmdBufBindVtxBuffer(DkCmdBuf obj, uint32_t id, DkGpuAddr bufAddr,
                                         uint32_t bufSize) {
    const DkBufExtents extents = {bufAddr, bufSize};
    dkCmdBufBindVtxBuffers(obj, id, &extents, 1);
}

DK_EXTERN_END

#endif
