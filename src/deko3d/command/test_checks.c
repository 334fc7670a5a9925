/* SPDX-License-Identifier: MIT */
/* What the debug library refuses: each call raises its error, with its name. The calls
 * beside them, at the edge of what is right, do not. */
#include "deko3d/command/test_words.h"
#include "deko3d/image/surface.h"

void image_surface(DkDevice d, const DkImageView *view, enum surface_use use,
                   struct image_surface *out, const char *context) {
    (void)use;
    if (!view)
        dk_raise(d, context, DkResult_BadInput, "view must not be NULL");
    memset(out, 0, sizeof *out);
}

static const DkShader vertex = {.magic = DK_SHADER_MAGIC, .stage = DkStage_Vertex};
static const DkShader compute = {.magic = DK_SHADER_MAGIC, .stage = DkStage_Compute};
static const DkShader uninitialised;
static const DkShader *const shaders[4] = {&vertex, &uninitialised, NULL, &compute};
static const DkBufExtents extents[17] = {
    [1] = {0x100, 0x10000}, [2] = {0x180, 0x100}, [3] = {0x100, 0x10001}};
static const DkResHandle handles[41];
static const DkImageView *const views[9];
static const DkBlendState blend[9];
static const DkVtxAttribState attribs[33];
static const DkVtxBufferState buffer_states[17];
static const DkViewport viewports[17];
static const DkViewportSwizzle swizzles[17];
static const DkScissor scissors[17];
static const uint32_t data[0x3000];
static const DkVariable not_initialised;
static uint32_t word;
static const DkVariable variable = {&word, 0x1000};

#define INVALID DK_GPU_ADDR_INVALID

/* FAIL(result, call...), FINE(call...): what comes behind the command buffer. */
#define CALLS                                                                                      \
    FAIL(BadInput, BindShaders, 1, NULL, 1)                                                        \
    FAIL(BadInput, BindShaders, 1, shaders + 1, 1)                                                 \
    FAIL(BadInput, BindShaders, 1, shaders + 2, 1)                                                 \
    FAIL(BadFlags, BindShaders, DkStageFlag_Compute | 1, shaders + 3, 1)                           \
    FAIL(BadInput, BindShaders, DkStageFlag_Compute, shaders, 0)                                   \
    FAIL(BadInput, BindShaders, DkStageFlag_Compute, shaders, 1)                                   \
    FINE(BindShaders, 1, shaders, 1)                                                               \
    FAIL(BadInput, BindUniformBuffers, (DkStage)6, 0, extents, 1)                                  \
    FAIL(BadInput, BindUniformBuffers, (DkStage) - 1, 0, extents, 1)                               \
    FAIL(BadInput, BindUniformBuffers, DkStage_Vertex, 0, NULL, 1)                                 \
    FAIL(BadInput, BindUniformBuffers, DkStage_Vertex, 1, extents, 16)                             \
    FAIL(BadInput, BindUniformBuffers, DkStage_Vertex, 17, extents, 0)                             \
    FAIL(BadInput, BindUniformBuffers, DkStage_Vertex, UINT32_MAX, extents, 2)                     \
    FAIL(MisalignedData, BindUniformBuffers, DkStage_Vertex, 0, extents + 2, 1)                    \
    FAIL(BadInput, BindUniformBuffers, DkStage_Vertex, 0, extents + 3, 1)                          \
    FINE(BindUniformBuffers, DkStage_Vertex, 14, extents, 2)                                       \
    FAIL(BadInput, BindStorageBuffers, (DkStage)6, 0, extents, 1)                                  \
    FAIL(BadInput, BindStorageBuffers, DkStage_Vertex, 0, NULL, 1)                                 \
    FAIL(BadInput, BindStorageBuffers, DkStage_Vertex, 0, extents, 17)                             \
    FINE(BindStorageBuffers, DkStage_Fragment, 15, extents + 3, 1)                                 \
    FAIL(BadInput, BindTextures, (DkStage)6, 0, handles, 1)                                        \
    FAIL(BadInput, BindTextures, DkStage_Vertex, 0, NULL, 1)                                       \
    FAIL(BadInput, BindTextures, DkStage_Vertex, 0, handles, 41)                                   \
    FINE(BindTextures, DkStage_Vertex, 0, handles, 40)                                             \
    FAIL(BadInput, BindImages, (DkStage)6, 0, handles, 1)                                          \
    FAIL(BadInput, BindImages, DkStage_Vertex, 0, NULL, 1)                                         \
    FAIL(BadInput, BindImages, DkStage_Vertex, 8, handles, 1)                                      \
    FINE(BindImages, DkStage_Vertex, 7, handles, 1)                                                \
    FAIL(MisalignedData, BindImageDescriptorSet, 0x1010, 1)                                        \
    FAIL(BadInput, BindImageDescriptorSet, 0x1020, 0)                                              \
    FINE(BindImageDescriptorSet, 0x1020, 1)                                                        \
    FAIL(MisalignedData, BindSamplerDescriptorSet, 0x1010, 1)                                      \
    FAIL(BadInput, BindSamplerDescriptorSet, 0x1020, 0)                                            \
    FAIL(BadInput, BindRenderTargets, views, 9, NULL)                                              \
    FAIL(BadInput, BindRenderTargets, NULL, 1, NULL)                                               \
    FAIL(BadInput, BindRenderTargets, views, 1, NULL)                                              \
    FINE(BindRenderTargets, NULL, 0, NULL)                                                         \
    FAIL(BadInput, BindRasterizerState, NULL)                                                      \
    FAIL(BadInput, BindMultisampleState, NULL)                                                     \
    FAIL(BadInput, BindColorState, NULL)                                                           \
    FAIL(BadInput, BindColorWriteState, NULL)                                                      \
    FAIL(BadInput, BindBlendStates, 0, NULL, 1)                                                    \
    FAIL(BadInput, BindBlendStates, 8, blend, 0)                                                   \
    FAIL(BadInput, BindBlendStates, 0, blend, 9)                                                   \
    FAIL(BadInput, BindBlendStates, 7, blend, 2)                                                   \
    FINE(BindBlendStates, 7, blend, 1)                                                             \
    FAIL(BadInput, BindDepthStencilState, NULL)                                                    \
    FAIL(BadInput, BindVtxAttribState, attribs, 33)                                                \
    FAIL(BadInput, BindVtxAttribState, NULL, 1)                                                    \
    FINE(BindVtxAttribState, attribs, 32)                                                          \
    FAIL(BadInput, BindVtxBufferState, buffer_states, 17)                                          \
    FAIL(BadInput, BindVtxBufferState, NULL, 1)                                                    \
    FINE(BindVtxBufferState, NULL, 0)                                                              \
    FAIL(BadInput, BindVtxBuffers, 0, extents, 17)                                                 \
    FAIL(BadInput, BindVtxBuffers, 16, extents, 1)                                                 \
    FAIL(BadInput, BindVtxBuffers, 0, NULL, 1)                                                     \
    FINE(BindVtxBuffers, 16, NULL, 0)                                                              \
    FAIL(BadInput, SetViewports, 0, viewports, 17)                                                 \
    FAIL(BadInput, SetViewports, 16, viewports, 1)                                                 \
    FAIL(BadInput, SetViewports, 0, NULL, 1)                                                       \
    FINE(SetViewports, 0, viewports, 16)                                                           \
    FAIL(BadInput, SetViewportSwizzles, 1, swizzles, 16)                                           \
    FAIL(BadInput, SetViewportSwizzles, 1, NULL, 1)                                                \
    FAIL(BadInput, SetSubpixelPrecisionBias, 32, 0)                                                \
    FAIL(BadInput, SetSubpixelPrecisionBias, 0, 32)                                                \
    FINE(SetSubpixelPrecisionBias, 31, 31)                                                         \
    FAIL(BadInput, SetScissors, 1, scissors, 16)                                                   \
    FAIL(BadInput, SetScissors, 1, NULL, 1)                                                        \
    FAIL(BadInput, SetLineStipple, true, 0, 1)                                                     \
    FAIL(BadInput, SetLineStipple, true, 257, 1)                                                   \
    FINE(SetLineStipple, true, 256, 1)                                                             \
    FAIL(BadInput, SetTileSize, 8, 16)                                                             \
    FAIL(BadInput, SetTileSize, 16, 8)                                                             \
    FAIL(BadInput, SetTileSize, 48, 16)                                                            \
    FAIL(BadInput, SetTileSize, 16, 32768)                                                         \
    FINE(SetTileSize, 16, 16384)                                                                   \
    FAIL(BadInput, ClearColor, 8, 15, data)                                                        \
    FAIL(BadInput, ClearColor, 0, 15, NULL)                                                        \
    FINE(ClearColor, 7, 15, data)                                                                  \
    FAIL(BadInput, DrawIndirect, DkPrimitive_Points, INVALID)                                      \
    FAIL(MisalignedData, DrawIndirect, DkPrimitive_Points, 2)                                      \
    FAIL(BadInput, DrawIndexedIndirect, DkPrimitive_Points, INVALID)                               \
    FAIL(MisalignedData, DrawIndexedIndirect, DkPrimitive_Points, 2)                               \
    FAIL(BadInput, DispatchCompute, 0, 1, 1)                                                       \
    FAIL(BadInput, DispatchCompute, 1, 0, 1)                                                       \
    FAIL(BadInput, DispatchCompute, 1, 1, 0)                                                       \
    FAIL(BadInput, DispatchComputeIndirect, INVALID)                                               \
    FAIL(MisalignedData, DispatchComputeIndirect, 2)                                               \
    FAIL(MisalignedData, PushConstants, 0x80, 0x100, 0, 4, data)                                   \
    FAIL(MisalignedSize, PushConstants, 0x100, 0x80, 0, 4, data)                                   \
    FAIL(BadInput, PushConstants, 0x100, 0x10100, 0, 4, data)                                      \
    FAIL(MisalignedData, PushConstants, 0x100, 0x100, 2, 4, data)                                  \
    FAIL(MisalignedSize, PushConstants, 0x100, 0x100, 0, 2, data)                                  \
    FAIL(BadInput, PushConstants, 0x100, 0x10000, 0, 0x8000, data)                                 \
    FAIL(BadInput, PushConstants, 0x100, 0x100, 0x100, 0, data)                                    \
    FAIL(BadInput, PushConstants, 0x100, 0x100, 0xfc, 8, data)                                     \
    FAIL(BadInput, PushConstants, 0x100, 0x100, 0, 4, NULL)                                        \
    FINE(PushConstants, 0x100, 0x10000, 4, 0x7ffc, data)                                           \
    FAIL(BadInput, PushData, INVALID, data, 4)                                                     \
    FAIL(BadInput, PushData, 0x100, NULL, 4)                                                       \
    FAIL(BadInput, PushData, 0x100, data, 0x8000)                                                  \
    FAIL(MisalignedSize, PushData, 0x100, data, 6)                                                 \
    FINE(PushData, 0x100, data, 0x7ffc)                                                            \
    FAIL(BadInput, CopyBuffer, INVALID, 0, 4)                                                      \
    FAIL(BadInput, CopyBuffer, 0, INVALID, 4)                                                      \
    FAIL(BadInput, WaitVariable, NULL, DkVarCompareOp_Equal, 0)                                    \
    FAIL(BadInput, WaitVariable, &not_initialised, DkVarCompareOp_Equal, 0)                        \
    FAIL(BadInput, SignalVariable, NULL, DkVarOp_Set, 0, DkPipelinePos_Top)                        \
    FAIL(BadInput, SignalVariable, &not_initialised, DkVarOp_Set, 0, DkPipelinePos_Top)            \
    FAIL(BadInput, SignalVariable, &variable, (DkVarOp)6, 0, DkPipelinePos_Top)                    \
    FINE(SignalVariable, &variable, DkVarOp_Xor, 0, DkPipelinePos_Top)                             \
    FAIL(BadInput, ReportCounter, DkCounter_Timestamp, INVALID)                                    \
    FAIL(MisalignedData, ReportCounter, DkCounter_Timestamp, 8)                                    \
    FAIL(BadInput, ReportCounter, (DkCounter)17, 16)                                               \
    FAIL(BadInput, ReportValue, 0, INVALID)                                                        \
    FAIL(MisalignedData, ReportValue, 0, 8)                                                        \
    FAIL(BadInput, ResetCounter, (DkCounter)17)                                                    \
    /* What only a queue does cannot be captured. */                                               \
    FAIL(BadState, DispatchCompute, 1, 1, 1)                                                       \
    FAIL(BadState, DispatchComputeIndirect, 4)                                                     \
    FAIL(BadState, DrawIndirect, DkPrimitive_Points, 4)                                            \
    FAIL(BadState, DrawIndexedIndirect, DkPrimitive_Points, 4)                                     \
    FAIL(BadState, Barrier, DkBarrier_Full, 0)                                                     \
    FAIL(BadState, BindShaders, DkStageFlag_Compute, shaders + 3, 1)                               \
    FAIL(BadState, BindUniformBuffers, DkStage_Compute, 0, extents, 1)                             \
    FAIL(BadState, BindStorageBuffers, DkStage_Compute, 0, extents, 1)                             \
    FAIL(BadState, BindTextures, DkStage_Compute, 0, handles, 1)                                   \
    FAIL(BadState, BindImages, DkStage_Compute, 0, handles, 1)

static void test_checks(void **state) {
    (void)state;
    DkCmdBuf b = new_buffer();
    dkCmdBufBeginCaptureCmds(b, captured, MOST_WORDS);
    uint32_t *const first = b->next;
#define FAIL(result, command, ...)                                                                 \
    expects_raise = true;                                                                          \
    raised_by[0] = 0;                                                                              \
    if (!setjmp(raised_to)) {                                                                      \
        dkCmdBuf##command(b, __VA_ARGS__);                                                         \
        fail_msg("%s(%s) went through", #command, #__VA_ARGS__);                                   \
    }                                                                                              \
    expects_raise = false;                                                                         \
    assert_string_equal(raised_by, "dkCmdBuf" #command);                                           \
    if (raised != DkResult_##result)                                                               \
        fail_msg("%s(%s): error %d", #command, #__VA_ARGS__, (int)raised);                         \
    b->next = first;
#define FINE(command, ...)                                                                         \
    dkCmdBuf##command(b, __VA_ARGS__);                                                             \
    b->next = first;
    CALLS
    dkCmdBufEndCaptureCmds(b);
    dkCmdBufDestroy(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_checks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
