/* SPDX-License-Identifier: MIT */
#include "deko3d/record.h"

#include "deko3d/record/control_list.h"

/* Of caches, or of two lines that are fetched together: threads record into buffers of their own,
 * which must not lie in one. */
enum { APART = 128 };

DkCmdBuf dkCmdBufCreate(const DkCmdBufMaker *maker) {
    const size_t size = (sizeof(struct tag_DkCmdBuf) + APART - 1) / APART * APART;
    DkCmdBuf b = dk_alloc_zeroed(maker->device, size, APART);
    b->device = maker->device;
    b->user = maker->userData;
    b->add_memory = maker->cbAddMem;
    return b;
}

void dkCmdBufDestroy(DkCmdBuf b) {
    control_list_free(&b->control, b->device);
    dk_free(b->device, b);
}

static bool may_hold_commands(DkMemBlock m) {
    return (m->flags & DkMemBlockFlags_GpuAccessMask) &&
           (m->flags & DkMemBlockFlags_CpuAccessMask) == DkMemBlockFlags_CpuUncached;
}

void dkCmdBufAddMemory(DkCmdBuf b, DkMemBlock mem, uint32_t offset, uint32_t size) {
    DK_CHECK_POINTER(b->device, mem);
    DK_CHECK_INPUT(b->device, size != 0, "size must not be 0");
    DK_CHECK_ALIGN(b->device, offset, DK_CMDMEM_ALIGNMENT);
    DK_CHECK_SIZE(b->device, size, DK_CMDMEM_ALIGNMENT);
    DK_CHECK_FLAGS(b->device, may_hold_commands(mem),
                   "command memory must be CpuUncached, and the GPU must see it");
    DK_CHECK_INPUT(b->device, offset <= mem->size && size <= mem->size - offset,
                   "offset and size lead out of the memory block");
    DK_CHECK_STATE(b->device, !b->capturing, "not allowed while commands are captured");
    record_split(b, ENTRY_KICK, __func__);
    const uint32_t words = size / sizeof(uint32_t);
    b->piece = b->first = b->next = (uint32_t *)(void *)(mem->memory + offset);
    b->piece_address = b->first_address = mem->pitch + offset;
    b->end = b->piece + (words > b->reserved ? words - b->reserved : 0);
}

DkCmdList dkCmdBufFinishList(DkCmdBuf b) {
    DK_CHECK_STATE(b->device, !b->capturing, "not allowed while commands are captured");
    record_split(b, ENTRY_KICK, __func__);
    return (DkCmdList)control_list_finish(&b->control);
}

static void forget_all(DkCmdBuf b) {
    control_list_clear(&b->control);
    if (b->piece) {
        b->first = b->next = b->piece;
        b->first_address = b->piece_address;
    }
}

void dkCmdBufClear(DkCmdBuf b) {
    DK_CHECK_STATE(b->device, !b->capturing, "not allowed while commands are captured");
    forget_all(b);
}
