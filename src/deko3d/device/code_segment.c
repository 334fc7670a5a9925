/* SPDX-License-Identifier: MIT */
#include "deko3d/device/code_segment.h"

#define SEGMENT_BYTES (UINT64_C(1) << 32)
enum { SEGMENT_PAGES = SEGMENT_BYTES / PLATFORM_BIG_PAGE };

DkResult code_segment_open(DkDevice d) {
    const DkResult result =
        platform_reserve(d->platform, SEGMENT_BYTES, PLATFORM_BIG_PAGE, &d->code.base);
    if (result != DkResult_Success)
        d->code.base = 0;
    return result;
}

void code_segment_close(DkDevice d) {
    platform_release(d->platform, d->code.base, SEGMENT_BYTES);
}

DkResult code_segment_take(DkDevice d, uint32_t size, uint32_t *offset) {
    const uint32_t pages = (uint32_t)(((uint64_t)size + PLATFORM_BIG_PAGE - 1) / PLATFORM_BIG_PAGE);
    platform_mutex_lock(&d->lock);
    const bool fits = pages <= SEGMENT_PAGES - d->code.used_pages;
    *offset = d->code.used_pages * PLATFORM_BIG_PAGE;
    if (fits)
        d->code.used_pages += pages;
    platform_mutex_unlock(&d->lock);
    return fits ? DkResult_Success : DkResult_OutOfMemory;
}
