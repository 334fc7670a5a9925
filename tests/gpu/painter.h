/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_GPU_PAINTER_H
#define WINDLASS_TESTS_GPU_PAINTER_H

#include "gpu/texture/descriptor.h"
#include "gpu/texture/layout.h"
#include "scene.h"

/* Pictures in storage, for tests of who sees what of it: rectangles are drawn into them and texels
 * fetched from them by commands, and the program reads and writes their bytes. */

struct painter_format {
    uint8_t target;  /* SET_COLOR_TARGET_FORMAT */
    uint8_t texture; /* of texture headers */
    uint8_t component, bytes;
};
extern const struct painter_format painter_rgba8, painter_rg8, painter_r8, painter_r16ui,
    painter_r32ui, painter_rgba16f;

struct surface {
    const struct painter_format *format;
    struct texture_shape shape;
    struct texture_layout layout;
    uint64_t address;
    uint8_t type; /* enum texture_type */
};

struct painter {
    struct scene_run run;
    uint64_t headers, constants;
    uint32_t store;                        /* the program of compute */
    uint32_t header_count, fill, fetch[3]; /* of two dimensions, three, arrays */
};

/* On a machine that is open. */
void painter_begin(struct painter *p, struct machine *m);
/* Storage for a new picture; zeros. `depth` slices, or layers where `type` is of arrays or cubes.
 */
struct surface painter_surface(struct painter *p, const struct painter_format *format, uint8_t type,
                               uint32_t width, uint32_t height, uint32_t depth, uint32_t levels);
/* The same bytes at an address, otherwise. */
struct surface painter_over(uint64_t address, const struct painter_format *format, uint8_t type,
                            uint32_t width, uint32_t height, uint32_t depth, uint32_t levels);

/* The same with four samples a texel; one level, one layer. */
struct surface painter_samples(struct painter *p, const struct painter_format *format,
                               uint32_t width, uint32_t height);
/* The samples of it as texels of their own. */
struct surface painter_texels(const struct surface *samples);

/* A depth and stencil target of a format of SET_ZT_FORMAT and its texture (8 bytes at most), to be
 * drawn into and tested against from now on, cleared first where `clear`; every draw passes and
 * writes its depth. Layers of one level. */
struct depth_surface {
    struct surface s;
    uint8_t target;
};
struct depth_surface painter_depth_surface(struct painter *p, uint8_t target, uint8_t texture,
                                           uint8_t bytes, uint32_t width, uint32_t height,
                                           uint32_t layers);
void painter_depth_target(struct painter *p, const struct depth_surface *d, uint32_t layer);
/* Depth (its z) of the rectangle. */
void painter_fill_depth(struct painter *p, int x, int y, int width, int height, float z);
void painter_no_depth(struct painter *p);

/* A level of a layer (or slice) is drawn into from now on. */
void painter_target(struct painter *p, const struct surface *s, uint32_t level, uint32_t layer);
/* A rectangle of the target, by two triangles, or by a clear. */
void painter_fill(struct painter *p, int x, int y, int width, int height, const float color[4]);
void painter_clear(struct painter *p, int x, int y, int width, int height, const float color[4]);
/* Each texel of the target becomes the one that is there in a level of a layer (or slice). */
void painter_fetch(struct painter *p, const struct surface *from, uint32_t level, uint32_t layer);
/* All texels of level 0 become the color, by image stores of a compute program (of the first slice
 * of a volume). */
void painter_store(struct painter *p, const struct surface *s, const float color[4]);
/* A rectangle goes from one to the same place of another, by the 2D engine. */
void painter_blit(struct painter *p, const struct surface *from, const struct surface *to, int x,
                  int y, int width, int height);
/* Two texels in two rows of one become one of the other, by its filter. */
void painter_halve(struct painter *p, const struct surface *from, const struct surface *to,
                   int width, int height);
/* All bytes of one go to the other, by the copy engine. */
void painter_copy(struct painter *p, const struct surface *from, const struct surface *to);
/* A texture header in the pool; its number. */
uint32_t painter_header(struct painter *p, const struct surface *s, uint32_t level);
/* What was told is done. */
void painter_run(struct painter *p);

/* What the program sees of a texel's byte. */
uint8_t *painter_at(const struct painter *p, const struct surface *s, uint32_t level,
                    uint32_t layer, uint32_t x, uint32_t y);
/* How many bytes of a rectangle are not `value`. */
uint64_t painter_other(const struct painter *p, const struct surface *s, uint32_t level,
                       uint32_t layer, int x, int y, int width, int height, uint8_t value);

#endif
