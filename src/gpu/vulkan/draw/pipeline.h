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
    VkPipeline pipeline; /* another one when a better one has been made: pipelines_update */
    VkPipelineLayout layout;
};

/* Vulkan's cache of the device's pipelines, from a file of the folder, and back where it has grown.
 * NULL: nothing is kept. */
MUST_CHECK bool pipeline_store_open(struct vulkan *vk, const char *folder, struct error *error);
void pipeline_store_close(struct vulkan *vk, const char *folder);

struct pipelines;

struct pipelines_options {
    const char *folder;  /* where what was made is kept for the next run; NULL: nowhere */
    const char *program; /* of which a list is kept there, so that the next run makes them ahead */
    bool library;        /* parts are linked, where the device can */
};
MUST_CHECK bool pipelines_new(struct vulkan *vk, const struct pipelines_options *options,
                              struct pipelines **out, struct error *error);
/* The folder has a list of the program. */
bool pipelines_are_listed(const char *folder, const char *program);
/* Ends what is made beside the draws; waits for a compiler that is at work, but not when they are
 * abandoned (on any thread), and may not be freed then. */
void pipelines_stop(struct pipelines *p);
void pipelines_abandon(struct pipelines *p);
void pipelines_free(struct pipelines *p); /* nothing on the device uses them any more */

/* NULL: the device makes none of it; one warning said so. Lives as long as `p`, as do all the
 * VkPipelines that it leads to in turn. */
const struct pipeline *pipelines_find(struct pipelines *p, const struct pipeline_key *key,
                                      const struct shader_unit *const units[PIPELINE_STAGES]);
/* The same of a launch, with a layout of the one set: its pipeline. Fails where the device makes
 * none. */
MUST_CHECK bool pipelines_find_compute(struct pipelines *p, const struct shader_unit *unit,
                                       VkPipelineLayout layout, VkPipeline *out,
                                       struct error *error);
/* A layout for that; the caller's. */
MUST_CHECK bool pipeline_compute_layout(struct vulkan *vk, const struct set_layout *set,
                                        VkPipelineLayout *out, struct error *error);
/* In front of a draw: what has been made better beside the draws is taken from now on. */
void pipelines_update(struct pipelines *p);

struct pipelines_counts {
    uint64_t made;      /* whole, for a draw that waited */
    uint64_t computes;  /* for a launch that waited */
    uint64_t linked;    /* of parts, for a draw that waited */
    uint64_t refused;   /* the device made none */
    uint64_t ahead;     /* from the list, beside the draws */
    uint64_t optimized; /* linked again, beside the draws */
    uint64_t parts;     /* that were made; those that failed not */
    uint64_t waiting;   /* that the thread has still to make */
};
void pipelines_count(struct pipelines *p, struct pipelines_counts *out);
void pipelines_describe(struct pipelines *p, struct strbuf *out); /* a line of the report */

#endif
