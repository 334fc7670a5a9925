/* SPDX-License-Identifier: MIT */
#include "display.h"
#include "home.h"

struct platform_window {
    uint32_t count;
    struct display_buffer buffer; /* the size and format that all of them have */
};

/* Formats that the display takes: Android's numbers and the driver's. */
static const struct format {
    DkImageFormat format;
    uint32_t android, bytes;
    uint64_t driver;
} formats[] = {
    {DkImageFormat_RGBA8_Unorm, 1, 4, 0x100532120},
    {DkImageFormat_RGBA8_Unorm_sRGB, 1, 4, 0x100532120},
    {DkImageFormat_RGBX8_Unorm, 2, 4, 0x1006d2120},
    {DkImageFormat_RGBX8_Unorm_sRGB, 2, 4, 0x1006d2120},
    {DkImageFormat_RGB565_Unorm, 4, 2, 0x10055120a},
    {DkImageFormat_BGRA8_Unorm, 5, 4, 0x100d12120},
    {DkImageFormat_BGRA8_Unorm_sRGB, 5, 4, 0x100d12120},
};

static const struct format *find_format(DkImageFormat f) {
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == f)
            return &formats[i];
    return NULL;
}

static Result give_buffers(struct platform_window *w, const struct platform_image *images) {
    Result r = 0;
    for (uint32_t i = 0; i < w->count && !r; i++) {
        const struct platform_image *m = &images[i];
        const struct format *f = find_format(m->format);
        if (!f)
            return 0x1;
        w->buffer = (struct display_buffer){.nvmap_id = m->object->id,
                                            .offset = m->offset,
                                            .size = m->size,
                                            .width = m->width,
                                            .height = m->height,
                                            .stride_bytes = m->stride,
                                            .texel_bytes = f->bytes,
                                            .block_height_log2 = m->block_height_log2,
                                            .format = f->android,
                                            .colour_format = f->driver};
        r = display_set_buffer((int)i, &w->buffer);
    }
    return r;
}

/* There is one screen: the window of the program is the display's only layer. */
DkResult platform_window_new(struct platform *p, void *native_window,
                             const struct platform_image *images, uint32_t count,
                             struct platform_window **out) {
    static bool opened;
    (void)native_window;
    struct platform_window *w = calloc(1, sizeof *w);
    if (!w)
        return DkResult_OutOfMemory;
    w->count = count;
    Result r = p->window ? 0x1 : opened ? display_connect() : display_open();
    if (r || (r = give_buffers(w, images)) != 0) {
        free(w);
        return home_result(r);
    }
    opened = p->window = true;
    *out = w;
    return DkResult_Success;
}

void platform_window_free(struct platform *p, struct platform_window *w) {
    (void)display_disconnect();
    p->window = false;
    free(w);
}

DkResult platform_window_dequeue(struct platform *p, struct platform_window *w, int *slot,
                                 struct platform_fence fences[4], uint32_t *fence_count) {
    (void)p;
    struct display_fences f;
    Result r = display_dequeue(&w->buffer, slot, &f);
    if (r)
        return home_result(r);
    *fence_count = f.count < 4 ? f.count : 4;
    for (uint32_t i = 0; i < *fence_count; i++)
        fences[i] = (struct platform_fence){f.fence[i].syncpoint, f.fence[i].value};
    return DkResult_Success;
}

DkResult platform_window_queue(struct platform *p, struct platform_window *w,
                               const struct platform_present *present) {
    (void)p;
    (void)w;
    const struct display_present d = {
        .crop = {present->left, present->top, present->right, present->bottom},
        .flip_vertical = present->flip_vertical,
        .interval = present->interval,
        .fences = {.count = 1, .fence = {{present->fence.syncpoint, present->fence.value}}},
    };
    return home_result(display_queue(present->slot, &d));
}
