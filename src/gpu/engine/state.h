/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_STATE_H
#define WINDLASS_GPU_ENGINE_STATE_H

#include "gpu/engine/target.h"

#include <stdbool.h>
#include <stdint.h>

/* What the registers of the 3D engine say, group by group (enum three_group), without Vulkan. They
 * are handed over as three_state has them: by words. Values with several spellings (OpenGL's and
 * Direct3D's) get one number, that which Vulkan has for it; what is no value at all is
 * STATE_UNKNOWN. */

enum {
    STATE_UNKNOWN = 0xff,
    STATE_TARGETS = 8,
    STATE_VIEWPORTS = 16,
    STATE_ARRAYS = 32,
    STATE_ATTRIBUTES = 32,
    STATE_STREAMS = 4,
    STATE_PROGRAMS = 6, /* vertex A, vertex, tessellation control and evaluation, geometry, pixel */
};

struct state_rect { /* x1 and y1 lie outside */
    int32_t x0, y0, x1, y1;
};
struct state_rect state_rect_and(struct state_rect a, struct state_rect b); /* may be empty */
bool state_rect_empty(struct state_rect r);

/* ---- targets ---- */

struct state_targets {
    uint8_t count;              /* of colour outputs */
    uint8_t map[STATE_TARGETS]; /* the colour target of each output */
    struct target color[STATE_TARGETS];
    bool has_color[STATE_TARGETS]; /* it has a format */
    bool one_color;                /* each gets the program's output 0 */
    struct target depth;
    bool has_depth;
    struct state_rect clip; /* of all targets together: the surface clip */
    uint8_t samples_x_log2, samples_y_log2;
    bool unknown_samples; /* the mode is none that exists; taken for one sample */
    bool layer_from_shader;
    uint32_t layer; /* else */
};
void state_targets(const uint32_t *registers, struct state_targets *out);
/* log2 of samples along each axis, of SET_ANTI_ALIAS's modes. False: no such mode. */
bool state_sample_grid(uint32_t mode, uint8_t *x_log2, uint8_t *y_log2);

/* ---- viewports ---- */

struct state_viewport {
    float scale[3], offset[3]; /* what makes window coordinates of normalised ones */
    uint8_t swizzle[4];        /* for x, y, z, w: twice the component, plus 1 where negative */
    struct state_rect clip;
    float least_z, most_z;
};
struct state_viewports {
    struct state_viewport viewport[STATE_VIEWPORTS];
    bool transforms;      /* no: positions are window coordinates */
    bool minus_one;       /* the clip volume's depth goes from -w, not from 0, to w */
    bool clamps_depth;    /* what lies in front of or behind the volume is not cut off */
    bool flipped_winding; /* triangles that go around clockwise count as counterclockwise */
    bool lower_left;      /* what the shader is told of the direction of y */
    int32_t offset_x, offset_y;
};
void state_viewports(const uint32_t *registers, struct state_viewports *out);
bool state_swizzle_is_plain(const uint8_t swizzle[4]);

struct state_scissors {
    bool enabled[STATE_VIEWPORTS];
    struct state_rect rect[STATE_VIEWPORTS];
    bool windows;                /* the window rectangles matter */
    bool windows_exclusive;      /* what lies in one is left out; else what lies in none */
    struct state_rect window[8]; /* may be empty */
};
void state_scissors(const uint32_t *registers, struct state_scissors *out);

/* ---- rasterizer ---- */

enum state_polygon { POLYGON_FILL, POLYGON_LINE, POLYGON_POINT };

struct state_raster {
    bool enabled;
    bool cull_front, cull_back;
    bool front_counterclockwise;   /* before flipped_winding */
    uint8_t front_mode, back_mode; /* enum state_polygon */
    bool bias_points, bias_lines, bias_polygons;
    float bias_constant, bias_slope, bias_clamp; /* the constant in Vulkan's units */
    float line_width;
    bool smooth_lines, smooth_points, smooth_polygons;
    bool stipple;
    uint32_t stipple_factor; /* 1 to 256 */
    uint16_t stipple_pattern;
    bool polygon_stipple;
    bool fill_rectangle;
    float point_size;
    bool shader_point_size;
    bool point_sprites, point_origin_top;
    uint16_t sprite_textures; /* which fixed texture coordinates sprites replace, a bit each */
    bool provoking_last;
    uint8_t clip_distances, cull_distances; /* which do so, a bit each */
    bool conservative;
};
void state_raster(const uint32_t *registers, struct state_raster *out);
/* Of polygons that are stippled: row y % 32, whose bytes go from left to right, each from its
 * highest bit. */
void state_polygon_pattern(const uint32_t *registers, uint32_t out[32]);

struct state_multisample {
    bool enabled;
    uint16_t mask[4]; /* of the pixels of a square of two by two: (0, 0), (1, 0), (0, 1), (1, 1) */
    bool alpha_to_coverage, alpha_to_one;
    uint32_t positions[4]; /* 16 of them: x and y in sixteenths, four bits each */
    bool raster_samples;   /* more samples than the targets have */
    uint8_t raster_mode;
    bool coverage_to_color;
    bool per_sample; /* the pixel shader runs once a sample */
};
void state_multisample(const uint32_t *registers, struct state_multisample *out);

/* ---- what becomes of a pixel ---- */

struct state_blend {
    bool enabled;
    uint8_t color_op, color_source, color_target; /* as VkBlendOp and VkBlendFactor have them */
    uint8_t alpha_op, alpha_source, alpha_target;
};
struct state_output {
    struct state_blend blend[STATE_TARGETS]; /* by targets, not by outputs */
    uint8_t mask[STATE_TARGETS];             /* red 1, green 2, blue 4, alpha 8 */
    float constant[4];
    bool logic;
    uint8_t logic_op; /* as VkLogicOp */
};
void state_output(const uint32_t *registers, struct state_output *out);
/* Its parts, of groups of registers of their own: all but the masks, and those. */
void state_blending(const uint32_t *registers, struct state_output *out);
void state_masks(const uint32_t *registers, struct state_output *out);

struct state_stencil {
    uint8_t fail, depth_fail, pass; /* as VkStencilOp */
    uint8_t compare;                /* as VkCompareOp */
    uint8_t reference, read_mask, write_mask;
};
struct state_depth_stencil {
    bool test, write;
    uint8_t compare; /* as VkCompareOp */
    bool bounds;
    float least, most;
    bool stencil;
    struct state_stencil front, back;
    bool alpha_test;
    uint8_t alpha_compare; /* as VkCompareOp */
    float alpha_reference;
};
void state_depth_stencil(const uint32_t *registers, struct state_depth_stencil *out);

/* ---- vertices ---- */

enum state_numbers { /* NUMERICAL_TYPE of SET_VERTEX_ATTRIBUTE */
                     NUMBERS_SNORM = 1,
                     NUMBERS_UNORM,
                     NUMBERS_SINT,
                     NUMBERS_UINT,
                     NUMBERS_USCALED,
                     NUMBERS_SSCALED,
                     NUMBERS_FLOAT,
};

struct state_array {
    bool enabled;
    uint64_t address, size; /* bytes; 0: there is nothing */
    uint32_t stride;
    bool instanced;
    uint32_t divisor; /* instances that an element stays */
};
struct state_attribute {
    bool constant; /* three_state's attributes have it, whatever the arrays hold */
    uint8_t array;
    uint16_t offset;
    uint8_t widths; /* COMPONENT_BIT_WIDTHS */
    uint8_t numbers;
    bool bgra;
};
struct state_vertices {
    struct state_array array[STATE_ARRAYS];
    struct state_attribute attribute[STATE_ATTRIBUTES];
};
void state_vertices(const uint32_t *registers, struct state_vertices *out);

struct state_index {
    uint64_t address, size; /* up to the limit, bytes */
    uint8_t bytes;          /* of an index: 1, 2, 4; 0: no such size */
    bool restart;
    uint32_t restart_index;
};
void state_index(const uint32_t *registers, struct state_index *out);

/* ---- programs ---- */

struct state_programs {
    uint64_t region; /* what offsets count from */
    struct {
        bool enabled;
        uint32_t offset;
        uint8_t registers;
    } program[STATE_PROGRAMS];
    uint8_t patch_vertices;
    uint8_t tess_primitive; /* isolines, triangles, quads */
    uint8_t tess_spacing;   /* equal, fractional odd, fractional even */
    bool tess_clockwise, tess_points;
    float tess_outer[4], tess_inner[2]; /* where no control shader writes them */
    bool early_tests, post_depth_coverage;
    uint32_t local_window; /* where generic addresses mean local memory; 0: nobody said */
};
void state_programs(const uint32_t *registers, struct state_programs *out);

struct state_pools {
    uint64_t textures, samplers; /* of headers, 32 bytes each */
    uint32_t last_texture, last_sampler;
    uint8_t handles;           /* the constant buffer that holds them */
    bool sampler_with_texture; /* a handle's sampler has the texture's number */
};
void state_pools(const uint32_t *registers, struct state_pools *out);

struct state_stream_out {
    bool enabled;
    struct {
        bool enabled;
        uint64_t address;
        uint32_t size, start;
        uint8_t stream;
        uint8_t components; /* that a vertex writes */
        uint32_t stride;
        uint8_t layout[128]; /* words of the attribute space, for each component */
    } buffer[STATE_STREAMS];
    uint8_t raster_stream;
};
void state_stream_out(const uint32_t *registers, struct state_stream_out *out);

/* ---- clears ---- */

struct state_clear {
    bool depth, stencil;
    uint8_t color; /* components, as masks have them */
    uint8_t target;
    uint32_t layer;
    uint32_t color_value[4]; /* bits */
    float depth_value;
    uint8_t stencil_value, stencil_mask;
    struct state_rect rect; /* all that limits it, the surface clip too */
};
/* `what`: the word that CLEAR_SURFACE was given. */
void state_clear(const uint32_t *registers, uint32_t what, struct state_clear *out);

#endif
