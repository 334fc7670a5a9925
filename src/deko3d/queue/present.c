/* SPDX-License-Identifier: MIT */
#include "deko3d/queue/queue.h"

#include "deko3d/image/surface.h"
#include "deko3d/record.h"

/* Names of NVIDIA's clb197.h. */
enum {
    SET_MME_SHADOW_RAM_CONTROL = 0x0124 / 4,
    DECOMPRESS_SURFACE = 0x02e0 / 4,
    SET_COLOR_TARGET_A = 0x0800 / 4,
    SET_TIR = 0x0fb4 / 4,
    SET_SURFACE_CLIP_HORIZONTAL = 0x0ff4 / 4,
    SET_WINDOW_ORIGIN = 0x13ac / 4,
    SET_ANTI_ALIAS = 0x15d0 / 4,
};

enum { SHADOW_TRACK_FILTERED = 1, SHADOW_PASS_THROUGH = 2, SHADOW_REPLAY = 3 };
enum { ORIGIN_FLIPS = 1 << 4, DECOMPRESS_WORDS = 34 };

static uint32_t *put_target(uint32_t *w, const struct image_surface *s) {
    w = put_many(w, SUB_3D, SET_COLOR_TARGET_A, 8);
    w = put_address(w, s->address);
    *w++ = s->horizontal;
    *w++ = s->vertical;
    *w++ = s->format;
    *w++ = s->tile_mode;
    *w++ = s->array_mode;
    *w++ = s->layer_stride;
    w = put_now(w, SUB_3D, SET_ANTI_ALIAS, 0);
    w = put_many(w, SUB_3D, SET_SURFACE_CLIP_HORIZONTAL, 2);
    *w++ = s->width << 16;
    *w++ = s->height << 16;
    w = put_now(w, SUB_3D, SET_WINDOW_ORIGIN, ORIGIN_FLIPS);
    return put_now(w, SUB_3D, SET_TIR, 0);
}

/* The display knows nothing of the GPU's compression. What the program had set is there again
 * behind it: the second time, shadows replace the words. */
static void decompress(DkQueue q, const DkImage *image, const char *context) {
    DkImageView view;
    struct image_surface s;
    dkImageViewDefaults(&view, image);
    image_surface(q->device, &view, SURFACE_COLOR_TARGET, &s, context);
    uint32_t *w = record_begin(&q->buffer, DECOMPRESS_WORDS, context);
    w = put_now(w, SUB_3D, SET_MME_SHADOW_RAM_CONTROL, SHADOW_PASS_THROUGH);
    w = put_target(w, &s);
    w = put_now(w, SUB_3D, DECOMPRESS_SURFACE, 0);
    w = put_now(w, SUB_3D, SET_MME_SHADOW_RAM_CONTROL, SHADOW_REPLAY);
    w = put_target(w, &s);
    w = put_now(w, SUB_3D, SET_MME_SHADOW_RAM_CONTROL, SHADOW_TRACK_FILTERED);
    record_end(&q->buffer, w);
}

static void must_work(DkQueue q, const char *context) {
    if (atomic_load(&q->failed))
        dk_raise(q->device, context, DkResult_Fail,
                 "the queue is in the error state: it was given something wrong before");
}

int dkQueueAcquireImage(DkQueue q, DkSwapchain swapchain) {
    int slot;
    DkFence fence;
    DK_CHECK_POINTER(q->device, swapchain);
    must_work(q, __func__);
    swapchain_acquire(swapchain, &slot, &fence, __func__);
    queue_wait(q, &fence, __func__);
    return slot;
}

void dkQueuePresentImage(DkQueue q, DkSwapchain swapchain, int slot) {
    DkFence fence;
    DK_CHECK_POINTER(q->device, swapchain);
    DK_CHECK_INPUT(q->device, slot >= 0 && (uint32_t)slot < swapchain->images,
                   "the swapchain has no such image");
    must_work(q, __func__);
    const DkImage *image = swapchain->image[slot];
    if (image->layout.flags & DkImageFlags_HwCompression) {
        DK_CHECK_STATE(q->device, queue_has_graphics(q),
                       "a queue without graphics cannot present a compressed image");
        decompress(q, image, __func__);
    }
    queue_signal(q, &fence, true, __func__);
    queue_flush(q);
    swapchain_present(swapchain, slot, &fence, __func__);
}
