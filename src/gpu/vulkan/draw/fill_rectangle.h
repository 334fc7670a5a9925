/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DRAW_FILL_RECTANGLE_H
#define WINDLASS_GPU_VULKAN_DRAW_FILL_RECTANGLE_H

#include "gpu/vulkan/shader/shader.h"

/* Triangles that fill the rectangle around them on the screen (SET_FILL_VIA_TRIANGLE; what
 * NV_fill_rectangle is elsewhere): a geometry shader of ours makes four corners of three.
 * Attributes go on beyond the triangle as they go within it. */

/* What the stages around hand on, a bit a location. */
struct fill_rectangle {
    uint32_t locations; /* that the fragment shader reads */
    uint32_t flat;      /* they are those of one vertex */
    uint32_t linear;    /* they are linear on the screen; others in space */
    bool provoking_last;
};

/* The shader's words; free them. */
uint32_t *fill_rectangle_code(const struct fill_rectangle *what, size_t *count);

struct fill_rectangles;

struct fill_rectangles *fill_rectangles_new(struct vulkan *vk, const char *folder);
void fill_rectangles_free(struct fill_rectangles *f); /* nothing on the device uses them any more */
/* As a unit of the geometry stage that is bound to nothing; lives as long as `f`. */
MUST_CHECK bool fill_rectangles_unit(struct fill_rectangles *f, const struct fill_rectangle *what,
                                     const struct shader_unit **out, struct error *error);

#endif
