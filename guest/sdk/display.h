/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GUEST_DISPLAY_H
#define WINDLASS_GUEST_DISPLAY_H

#include "guest.h"

/* The display's buffer queue. One layer, of the whole screen. */

struct display_buffer {
    uint32_t nvmap_id, offset, size; /* bytes; the offset in the memory object */
    uint32_t width, height;          /* texels */
    uint32_t stride_bytes, texel_bytes, block_height_log2;
    uint32_t format;        /* Android's: 1 RGBA8888, 2 RGBX8888, 4 RGB565 ... */
    uint64_t colour_format; /* the driver's name of the same */
};

struct display_fences {
    uint32_t count;
    struct {
        uint32_t syncpoint, value;
    } fence[4];
};

struct display_present {
    int32_t crop[4]; /* left, top, right, bottom; zeros: the whole buffer */
    bool flip_vertical;
    uint32_t interval;            /* vsyncs between pictures */
    struct display_fences fences; /* when the picture is drawn */
};

Result display_open(void); /* and connects */
Result display_connect(void);
Result display_disconnect(void); /* the queue forgets its buffers */
Result display_set_buffer(int slot, const struct display_buffer *b);
/* Waits for a free buffer, of the size and format of `b`; its fences are those of who still reads
 * it. */
Result display_dequeue(const struct display_buffer *b, int *slot, struct display_fences *fences);
Result display_queue(int slot, const struct display_present *present);

#endif
