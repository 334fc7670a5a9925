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

/* Waits on the CPU until a fence is signalled.
 * @timeout_ns: nanoseconds, in steps of 1000; below 0: for ever; 0: looks and returns.
 * @returns: Success, Timeout, or Fail where the queue failed before. */
DkResult dkFenceWait(DkFence *obj, int64_t timeout_ns);

/* Makes a fence of a syncpoint of the machine that reaches a value.
 * @id, @value: the syncpoint, and what it reaches.
 * @console: syncpoints are the system's, and other parts of it hand them out; here they are the
 *     library's own. */
void dkFenceImport(DkFence *obj, uint32_t id, uint32_t value);

/* Makes a variable of a word of memory, whose value stays.
 * @mem: a block that is CpuUncached and GpuUncached.
 * @offset: bytes of the block, a multiple of 4. */
void dkVariableInitialize(DkVariable *obj, DkMemBlock mem, uint32_t offset);

/* @returns: the word's value now. */
uint32_t dkVariableRead(DkVariable const *obj);

/* Changes the word on the CPU, atomically.
 * @op, @value: what is done with the old value, and with what. */
void dkVariableSignal(DkVariable const *obj, DkVarOp op, uint32_t value);

/* Commands behind it wait for the fence. The list keeps the pointer: the fence is looked at when
 * the list is submitted.
 * @fence: stays where it is as long as the list is used. */
void dkCmdBufWaitFence(DkCmdBuf obj, DkFence *fence);

/* Signals the fence when all commands before it are done.
 * @fence: written when the list is submitted; stays where it is as long as the list is used.
 * @flush: the GPU's writes are in memory before. */
void dkCmdBufSignalFence(DkCmdBuf obj, DkFence *fence, bool flush);

/* Commands behind it wait until a variable compares.
 * @var: is copied.
 * @op, @value: equal to the value, or at least it, as signed distance. */
void dkCmdBufWaitVariable(DkCmdBuf obj, DkVariable const *var, DkVarCompareOp op, uint32_t value);

/* The GPU changes a variable.
 * @var: is copied.
 * @op, @value: what is done with the old value, and with what.
 * @pos: when: as the command is read, behind the rasterizer, or when all before it is done. */
void dkCmdBufSignalVariable(DkCmdBuf obj, DkVariable const *var, DkVarOp op, uint32_t value,
                            DkPipelinePos pos);

/* Orders commands behind it after those before it, and empties caches.
 * @mode: what is ordered; Full also stops commands from being read ahead.
 * @invalidateFlags: DkInvalidateFlags; what the GPU has cached and something else wrote. */
void dkCmdBufBarrier(DkCmdBuf obj, DkBarrier mode, uint32_t invalidateFlags);

DK_EXTERN_END

#endif
