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

DkSwapchain dkSwapchainCreate(DkSwapchainMaker const *maker);
void dkSwapchainDestroy(DkSwapchain obj);
void dkSwapchainAcquireImage(DkSwapchain obj, int *imageSlot, DkFence *fence);
void dkSwapchainSetCrop(DkSwapchain obj, int32_t left, int32_t top, int32_t right, int32_t bottom);
void dkSwapchainSetSwapInterval(DkSwapchain obj, uint32_t interval);

DK_EXTERN_END

#endif
