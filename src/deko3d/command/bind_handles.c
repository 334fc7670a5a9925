/* SPDX-License-Identifier: MIT */
#include "deko3d/command/range.h"
#include "deko3d/driver_constants.h"
#include "deko3d/macro/macros.h"

#include <string.h>

/* Names of NVIDIA's clb197.h; the pools' are the same in the compute class. */
enum {
    SET_TEX_SAMPLER_POOL_A = 0x155c / 4,
    SET_TEX_HEADER_POOL_A = 0x1574 / 4,
    PIPE_NOP = 0x1a2c / 4,
    LOAD_CONSTANT_BUFFER = 0x2390 / 4,
};

/* slot: textures' handles, and those of images behind them. */
static void bind_handles(DkCmdBuf b, DkStage stage, uint32_t slot, DkResHandle const *handles,
                         uint32_t count, const char *context) {
    if (stage == DkStage_Compute) {
        for (uint32_t i = 0; i < count; i++) {
            struct control *c = record_control(b, CONTROL_COMPUTE_HANDLE, 0, context);
            c->slot = (uint8_t)(slot + i);
            c->value = handles[i];
        }
        return;
    }
    const unsigned offset =
        DRIVER_STAGES + (unsigned)stage * DRIVER_STAGE_BYTES + DRIVER_TEXTURES + 4 * slot;
    uint32_t *w = record_begin(b, 3 + count, context);
    w = put_macro_now(w, MACRO_SELECT_DRIVER_CONSTANTS, offset / 4);
    w = put_now(w, SUB_3D, PIPE_NOP, 0);
    w = put_head(w, PUT_SAME, SUB_3D, LOAD_CONSTANT_BUFFER, count);
    if (count)
        memcpy(w, handles, count * sizeof *w);
    record_end(b, w + count);
}

void dkCmdBufBindTextures(DkCmdBuf b, DkStage stage, uint32_t firstId, DkResHandle const handles[],
                          uint32_t numHandles) {
    DK_CHECK_STAGE(b->device, stage);
    DK_CHECK_ARRAY(b->device, handles, numHandles);
    DK_CHECK_RANGE(b->device, firstId, numHandles, DK_NUM_TEXTURE_BINDINGS + DK_NUM_IMAGE_BINDINGS);
    bind_handles(b, stage, firstId, handles, numHandles, __func__);
}

void dkCmdBufBindImages(DkCmdBuf b, DkStage stage, uint32_t firstId, DkResHandle const handles[],
                        uint32_t numHandles) {
    DK_CHECK_STAGE(b->device, stage);
    DK_CHECK_ARRAY(b->device, handles, numHandles);
    DK_CHECK_RANGE(b->device, firstId, numHandles, DK_NUM_IMAGE_BINDINGS);
    bind_handles(b, stage, DK_NUM_TEXTURE_BINDINGS + firstId, handles, numHandles, __func__);
}

/* Both classes have pools of their own. */
static void bind_pool(DkCmdBuf b, unsigned method, DkGpuAddr address, uint32_t count,
                      const char *context) {
    static const unsigned classes[] = {SUB_3D, SUB_COMPUTE};
    uint32_t *w = record_begin(b, 8, context);
    for (unsigned i = 0; i < 2; i++) {
        w = put_many(w, classes[i], method, 3);
        w = put_address(w, address);
        *w++ = count - 1;
    }
    record_end(b, w);
}

void dkCmdBufBindImageDescriptorSet(DkCmdBuf b, DkGpuAddr setAddr, uint32_t numDescriptors) {
    DK_CHECK_ALIGN(b->device, setAddr, DK_IMAGE_DESCRIPTOR_ALIGNMENT);
    DK_CHECK_INPUT(b->device, numDescriptors != 0, "numDescriptors must not be 0");
    bind_pool(b, SET_TEX_HEADER_POOL_A, setAddr, numDescriptors, __func__);
}

void dkCmdBufBindSamplerDescriptorSet(DkCmdBuf b, DkGpuAddr setAddr, uint32_t numDescriptors) {
    DK_CHECK_ALIGN(b->device, setAddr, DK_SAMPLER_DESCRIPTOR_ALIGNMENT);
    DK_CHECK_INPUT(b->device, numDescriptors != 0, "numDescriptors must not be 0");
    bind_pool(b, SET_TEX_SAMPLER_POOL_A, setAddr, numDescriptors, __func__);
}
