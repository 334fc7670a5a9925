/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DRAW_DRAW_PARTS_H
#define WINDLASS_GPU_VULKAN_DRAW_DRAW_PARTS_H

#include "gpu/engine/three.h"
#include "gpu/vulkan/draw/clear.h"
#include "gpu/vulkan/draw/fill_rectangle.h"
#include "gpu/vulkan/draw/index.h"
#include "gpu/vulkan/draw/pass.h"
#include "gpu/vulkan/draw/pipeline.h"
#include "gpu/vulkan/draw/stream_out.h"
#include "gpu/vulkan/draw/tess_levels.h"

/* What the files of drawing share. */

/* Groups of three_group as bits. */
enum { EVERY_GROUP = (1 << THREE_GROUPS) - 1 };
static inline uint32_t group_bit(enum three_group g) {
    return 1u << g;
}

struct vertex_buffers {
    uint32_t count; /* of bindings, in the order of the key's */
    VkBuffer buffers[STATE_ARRAYS];
    VkDeviceSize offsets[STATE_ARRAYS], sizes[STATE_ARRAYS], strides[STATE_ARRAYS];
};

struct index_buffer {
    VkBuffer buffer; /* none: the draw has no indices */
    VkDeviceSize offset;
    VkIndexType type;
    uint32_t first, count;
    int32_t base_vertex;
};

/* The pipelines of the last few draws that had others: programs go back and forth between a few
 * states, and comparing some bytes is less than finding a key among all. */
enum { DRAW_MEMOS = 4 };
struct draw_memo {
    uint64_t vertices; /* drawing.vertices_number */
    struct pipeline_rest rest;
    const struct pipeline *pipeline; /* NULL: nothing is kept here */
};

struct drawing {
    struct backend *backend;
    struct pass pass;
    struct clear_quads *clear_quads;
    struct fill_rectangles *rectangles;
    struct stream_out *captures;
    struct tess_controls *tess_controls;
    struct vulkan_buffer defaults; /* of attributes that come from nowhere */

    /* What the registers say, and of whose. */
    const struct three_state *of;
    struct state_targets targets;
    struct state_viewports viewports;
    struct state_scissors scissors;
    struct state_raster raster;
    struct state_output output;
    struct state_depth_stencil depth_stencil;
    struct state_vertices vertices;
    struct state_index index;
    struct state_programs programs;
    struct state_pools pools;
    struct state_multisample multisample;
    struct state_stream_out stream_out;
    struct shader_capture capture;
    bool is_captured;

    /* Which groups are new to each part of a draw; what nothing is new to is kept. */
    uint32_t fresh_keys, fresh_vertices, fresh_targets, fresh_pipeline;
    uint64_t pages_generation;
    struct {
        const struct shader_code *code;
        uint32_t written;
        struct shader_key base, key; /* base: what the registers do not say */
    } stages[PIPELINE_STAGES];
    struct shader_seldom seldom_pixels, seldom_positions; /* that those keys point to */
    const struct shader_code *joined[3]; /* a vertex program's two parts, and what they make */
    uint8_t keys_primitive, keys_alpha;
    bool keys_two_sources;
    /* When programs and sets were last found: none of it has to be done again in the same state. */
    struct {
        bool valid;
        uint64_t batch, pass, generation;
        struct memory_newest newest;
    } bound;
    const struct shader_unit *vertices_unit; /* what the arrays were bound for, in which batch */
    uint64_t vertices_batch;
    bool vertices_kept, vertices_moved;
    const struct pipeline *pipeline; /* of the key; NULL: none is kept */

    /* The draw that is being made. */
    struct pipeline_key key;
    uint64_t vertices_number; /* another one when key.vertices may be others */
    struct draw_memo memo[DRAW_MEMOS];
    unsigned memo_next;
    struct resources resources[PIPELINE_STAGES];
    const struct shader_unit *units[PIPELINE_STAGES];
    struct descriptor_set sets[PIPELINE_STAGES];
    struct vertex_buffers buffers;
    struct index_buffer indices;
    struct index_plan plan;
    bool many_viewports; /* a program chooses one */

    /* What the command buffer has been told, in the pass numbered `told_pass`. */
    uint64_t told_pass;
    uint32_t stale; /* groups whose dynamic state it has not */
    const struct pipeline *told_pipeline;
    VkPipeline told_object; /* its, when it was told */
    VkDescriptorSet told_sets[PIPELINE_STAGES];
    uint32_t told_offsets[PIPELINE_STAGES][SET_DYNAMIC];
    struct shader_push told_push;
    uint32_t instance_id; /* of the draw's first */
    bool pushed, told_restart;
    uint8_t told_topology;
    bool told_bias;
    float told_constant[4];
    bool told_any; /* the following has been told */
    VkViewport told_viewports[STATE_VIEWPORTS];
    VkRect2D told_scissors[STATE_VIEWPORTS];
    uint32_t told_ports;
    struct state_raster told_raster;
    bool told_flipped;
    struct state_depth_stencil told_tests;

    uint64_t draws, clears, skipped;
};

/* The registers of the state, where they are new. */
void drawing_take(struct drawing *d, const struct three_state *state);
/* One warning for each `once`, that something is left out; and a count. Returns false. */
bool drawing_skip(struct drawing *d, bool *once, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- what a draw needs; false: it is left out, which was said ---- */

/* What of the draw before does for this one too. */
enum draw_kept { DRAW_KEEPS_NOTHING, DRAW_KEEPS_PROGRAMS, DRAW_KEEPS_SETS };
enum draw_kept draw_kept(const struct drawing *d, const struct three_state *state,
                         const struct draw *draw);
bool draw_programs(struct drawing *d, const struct three_state *state, const struct draw *draw);
/* ... their keys' part that is seldom wanted; NULL: it is not. `input`: what the geometry stage
 * gets, or the rasterizer where there is none. */
const struct shader_seldom *draw_seldom_pixels(struct drawing *d, const uint32_t *registers,
                                               enum shader_topology input);
const struct shader_seldom *draw_seldom_positions(struct drawing *d);
bool draw_has_round_points(const struct drawing *d, enum shader_topology input);
/* The places of a viewport's coordinates, as position_swizzle has them. */
void draw_swizzle(const struct drawing *d, unsigned viewport, uint8_t out[4]);
bool draw_sets(struct drawing *d, const struct three_state *state);
bool draw_vertices(struct drawing *d, const struct three_state *state, const struct draw *draw);
bool draw_indices(struct drawing *d, const struct three_state *state, const struct draw *draw);
bool draw_targets(struct drawing *d, const struct three_state *state);
/* The pipeline of all that. */
bool draw_pipeline(struct drawing *d);
/* Nothing else can come to the rasterizer. */
bool draw_makes_triangles(const struct drawing *d);
/* Tells the command buffer what it does not know. */
void draw_dynamic(struct drawing *d);

/* Conditional rendering lets it. */
bool drawing_happens(struct drawing *d, const struct three_state *state);
/* The numbers that a colour output has to be, by the target's format (clb197.h). */
enum shader_scalar drawing_scalar(uint8_t format);
/* A target with what SET_RT_LAYER says of it. False: it is none. */
bool drawing_target(const struct drawing *d, const struct target *from, struct target *out);
/* Blending takes a second colour of the pixel program. */
bool drawing_has_two_sources(const struct drawing *d);
/* Where pixels of a viewport may land. */
struct state_rect drawing_limit(const struct drawing *d, unsigned viewport);

#endif
