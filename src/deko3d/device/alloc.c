/* SPDX-License-Identifier: MIT */
#include "deko3d/objects.h"

#include <string.h>

void *dk_alloc(DkDevice device, size_t size, size_t align) {
    const DkDeviceMaker *m = &device->maker;
    void *memory = NULL;
    const DkResult result = m->cbAlloc(m->userData, align, size, &memory);
    if (result != DkResult_Success || !memory)
        dk_raise(device, "cbAlloc", result != DkResult_Success ? result : DkResult_OutOfMemory,
                 "the device's allocation function gives no memory");
    return memory;
}

void *dk_alloc_zeroed(DkDevice device, size_t size, size_t align) {
    return memset(dk_alloc(device, size, align), 0, size);
}

void dk_free(DkDevice device, void *memory) {
    if (memory)
        device->maker.cbFree(device->maker.userData, memory);
}
