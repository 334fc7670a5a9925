/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/draw_parts.h"

#include <string.h>

/* State that hardly any program sets and that shaders stand in for. */

/* Of geometry programs' headers: OUTPUT_TOPOLOGY. */
enum { OUT_POINTS = 1, OUT_LINES = 6 };

static enum shader_topology topology_of(const struct drawing *d, enum shader_topology input) {
    uint32_t out = 0;
    if (!d->programs.program[4].enabled || !d->stages[3].code)
        return input;
    const uint8_t *sph = shader_code_program(d->stages[3].code)->sph;
    (void)shader_field_get(&shader_sph_layout, SHADER_GEOMETRY, sph, "output_topology", 0, &out);
    return out == OUT_POINTS ? SHADER_POINTS : out == OUT_LINES ? SHADER_LINES : SHADER_TRIANGLES;
}

/* What comes to the rasterizer is filled polygons. */
static bool fills(const struct drawing *d, enum shader_topology topology) {
    return topology >= SHADER_TRIANGLES && d->raster.front_mode == POLYGON_FILL &&
           d->raster.back_mode == POLYGON_FILL;
}

/* Where points are sprites they are squares, round or not; OpenGL has it so. With several samples
 * it is these that say what is covered. */
bool draw_has_round_points(const struct drawing *d, enum shader_topology input) {
    const enum shader_topology topology = topology_of(d, input);
    return d->raster.smooth_points && !d->raster.point_sprites && !d->targets.samples_x_log2 &&
           (topology == SHADER_POINTS ||
            (topology >= SHADER_TRIANGLES && d->raster.front_mode == POLYGON_POINT &&
             d->raster.back_mode == POLYGON_POINT));
}

static void windows(const struct state_scissors *from, struct shader_seldom *to) {
    to->windows = true;
    to->windows_exclusive = from->windows_exclusive;
    for (unsigned i = 0; i < SHADER_WINDOWS; i++) {
        const struct state_rect *r = &from->window[i];
        if (!state_rect_empty(*r))
            to->window[to->window_count++] = (struct shader_window){
                (uint16_t)r->x0, (uint16_t)r->y0, (uint16_t)r->x1, (uint16_t)r->y1};
    }
}

const struct shader_seldom *draw_seldom_pixels(struct drawing *d, const uint32_t *registers,
                                               enum shader_topology input) {
    struct shader_seldom *s = &d->seldom_pixels;
    const bool stipple = d->raster.polygon_stipple && fills(d, topology_of(d, input));
    if (!stipple && !d->scissors.windows)
        return NULL;
    memset(s, 0, sizeof *s);
    if (d->scissors.windows)
        windows(&d->scissors, s);
    s->stipple = stipple;
    if (stipple)
        state_polygon_pattern(registers, s->pattern);
    return s;
}

/* A viewport that is mirrored in x, which Vulkan has not, is a coordinate that changes its sign. */
void draw_swizzle(const struct drawing *d, unsigned viewport, uint8_t out[4]) {
    const struct state_viewport *v = &d->viewports.viewport[viewport];
    const bool plain = state_swizzle_is_plain(v->swizzle);
    for (uint8_t i = 0; i < 4; i++)
        out[i] = plain ? (uint8_t)(2 * i) : v->swizzle[i];
    out[0] ^= d->viewports.transforms && v->scale[0] < 0;
}

const struct shader_seldom *draw_seldom_positions(struct drawing *d) {
    struct shader_seldom *s = &d->seldom_positions;
    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < SHADER_VIEWPORTS; i++) {
        draw_swizzle(d, i, s->swizzle[i]);
        s->swizzles |= memcmp(s->swizzle[i], s->swizzle[0], sizeof s->swizzle[i]) != 0;
    }
    return s->swizzles ? s : NULL;
}
