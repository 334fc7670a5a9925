/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_GRAPHIC_BUFFER_H
#define WINDLASS_SERVICE_GRAPHIC_BUFFER_H

#include "base/error.h"
#include "gpu/texture/screen_picture.h"

/* A flattened Android graphic buffer ("GBFR") with NVIDIA's native handle inside: where in which
 * nvmap object the picture lies, and in which layout. */

#define GRAPHIC_BUFFER_MAX 0x200u

struct graphic_buffer {
    uint8_t raw[GRAPHIC_BUFFER_MAX]; /* as the guest gave it: RequestBuffer returns it */
    uint32_t raw_size;
    uint32_t nvmap_id;
    uint32_t offset; /* of the first plane in the nvmap object */
    uint32_t usage;
    struct picture_surface surface;
};

MUST_CHECK bool graphic_buffer_parse(const uint8_t *data, size_t size, struct graphic_buffer *out,
                                     struct error *error);

#endif
