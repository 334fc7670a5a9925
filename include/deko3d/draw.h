/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_DRAW_H
#define WINDLASS_DEKO3D_DRAW_H

#include "base.h"

typedef enum DkPrimitive {
    DkPrimitive_Points = 0,
    DkPrimitive_Lines = 1,
    DkPrimitive_LineLoop = 2,
    DkPrimitive_LineStrip = 3,
    DkPrimitive_Triangles = 4,
    DkPrimitive_TriangleStrip = 5,
    DkPrimitive_TriangleFan = 6,
    DkPrimitive_Quads = 7,
    DkPrimitive_QuadStrip = 8,
    DkPrimitive_Polygon = 9,
    DkPrimitive_LinesAdjacency = 10,
    DkPrimitive_LineStripAdjacency = 11,
    DkPrimitive_TrianglesAdjacency = 12,
    DkPrimitive_TriangleStripAdjacency = 13,
    DkPrimitive_Patches = 14,
} DkPrimitive;

/* What the GPU reads of memory for indirect commands. */
typedef struct DkDrawIndirectData {
    uint32_t vertexCount;
    uint32_t instanceCount;
    uint32_t firstVertex;
    uint32_t firstInstance;
} DkDrawIndirectData;

typedef struct DkDrawIndexedIndirectData {
    uint32_t indexCount;
    uint32_t instanceCount;
    uint32_t firstIndex;
    int32_t vertexOffset;
    uint32_t firstInstance;
} DkDrawIndexedIndirectData;

typedef struct DkDispatchIndirectData {
    uint32_t numGroupsX;
    uint32_t numGroupsY;
    uint32_t numGroupsZ;
} DkDispatchIndirectData;

typedef enum DkCounter {
    DkCounter_TimestampPipelineTop = 0,
    DkCounter_Timestamp = 1,
    DkCounter_SamplesPassed = 2,
    DkCounter_ZcullStats = 3,
    DkCounter_InputVertices = 4,
    DkCounter_InputPrimitives = 5,
    DkCounter_VertexShaderInvocations = 6,
    DkCounter_TessControlShaderInvocations = 7,
    DkCounter_TessEvaluationShaderInvocations = 8,
    DkCounter_GeometryShaderInvocations = 9,
    DkCounter_FragmentShaderInvocations = 10,
    DkCounter_TessEvaluationShaderPrimitives = 11,
    DkCounter_GeometryShaderPrimitives = 12,
    DkCounter_ClipperInputPrimitives = 13,
    DkCounter_ClipperOutputPrimitives = 14,
    DkCounter_PrimitivesGenerated = 15,
    DkCounter_TransformFeedbackPrimitivesWritten = 16,
} DkCounter;

DK_EXTERN_BEGIN

void dkCmdBufDraw(DkCmdBuf obj, DkPrimitive prim, uint32_t vertexCount, uint32_t instanceCount,
                  uint32_t firstVertex, uint32_t firstInstance);
void dkCmdBufDrawIndirect(DkCmdBuf obj, DkPrimitive prim, DkGpuAddr indirect);
void dkCmdBufDrawIndexed(DkCmdBuf obj, DkPrimitive prim, uint32_t indexCount,
                         uint32_t instanceCount, uint32_t firstIndex, int32_t vertexOffset,
                         uint32_t firstInstance);
void dkCmdBufDrawIndexedIndirect(DkCmdBuf obj, DkPrimitive prim, DkGpuAddr indirect);
void dkCmdBufDispatchCompute(DkCmdBuf obj, uint32_t numGroupsX, uint32_t numGroupsY,
                             uint32_t numGroupsZ);
void dkCmdBufDispatchComputeIndirect(DkCmdBuf obj, DkGpuAddr indirect);

/* A report is 16 bytes: the value in 64 bits, a timestamp. */
void dkCmdBufReportCounter(DkCmdBuf obj, DkCounter type, DkGpuAddr addr);
void dkCmdBufReportValue(DkCmdBuf obj, uint32_t value, DkGpuAddr addr);
void dkCmdBufResetCounter(DkCmdBuf obj, DkCounter type);

DK_EXTERN_END

#endif
