/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_CPP_COMMAND_HPP
#define WINDLASS_DEKO3D_CPP_COMMAND_HPP

#include "../command.h"
#include "../draw.h"
#include "../dynamic.h"
#include "../state.h"
#include "../sync.h"
#include "../target.h"
#include "../transfer.h"
#include "../vertex.h"
#include "handle.hpp"
#include "span.hpp"

#include <type_traits>

// Command buffers.
namespace dk {

struct CmdBuf : public detail::Handle<::DkCmdBuf> {
    using Handle::Handle;
    void destroy() {
        ::dkCmdBufDestroy(*this);
        _clear();
    }

    // ---- memory and lists

    void addMemory(DkMemBlock mem, uint32_t offset, uint32_t size) {
        ::dkCmdBufAddMemory(*this, mem, offset, size);
    }
    DkCmdList finishList() { return ::dkCmdBufFinishList(*this); }
    void clear() { ::dkCmdBufClear(*this); }
    void beginCaptureCmds(uint32_t *storage, uint32_t max_words) {
        ::dkCmdBufBeginCaptureCmds(*this, storage, max_words);
    }
    uint32_t endCaptureCmds() { return ::dkCmdBufEndCaptureCmds(*this); }
    void replayCmds(detail::ArrayProxy<uint32_t const> words) {
        ::dkCmdBufReplayCmds(*this, words.data(), words.size());
    }
    void callList(DkCmdList list) { ::dkCmdBufCallList(*this, list); }

    // ---- order

    void waitFence(DkFence &fence) { ::dkCmdBufWaitFence(*this, &fence); }
    void signalFence(DkFence &fence, bool flush = false) {
        ::dkCmdBufSignalFence(*this, &fence, flush);
    }
    void waitVariable(DkVariable const &var, DkVarCompareOp op, uint32_t value) {
        ::dkCmdBufWaitVariable(*this, &var, op, value);
    }
    void signalVariable(DkVariable const &var, DkVarOp op, uint32_t value,
                        DkPipelinePos pos = DkPipelinePos_Bottom) {
        ::dkCmdBufSignalVariable(*this, &var, op, value, pos);
    }
    void barrier(DkBarrier mode, uint32_t invalidateFlags) {
        ::dkCmdBufBarrier(*this, mode, invalidateFlags);
    }

    // ---- what is bound

    void bindShaders(uint32_t stageMask, detail::ArrayProxy<DkShader const *const> shaders) {
        ::dkCmdBufBindShaders(*this, stageMask, shaders.data(), shaders.size());
    }
    void bindUniformBuffer(DkStage stage, uint32_t id, DkGpuAddr bufAddr, uint32_t bufSize) {
        ::dkCmdBufBindUniformBuffer(*this, stage, id, bufAddr, bufSize);
    }
    void bindUniformBuffers(DkStage stage, uint32_t firstId,
                            detail::ArrayProxy<DkBufExtents const> buffers) {
        ::dkCmdBufBindUniformBuffers(*this, stage, firstId, buffers.data(), buffers.size());
    }
    void bindStorageBuffer(DkStage stage, uint32_t id, DkGpuAddr bufAddr, uint32_t bufSize) {
        ::dkCmdBufBindStorageBuffer(*this, stage, id, bufAddr, bufSize);
    }
    void bindStorageBuffers(DkStage stage, uint32_t firstId,
                            detail::ArrayProxy<DkBufExtents const> buffers) {
        ::dkCmdBufBindStorageBuffers(*this, stage, firstId, buffers.data(), buffers.size());
    }
    void bindTextures(DkStage stage, uint32_t firstId,
                      detail::ArrayProxy<DkResHandle const> handles) {
        ::dkCmdBufBindTextures(*this, stage, firstId, handles.data(), handles.size());
    }
    void bindImages(DkStage stage, uint32_t firstId,
                    detail::ArrayProxy<DkResHandle const> handles) {
        ::dkCmdBufBindImages(*this, stage, firstId, handles.data(), handles.size());
    }
    void bindImageDescriptorSet(DkGpuAddr setAddr, uint32_t numDescriptors) {
        ::dkCmdBufBindImageDescriptorSet(*this, setAddr, numDescriptors);
    }
    void bindSamplerDescriptorSet(DkGpuAddr setAddr, uint32_t numDescriptors) {
        ::dkCmdBufBindSamplerDescriptorSet(*this, setAddr, numDescriptors);
    }
    void bindRenderTargets(detail::ArrayProxy<DkImageView const *const> colorTargets,
                           DkImageView const *depthTarget = nullptr) {
        ::dkCmdBufBindRenderTargets(*this, colorTargets.data(), colorTargets.size(), depthTarget);
    }
    void bindRasterizerState(DkRasterizerState const &state) {
        ::dkCmdBufBindRasterizerState(*this, &state);
    }
    void bindMultisampleState(DkMultisampleState const &state) {
        ::dkCmdBufBindMultisampleState(*this, &state);
    }
    void bindColorState(DkColorState const &state) { ::dkCmdBufBindColorState(*this, &state); }
    void bindColorWriteState(DkColorWriteState const &state) {
        ::dkCmdBufBindColorWriteState(*this, &state);
    }
    void bindBlendStates(uint32_t firstId, detail::ArrayProxy<DkBlendState const> states) {
        ::dkCmdBufBindBlendStates(*this, firstId, states.data(), states.size());
    }
    void bindDepthStencilState(DkDepthStencilState const &state) {
        ::dkCmdBufBindDepthStencilState(*this, &state);
    }
    void bindVtxAttribState(detail::ArrayProxy<DkVtxAttribState const> attribs) {
        ::dkCmdBufBindVtxAttribState(*this, attribs.data(), attribs.size());
    }
    void bindVtxBufferState(detail::ArrayProxy<DkVtxBufferState const> buffers) {
        ::dkCmdBufBindVtxBufferState(*this, buffers.data(), buffers.size());
    }
    void bindVtxBuffer(uint32_t id, DkGpuAddr bufAddr, uint32_t bufSize) {
        ::dkCmdBufBindVtxBuffer(*this, id, bufAddr, bufSize);
    }
    void bindVtxBuffers(uint32_t firstId, detail::ArrayProxy<DkBufExtents const> buffers) {
        ::dkCmdBufBindVtxBuffers(*this, firstId, buffers.data(), buffers.size());
    }
    void bindIdxBuffer(DkIdxFormat format, DkGpuAddr address) {
        ::dkCmdBufBindIdxBuffer(*this, format, address);
    }

    // ---- dynamic state

    void setViewports(uint32_t firstId, detail::ArrayProxy<DkViewport const> viewports) {
        ::dkCmdBufSetViewports(*this, firstId, viewports.data(), viewports.size());
    }
    void setViewportSwizzles(uint32_t firstId,
                             detail::ArrayProxy<DkViewportSwizzle const> swizzles) {
        ::dkCmdBufSetViewportSwizzles(*this, firstId, swizzles.data(), swizzles.size());
    }
    void setSubpixelPrecisionBias(uint32_t xbits, uint32_t ybits) {
        ::dkCmdBufSetSubpixelPrecisionBias(*this, xbits, ybits);
    }
    void setScissors(uint32_t firstId, detail::ArrayProxy<DkScissor const> scissors) {
        ::dkCmdBufSetScissors(*this, firstId, scissors.data(), scissors.size());
    }
    void setDepthBias(float constantFactor, float clamp, float slopeFactor) {
        ::dkCmdBufSetDepthBias(*this, constantFactor, clamp, slopeFactor);
    }
    void setPointSize(float size) { ::dkCmdBufSetPointSize(*this, size); }
    void setLineWidth(float width) { ::dkCmdBufSetLineWidth(*this, width); }
    void setLineStipple(bool enable, uint32_t factor, uint16_t pattern) {
        ::dkCmdBufSetLineStipple(*this, enable, factor, pattern);
    }
    void setPolygonStipple(uint32_t const pattern[32]) {
        ::dkCmdBufSetPolygonStipple(*this, pattern);
    }
    void setConservativeRasterEnable(bool enable) {
        ::dkCmdBufSetConservativeRasterEnable(*this, enable);
    }
    void setConservativeRasterDilate(float dilate) {
        ::dkCmdBufSetConservativeRasterDilate(*this, dilate);
    }
    void setSampleMask(uint32_t mask) { ::dkCmdBufSetSampleMask(*this, mask); }
    void setCoverageModulationTable(float const table[16]) {
        ::dkCmdBufSetCoverageModulationTable(*this, table);
    }
    void setDepthBounds(bool enable, float near, float far) {
        ::dkCmdBufSetDepthBounds(*this, enable, near, far);
    }
    void setAlphaRef(float ref) { ::dkCmdBufSetAlphaRef(*this, ref); }
    void setBlendConst(float red, float green, float blue, float alpha) {
        ::dkCmdBufSetBlendConst(*this, red, green, blue, alpha);
    }
    void setStencil(DkFace face, uint8_t mask, uint8_t funcRef, uint8_t funcMask) {
        ::dkCmdBufSetStencil(*this, face, mask, funcRef, funcMask);
    }
    void setPrimitiveRestart(bool enable, uint32_t index) {
        ::dkCmdBufSetPrimitiveRestart(*this, enable, index);
    }
    void setPatchSize(uint32_t size) { ::dkCmdBufSetPatchSize(*this, size); }
    void setTessOuterLevels(float level0, float level1, float level2, float level3 = 0.0f) {
        ::dkCmdBufSetTessOuterLevels(*this, level0, level1, level2, level3);
    }
    void setTessInnerLevels(float level0, float level1 = 0.0f) {
        ::dkCmdBufSetTessInnerLevels(*this, level0, level1);
    }
    void setTileSize(uint32_t width, uint32_t height) {
        ::dkCmdBufSetTileSize(*this, width, height);
    }
    void tiledCacheOp(DkTiledCacheOp op) { ::dkCmdBufTiledCacheOp(*this, op); }

    // ---- clears

    void clearColor(uint32_t targetId, uint32_t clearMask, const void *clearData) {
        ::dkCmdBufClearColor(*this, targetId, clearMask, clearData);
    }
    // Of the type that the target's format has: float, int32_t or uint32_t.
    template <typename T, typename = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    void clearColor(uint32_t targetId, uint32_t clearMask, T red = T{0}, T green = T{0},
                    T blue = T{0}, T alpha = T{0}) {
        static_assert(sizeof(T) == 4, "components of colours have 32 bits");
        const T data[] = {red, green, blue, alpha};
        ::dkCmdBufClearColor(*this, targetId, clearMask, data);
    }
    void clearDepthStencil(bool clearDepth, float depthValue, uint8_t stencilMask,
                           uint8_t stencilValue) {
        ::dkCmdBufClearDepthStencil(*this, clearDepth, depthValue, stencilMask, stencilValue);
    }
    void discardColor(uint32_t targetId) { ::dkCmdBufDiscardColor(*this, targetId); }
    void discardDepthStencil() { ::dkCmdBufDiscardDepthStencil(*this); }
    void resolveDepthValues() { ::dkCmdBufResolveDepthValues(*this); }

    // ---- draws and compute jobs

    void draw(DkPrimitive prim, uint32_t vertexCount, uint32_t instanceCount, uint32_t firstVertex,
              uint32_t firstInstance) {
        ::dkCmdBufDraw(*this, prim, vertexCount, instanceCount, firstVertex, firstInstance);
    }
    void drawIndirect(DkPrimitive prim, DkGpuAddr indirect) {
        ::dkCmdBufDrawIndirect(*this, prim, indirect);
    }
    void drawIndexed(DkPrimitive prim, uint32_t indexCount, uint32_t instanceCount,
                     uint32_t firstIndex, int32_t vertexOffset, uint32_t firstInstance) {
        ::dkCmdBufDrawIndexed(*this, prim, indexCount, instanceCount, firstIndex, vertexOffset,
                              firstInstance);
    }
    void drawIndexedIndirect(DkPrimitive prim, DkGpuAddr indirect) {
        ::dkCmdBufDrawIndexedIndirect(*this, prim, indirect);
    }
    void dispatchCompute(uint32_t numGroupsX, uint32_t numGroupsY, uint32_t numGroupsZ) {
        ::dkCmdBufDispatchCompute(*this, numGroupsX, numGroupsY, numGroupsZ);
    }
    void dispatchComputeIndirect(DkGpuAddr indirect) {
        ::dkCmdBufDispatchComputeIndirect(*this, indirect);
    }

    // ---- data, copies and blits

    void pushConstants(DkGpuAddr uboAddr, uint32_t uboSize, uint32_t offset, uint32_t size,
                       const void *data) {
        ::dkCmdBufPushConstants(*this, uboAddr, uboSize, offset, size, data);
    }
    void pushData(DkGpuAddr addr, const void *data, uint32_t size) {
        ::dkCmdBufPushData(*this, addr, data, size);
    }
    void copyBuffer(DkGpuAddr srcAddr, DkGpuAddr dstAddr, uint32_t size) {
        ::dkCmdBufCopyBuffer(*this, srcAddr, dstAddr, size);
    }
    void copyImage(DkImageView const &srcView, DkImageRect const &srcRect,
                   DkImageView const &dstView, DkImageRect const &dstRect, uint32_t flags = 0) {
        ::dkCmdBufCopyImage(*this, &srcView, &srcRect, &dstView, &dstRect, flags);
    }
    void blitImage(DkImageView const &srcView, DkImageRect const &srcRect,
                   DkImageView const &dstView, DkImageRect const &dstRect, uint32_t flags = 0,
                   uint32_t factor = 0) {
        ::dkCmdBufBlitImage(*this, &srcView, &srcRect, &dstView, &dstRect, flags, factor);
    }
    void resolveImage(DkImageView const &srcView, DkImageView const &dstView) {
        ::dkCmdBufResolveImage(*this, &srcView, &dstView);
    }
    void copyBufferToImage(DkCopyBuf const &src, DkImageView const &dstView,
                           DkImageRect const &dstRect, uint32_t flags = 0) {
        ::dkCmdBufCopyBufferToImage(*this, &src, &dstView, &dstRect, flags);
    }
    void copyImageToBuffer(DkImageView const &srcView, DkImageRect const &srcRect,
                           DkCopyBuf const &dst, uint32_t flags = 0) {
        ::dkCmdBufCopyImageToBuffer(*this, &srcView, &srcRect, &dst, flags);
    }

    // ---- counters

    void reportCounter(DkCounter type, DkGpuAddr addr) {
        ::dkCmdBufReportCounter(*this, type, addr);
    }
    void reportValue(uint32_t value, DkGpuAddr addr) { ::dkCmdBufReportValue(*this, value, addr); }
    void resetCounter(DkCounter type) { ::dkCmdBufResetCounter(*this, type); }
};
using UniqueCmdBuf = detail::UniqueHandle<CmdBuf>;

struct CmdBufMaker : public ::DkCmdBufMaker {
    CmdBufMaker(DkDevice of) noexcept : DkCmdBufMaker{} { ::dkCmdBufMakerDefaults(this, of); }
    CmdBufMaker &setUserData(void *data) noexcept {
        userData = data;
        return *this;
    }
    CmdBufMaker &setCbAddMem(DkCmdBufAddMemFunc function) noexcept {
        cbAddMem = function;
        return *this;
    }
    CmdBuf create() const { return CmdBuf{::dkCmdBufCreate(this)}; }
};

} // namespace dk

#endif
