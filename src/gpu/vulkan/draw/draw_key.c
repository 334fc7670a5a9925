/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/draw_parts.h"

#include "base/log.h"

#include <string.h>

/* What a pipeline is made of, from what the registers say. */

static bool is_known(const struct state_blend *b) {
    return b->color_op != STATE_UNKNOWN && b->color_source != STATE_UNKNOWN &&
           b->color_target != STATE_UNKNOWN && b->alpha_op != STATE_UNKNOWN &&
           b->alpha_source != STATE_UNKNOWN && b->alpha_target != STATE_UNKNOWN;
}

static bool is_second(uint8_t factor) {
    return factor >= VK_BLEND_FACTOR_SRC1_COLOR && factor <= VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
}

bool drawing_has_two_sources(const struct drawing *d) {
    const struct state_blend *b = &d->output.blend[d->targets.map[0]];
    return b->enabled && d->backend->vk->features.dualSrcBlend &&
           (is_second(b->color_source) || is_second(b->color_target) ||
            is_second(b->alpha_source) || is_second(b->alpha_target));
}

enum shader_scalar drawing_scalar(uint8_t format) {
    switch (format) {
    case 0xc1: /* RS32_GS32_BS32_AS32 and those with S in their names */
    case 0xc4:
    case 0xc8:
    case 0xcc:
    case 0xd8:
    case 0xdc:
    case 0xe3:
    case 0xec:
    case 0xf0:
    case 0xf5:
        return SHADER_SINT;
    case 0xc2: /* RU32_GU32_BU32_AU32 and those with U */
    case 0xc5:
    case 0xc9:
    case 0xcd:
    case 0xd2:
    case 0xd9:
    case 0xdd:
    case 0xe4:
    case 0xed:
    case 0xf1:
    case 0xf6:
        return SHADER_UINT;
    }
    return SHADER_FLOAT;
}

static bool outputs(struct drawing *d) {
    static bool unknown, no_logic;
    struct pipeline_rest *k = &d->key.rest;
    k->output_count = (uint8_t)d->pass.output_count;
    for (unsigned i = 0; i < k->output_count; i++) {
        const struct pass_target *t = &d->pass.colors[i];
        const unsigned target = d->targets.map[i];
        if (!t->used)
            continue;
        k->colors[i] = t->use.format;
        k->masks[i] = d->output.mask[target];
        if (!d->output.blend[target].enabled || !t->blends)
            continue;
        k->blend[i] = d->output.blend[target];
        if (!is_known(&k->blend[i]))
            return drawing_skip(d, &unknown, "blending of target %u by values that are none",
                                target);
    }
    for (unsigned i = 1; i < k->output_count && drawing_has_two_sources(d); i++)
        k->masks[i] = 0; /* the second output goes nowhere else */
    k->logic = d->output.logic;
    k->logic_op = d->output.logic ? d->output.logic_op : 0;
    if (k->logic && (k->logic_op == STATE_UNKNOWN || !d->backend->vk->features.logicOp))
        return drawing_skip(d, &no_logic, "a logic operation that does not exist here");
    k->depth = d->pass.depth_format;
    k->stencil = d->pass.stencil_format;
    return true;
}

/* What fills polygons that are seen. */
static uint8_t polygon_mode(const struct drawing *d) {
    return d->raster.cull_front ? d->raster.back_mode : d->raster.front_mode;
}

/* What is drawn all the same, but without this. */
static void note_ignored(const struct drawing *d) {
    static bool warned[8];
    const struct state_raster *r = &d->raster;
    const struct state_multisample *m = &d->multisample;
    const struct vulkan *vk = d->backend->vk;
    const struct {
        bool wanted;
        const char *name;
    } rows[] = {
        {r->smooth_polygons, "smooth polygons"},
        {m->raster_samples, "more samples in the rasterizer than in the targets"},
        {m->coverage_to_color, "coverage as a colour"},
        {r->conservative && !vk->conservative, "conservative rasterization"},
        {d->depth_stencil.bounds && !vk->features.depthBounds, "the depth bounds test"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].wanted)
            log_once(&warned[i], LOG_GPU, "%s: not there; draws go on without", rows[i].name);
}

static bool rasterizer(struct drawing *d) {
    static bool unknown, windows;
    struct pipeline_rest *k = &d->key.rest;
    const struct state_raster *r = &d->raster;
    k->polygon_mode = polygon_mode(d);
    if (k->polygon_mode == STATE_UNKNOWN)
        return drawing_skip(d, &unknown, "a polygon mode that does not exist");
    if (d->scissors.windows && r->enabled && !d->units[4])
        return drawing_skip(d, &windows, "window rectangles without a pixel program");
    if (!d->backend->vk->features.fillModeNonSolid)
        k->polygon_mode = POLYGON_FILL;
    k->clamps_depth = d->viewports.clamps_depth;
    k->minus_one = d->viewports.minus_one;
    k->provoking_last = r->provoking_last;
    /* Mesa 22.3's software rasterizer loses most edges of polygons whose lines are smooth. */
    k->smooth_lines =
        r->smooth_lines &&
        !(d->backend->vk->cpu && k->topology == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST) &&
        !(d->backend->vk->cpu && k->topology == VK_PRIMITIVE_TOPOLOGY_PATCH_LIST);
    k->stipple = r->stipple;
    k->conservative = r->conservative;
    note_ignored(d);
    return true;
}

static void multisample(struct drawing *d) {
    struct pipeline_rest *k = &d->key.rest;
    const struct state_multisample *m = &d->multisample;
    k->samples = (uint8_t)d->pass.samples;
    k->sample_mask = m->mask[0];
    k->alpha_to_coverage = m->alpha_to_coverage && k->samples > 1;
    k->alpha_to_one = m->alpha_to_one && k->samples > 1;
    k->per_sample = m->per_sample && k->samples > 1 && d->backend->vk->features.sampleRateShading;
}

/* Topologies are told, but for their class. */
static uint8_t topology_class(uint8_t topology) {
    switch (topology) {
    case VK_PRIMITIVE_TOPOLOGY_POINT_LIST:
    case VK_PRIMITIVE_TOPOLOGY_PATCH_LIST:
        return topology;
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST:
    case VK_PRIMITIVE_TOPOLOGY_LINE_STRIP:
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY:
    case VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY:
        return VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    }
    return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
}

bool draw_makes_triangles(const struct drawing *d) {
    switch (topology_class(d->plan.topology)) {
    case VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST:
        return !d->units[3];
    case VK_PRIMITIVE_TOPOLOGY_PATCH_LIST:
        return !d->units[3] && d->programs.tess_primitive && !d->programs.tess_points;
    }
    return false;
}

/* Adjacency goes with a geometry shader; without one those vertices are not looked at, and the
 * class is the same. */
static bool make_key(struct drawing *d) {
    struct pipeline_rest *k = &d->key.rest;
    *k = (struct pipeline_rest){0};
    for (unsigned i = 0; i < PIPELINE_STAGES; i++)
        k->units[i] = d->units[i] ? d->units[i]->number : 0;
    k->topology = topology_class(d->plan.topology);
    k->patch_vertices = d->units[1] ? d->programs.patch_vertices : 0;
    multisample(d);
    return rasterizer(d) && outputs(d);
}

/* Nothing that the key is made of has changed. The parts that know set d->pipeline to none. */
static bool is_kept(const struct drawing *d) {
    const uint32_t groups = group_bit(THREE_TARGETS) | group_bit(THREE_VIEWPORTS) |
                            group_bit(THREE_SCISSORS) | group_bit(THREE_RASTER) |
                            group_bit(THREE_BLEND) | group_bit(THREE_COLOR_MASKS) |
                            group_bit(THREE_MULTISAMPLE) | group_bit(THREE_PROGRAMS);
    bool same = d->pipeline && !(d->fresh_pipeline & groups) &&
                d->key.rest.topology == topology_class(d->plan.topology);
    for (unsigned i = 0; same && i < PIPELINE_STAGES; i++)
        same = d->key.rest.units[i] == (d->units[i] ? d->units[i]->number : 0);
    return same;
}

static const struct pipeline *find(struct drawing *d) {
    for (unsigned i = 0; i < DRAW_MEMOS; i++) {
        const struct draw_memo *m = &d->memo[i];
        if (m->pipeline && m->vertices == d->vertices_number &&
            !memcmp(&m->rest, &d->key.rest, sizeof m->rest))
            return m->pipeline;
    }
    struct draw_memo *to = &d->memo[d->memo_next++ % DRAW_MEMOS];
    to->vertices = d->vertices_number;
    memcpy(&to->rest, &d->key.rest, sizeof to->rest);
    to->pipeline = pipelines_find(d->backend->pipelines, &d->key, d->units);
    return to->pipeline;
}

bool draw_pipeline(struct drawing *d) {
    pipelines_update(d->backend->pipelines);
    if (is_kept(d))
        return true;
    d->pipeline = NULL;
    if (!make_key(d))
        return false;
    d->fresh_pipeline = 0;
    d->pipeline = find(d);
    d->skipped += !d->pipeline;
    return d->pipeline;
}
