/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_TWO_D_H
#define WINDLASS_GPU_ENGINE_TWO_D_H

#include "gpu/engine/condition.h"
#include "gpu/engine/shared.h"

#include "base/error.h"

/* The 2D engine, class 902D, as far as it copies and scales between surfaces. Methods are those of
 * NVIDIA's published cl902d.h. */

enum { TWO_D_CLASS = 0x902d };

struct blit_surface {
    uint64_t address;
    uint8_t format; /* as SET_DST_FORMAT numbers them: those of colour targets, and a few more */
    bool is_pitch;
    uint32_t pitch; /* bytes a row, of a pitch surface */
    uint32_t width, height, depth, layer;
    uint8_t height_log2, depth_log2; /* of a block, in GOBs */
};

enum blit_operation { /* as SET_OPERATION numbers them */
                      BLIT_COPY_AND,
                      BLIT_ROP_AND,
                      BLIT_BLEND_AND,
                      BLIT_COPY,
                      BLIT_ROP,
                      BLIT_COPY_PREMULTIPLIED,
                      BLIT_BLEND_PREMULTIPLIED,
};

/* Texel (x, y) of the rectangle, with x and y from 0 on, takes what is at source + step * (x, y).
 * Positions are as the registers have them, with 32 bits behind the point; where `corner` is set
 * the centre of a texel is at half a texel, else at its number. */
struct blit {
    const struct page_table *pages;
    struct blit_surface source, destination;
    int32_t x, y;           /* of the rectangle in the destination */
    uint32_t width, height; /* may reach beyond it */
    int64_t source_x, source_y, step_x, step_y;
    bool corner, bilinear;
    uint8_t operation; /* enum blit_operation */
    uint32_t beta1;    /* 1.31 fixed point */
    uint8_t beta4[4];  /* R, G, B, A */
    bool clips;
    int32_t clip_x, clip_y;
    uint32_t clip_width, clip_height;
    struct condition condition;
};

struct two_d_engine;

struct two_d_engine *two_d_new(const struct engine_shared *shared);
void two_d_free(struct two_d_engine *e);
MUST_CHECK bool two_d_method(struct two_d_engine *e, unsigned method, uint32_t data,
                             struct error *error);

#endif
