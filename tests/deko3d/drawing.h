/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_DEKO3D_DRAWING_H
#define WINDLASS_TESTS_DEKO3D_DRAWING_H

#include "desk.h"
#include "shaders.h"

/* Rectangles of one colour, drawn into a target of RGBA8. */

enum { DRAWING_SIZE = 32 };
#define BLACK 0xff000000u /* what the target is cleared to */

struct drawing {
    struct desk d;
    struct desk_target target;
    DkShader vertex, fragment;
};

struct corner {
    float position[4], color[4];
};

void drawing_open(struct drawing *w, uint32_t flags, const char *fragment);
void drawing_close(struct drawing *w);
/* The target, its whole viewport and scissor, the shaders, no culling; the target is cleared. */
void drawing_begin(struct drawing *w, const DkImageView *depth);
/* Two triangles of clip space, as vertices of the strip, in the data block; bound. */
void drawing_bind_corners(struct drawing *w, const struct corner *corners, unsigned count);
void drawing_rectangle(struct drawing *w, float x0, float y0, float x1, float y1, float z,
                       const float color[4]);
/* The view and the sampler are texture 0 of the fragment shader, from here on. */
void drawing_bind_texture(struct drawing *w, const DkImageView *view, const DkSampler *sampler);
/* The same, with samples as texels. */
void drawing_bind_decayed(struct drawing *w, const DkImageView *view, const DkSampler *sampler);
/* What was recorded is drawn: what all of the target is then. */
uint32_t drawing_color(struct drawing *w);
/* What is sampled at a place, by what shader_level_* has as coordinates: one pixel, read back. */
uint32_t drawing_sample(struct drawing *w, const float at[4]);

/* Fails the test where a texel of the rectangle is another one, or one outside is not `outside`. */
void drawing_expect(const struct drawing *w, unsigned x0, unsigned y0, unsigned x1, unsigned y1,
                    uint32_t inside, uint32_t outside);

#endif
