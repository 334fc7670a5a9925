/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_SCREEN_PICTURE_H
#define WINDLASS_GPU_TEXTURE_SCREEN_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From a guest's graphic buffer to the upright RGBA8888 picture that a window shows. Pure: no
 * guest memory, no display. */

/* Android's PixelFormat numbers, as a graphic buffer carries them. */
enum {
    PICTURE_RGBA8888 = 1,
    PICTURE_RGBX8888 = 2,
    PICTURE_RGB565 = 4,
    PICTURE_BGRA8888 = 5,
    PICTURE_RGBA4444 = 7,
};

/* Bits of a transform, applied in this order. */
enum {
    PICTURE_FLIP_H = 1,
    PICTURE_FLIP_V = 2,
    PICTURE_ROTATE_90 = 4, /* clockwise */
};

struct picture_surface {
    uint32_t width, height; /* pixels */
    uint32_t format;
    uint32_t pitch;       /* bytes a row */
    bool block_linear;    /* else pitch-linear */
    uint32_t height_log2; /* of a block, in GOBs */
};

struct picture_crop {
    int32_t left, top, right, bottom; /* all 0: the whole surface */
};

/* Reused from frame to frame; {0} at first, free with picture_free. */
struct picture {
    uint8_t *rgba; /* width x height, 4 bytes each, rows tight, opaque */
    uint32_t width, height;
    size_t room;
    uint8_t *rows; /* scratch */
    size_t rows_room;
};

#define PICTURE_SIDE_MAX 8192u

/* 0 for a format that no picture can be made of. */
uint32_t picture_pixel_bytes(uint32_t format);
/* Bytes of storage that the surface occupies; 0 where its description makes no sense. */
uint64_t picture_storage_size(const struct picture_surface *s);
/* `storage` has picture_storage_size(s) bytes, which is not 0. The crop is cut to the surface. */
void picture_convert(struct picture *out, const struct picture_surface *s, const uint8_t *storage,
                     struct picture_crop crop, uint32_t transform);
void picture_free(struct picture *p);

#endif
