/* SPDX-License-Identifier: MIT */
#include "gpu/texture/layout.h"

#include "gpu/block_linear.h"

#include <string.h>

enum { GOB_X_LOG2 = 6, GOB_Y_LOG2 = 3, GOB_LOG2 = 9, SECTOR = 16, SIZE_LIMIT_LOG2 = 40 };

static uint64_t up(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit;
}

/* A block is no higher and no deeper than what it holds needs. */
static unsigned fit(unsigned log2, uint32_t size, uint32_t unit) {
    while (log2 && (uint64_t)unit << (log2 - 1) >= size)
        log2--;
    return log2;
}

static uint32_t shrink(uint32_t size, uint32_t level) {
    return size >> level ? size >> level : 1;
}

static struct texture_level level_of(const struct texture_shape *s, uint32_t number) {
    struct texture_level l = {
        .width = (uint32_t)up(shrink(s->width, number), s->block_width) * s->samples_x,
        .height = (uint32_t)up(shrink(s->height, number), s->block_height) * s->samples_y,
        .depth = shrink(s->depth, number),
    };
    l.height_log2 = (uint8_t)fit(s->height_log2, l.height, BLOCK_LINEAR_GOB_Y);
    l.depth_log2 = (uint8_t)fit(s->depth_log2, l.depth, 1);
    const uint64_t across = up((uint64_t)l.width * s->bytes, BLOCK_LINEAR_GOB_X);
    const uint64_t down = up(l.height, (uint64_t)BLOCK_LINEAR_GOB_Y << l.height_log2);
    const uint64_t deep = up(l.depth, 1ull << l.depth_log2);
    l.size = across * down * deep << (GOB_LOG2 + l.height_log2 + l.depth_log2);
    return l;
}

static bool within(uint32_t value, uint32_t most) {
    return value > 0 && value <= most;
}

bool texture_layout(const struct texture_shape *s, struct texture_layout *out,
                    struct error *error) {
    *out = (struct texture_layout){0};
    if (!within(s->width, TEXTURE_LARGEST) || !within(s->height, TEXTURE_LARGEST) ||
        !within(s->depth, TEXTURE_LARGEST) || !within(s->layers, TEXTURE_LARGEST) ||
        !within(s->levels, TEXTURE_LEVELS) || !s->block_width || !s->block_height || !s->bytes ||
        !within(s->samples_x, 4) || !within(s->samples_y, 4) ||
        s->height_log2 > BLOCK_LINEAR_HEIGHT_MAX || s->depth_log2 > BLOCK_LINEAR_HEIGHT_MAX)
        return error_set(error, ERROR_GUEST,
                         "a texture of %ux%ux%u, %u layers, %u levels is none that the GPU has",
                         s->width, s->height, s->depth, s->layers, s->levels);
    uint64_t offset = 0;
    for (uint32_t i = 0; i < s->levels; i++) {
        out->level[i] = level_of(s, i);
        out->level[i].offset = offset;
        offset += out->level[i].size;
    }
    const struct texture_level *first = &out->level[0];
    const uint64_t block = 1ull << (GOB_LOG2 + first->height_log2 + first->depth_log2);
    out->layer_stride = s->layers > 1 ? up(offset, block) * block : offset;
    if (out->layer_stride >> SIZE_LIMIT_LOG2 || out->layer_stride * s->layers >> SIZE_LIMIT_LOG2)
        return error_set(error, ERROR_GUEST, "a texture of %ux%ux%u, %u layers is too large",
                         s->width, s->height, s->depth, s->layers);
    out->size = out->layer_stride * s->layers;
    return true;
}

uint64_t texture_offset(const struct texture_level *l, uint8_t bytes, uint32_t x, uint32_t y,
                        uint32_t z) {
    const unsigned h = l->height_log2, d = l->depth_log2;
    const uint64_t across = up((uint64_t)l->width * bytes, BLOCK_LINEAR_GOB_X);
    const uint64_t down = up(l->height, (uint64_t)BLOCK_LINEAR_GOB_Y << h);
    const uint64_t block = ((z >> d) * down + (y >> (GOB_Y_LOG2 + h))) * across + (x >> GOB_X_LOG2);
    const uint64_t gob =
        ((uint64_t)(z & ((1u << d) - 1)) << h) + (y >> GOB_Y_LOG2 & ((1u << h) - 1));
    const uint32_t in_gob =
        (x & 0x20) << 3 | (y & 6) << 5 | (x & 0x10) << 1 | (y & 1) << 4 | (x & 15);
    return (block << (GOB_LOG2 + h + d)) + (gob << GOB_LOG2) + in_gob;
}

/* ---- conversion ---- */

/* Bytes that lie in one piece on both sides: at most a sector. */
static inline void move(uint8_t *storage, uint8_t *rows, uint32_t size, bool out) {
    if (out)
        memcpy(rows, storage, size);
    else
        memcpy(storage, rows, size);
}

static inline uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* A row of a slice: its sectors, four to a GOB at a time where all of them are wanted. `storage`
 * has the row's byte 0. */
static inline void convert_row(uint8_t *storage, uint64_t block, uint8_t *rows, uint32_t begin,
                               uint32_t end, bool out) {
    for (uint32_t x = begin; x < end;) {
        uint8_t *gob = storage + (x >> GOB_X_LOG2) * block;
        if (x % BLOCK_LINEAR_GOB_X == 0 && end - x >= BLOCK_LINEAR_GOB_X) {
            move(gob, rows, SECTOR, out);
            move(gob + 0x20, rows + 0x10, SECTOR, out);
            move(gob + 0x100, rows + 0x20, SECTOR, out);
            move(gob + 0x120, rows + 0x30, SECTOR, out);
            x += BLOCK_LINEAR_GOB_X;
            rows += BLOCK_LINEAR_GOB_X;
            continue;
        }
        const uint32_t size = least(SECTOR - x % SECTOR, end - x);
        move(gob + ((x & 0x20) << 3 | (x & 0x10) << 1 | (x & 15)), rows, size, out);
        x += size;
        rows += size;
    }
}

static inline void convert(const struct texture_level *l, uint8_t bytes, uint8_t *storage,
                           const struct texture_box *box, uint8_t *rows, uint64_t stride,
                           uint64_t slice, bool out) {
    const uint32_t begin = box->x * bytes, end = (box->x + box->width) * bytes;
    const uint64_t block = 1ull << (GOB_LOG2 + l->height_log2 + l->depth_log2);
    for (uint32_t z = 0; z < box->depth; z++)
        for (uint32_t y = 0; y < box->height; y++)
            convert_row(storage + texture_offset(l, bytes, 0, box->y + y, box->z + z), block,
                        rows + z * slice + y * stride, begin, end, out);
}

void texture_read(const struct texture_level *level, uint8_t bytes, const uint8_t *storage,
                  const struct texture_box *box, uint8_t *out, uint64_t stride, uint64_t slice) {
    convert(level, bytes, (uint8_t *)storage, box, out, stride, slice, true);
}

void texture_write(const struct texture_level *level, uint8_t bytes, uint8_t *storage,
                   const struct texture_box *box, const uint8_t *in, uint64_t stride,
                   uint64_t slice) {
    convert(level, bytes, storage, box, (uint8_t *)in, stride, slice, false);
}
