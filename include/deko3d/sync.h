/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_SYNC_H
#define WINDLASS_DEKO3D_SYNC_H

#include "base.h"

typedef enum DkVarOp {
    DkVarOp_Set = 0,
    DkVarOp_Add = 1,
    DkVarOp_Sub = 2,
    DkVarOp_And = 3,
    DkVarOp_Or = 4,
    DkVarOp_Xor = 5,
} DkVarOp;

typedef enum DkVarCompareOp {
    DkVarCompareOp_Equal = 0,
    DkVarCompareOp_Sequential = 1, /* at least, as numbers that go around */
} DkVarCompareOp;

typedef enum DkPipelinePos {
    DkPipelinePos_Top = 0,
    DkPipelinePos_Rasterizer = 1,
    DkPipelinePos_Bottom = 2,
} DkPipelinePos;

typedef enum DkBarrier {
    DkBarrier_None = 0,
    DkBarrier_Tiles = 1,
    DkBarrier_Fragments = 2,
    DkBarrier_Primitives = 3,
    DkBarrier_Full = 4,
} DkBarrier;

enum {
    DkInvalidateFlags_Image = 1 << 0,
    DkInvalidateFlags_Shader = 1 << 1, /* code, uniform and storage buffers */
    DkInvalidateFlags_Descriptors = 1 << 2,
    DkInvalidateFlags_Zcull = 1 << 3,
    DkInvalidateFlags_L2Cache = 1 << 4,
};

DK_EXTERN_BEGIN

DkResult dkFenceWait(DkFence *obj, int64_t timeout_ns);
void dkFenceImport(DkFence *obj, uint32_t id, uint32_t value);

void dkVariableInitialize(DkVariable *obj, DkMemBlock mem, uint32_t offset);
uint32_t dkVariableRead(DkVariable const *obj);
void dkVariableSignal(DkVariable const *obj, DkVarOp op, uint32_t value);

void dkCmdBufWaitFence(DkCmdBuf obj, DkFence *fence);
void dkCmdBufSignalFence(DkCmdBuf obj, DkFence *fence, bool flush);
void dkCmdBufWaitVariable(DkCmdBuf obj, DkVariable const *var, DkVarCompareOp op, uint32_t value);
void dkCmdBufSignalVariable(DkCmdBuf obj, DkVariable const *var, DkVarOp op, uint32_t value,
                            DkPipelinePos pos);
void dkCmdBufBarrier(DkCmdBuf obj, DkBarrier mode, uint32_t invalidateFlags);

DK_EXTERN_END

#endif
