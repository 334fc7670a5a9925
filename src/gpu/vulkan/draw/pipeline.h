/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DRAW_PIPELINE_H
#define WINDLASS_GPU_VULKAN_DRAW_PIPELINE_H

#include "gpu/engine/state.h"
#include "gpu/engine/three.h"
#include "gpu/vulkan/shader/shader.h"

/* Graphics pipelines by what they are made of. What a device can be told between draws (all that
 * Vulkan 1.3 has for that) is not part of the key. */

enum { PIPELINE_STAGES = THREE_STAGES }; /* in three_state's order; a set has its stage's number */

struct pipeline_attribute {
    uint32_t format; /* VkFormat */
    uint16_t offset;
    uint8_t location, binding;
};
struct pipeline_binding {
    uint32_t divisor; /* where instanced */
    uint8_t binding;
    bool instanced;
}; /* strides are told */

/* Compared as bytes: zero all of it first. What vertices are made of changes seldom and stands
 * apart, so that it need not be looked at with each of the others. */
struct pipeline_vertices {
    struct pipeline_attribute attributes[STATE_ATTRIBUTES];
    struct pipeline_binding bindings[STATE_ARRAYS];
    uint32_t attribute_count, binding_count;
};
struct pipeline_rest {
    uint64_t units[PIPELINE_STAGES];         /* shader_unit's numbers; 0: the stage is off */
    uint32_t colors[STATE_TARGETS];          /* VkFormat of each output */
    uint32_t depth, stencil;                 /* VkFormat */
    struct state_blend blend[STATE_TARGETS]; /* of each output */
    uint8_t masks[STATE_TARGETS];
    uint32_t sample_mask;
    uint8_t output_count;
    uint8_t samples;
    uint8_t topology; /* of the class that counts: points, lines, triangles, patches */
    uint8_t patch_vertices;
    uint8_t polygon_mode; /* enum state_polygon */
    bool clamps_depth, minus_one, provoking_last;
    bool smooth_lines, stipple, conservative;
    bool logic;
    uint8_t logic_op;
    bool alpha_to_coverage, alpha_to_one, per_sample;
};
struct pipeline_key {
    struct pipeline_vertices vertices;
    struct pipeline_rest rest;
    uint64_t vertices_hash; /* pipeline_vertices_hash's */
};
uint64_t pipeline_vertices_hash(const struct pipeline_vertices *vertices);

struct pipeline {
    VkPipeline pipeline;
    VkPipelineLayout layout;
};

struct pipelines;

/* `cache_folder`: where what the driver made is kept for the next run; NULL: nowhere. */
MUST_CHECK bool pipelines_new(struct vulkan *vk, const char *cache_folder, struct pipelines **out,
                              struct error *error);
void pipelines_free(struct pipelines *p); /* nothing on the device uses them any more */

/* NULL: the device makes none of it; one warning said so. Lives as long as `p`. */
const struct pipeline *pipelines_find(struct pipelines *p, const struct pipeline_key *key,
                                      const struct shader_unit *const units[PIPELINE_STAGES]);

struct pipelines_counts {
    uint64_t made, refused;
};
void pipelines_count(const struct pipelines *p, struct pipelines_counts *out);

/* ---- the parts ---- */

/* Layouts by their sets; a set of a stage that is off has nothing in it. */
struct pipeline_layouts;
struct pipeline_layouts *pipeline_layouts_new(struct vulkan *vk);
void pipeline_layouts_free(struct pipeline_layouts *l);
MUST_CHECK bool pipeline_layout_find(struct pipeline_layouts *l,
                                     const struct shader_unit *const units[PIPELINE_STAGES],
                                     VkPipelineLayout *out, struct error *error);

MUST_CHECK bool pipeline_make(struct vulkan *vk, VkPipelineCache cache, VkPipelineLayout layout,
                              const struct pipeline_key *key,
                              const struct shader_unit *const units[PIPELINE_STAGES],
                              VkPipeline *out, struct error *error);

/* Vulkan's cache of pipelines on disk. One of another device or driver, or a damaged one, is left
 * out. */
MUST_CHECK bool pipeline_store_open(struct vulkan *vk, const char *folder, VkPipelineCache *out,
                                    struct error *error);
void pipeline_store_close(struct vulkan *vk, const char *folder, VkPipelineCache cache);

#endif
