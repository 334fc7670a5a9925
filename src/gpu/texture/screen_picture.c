/* SPDX-License-Identifier: MIT */
#include "gpu/texture/screen_picture.h"

#include "base/memory.h"
#include "gpu/block_linear.h"

#include <stdlib.h>
#include <string.h>

typedef void row_converter(uint8_t *out, const uint8_t *in, uint32_t pixels);

#define OPAQUE 0xff

static void row_rgba8888(uint8_t *out, const uint8_t *in, uint32_t pixels) {
    for (uint32_t i = 0; i < pixels; i++, out += 4, in += 4) {
        uint32_t v;
        memcpy(&v, in, 4);
        v |= 0xff000000u; /* the layer is opaque, whatever alpha the program left */
        memcpy(out, &v, 4);
    }
}

static void row_bgra8888(uint8_t *out, const uint8_t *in, uint32_t pixels) {
    for (uint32_t i = 0; i < pixels; i++, out += 4, in += 4) {
        out[0] = in[2];
        out[1] = in[1];
        out[2] = in[0];
        out[3] = OPAQUE;
    }
}

/* rrrrrggg gggbbbbb */
static void row_rgb565(uint8_t *out, const uint8_t *in, uint32_t pixels) {
    for (uint32_t i = 0; i < pixels; i++, out += 4, in += 2) {
        uint32_t v = (uint32_t)(in[0] | in[1] << 8), r = v >> 11, g = v >> 5 & 63, b = v & 31;
        out[0] = (uint8_t)(r << 3 | r >> 2);
        out[1] = (uint8_t)(g << 2 | g >> 4);
        out[2] = (uint8_t)(b << 3 | b >> 2);
        out[3] = OPAQUE;
    }
}

/* aaaabbbb ggggrrrr */
static void row_rgba4444(uint8_t *out, const uint8_t *in, uint32_t pixels) {
    for (uint32_t i = 0; i < pixels; i++, out += 4, in += 2) {
        out[0] = (uint8_t)((in[0] & 15) * 17);
        out[1] = (uint8_t)((in[0] >> 4) * 17);
        out[2] = (uint8_t)((in[1] & 15) * 17);
        out[3] = OPAQUE;
    }
}

static const struct {
    uint32_t bytes;
    row_converter *convert;
} formats[] = {
    [PICTURE_RGBA8888] = {4, row_rgba8888}, [PICTURE_RGBX8888] = {4, row_rgba8888},
    [PICTURE_RGB565] = {2, row_rgb565},     [PICTURE_BGRA8888] = {4, row_bgra8888},
    [PICTURE_RGBA4444] = {2, row_rgba4444},
};

uint32_t picture_pixel_bytes(uint32_t format) {
    return format < sizeof formats / sizeof *formats ? formats[format].bytes : 0;
}

uint64_t picture_storage_size(const struct picture_surface *s) {
    uint32_t bytes = picture_pixel_bytes(s->format);
    if (!bytes || s->width == 0 || s->height == 0 || s->width > PICTURE_SIDE_MAX ||
        s->height > PICTURE_SIDE_MAX || s->pitch < s->width * bytes ||
        s->pitch > PICTURE_SIDE_MAX * 8) {
        return 0;
    }
    if (s->block_linear) {
        return block_linear_size(s->pitch, s->height, s->height_log2);
    }
    return (uint64_t)s->pitch * s->height;
}

static int32_t clamp(int32_t v, uint32_t most) {
    return v<0 ? 0 : v>(int32_t) most ? (int32_t)most : v;
}

static uint8_t *scratch(uint8_t **data, size_t *room, size_t size) {
    if (*room < size) {
        *data = memory_resize(*data, size);
        *room = size;
    }
    return *data;
}

static void flip_row(uint8_t *row, uint32_t pixels) {
    uint32_t *p = (uint32_t *)(void *)row;
    for (uint32_t i = 0, j = pixels - 1; i < j; i++, j--) {
        uint32_t v = p[i];
        p[i] = p[j];
        p[j] = v;
    }
}

/* Turns the finished picture by a quarter, clockwise, through the scratch memory. */
static void rotate(struct picture *p) {
    uint32_t w = p->width, h = p->height;
    size_t size = (size_t)w * h * 4;
    uint32_t *from = (uint32_t *)(void *)scratch(&p->rows, &p->rows_room, size);
    uint32_t *to = (uint32_t *)(void *)p->rgba;
    memcpy(from, to, size);
    for (uint32_t y = 0; y < w; y++) {
        for (uint32_t x = 0; x < h; x++) {
            to[(size_t)y * h + x] = from[(size_t)(h - 1 - x) * w + y];
        }
    }
    p->width = h;
    p->height = w;
}

void picture_convert(struct picture *out, const struct picture_surface *s, const uint8_t *storage,
                     struct picture_crop crop, uint32_t transform) {
    uint32_t bytes = picture_pixel_bytes(s->format);
    if (s->block_linear) {
        uint8_t *rows = scratch(&out->rows, &out->rows_room, (size_t)s->pitch * s->height);
        block_linear_read(rows, s->pitch, storage, s->pitch, s->height, s->height_log2);
        storage = rows;
    }
    int32_t left = clamp(crop.left, s->width), right = clamp(crop.right, s->width);
    int32_t top = clamp(crop.top, s->height), bottom = clamp(crop.bottom, s->height);
    if (right <= left || bottom <= top) {
        left = top = 0;
        right = (int32_t)s->width;
        bottom = (int32_t)s->height;
    }
    out->width = (uint32_t)(right - left);
    out->height = (uint32_t)(bottom - top);
    size_t row_bytes = (size_t)out->width * 4;
    uint8_t *to = scratch(&out->rgba, &out->room, row_bytes * out->height);
    for (uint32_t y = 0; y < out->height; y++, to += row_bytes) {
        uint32_t from = transform & PICTURE_FLIP_V ? (uint32_t)bottom - 1 - y : (uint32_t)top + y;
        formats[s->format].convert(to, storage + (size_t)from * s->pitch + (uint32_t)left * bytes,
                                   out->width);
        if (transform & PICTURE_FLIP_H) {
            flip_row(to, out->width);
        }
    }
    if (transform & PICTURE_ROTATE_90) {
        rotate(out);
    }
}

void picture_free(struct picture *p) {
    free(p->rgba);
    free(p->rows);
    *p = (struct picture){0};
}
