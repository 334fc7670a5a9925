/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_SWAPCHAIN_H
#define WINDLASS_DEKO3D_SWAPCHAIN_H

#include "base.h"

typedef struct DkSwapchainMaker {
    DkDevice device;
    void *nativeWindow; /* NULL: a window of the library's, or none where there is no display */
    DkImage const *const *pImages;
    uint32_t numImages;
} DkSwapchainMaker;

DK_CONSTEXPR void dkSwapchainMakerDefaults(DkSwapchainMaker *maker, DkDevice device,
                                           void *nativeWindow, DkImage const *const pImages[],
                                           uint32_t numImages) {
    maker->device = device;
    maker->nativeWindow = nativeWindow;
    maker->pImages = pImages;
    maker->numImages = numImages;
}

DK_EXTERN_BEGIN

/* Lets a window show images.
 * @maker: 1 to 8 images of one format and size with DkImageFlags_UsagePresent; the window.
 * @returns: the swapchain.
 * @console: nativeWindow is an NWindow; here a DkHostWindow of deko3d_host.h, or NULL for a
 *     window with defaults. */
DkSwapchain dkSwapchainCreate(DkSwapchainMaker const *maker);

/* Lets the window go. Its queue must be idle. */
void dkSwapchainDestroy(DkSwapchain obj);

/* Takes the next image without a queue.
 * @imageSlot: receives the image's number.
 * @fence: receives a fence that is signalled when nobody looks at the image any more. */
void dkSwapchainAcquireImage(DkSwapchain obj, int *imageSlot, DkFence *fence);

/* Shows a part of the images from the next one on.
 * @left, @top, @right, @bottom: pixels; all 0: the whole image. */
void dkSwapchainSetCrop(DkSwapchain obj, int32_t left, int32_t top, int32_t right, int32_t bottom);

/* How long an image stays at least.
 * @interval: changes of the display, 60 a second; 0: no waiting. */
void dkSwapchainSetSwapInterval(DkSwapchain obj, uint32_t interval);

DK_EXTERN_END

#endif
