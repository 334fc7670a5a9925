/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/draw_parts.h"

#include <math.h>
#include <string.h>

/* What the command buffer is told between draws; only what it does not know. */

static float within(float value, float least, float most) {
    return value > least ? value < most ? value : most : least; /* NaN: the least */
}

/* ---- viewports and scissors ---- */

/* Positions that are pixels (shaders' window_positions). */
static VkViewport window(void) {
    return (VkViewport){.width = SHADER_WINDOW, .height = SHADER_WINDOW, .maxDepth = 1};
}

static VkViewport viewport_of(const struct drawing *d, unsigned i) {
    const struct state_viewport *v = &d->viewports.viewport[i];
    const VkPhysicalDeviceLimits *limits = &d->backend->vk->properties.limits;
    const float low = limits->viewportBoundsRange[0], high = limits->viewportBoundsRange[1],
                tallest = (float)limits->maxViewportDimensions[1];
    float near = v->offset[2], far = v->offset[2] + v->scale[2];
    if (d->viewports.minus_one)
        near = v->offset[2] - v->scale[2];
    /* Where it is mirrored in x the shader has done that. */
    const float half = fabsf(v->scale[0]);
    const float width = within(2 * half, 1, (float)limits->maxViewportDimensions[0]);
    if (!d->viewports.transforms)
        return window();
    const float middle = v->offset[1] + (float)d->viewports.offset_y;
    const float begin = within(middle - v->scale[1], low, high),
                end = within(middle + v->scale[1], low, high);
    return (VkViewport){
        .x = within(v->offset[0] - half + (float)d->viewports.offset_x, low, high - width),
        .y = begin,
        .width = width,
        .height = within(end - begin, -tallest, tallest),
        .minDepth = within(near, 0, 1),
        .maxDepth = within(far, 0, 1),
    };
}

static void viewports(struct drawing *d) {
    VkViewport all[STATE_VIEWPORTS];
    VkRect2D scissors[STATE_VIEWPORTS];
    const unsigned count = d->many_viewports ? STATE_VIEWPORTS : 1;
    const bool known = d->told_any && d->told_ports == count;
    for (unsigned i = 0; i < count; i++) {
        const struct state_rect limit = drawing_limit(d, i);
        all[i] = viewport_of(d, i);
        scissors[i] =
            (VkRect2D){{limit.x0, limit.y0},
                       {(uint32_t)(limit.x1 - limit.x0), (uint32_t)(limit.y1 - limit.y0)}};
    }
    if (!known || memcmp(all, d->told_viewports, count * sizeof *all))
        vkCmdSetViewportWithCount(d->pass.commands, count, all);
    if (!known || memcmp(scissors, d->told_scissors, count * sizeof *scissors))
        vkCmdSetScissorWithCount(d->pass.commands, count, scissors);
    memcpy(d->told_viewports, all, count * sizeof *all);
    memcpy(d->told_scissors, scissors, count * sizeof *scissors);
    d->told_ports = count;
}

/* ---- the rasterizer ---- */

static bool has_bias(const struct drawing *d) {
    switch (d->key.rest.topology) {
    case VK_PRIMITIVE_TOPOLOGY_POINT_LIST:
        return d->raster.bias_points;
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST:
        return d->raster.bias_lines;
    }
    return d->key.rest.polygon_mode == POLYGON_POINT  ? d->raster.bias_points
           : d->key.rest.polygon_mode == POLYGON_LINE ? d->raster.bias_lines
                                                      : d->raster.bias_polygons;
}

static void culling(struct drawing *d, const struct state_raster *was) {
    const struct state_raster *r = &d->raster;
    const bool flipped = d->viewports.flipped_winding;
    VkCommandBuffer commands = d->pass.commands;
    if (!was || was->enabled != r->enabled)
        vkCmdSetRasterizerDiscardEnable(commands, !r->enabled);
    if (!was || was->cull_front != r->cull_front || was->cull_back != r->cull_back)
        vkCmdSetCullMode(commands, (r->cull_front ? VK_CULL_MODE_FRONT_BIT : 0u) |
                                       (r->cull_back ? VK_CULL_MODE_BACK_BIT : 0u));
    /* Both count in window coordinates, with y downward. */
    if (!was || was->front_counterclockwise != r->front_counterclockwise ||
        d->told_flipped != flipped)
        vkCmdSetFrontFace(commands, r->front_counterclockwise != flipped
                                        ? VK_FRONT_FACE_COUNTER_CLOCKWISE
                                        : VK_FRONT_FACE_CLOCKWISE);
    d->told_flipped = flipped;
}

static void rasterizer(struct drawing *d) {
    const struct vulkan *vk = d->backend->vk;
    const struct state_raster *r = &d->raster, *was = d->told_any ? &d->told_raster : NULL;
    VkCommandBuffer commands = d->pass.commands;
    const float *widths = vk->properties.limits.lineWidthRange;
    culling(d, was);
    if (!was || was->bias_constant != r->bias_constant || was->bias_clamp != r->bias_clamp ||
        was->bias_slope != r->bias_slope)
        vkCmdSetDepthBias(commands, r->bias_constant,
                          vk->features.depthBiasClamp ? r->bias_clamp : 0, r->bias_slope);
    if (!was || was->line_width != r->line_width)
        vkCmdSetLineWidth(commands,
                          vk->features.wideLines ? within(r->line_width, widths[0], widths[1]) : 1);
    if (vk->line_rasterization && (!was || was->stipple_factor != r->stipple_factor ||
                                   was->stipple_pattern != r->stipple_pattern))
        vkCmdSetLineStippleEXT(commands, r->stipple_factor, r->stipple_pattern);
    d->told_raster = *r;
}

/* ---- tests ---- */

static void stencil(VkCommandBuffer commands, VkStencilFaceFlags face,
                    const struct state_stencil *s, const struct state_stencil *was) {
    if (!was || was->fail != s->fail || was->pass != s->pass || was->depth_fail != s->depth_fail ||
        was->compare != s->compare)
        vkCmdSetStencilOp(commands, face, (VkStencilOp)(s->fail & 7), (VkStencilOp)(s->pass & 7),
                          (VkStencilOp)(s->depth_fail & 7), (VkCompareOp)(s->compare & 7));
    if (!was || was->reference != s->reference)
        vkCmdSetStencilReference(commands, face, s->reference);
    if (!was || was->read_mask != s->read_mask)
        vkCmdSetStencilCompareMask(commands, face, s->read_mask);
    if (!was || was->write_mask != s->write_mask)
        vkCmdSetStencilWriteMask(commands, face, s->write_mask);
}

static void tests(struct drawing *d) {
    const struct state_depth_stencil *s = &d->depth_stencil,
                                     *was = d->told_any ? &d->told_tests : NULL;
    const bool bounds = d->backend->vk->features.depthBounds;
    VkCommandBuffer commands = d->pass.commands;
    if (!was || was->test != s->test)
        vkCmdSetDepthTestEnable(commands, s->test);
    if (!was || was->test != s->test || was->write != s->write)
        vkCmdSetDepthWriteEnable(commands, s->test && s->write);
    if (!was || was->compare != s->compare)
        vkCmdSetDepthCompareOp(commands, (VkCompareOp)(s->compare & 7));
    if (!was || was->bounds != s->bounds)
        vkCmdSetDepthBoundsTestEnable(commands, s->bounds && bounds);
    if (!was || was->least != s->least || was->most != s->most)
        vkCmdSetDepthBounds(commands, within(s->least, 0, 1), within(s->most, 0, 1));
    if (!was || was->stencil != s->stencil)
        vkCmdSetStencilTestEnable(commands, s->stencil);
    stencil(commands, VK_STENCIL_FACE_FRONT_BIT, &s->front, was ? &was->front : NULL);
    stencil(commands, VK_STENCIL_FACE_BACK_BIT, &s->back, was ? &was->back : NULL);
    d->told_tests = *s;
}

/* ---- what is bound ---- */

static void vertex_buffers(struct drawing *d) {
    const struct vertex_buffers *b = &d->buffers;
    if (!b->count || !d->vertices_moved)
        return;
    d->vertices_moved = false;
    vkCmdBindVertexBuffers2(d->pass.commands, 0, b->count, b->buffers, b->offsets, b->sizes,
                            b->strides);
}

static void push_constants(struct drawing *d, const struct pipeline *pipeline) {
    const struct shader_push push = {
        .alpha_reference = d->depth_stencil.alpha_reference,
        .point_size = d->raster.point_size,
        .y_direction = d->viewports.lower_left ? -1 : 1,
        .instance = d->instance_id,
    };
    if (d->pushed && !memcmp(&push, &d->told_push, sizeof push))
        return;
    d->pushed = true;
    d->told_push = push;
    vkCmdPushConstants(d->pass.commands, pipeline->layout, VK_SHADER_STAGE_ALL_GRAPHICS, 0,
                       sizeof push, &push);
}

static void sets(struct drawing *d, const struct pipeline *pipeline) {
    for (unsigned i = 0; i < PIPELINE_STAGES; i++) {
        const struct descriptor_set *s = &d->sets[i];
        const VkDescriptorSet set = d->units[i] ? s->set : VK_NULL_HANDLE;
        const size_t offsets = s->offset_count * sizeof *s->offsets;
        if (!set || (set == d->told_sets[i] && !memcmp(s->offsets, d->told_offsets[i], offsets)))
            continue;
        vkCmdBindDescriptorSets(d->pass.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline->layout,
                                i, 1, &set, s->offset_count, s->offsets);
        memcpy(d->told_offsets[i], s->offsets, offsets);
        d->told_sets[i] = set;
    }
}

/* ---- all of it ---- */

static void forget(struct drawing *d) {
    d->told_pass = d->pass.opened;
    d->stale = EVERY_GROUP;
    d->told_pipeline = NULL;
    d->told_any = false;
    d->vertices_moved = true;
    d->pushed = false;
    memset(d->told_sets, 0, sizeof d->told_sets);
}

void draw_dynamic(struct drawing *d) {
    const struct pipeline *pipeline = d->pipeline;
    const uint32_t port_groups = group_bit(THREE_VIEWPORTS) | group_bit(THREE_SCISSORS) |
                                 group_bit(THREE_TARGETS) | group_bit(THREE_PROGRAMS),
                   raster_groups = group_bit(THREE_RASTER) | group_bit(THREE_VIEWPORTS);
    VkCommandBuffer commands = d->pass.commands;
    if (d->told_pass != d->pass.opened)
        forget(d);
    if (pipeline != d->told_pipeline || pipeline->pipeline != d->told_object) {
        /* Sets and constants of another layout are no longer bound. */
        if (!d->told_pipeline || d->told_pipeline->layout != pipeline->layout) {
            memset(d->told_sets, 0, sizeof d->told_sets);
            d->pushed = false;
        }
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline->pipeline);
        d->told_pipeline = pipeline;
        d->told_object = pipeline->pipeline;
    }
    if (d->stale & port_groups)
        viewports(d);
    if (d->stale & raster_groups)
        rasterizer(d);
    if (d->stale & group_bit(THREE_DEPTH_STENCIL))
        tests(d);
    if (!d->told_any || memcmp(d->told_constant, d->output.constant, sizeof d->told_constant))
        vkCmdSetBlendConstants(commands, d->output.constant);
    memcpy(d->told_constant, d->output.constant, sizeof d->told_constant);
    if (!d->told_any || d->told_topology != d->plan.topology)
        vkCmdSetPrimitiveTopology(commands, (VkPrimitiveTopology)d->plan.topology);
    if (!d->told_any || d->told_restart != d->plan.restart)
        vkCmdSetPrimitiveRestartEnable(commands, d->plan.restart);
    if (!d->told_any || d->told_bias != has_bias(d))
        vkCmdSetDepthBiasEnable(commands, has_bias(d));
    d->told_topology = d->plan.topology;
    d->told_restart = d->plan.restart;
    d->told_bias = has_bias(d);
    vertex_buffers(d);
    sets(d, pipeline);
    push_constants(d, pipeline);
    d->stale = 0;
    d->told_any = true;
}
