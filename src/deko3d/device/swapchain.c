/* SPDX-License-Identifier: MIT */
#include "deko3d/objects.h"

static struct platform_image describe(const DkImage *i) {
    const DkImageLayout *l = &i->layout;
    const uint32_t row = l->dimensions[0] << l->bytes_log2;
    return (struct platform_image){.object = i->block->object,
                                   .memory = i->block->memory,
                                   .offset = i->offset,
                                   .width = l->dimensions[0],
                                   .height = l->dimensions[1],
                                   .stride = (row + 63) & ~63u, /* whole GOBs */
                                   .block_height_log2 = l->tile_height_log2,
                                   .size = (uint32_t)l->layer_size,
                                   .format = (DkImageFormat)l->format};
}

#ifdef DK_DEBUG
static void check(const DkSwapchainMaker *m, const char *context) {
    if (!m->numImages || m->numImages > DK_SWAPCHAIN_IMAGES)
        dk_raise(m->device, context, DkResult_BadInput, "numImages is not from 1 to 8");
    for (uint32_t i = 0; i < m->numImages; i++) {
        if (!m->pImages[i])
            dk_raise(m->device, context, DkResult_BadInput, "an image is NULL");
        const DkImageLayout *l = &m->pImages[i]->layout, *first = &m->pImages[0]->layout;
        if (!(l->flags & DkImageFlags_UsagePresent))
            dk_raise(m->device, context, DkResult_BadFlags,
                     "images must be made with DkImageFlags_UsagePresent");
        if (l->format != first->format || l->dimensions[0] != first->dimensions[0] ||
            l->dimensions[1] != first->dimensions[1])
            dk_raise(m->device, context, DkResult_BadInput,
                     "images differ in format, width or height");
    }
}
#endif

DkSwapchain dkSwapchainCreate(const DkSwapchainMaker *maker) {
#ifdef DK_DEBUG
    check(maker, __func__);
#endif
    struct platform_image images[DK_SWAPCHAIN_IMAGES];
    DkSwapchain s = DK_NEW(maker->device, struct tag_DkSwapchain);
    s->device = maker->device;
    s->images = maker->numImages < DK_SWAPCHAIN_IMAGES ? maker->numImages : DK_SWAPCHAIN_IMAGES;
    s->interval = 1;
    for (uint32_t i = 0; i < s->images; i++) {
        s->image[i] = maker->pImages[i];
        images[i] = describe(s->image[i]);
    }
    const DkResult result = platform_window_new(s->device->platform, maker->nativeWindow, images,
                                                s->images, &s->window);
    if (result == DkResult_Success)
        return s;
    dk_free(maker->device, s);
    dk_raise(maker->device, __func__, result,
             "the window cannot show such images, or another swapchain has it");
}

void dkSwapchainDestroy(DkSwapchain s) {
    DkDevice d = s->device;
    platform_window_free(d->platform, s->window);
    dk_free(d, s);
}

void swapchain_acquire(DkSwapchain s, int *slot, DkFence *fence, const char *context) {
    *fence = (DkFence){.kind = FENCE_EXTERNAL, .device = s->device};
    if (platform_window_dequeue(s->device->platform, s->window, slot, fence->fences,
                                &fence->count) != DkResult_Success)
        dk_raise(s->device, context, DkResult_Fail,
                 "the window gives no image: the program holds all of them");
}

void swapchain_present(DkSwapchain s, int slot, const DkFence *fence, const char *context) {
    const struct platform_present present = {
        .slot = slot,
        .left = s->crop[0],
        .top = s->crop[1],
        .right = s->crop[2],
        .bottom = s->crop[3],
        .interval = s->interval,
        .flip_vertical = dk_lower_left(s->device), /* the last row is the highest one */
        .fence = fence->fences[0],
    };
    if (platform_window_queue(s->device->platform, s->window, &present) != DkResult_Success)
        dk_raise(s->device, context, DkResult_Fail,
                 "the window takes no such image: it was not acquired");
}

void dkSwapchainAcquireImage(DkSwapchain s, int *imageSlot, DkFence *fence) {
    DK_CHECK_POINTER(s->device, imageSlot);
    DK_CHECK_POINTER(s->device, fence);
    swapchain_acquire(s, imageSlot, fence, __func__);
}

void dkSwapchainSetCrop(DkSwapchain s, int32_t left, int32_t top, int32_t right, int32_t bottom) {
    DK_CHECK_INPUT(s->device, left >= 0 && top >= 0 && right >= left && bottom >= top,
                   "the crop is no rectangle");
    const int32_t crop[4] = {left, top, right, bottom};
    for (int i = 0; i < 4; i++)
        s->crop[i] = crop[i];
}

void dkSwapchainSetSwapInterval(DkSwapchain s, uint32_t interval) {
    s->interval = interval;
}
