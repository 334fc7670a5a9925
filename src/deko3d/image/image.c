/* SPDX-License-Identifier: MIT */
#include "deko3d/objects.h"

/* The block's pages have up to three addresses: in rows, in blocks, and in blocks of a kind that
 * images choose for their part of it. */
static DkGpuAddr address_of(const DkImageLayout *l, DkMemBlock b, uint32_t offset,
                            const char *context) {
    if (l->kind == PLATFORM_KIND_PITCH)
        return b->pitch + offset;
    if (l->kind == PLATFORM_KIND_GENERIC)
        return b->generic + offset;
    if (platform_set_kind(b->device->platform, b->compressed, offset, l->size, l->kind) !=
        DkResult_Success)
        dk_raise(b->device, context, DkResult_Fail,
                 "the pages of the memory block cannot take the image's kind");
    return b->compressed + offset;
}

void dkImageInitialize(DkImage *obj, DkImageLayout const *layout, DkMemBlock memBlock,
                       uint32_t offset) {
    const DkDevice d = memBlock->device;
    DK_CHECK_POINTER(d, layout);
    DK_CHECK(d, !layout->align || (offset & (layout->align - 1)) == 0, DkResult_MisalignedData,
             "offset must be a multiple of the layout's alignment");
    /* An image that reaches beyond its memory would be drawn into others'. */
    DK_CHECK_INPUT(d, offset <= memBlock->size && layout->size <= memBlock->size - offset,
                   "the image does not fit into the memory block");
    DK_CHECK_FLAGS(d,
                   layout->kind == PLATFORM_KIND_PITCH || memBlock->flags & DkMemBlockFlags_Image,
                   "the memory block must be made with DkMemBlockFlags_Image");
    *obj = (DkImage){
        .layout = *layout,
        .address = address_of(layout, memBlock, offset, __func__),
        .block = memBlock,
        .offset = offset,
    };
}

DkGpuAddr dkImageGetGpuAddr(DkImage const *obj) {
    return obj->address;
}
