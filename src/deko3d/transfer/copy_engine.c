/* SPDX-License-Identifier: MIT */
#include "deko3d/transfer/transfer.h"

enum { /* NVIDIA's clb0b5.h */
       LAUNCH_DMA = 0x0300 / 4,
       OFFSET_IN = 0x0400 / 4,
       PITCH_IN = 0x0410 / 4,
       PITCH_OUT = 0x0414 / 4,
       LINE_LENGTH_IN = 0x0418 / 4,
       SET_REMAP_CONST = 0x0700 / 4,
       SET_DST_BLOCK_SIZE = 0x070c / 4,
       SET_SRC_BLOCK_SIZE = 0x0728 / 4,
};

enum { /* of LAUNCH_DMA */
       NON_PIPELINED = 2 << 0,
       FLUSH = 1 << 2,
       SOURCE_PITCH = 1 << 7,
       TARGET_PITCH = 1 << 8,
       MANY_LINES = 1 << 9,
       REMAPS = 1 << 10,
};

enum {
    WORDS = 28, /* asked for at once; no copy has as many */
    GOB_OF_EIGHT_ROWS = 1 << 12,
    MOST_ROW = 0x10000,   /* bytes that origins can count */
    SAME_PLACES = 0x3210, /* of SET_REMAP_COMPONENTS: x, y, z, w from x, y, z, w */
};

struct side { /* of a copy */
    const struct image_surface *surface;
    uint32_t x, y, z;
};

static DkGpuAddr begin_of(const struct side *s) {
    DkGpuAddr address = s->surface->address;
    if (s->surface->layered)
        address += s->z * s->surface->layer_bytes;
    if (s->surface->pitch)
        address += (uint64_t)s->y * s->surface->horizontal + (uint64_t)s->x * s->surface->bytes;
    return address;
}

/* Rows that are longer are counted in texels, which the engine then moves as components. */
static bool is_long(const struct image_surface *s) {
    return !s->pitch && (uint64_t)s->samples_width * s->bytes > MOST_ROW;
}

static uint32_t *put_side(uint32_t *w, const struct side *s, unsigned block_method,
                          unsigned pitch_method, uint32_t unit) {
    const struct image_surface *surface = s->surface;
    if (surface->pitch)
        return put(w, SUB_COPY, pitch_method, surface->horizontal);
    w = put_many(w, SUB_COPY, block_method, 6);
    *w++ = surface->tile_mode | GOB_OF_EIGHT_ROWS;
    *w++ = surface->horizontal * unit;
    *w++ = surface->vertical;
    *w++ = surface->depth;
    *w++ = surface->layered ? 0 : s->z;
    *w++ = (s->x * unit & 0xffff) | s->y << 16;
    return w;
}

static uint32_t *put_remap(uint32_t *w, uint32_t bytes) {
    const uint32_t size = bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1;
    const uint32_t more = bytes / size - 1; /* components behind the first */
    w = put_many(w, SUB_COPY, SET_REMAP_CONST, 3);
    *w++ = 0;
    *w++ = 0;
    *w++ = SAME_PLACES | (size - 1) << 16 | more << 20 | more << 24;
    return w;
}

void transfer_by_copy_engine(const struct transfer *t, uint32_t source_z, uint32_t target_z) {
    const struct side source = {&t->source, t->source_x, t->source_y, source_z};
    const struct side target = {&t->target, t->target_x, t->target_y, target_z};
    const bool remaps = is_long(&t->source) || is_long(&t->target);
    uint32_t flags = NON_PIPELINED | FLUSH | MANY_LINES;
    flags |= t->source.pitch ? SOURCE_PITCH : 0;
    flags |= t->target.pitch ? TARGET_PITCH : 0;
    flags |= remaps ? REMAPS : 0;
    uint32_t *w = record_begin(t->buffer, WORDS, t->context);
    w = put_side(w, &source, SET_SRC_BLOCK_SIZE, PITCH_IN, remaps ? 1 : t->source.bytes);
    w = put_side(w, &target, SET_DST_BLOCK_SIZE, PITCH_OUT, remaps ? 1 : t->target.bytes);
    if (remaps)
        w = put_remap(w, t->source.bytes);
    w = put_many(w, SUB_COPY, OFFSET_IN, 4);
    w = put_address(w, begin_of(&source));
    w = put_address(w, begin_of(&target));
    w = put_many(w, SUB_COPY, LINE_LENGTH_IN, 2);
    *w++ = t->width * (remaps ? 1 : t->source.bytes);
    *w++ = t->height;
    w = put(w, SUB_COPY, LAUNCH_DMA, flags);
    record_end(t->buffer, w);
}
