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

/* Makes a command buffer without memory. One thread uses it at a time; different ones are
 * independent.
 * @maker: the callback that adds memory, which is copied.
 * @returns: the command buffer. */
DkCmdBuf dkCmdBufCreate(DkCmdBufMaker const *maker);

/* Ends a command buffer and its lists, which the GPU must be done with. */
void dkCmdBufDestroy(DkCmdBuf obj);

/* Gives memory for commands; what is left of the memory before is not used any more.
 * @mem: CpuUncached, seen by the GPU.
 * @offset, @size: bytes of the block, multiples of DK_CMDMEM_ALIGNMENT. */
void dkCmdBufAddMemory(DkCmdBuf obj, DkMemBlock mem, uint32_t offset, uint32_t size);

/* Ends what is being recorded.
 * @returns: the list, good until dkCmdBufClear; 0 where nothing was recorded. */
DkCmdList dkCmdBufFinishList(DkCmdBuf obj);

/* Forgets all lists, and begins again in the memory that was added last. The GPU must be done
 * with them. */
void dkCmdBufClear(DkCmdBuf obj);

/* Clears the command buffer; commands go to the program's memory as words from now on. Fences,
 * calls, compute jobs, indirect draws and full barriers cannot be captured.
 * @storage, @max_words: room for the words, with one to spare. */
void dkCmdBufBeginCaptureCmds(DkCmdBuf obj, uint32_t *storage, uint32_t max_words);

/* @returns: how many words were captured. */
uint32_t dkCmdBufEndCaptureCmds(DkCmdBuf obj);

/* Records captured words, of whatever command buffer.
 * @words, @num_words: are copied.
 * @console: the words are the same; what was captured there can be replayed here. */
void dkCmdBufReplayCmds(DkCmdBuf obj, const uint32_t *words, uint32_t num_words);

/* Records that another list is executed here.
 * @list: of another command buffer, which is not cleared before this list is done with; 0:
 *     nothing happens. */
void dkCmdBufCallList(DkCmdBuf obj, DkCmdList list);

/* ---- what shaders work on ---- */

/* Binds one program a stage.
 * @stageMask: DkStageFlag; the stages that are spoken of. One without a shader is switched off,
 *     but for the vertex stage, which stays. DkStageFlag_Compute stands alone.
 * @shaders, @numShaders: valid ones, in any order. */
void dkCmdBufBindShaders(DkCmdBuf obj, uint32_t stageMask, DkShader const *const shaders[],
                         uint32_t numShaders);

/* Binds uniform buffers of a stage.
 * @stage: which.
 * @firstId: 0 to 15; compute shaders read the first six through constant buffers, others from
 *     memory.
 * @buffers, @numBuffers: addresses are multiples of DK_UNIFORM_BUF_ALIGNMENT, sizes up to
 *     DK_UNIFORM_BUF_MAX_SIZE bytes and rounded up; size 0: none. */
void dkCmdBufBindUniformBuffers(DkCmdBuf obj, DkStage stage, uint32_t firstId,
                                DkBufExtents const buffers[], uint32_t numBuffers);

/* Binds storage buffers of a stage.
 * @stage: which.
 * @firstId: 0 to 15.
 * @buffers, @numBuffers: sizes in bytes; shaders do not stop at a buffer's end. */
void dkCmdBufBindStorageBuffers(DkCmdBuf obj, DkStage stage, uint32_t firstId,
                                DkBufExtents const buffers[], uint32_t numBuffers);

/* Binds textures of a stage.
 * @stage: which.
 * @firstId: 0 to 31; 32 to 39 are the stage's images.
 * @handles, @numHandles: of dkMakeTextureHandle. */
void dkCmdBufBindTextures(DkCmdBuf obj, DkStage stage, uint32_t firstId,
                          DkResHandle const handles[], uint32_t numHandles);

/* Binds images that shaders load from and store to.
 * @stage: which.
 * @firstId: 0 to 7.
 * @handles, @numHandles: of dkMakeImageHandle. */
void dkCmdBufBindImages(DkCmdBuf obj, DkStage stage, uint32_t firstId, DkResHandle const handles[],
                        uint32_t numHandles);

/* Says where image descriptors are, for all stages.
 * @setAddr: a multiple of DK_IMAGE_DESCRIPTOR_ALIGNMENT.
 * @numDescriptors: at least 1. */
void dkCmdBufBindImageDescriptorSet(DkCmdBuf obj, DkGpuAddr setAddr, uint32_t numDescriptors);

/* Says where sampler descriptors are, for all stages.
 * @setAddr: a multiple of DK_SAMPLER_DESCRIPTOR_ALIGNMENT.
 * @numDescriptors: at least 1. */
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
