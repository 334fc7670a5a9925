/* SPDX-License-Identifier: MIT */
#include "gpu/engine/state.h"

#include "gpu/engine/state_registers.h"

/* Byte addresses of clb197.h. */
enum {
    RASTER_ENABLE = 0x37c,
    HYBRID_ANTI_ALIAS = 0x754,
    VIEWPORT = 0xa00,
    VIEWPORT_CLIP = 0xc00,
    WINDOW_CLIP = 0xd00,
    VIEWPORT_Z_CLIP = 0xd7c,
    FRONT_POLYGON_MODE = 0xdac,
    BACK_POLYGON_MODE = 0xdb0,
    POLY_SMOOTH = 0xdb4,
    POLY_OFFSET_POINT = 0xdc0,
    POLY_OFFSET_LINE = 0xdc4,
    POLY_OFFSET_FILL = 0xdc8,
    WINDOW_OFFSET_X = 0xdf8,
    WINDOW_OFFSET_Y = 0xdfc,
    SCISSOR = 0xe00,
    TIR = 0xfb4,
    ANTI_ALIAS_RASTER = 0xfb8,
    SAMPLE_MASK = 0xfbc,
    FILL_VIA_TRIANGLE = 0x113c,
    CONSERVATIVE = 0x1148, /* of deko3d's and nouveau's definitions; clb197.h leaves it out */
    SAMPLE_POSITIONS = 0x11e0,
    COVERAGE_TO_COLOR = 0x11f8,
    WINDOW_ORIGIN = 0x13ac,
    LINE_WIDTH = 0x13b0, /* the one that this generation reads, smooth lines or not */
    USER_CLIP_ENABLE = 0x1510,
    POINT_SIZE = 0x1518,
    POINT_SPRITE = 0x1520,
    ANTI_ALIAS_ENABLE = 0x1534,
    ALPHA_CONTROL = 0x153c,
    SLOPE_SCALE_DEPTH_BIAS = 0x156c,
    ANTI_ALIASED_LINE = 0x1570,
    DEPTH_BIAS = 0x15bc,
    POINT_SPRITE_SELECT = 0x1604,
    ANTI_ALIASED_POINT = 0x1658,
    LINE_STIPPLE = 0x166c,
    LINE_STIPPLE_PARAMETERS = 0x1680,
    PROVOKING_VERTEX = 0x1684,
    POLYGON_STIPPLE = 0x168c,
    POLYGON_STIPPLE_PATTERN = 0x1700,
    DEPTH_BIAS_CLAMP = 0x187c,
    ATTRIBUTE_POINT_SIZE = 0x1910,
    CULL = 0x1918,
    FRONT_FACE = 0x191c,
    CULL_FACE = 0x1920,
    VIEWPORT_SCALE_OFFSET = 0x192c,
    VIEWPORT_CLIP_CONTROL = 0x193c,
    USER_CLIP_OP = 0x1940,
    WINDOW_CLIP_ENABLE = 0x194c,
    WINDOW_CLIP_TYPE = 0x1950,
};

enum { VIEWPORT_SIZE = 0x20, VIEWPORT_CLIP_SIZE = 0x10, SCISSOR_SIZE = 0x10 };
enum { MODE_POINT = 0x1b00, MODE_LINE = 0x1b01, MODE_FILL = 0x1b02 };
enum { FACE_FRONT = 0x404, FACE_BACK = 0x405, FACE_BOTH = 0x408 };
enum { FACE_CCW = 0x901 };
enum { WINDOWS_INCLUSIVE, WINDOWS_EXCLUSIVE }; /* and CLIPALL, which leaves out everything */
enum { PIXEL_MIN_Z = 3, CLIP_FRUSTUM_XYZ = 3, CLIP_FRUSTUM_Z = 5 };

static int32_t sign_extend(uint32_t value, unsigned bits) {
    return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

void state_viewports(const uint32_t *r, struct state_viewports *out) {
    for (unsigned i = 0; i < STATE_VIEWPORTS; i++) {
        struct state_viewport *v = &out->viewport[i];
        unsigned at = VIEWPORT + i * VIEWPORT_SIZE, clip = VIEWPORT_CLIP + i * VIEWPORT_CLIP_SIZE;
        for (unsigned k = 0; k < 3; k++) {
            v->scale[k] = float_at(r, at + 4 * k);
            v->offset[k] = float_at(r, at + 0xc + 4 * k);
        }
        for (unsigned k = 0; k < 4; k++)
            v->swizzle[k] = (uint8_t)bits_at(r, at + 0x18, 4 * k, 3);
        int32_t x = (int32_t)bits_at(r, clip, 0, 16), y = (int32_t)bits_at(r, clip + 4, 0, 16);
        v->clip = (struct state_rect){x, y, x + (int32_t)bits_at(r, clip, 16, 16),
                                      y + (int32_t)bits_at(r, clip + 4, 16, 16)};
        v->least_z = float_at(r, clip + 8);
        v->most_z = float_at(r, clip + 0xc);
    }
    uint32_t geometry = bits_at(r, VIEWPORT_CLIP_CONTROL, 11, 3);
    out->transforms = flag_at(r, VIEWPORT_SCALE_OFFSET, 0);
    out->minus_one = !flag_at(r, VIEWPORT_Z_CLIP, 0);
    /* Depth is cut off either with the primitive, at the volume's planes, or pixel by pixel. */
    out->clamps_depth = geometry != CLIP_FRUSTUM_XYZ && geometry != CLIP_FRUSTUM_Z &&
                        flag_at(r, VIEWPORT_CLIP_CONTROL, PIXEL_MIN_Z);
    out->flipped_winding = flag_at(r, WINDOW_ORIGIN, 4);
    out->lower_left = flag_at(r, WINDOW_ORIGIN, 0);
    out->offset_x = sign_extend(bits_at(r, WINDOW_OFFSET_X, 0, 17), 17);
    out->offset_y = sign_extend(bits_at(r, WINDOW_OFFSET_Y, 0, 18), 18);
}

bool state_swizzle_is_plain(const uint8_t swizzle[4]) {
    /* A register that nobody wrote is zero: x everywhere. It stands for no swizzle as well, which
     * nobody can want otherwise. */
    bool plain = true, untouched = true;
    for (unsigned k = 0; k < 4; k++) {
        plain = plain && swizzle[k] == 2 * k;
        untouched = untouched && swizzle[k] == 0;
    }
    return plain || untouched;
}

static struct state_rect bounds_at(const uint32_t *r, unsigned at) {
    return (struct state_rect){(int32_t)bits_at(r, at, 0, 16), (int32_t)bits_at(r, at + 4, 0, 16),
                               (int32_t)bits_at(r, at, 16, 16),
                               (int32_t)bits_at(r, at + 4, 16, 16)};
}

void state_scissors(const uint32_t *r, struct state_scissors *out) {
    for (unsigned i = 0; i < STATE_VIEWPORTS; i++) {
        unsigned at = SCISSOR + i * SCISSOR_SIZE;
        out->enabled[i] = flag_at(r, at, 0);
        out->rect[i] = bounds_at(r, at + 4);
    }
    out->windows = flag_at(r, WINDOW_CLIP_ENABLE, 0);
    const uint32_t type = bits_at(r, WINDOW_CLIP_TYPE, 0, 2);
    out->windows_exclusive = type == WINDOWS_EXCLUSIVE;
    for (unsigned i = 0; i < 8; i++)
        out->window[i] =
            type <= WINDOWS_EXCLUSIVE ? bounds_at(r, WINDOW_CLIP + 8 * i) : (struct state_rect){0};
}

static uint8_t polygon_mode(uint32_t value) {
    switch (value) {
    case MODE_POINT:
        return POLYGON_POINT;
    case MODE_LINE:
        return POLYGON_LINE;
    case MODE_FILL:
        return POLYGON_FILL;
    }
    return STATE_UNKNOWN;
}

static void lines_and_points(const uint32_t *r, struct state_raster *out) {
    out->line_width = float_at(r, LINE_WIDTH);
    out->smooth_lines = flag_at(r, ANTI_ALIASED_LINE, 0);
    out->smooth_points = flag_at(r, ANTI_ALIASED_POINT, 0);
    out->smooth_polygons = flag_at(r, POLY_SMOOTH, 0);
    out->stipple = flag_at(r, LINE_STIPPLE, 0);
    out->stipple_factor = bits_at(r, LINE_STIPPLE_PARAMETERS, 0, 8) + 1;
    out->stipple_pattern = (uint16_t)bits_at(r, LINE_STIPPLE_PARAMETERS, 8, 16);
    out->polygon_stipple = flag_at(r, POLYGON_STIPPLE, 0);
    out->fill_rectangle = bits_at(r, FILL_VIA_TRIANGLE, 0, 2) != 0;
    out->point_size = float_at(r, POINT_SIZE);
    out->shader_point_size = flag_at(r, ATTRIBUTE_POINT_SIZE, 0);
    out->point_sprites = flag_at(r, POINT_SPRITE, 0);
    out->point_origin_top = flag_at(r, POINT_SPRITE_SELECT, 2);
    out->sprite_textures = (uint16_t)bits_at(r, POINT_SPRITE_SELECT, 3, 10);
}

void state_raster(const uint32_t *r, struct state_raster *out) {
    *out = (struct state_raster){0};
    out->enabled = flag_at(r, RASTER_ENABLE, 0);
    uint32_t face = word_at(r, CULL_FACE);
    if (flag_at(r, CULL, 0)) {
        out->cull_front = face == FACE_FRONT || face == FACE_BOTH;
        out->cull_back = face == FACE_BACK || face == FACE_BOTH;
    }
    out->front_counterclockwise = word_at(r, FRONT_FACE) == FACE_CCW;
    out->front_mode = polygon_mode(word_at(r, FRONT_POLYGON_MODE));
    out->back_mode = polygon_mode(word_at(r, BACK_POLYGON_MODE));
    out->bias_points = flag_at(r, POLY_OFFSET_POINT, 0);
    out->bias_lines = flag_at(r, POLY_OFFSET_LINE, 0);
    out->bias_polygons = flag_at(r, POLY_OFFSET_FILL, 0);
    out->bias_constant = float_at(r, DEPTH_BIAS) / 2; /* drivers give it twice what the API has */
    out->bias_slope = float_at(r, SLOPE_SCALE_DEPTH_BIAS);
    out->bias_clamp = float_at(r, DEPTH_BIAS_CLAMP);
    lines_and_points(r, out);
    out->provoking_last = flag_at(r, PROVOKING_VERTEX, 0);
    uint8_t planes = (uint8_t)bits_at(r, USER_CLIP_ENABLE, 0, 8);
    for (unsigned i = 0; i < 8; i++)
        out->cull_distances |= (uint8_t)(flag_at(r, USER_CLIP_OP, 4 * i) << i);
    out->clip_distances = planes & (uint8_t)~out->cull_distances;
    out->cull_distances &= planes;
    out->conservative = flag_at(r, CONSERVATIVE, 0);
}

void state_polygon_pattern(const uint32_t *r, uint32_t out[32]) {
    for (unsigned i = 0; i < 32; i++)
        out[i] = word_at(r, POLYGON_STIPPLE_PATTERN + 4 * i);
}

void state_multisample(const uint32_t *r, struct state_multisample *out) {
    *out = (struct state_multisample){
        .enabled = flag_at(r, ANTI_ALIAS_ENABLE, 0),
        .alpha_to_coverage = flag_at(r, ALPHA_CONTROL, 0),
        .alpha_to_one = flag_at(r, ALPHA_CONTROL, 4),
        .raster_samples = bits_at(r, TIR, 0, 2) != 0,
        .raster_mode = (uint8_t)bits_at(r, ANTI_ALIAS_RASTER, 0, 3),
        .coverage_to_color = flag_at(r, COVERAGE_TO_COLOR, 0),
        /* PASSES and PASSES_EXTENDED: how often the pixel shader runs at most. */
        .per_sample =
            (bits_at(r, HYBRID_ANTI_ALIAS, 0, 4) | bits_at(r, HYBRID_ANTI_ALIAS, 5, 1) << 4) > 1,
    };
    for (unsigned i = 0; i < 4; i++) {
        out->mask[i] = (uint16_t)word_at(r, SAMPLE_MASK + 4 * i);
        out->positions[i] = word_at(r, SAMPLE_POSITIONS + 4 * i);
    }
}
