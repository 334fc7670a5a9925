/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_COMMAND_H
#define WINDLASS_DEKO3D_COMMAND_H

#include "shader.h"

#define DK_CMDMEM_ALIGNMENT      4
#define DK_NUM_UNIFORM_BUFS      16
#define DK_NUM_STORAGE_BUFS      16
#define DK_NUM_TEXTURE_BINDINGS  32
#define DK_NUM_IMAGE_BINDINGS    8
#define DK_UNIFORM_BUF_ALIGNMENT 0x100
#define DK_UNIFORM_BUF_MAX_SIZE  0x10000

typedef struct DkCmdBufMaker {
    DkDevice device;
    void *userData;
    DkCmdBufAddMemFunc cbAddMem; /* NULL: there is only what dkCmdBufAddMemory gave */
} DkCmdBufMaker;

DK_CONSTEXPR void dkCmdBufMakerDefaults(DkCmdBufMaker *maker, DkDevice device) {
    maker->device = device;
    maker->userData = NULL;
    maker->cbAddMem = NULL;
}

DK_EXTERN_BEGIN

/* ---- the life of a command buffer: one thread at a time ---- */

DkCmdBuf dkCmdBufCreate(DkCmdBufMaker const *maker);
void dkCmdBufDestroy(DkCmdBuf obj);
void dkCmdBufAddMemory(DkCmdBuf obj, DkMemBlock mem, uint32_t offset, uint32_t size);
DkCmdList dkCmdBufFinishList(DkCmdBuf obj);
void dkCmdBufClear(DkCmdBuf obj);
void dkCmdBufBeginCaptureCmds(DkCmdBuf obj, uint32_t *storage, uint32_t max_words);
uint32_t dkCmdBufEndCaptureCmds(DkCmdBuf obj);
void dkCmdBufReplayCmds(DkCmdBuf obj, const uint32_t *words, uint32_t num_words);
void dkCmdBufCallList(DkCmdBuf obj, DkCmdList list);

/* ---- what shaders work on ---- */

void dkCmdBufBindShaders(DkCmdBuf obj, uint32_t stageMask, DkShader const *const shaders[],
                         uint32_t numShaders);
void dkCmdBufBindUniformBuffers(DkCmdBuf obj, DkStage stage, uint32_t firstId,
                                DkBufExtents const buffers[], uint32_t numBuffers);
void dkCmdBufBindStorageBuffers(DkCmdBuf obj, DkStage stage, uint32_t firstId,
                                DkBufExtents const buffers[], uint32_t numBuffers);
void dkCmdBufBindTextures(DkCmdBuf obj, DkStage stage, uint32_t firstId,
                          DkResHandle const handles[], uint32_t numHandles);
void dkCmdBufBindImages(DkCmdBuf obj, DkStage stage, uint32_t firstId, DkResHandle const handles[],
                        uint32_t numHandles);
void dkCmdBufBindImageDescriptorSet(DkCmdBuf obj, DkGpuAddr setAddr, uint32_t numDescriptors);
void dkCmdBufBindSamplerDescriptorSet(DkCmdBuf obj, DkGpuAddr setAddr, uint32_t numDescriptors);

static inline void dkCmdBufBindUniformBuffer(DkCmdBuf obj, DkStage stage, uint32_t id,
                                             DkGpuAddr bufAddr, uint32_t bufSize) {
    const DkBufExtents extents = {bufAddr, bufSize};
    dkCmdBufBindUniformBuffers(obj, stage, id, &extents, 1);
}

static inline void dkCmdBufBindStorageBuffer(DkCmdBuf obj, DkStage stage, uint32_t id,
                                             DkGpuAddr bufAddr, uint32_t bufSize) {
    const DkBufExtents extents = {bufAddr, bufSize};
    dkCmdBufBindStorageBuffers(obj, stage, id, &extents, 1);
}

static inline void dkCmdBufBindTexture(DkCmdBuf obj, DkStage stage, uint32_t id,
                                       DkResHandle handle) {
    dkCmdBufBindTextures(obj, stage, id, &handle, 1);
}

static inline void dkCmdBufBindImage(DkCmdBuf obj, DkStage stage, uint32_t id, DkResHandle handle) {
    dkCmdBufBindImages(obj, stage, id, &handle, 1);
}

DK_EXTERN_END

#endif
