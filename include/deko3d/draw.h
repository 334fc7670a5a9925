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

/* Draws vertices. gl_VertexID counts from firstVertex; gl_BaseVertex stays what it was.
 * @prim: what is made of them.
 * @vertexCount, @firstVertex: which.
 * @instanceCount, @firstInstance: how often; gl_InstanceID counts from 0, gl_BaseInstance is
 *     firstInstance. */
void dkCmdBufDraw(DkCmdBuf obj, DkPrimitive prim, uint32_t vertexCount, uint32_t instanceCount,
                  uint32_t firstVertex, uint32_t firstInstance);

/* Draws with numbers that the GPU reads when it comes there.
 * @prim: what is made of vertices.
 * @indirect: address of a DkDrawIndirectData, a multiple of 4. */
void dkCmdBufDrawIndirect(DkCmdBuf obj, DkPrimitive prim, DkGpuAddr indirect);

/* Draws vertices that the index buffer names.
 * @prim: what is made of them.
 * @indexCount, @firstIndex: which indices.
 * @instanceCount, @firstInstance: as of dkCmdBufDraw.
 * @vertexOffset: is added to each index; gl_BaseVertex. */
void dkCmdBufDrawIndexed(DkCmdBuf obj, DkPrimitive prim, uint32_t indexCount,
                         uint32_t instanceCount, uint32_t firstIndex, int32_t vertexOffset,
                         uint32_t firstInstance);

/* Draws with numbers that the GPU reads when it comes there.
 * @prim: what is made of vertices.
 * @indirect: address of a DkDrawIndexedIndirectData, a multiple of 4. */
void dkCmdBufDrawIndexedIndirect(DkCmdBuf obj, DkPrimitive prim, DkGpuAddr indirect);

/* Runs the compute shader.
 * @numGroupsX, @numGroupsY, @numGroupsZ: groups, at least 1. */
void dkCmdBufDispatchCompute(DkCmdBuf obj, uint32_t numGroupsX, uint32_t numGroupsY,
                             uint32_t numGroupsZ);

/* Runs the compute shader with numbers that the GPU reads when it comes there.
 * @indirect: address of a DkDispatchIndirectData, a multiple of 4. */
void dkCmdBufDispatchComputeIndirect(DkCmdBuf obj, DkGpuAddr indirect);

/* Writes 16 bytes: a counter in 64 bits and the time in 64 bits of dkDeviceGetCurrentTimestamp.
 * ZcullStats: four words.
 * @type: which; TimestampPipelineTop does not wait for what is before it.
 * @addr: a multiple of 16. */
void dkCmdBufReportCounter(DkCmdBuf obj, DkCounter type, DkGpuAddr addr);

/* Writes 16 bytes when all before it is done: a value in 64 bits and the time.
 * @value: 32 bits.
 * @addr: a multiple of 16. */
void dkCmdBufReportValue(DkCmdBuf obj, uint32_t value, DkGpuAddr addr);

/* Sets a counter to 0.
 * @type: which; times reset the counter of samples. */
void dkCmdBufResetCounter(DkCmdBuf obj, DkCounter type);

DK_EXTERN_END

#endif
