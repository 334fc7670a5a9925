/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/draw_parts.h"
#include "gpu/vulkan/query/condition.h"

#include "base/log.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- making it ---- */

/* (0, 0, 0, 1) as floats and as integers. */
static const uint32_t default_values[8] = {0, 0, 0, 0x3f800000, 0, 0, 0, 1};

bool drawing_new(struct backend *b, struct drawing **out, struct error *error) {
    struct drawing *d = NEW(struct drawing);
    d->backend = b;
    if (!stream_out_new(b, &d->captures, error) ||
        !vulkan_buffer_new(b->vk, sizeof default_values, MEMORY_UPLOAD, &d->defaults, error)) {
        stream_out_free(d->captures);
        free(d);
        return false;
    }
    memcpy(d->defaults.memory.data, default_values, sizeof default_values);
    d->clear_quads = clear_quads_new(b->vk);
    d->rectangles = fill_rectangles_new(b->vk, b->options.cache_folder);
    d->tess_controls = tess_controls_new(b->vk, b->options.cache_folder);
    pass_init(&d->pass, b);
    *out = d;
    return true;
}

void drawing_free(struct drawing *d) {
    if (!d)
        return;
    pass_end(&d->pass);
    batches_on_break(d->backend->batches, NULL, NULL);
    stream_out_free(d->captures);
    clear_quads_free(d->clear_quads);
    fill_rectangles_free(d->rectangles);
    tess_controls_free(d->tess_controls);
    vulkan_buffer_free(d->backend->vk, &d->defaults);
    free(d);
}

void drawing_describe(const struct drawing *d, struct strbuf *out) {
    strbuf_addf(out, "gpu: %lu draws, %lu clears, %lu left out; %lu passes\n", d->draws, d->clears,
                d->skipped, d->pass.opened);
}

bool drawing_skip(struct drawing *d, bool *once, const char *format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    log_once(once, LOG_GPU, "%s; what is drawn so is left out", text);
    d->skipped++;
    return false;
}

/* ---- registers ---- */

void drawing_take(struct drawing *d, const struct three_state *state) {
    uint32_t groups = state->changes->groups;
    const uint32_t *r = state->registers;
    if (d->of != state) { /* another channel's */
        d->of = state;
        d->bound.valid = false;
        groups = EVERY_GROUP;
    }
    state->changes->groups = 0;
    const uint64_t generation = page_table_generation(state->pages);
    if (generation != d->pages_generation) { /* addresses lead elsewhere */
        d->pages_generation = generation;
        d->fresh_vertices = d->fresh_targets = EVERY_GROUP;
        d->bound.valid = false;
    }
    if (!groups)
        return;
    d->stale |= groups;
    d->fresh_keys |= groups;
    d->fresh_vertices |= groups;
    d->fresh_targets |= groups;
    d->fresh_pipeline |= groups;
    if (groups & (group_bit(THREE_TARGETS) | group_bit(THREE_MULTISAMPLE)))
        state_targets(r, &d->targets);
    if (groups & group_bit(THREE_VIEWPORTS))
        state_viewports(r, &d->viewports);
    if (groups & group_bit(THREE_SCISSORS)) {
        const bool had_windows = d->scissors.windows;
        state_scissors(r, &d->scissors);
        if (had_windows || d->scissors.windows)
            d->fresh_keys |= group_bit(THREE_RASTER); /* pixel programs look at them */
    }
    if (groups & group_bit(THREE_RASTER))
        state_raster(r, &d->raster);
    if (groups & group_bit(THREE_BLEND))
        state_blending(r, &d->output);
    if (groups & group_bit(THREE_COLOR_MASKS))
        state_masks(r, &d->output);
    if (groups & group_bit(THREE_DEPTH_STENCIL))
        state_depth_stencil(r, &d->depth_stencil);
    if (groups & (group_bit(THREE_VERTEX_ARRAYS) | group_bit(THREE_ATTRIBUTES)))
        state_vertices(r, &d->vertices);
    if (groups & group_bit(THREE_INDEX))
        state_index(r, &d->index);
    if (groups & group_bit(THREE_PROGRAMS))
        state_programs(r, &d->programs);
    if (groups & group_bit(THREE_POOLS))
        state_pools(r, &d->pools);
    if (groups & group_bit(THREE_MULTISAMPLE))
        state_multisample(r, &d->multisample);
    if (groups & group_bit(THREE_STREAM_OUT))
        state_stream_out(r, &d->stream_out);
    if (groups & group_bit(THREE_STREAM_OUT))
        d->is_captured = stream_out_capture(&d->stream_out, &d->capture);
}

/* ---- targets ---- */

bool drawing_target(const struct drawing *d, const struct target *from, struct target *out) {
    if (!from->address || !from->width || !from->height)
        return false;
    *out = *from;
    if (!d->targets.layer_from_shader && d->targets.layer) {
        out->first_layer += d->targets.layer;
        out->layers = 1;
    }
    return true;
}

bool draw_targets(struct drawing *d, const struct three_state *state) {
    static bool failed, samples;
    const uint32_t groups = group_bit(THREE_TARGETS) | group_bit(THREE_MULTISAMPLE);
    /* While the pass is open nobody has touched what its images hold. */
    if (d->pass.commands && !(d->fresh_targets & groups))
        return true;
    const struct state_targets *t = &d->targets;
    struct target colors[STATE_TARGETS], depth;
    struct pass_wanted wanted = {.output_count = t->count};
    struct error error;
    if (t->unknown_samples)
        return drawing_skip(d, &samples, "a multisample mode that does not exist");
    for (unsigned i = 0; i < t->count; i++)
        if (t->has_color[t->map[i]] && drawing_target(d, &t->color[t->map[i]], &colors[i]))
            wanted.colors[i] = &colors[i];
    if (t->has_depth && drawing_target(d, &t->depth, &depth))
        wanted.depth = &depth;
    while (wanted.output_count && !wanted.colors[wanted.output_count - 1])
        wanted.output_count--;
    if (!pass_prepare(&d->pass, state->pages, &wanted, &error))
        return drawing_skip(d, &failed, "a render target: %s", error.text);
    d->fresh_targets = 0;
    d->pipeline = NULL;
    return true;
}

struct state_rect drawing_limit(const struct drawing *d, unsigned viewport) {
    struct state_rect area = {0, 0, (int32_t)d->pass.extent.width, (int32_t)d->pass.extent.height};
    area = state_rect_and(area, d->targets.clip);
    if (d->scissors.enabled[viewport])
        area = state_rect_and(area, d->scissors.rect[viewport]);
    if (state_rect_empty(area))
        return (struct state_rect){0};
    return area;
}

/* ---- conditional rendering ---- */

enum { RENDER_ENABLE = 0x1550 / 4, RENDER_ENABLE_OVERRIDE = 0x1944 / 4 }; /* clb197.h */
enum { OVERRIDE_ALWAYS = 1, OVERRIDE_NEVER = 2 };

bool drawing_happens(struct drawing *d, const struct three_state *state) {
    const struct condition c = condition_decode(&state->registers[RENDER_ENABLE]);
    switch (state->registers[RENDER_ENABLE_OVERRIDE] & 3) {
    case OVERRIDE_ALWAYS:
        return true;
    case OVERRIDE_NEVER:
        return false;
    }
    return c.mode == CONDITION_ALWAYS || condition_holds(d->backend->memory, state->pages, &c);
}

/* ---- drawing ---- */

static bool draw_captures(struct drawing *d, const struct three_state *state) {
    static bool failed;
    struct error error;
    uint8_t *positions = &state->changes->stream_out_positions;
    if (d->is_captured && *positions)
        state_stream_out(state->registers, &d->stream_out);
    if (d->is_captured &&
        !stream_out_prepare(d->captures, state->pages, &d->stream_out, positions, &error))
        return drawing_skip(d, &failed, "transform feedback: %s", error.text);
    return true;
}

static bool prepare(struct drawing *d, const struct three_state *state, const struct draw *draw) {
    static bool restless;
    enum { TRIES = 4 }; /* what is prepared may end the batch that parts before it belong to */
    for (unsigned i = 0; i < TRIES; i++) {
        const uint64_t batch = batch_number(d->backend->batches);
        const enum draw_kept kept = draw_kept(d, state, draw);
        if ((kept < DRAW_KEEPS_PROGRAMS && !draw_programs(d, state, draw)) ||
            !draw_targets(d, state) || (kept < DRAW_KEEPS_SETS && !draw_sets(d, state)) ||
            !draw_vertices(d, state, draw) || !draw_indices(d, state, draw) ||
            !draw_captures(d, state))
            return false;
        if (batch_number(d->backend->batches) == batch)
            return true;
    }
    return drawing_skip(d, &restless, "a draw whose memory changes while it is prepared");
}

static void record(struct drawing *d, const struct draw *draw) {
    VkCommandBuffer commands = d->pass.commands;
    const uint32_t first_instance = draw->first_instance + draw->instance_id;
    queries_draw_begin(d->backend->queries, commands);
    if (d->is_captured)
        stream_out_begin(d->captures, commands);
    if (d->indices.buffer) {
        vkCmdBindIndexBuffer(commands, d->indices.buffer, d->indices.offset, d->indices.type);
        vkCmdDrawIndexed(commands, d->indices.count, draw->instances, d->indices.first,
                         d->indices.base_vertex, first_instance);
    } else {
        vkCmdDraw(commands, draw->count, draw->instances, draw->first, first_instance);
    }
    if (d->is_captured)
        stream_out_end(d->captures, commands);
    queries_draw_end(d->backend->queries, commands);
}

/* What the draw may change of colours, and of depth and stencil. */
static void tell_writes(struct drawing *d) {
    const struct state_depth_stencil *s = &d->depth_stencil;
    struct state_rect region = drawing_limit(d, 0);
    if (!d->raster.enabled)
        return;
    if (d->many_viewports)
        region = state_rect_and(d->targets.clip, (struct state_rect){0, 0, INT32_MAX, INT32_MAX});
    bool colors = false;
    for (unsigned i = 0; i < d->key.rest.output_count; i++)
        colors |= d->key.rest.masks[i] != 0;
    pass_writes(&d->pass, region, colors, (s->test && s->write) || s->stencil);
}

static void draw_once(struct drawing *d, const struct draw *draw) {
    struct batches *batches = d->backend->batches;
    bool writes = d->is_captured;
    if (!draw_pipeline(d))
        return;
    for (unsigned i = 0; i < PIPELINE_STAGES; i++)
        writes |= d->units[i] && d->sets[i].writes;
    if (writes)
        batch_barrier(batches);
    pass_open(&d->pass);
    tell_writes(d);
    d->instance_id = draw->instance_id;
    draw_dynamic(d);
    record(d, draw);
    if (writes)
        batch_barrier(batches);
    d->draws++;
}

/* Polygons whose sides are drawn otherwise. Not where something would be written twice: each pixel
 * has one side, but vertices have both. */
static bool has_two_modes(const struct drawing *d) {
    static bool once;
    const struct state_raster *r = &d->raster;
    bool twice = d->is_captured;
    if (r->front_mode == r->back_mode || r->cull_front || r->cull_back || !r->enabled ||
        !draw_makes_triangles(d))
        return false;
    for (unsigned i = 0; i + 1 < PIPELINE_STAGES; i++)
        twice |= d->units[i] && d->sets[i].writes;
    if (twice)
        log_once(&once, LOG_GPU,
                 "polygons whose sides have two modes, of vertices that are written to memory: "
                 "both are drawn as the front is");
    return !twice;
}

/* Vulkan has one mode for both: each side is drawn by itself. */
static void draw_sides(struct drawing *d, const struct draw *draw) {
    struct state_raster *r = &d->raster;
    for (int back = 0; back < 2; back++) {
        r->cull_front = back;
        r->cull_back = !back;
        d->fresh_pipeline |= group_bit(THREE_RASTER);
        d->stale |= group_bit(THREE_RASTER);
        draw_once(d, draw);
    }
    r->cull_front = r->cull_back = false;
    d->fresh_pipeline |= group_bit(THREE_RASTER);
    d->stale |= group_bit(THREE_RASTER);
}

/* More than any program draws at once, and all that a device can be kept busy with. */
static const uint64_t most_vertices = 1ull << 30;

void backend_draw(void *context, const struct three_state *state, const struct draw *draw) {
    static bool too_many;
    struct backend *b = context;
    struct drawing *d = b->drawing;
    drawing_take(d, state);
    if ((uint64_t)draw->count * draw->instances > most_vertices) {
        drawing_skip(d, &too_many, "a draw of %u vertices, %u times", draw->count, draw->instances);
        return;
    }
    if (!draw->count || !draw->instances || !drawing_happens(d, state) || !prepare(d, state, draw))
        return;
    if (d->indices.buffer && !d->indices.count)
        return; /* no whole primitive */
    if (has_two_modes(d))
        draw_sides(d, draw);
    else
        draw_once(d, draw);
}
