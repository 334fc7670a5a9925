/* SPDX-License-Identifier: MIT */
#include "deko3d/command/range.h"
#include "deko3d/driver_constants.h"
#include "deko3d/macro/macros.h"

/* Names of NVIDIA's clb197.h. */
enum {
    SET_CONSTANT_BUFFER_SELECTOR_A = 0x2380 / 4,
    LOAD_CONSTANT_BUFFER = 0x2390 / 4,
    BIND_GROUP_CONSTANT_BUFFER = 0x2410 / 4,
};

enum {
    BIND_GROUP_STRIDE = 0x20 / 4,
    BIND_VALID = 1 << 0,
    BIND_SLOT_SHIFT = 4,
    FIRST_UNIFORM_SLOT = 2, /* behind the driver's constants and the compiler's */
    STORAGE_WORDS = 4,      /* of a descriptor: address, size, 0 */
};

static uint32_t round_up(uint32_t size) {
    return (size + 0xff) & ~0xffu;
}

static void bind_compute(DkCmdBuf b, unsigned slot, DkGpuAddr address, uint32_t size,
                         const char *context) {
    struct control *c = record_control(b, CONTROL_COMPUTE_BUFFER, 0, context);
    c->slot = (uint8_t)slot;
    c->value = size;
    c->address = address;
}

void dkCmdBufBindUniformBuffers(DkCmdBuf b, DkStage stage, uint32_t firstId,
                                DkBufExtents const buffers[], uint32_t numBuffers) {
    DK_CHECK_STAGE(b->device, stage);
    DK_CHECK_ARRAY(b->device, buffers, numBuffers);
    DK_CHECK_RANGE(b->device, firstId, numBuffers, DK_NUM_UNIFORM_BUFS);
    for (uint32_t i = 0; i < numBuffers; i++) {
        DK_CHECK_ALIGN(b->device, buffers[i].addr, DK_UNIFORM_BUF_ALIGNMENT);
        DK_CHECK_INPUT(b->device, buffers[i].size <= DK_UNIFORM_BUF_MAX_SIZE,
                       "a uniform buffer has at most DK_UNIFORM_BUF_MAX_SIZE bytes");
    }
    if (stage == DkStage_Compute) {
        for (uint32_t i = 0; i < numBuffers; i++)
            bind_compute(b, firstId + i, buffers[i].addr, round_up(buffers[i].size), __func__);
        return;
    }
    const unsigned method = BIND_GROUP_CONSTANT_BUFFER + (unsigned)stage * BIND_GROUP_STRIDE;
    uint32_t *w = record_begin(b, 5 * numBuffers, __func__);
    for (uint32_t i = 0; i < numBuffers; i++) {
        const uint32_t slot = (FIRST_UNIFORM_SLOT + firstId + i) << BIND_SLOT_SHIFT;
        if (buffers[i].size) {
            w = put_many(w, SUB_3D, SET_CONSTANT_BUFFER_SELECTOR_A, 3);
            *w++ = round_up(buffers[i].size);
            w = put_address(w, buffers[i].addr);
        }
        w = put_now(w, SUB_3D, method, slot | (buffers[i].size ? BIND_VALID : 0));
    }
    record_end(b, w);
}

void dkCmdBufBindStorageBuffers(DkCmdBuf b, DkStage stage, uint32_t firstId,
                                DkBufExtents const buffers[], uint32_t numBuffers) {
    DK_CHECK_STAGE(b->device, stage);
    DK_CHECK_ARRAY(b->device, buffers, numBuffers);
    DK_CHECK_RANGE(b->device, firstId, numBuffers, DK_NUM_STORAGE_BUFS);
    if (stage == DkStage_Compute) {
        for (uint32_t i = 0; i < numBuffers; i++)
            bind_compute(b, DK_NUM_UNIFORM_BUFS + firstId + i, buffers[i].addr, buffers[i].size,
                         __func__);
        return;
    }
    const unsigned offset = DRIVER_STAGES + (unsigned)stage * DRIVER_STAGE_BYTES + DRIVER_STORAGE +
                            4 * STORAGE_WORDS * firstId;
    uint32_t *w = record_begin(b, 2 + STORAGE_WORDS * numBuffers, __func__);
    w = put_macro_now(w, MACRO_SELECT_DRIVER_CONSTANTS, offset / 4);
    w = put_head(w, PUT_SAME, SUB_3D, LOAD_CONSTANT_BUFFER, STORAGE_WORDS * numBuffers);
    for (uint32_t i = 0; i < numBuffers; i++) {
        *w++ = (uint32_t)buffers[i].addr; /* as a shader loads it: the low word first */
        *w++ = (uint32_t)(buffers[i].addr >> 32);
        *w++ = buffers[i].size;
        *w++ = 0;
    }
    record_end(b, w);
}
