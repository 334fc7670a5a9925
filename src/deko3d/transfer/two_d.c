/* SPDX-License-Identifier: MIT */
#include "deko3d/transfer/transfer.h"

enum { /* NVIDIA's cl902d.h */
       SET_DST_FORMAT = 0x0200 / 4,
       SET_DST_PITCH = 0x0214 / 4,
       SET_DST_WIDTH = 0x0218 / 4,
       SET_DST_OFFSET = 0x0220 / 4,
       SET_SRC_FORMAT = 0x0230 / 4,
       SET_SRC_PITCH = 0x0244 / 4,
       SET_SRC_WIDTH = 0x0248 / 4,
       SET_SRC_OFFSET = 0x0250 / 4,
       SET_BETA4 = 0x02a8 / 4,
       SET_OPERATION = 0x02ac / 4,
       SET_COMPRESSION = 0x02d4 / 4,
       SET_PIXELS_FROM_MEMORY_SAMPLE_MODE = 0x088c / 4,
       SET_PIXELS_FROM_MEMORY_DST_X0 = 0x08b0 / 4,
};

enum { /* of SET_OPERATION */
       SRCCOPY_AND = 0,
       BLEND_AND = 2,
       SRCCOPY = 3,
       SRCCOPY_PREMULT = 5,
       BLEND_PREMULT = 6,
};

enum { WORDS = 38 /* asked for at once */, PITCH = 1, CORNER = 1, BILINEAR = 1 << 4 };

static uint32_t operation_of(uint32_t mode) {
    switch (mode) {
    case DkBlitFlag_ModeAlphaMask:
        return SRCCOPY_AND;
    case DkBlitFlag_ModeAlphaBlend:
        return BLEND_AND;
    case DkBlitFlag_ModePremultBlit:
        return SRCCOPY_PREMULT;
    case DkBlitFlag_ModePremultBlend:
        return BLEND_PREMULT;
    default:
        return SRCCOPY;
    }
}

static uint32_t *put_pitch(uint32_t *w, const struct image_surface *s, unsigned format,
                           unsigned pitch) {
    w = put_many(w, SUB_2D, format, 2);
    *w++ = s->format;
    *w++ = PITCH;
    w = put_many(w, SUB_2D, pitch, 5);
    *w++ = s->horizontal;
    *w++ = s->width;
    *w++ = s->height;
    return put_address(w, s->address);
}

static uint32_t *put_blocks(uint32_t *w, const struct image_surface *s, unsigned format,
                            unsigned width, bool has_layer) {
    w = put_many(w, SUB_2D, format, has_layer ? 5 : 4);
    *w++ = s->format;
    *w++ = 0;
    *w++ = s->tile_mode;
    *w++ = s->array_mode;
    if (has_layer)
        *w++ = 0;
    w = put_many(w, SUB_2D, width, 4);
    *w++ = s->horizontal;
    *w++ = s->vertical;
    return put_address(w, s->address);
}

static uint32_t *put_setup(uint32_t *w, const struct transfer *t,
                           const struct transfer_walk *walk) {
    const uint32_t operation = operation_of(walk->mode);
    w = put_now(w, SUB_2D, SET_OPERATION, operation);
    if (operation == SRCCOPY_PREMULT || operation == BLEND_PREMULT)
        w = put(w, SUB_2D, SET_BETA4, walk->factor);
    if (t->source.pitch)
        w = put_pitch(w, &t->source, SET_SRC_FORMAT, SET_SRC_PITCH);
    else
        w = put_blocks(w, &t->source, SET_SRC_FORMAT, SET_SRC_WIDTH, false);
    if (t->target.pitch)
        w = put_pitch(w, &t->target, SET_DST_FORMAT, SET_DST_PITCH);
    else
        w = put_blocks(w, &t->target, SET_DST_FORMAT, SET_DST_WIDTH, true);
    return put_now(w, SUB_2D, SET_COMPRESSION, 1);
}

static uint32_t *put_places(uint32_t *w, const struct transfer *t) {
    w = put_many(w, SUB_2D, SET_SRC_OFFSET, 2);
    w = put_address(w, t->source.address);
    w = put_many(w, SUB_2D, SET_DST_OFFSET, 2);
    return put_address(w, t->target.address);
}

/* Below the point, above it; the engine has 32 bits of each. */
static uint32_t *put_fixed(uint32_t *w, int64_t value, unsigned bits) {
    const uint64_t fixed = (uint64_t)value << (32 - bits);
    *w++ = (uint32_t)fixed;
    *w++ = (uint32_t)(fixed >> 32);
    return w;
}

static uint32_t *put_launch(uint32_t *w, const struct transfer *t,
                            const struct transfer_walk *walk) {
    w = put_now(w, SUB_2D, SET_PIXELS_FROM_MEMORY_SAMPLE_MODE,
                (walk->corner ? CORNER : 0) | (walk->bilinear ? BILINEAR : 0));
    w = put_many(w, SUB_2D, SET_PIXELS_FROM_MEMORY_DST_X0, 12);
    *w++ = t->target_x;
    *w++ = t->target_y;
    *w++ = t->width;
    *w++ = t->height;
    w = put_fixed(w, walk->step_x, TRANSFER_STEP_BITS);
    w = put_fixed(w, walk->step_y, TRANSFER_STEP_BITS);
    w = put_fixed(w, walk->from_x, TRANSFER_PLACE_BITS);
    return put_fixed(w, walk->from_y, TRANSFER_PLACE_BITS);
}

void transfer_by_two_d_engine(const struct transfer *t, const struct transfer_walk *walk) {
    struct transfer layer = *t;
    uint64_t source_step = t->source.layer_bytes;
    if (walk->flip_layers) {
        layer.source.address += (walk->layers - 1) * t->source.layer_bytes;
        source_step = 0 - source_step;
    }
    for (uint32_t i = 0; i < walk->layers; i++) {
        uint32_t *w = record_begin(t->buffer, WORDS, t->context);
        w = i ? put_places(w, &layer) : put_setup(w, &layer, walk);
        record_end(t->buffer, put_launch(w, &layer, walk));
        layer.source.address += source_step;
        layer.target.address += t->target.layer_bytes;
    }
}
