/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/draw_parts.h"
#include "gpu/vulkan/draw/vertex_format.h"
#include "gpu/vulkan/texture/format.h"

#include <string.h>

/* The stages' programs as modules, with what the registers say of them. */

/* BEGIN's OP, of clb197.h. */
enum { OP_PATCHES = 14, PATCH_LIMIT = 32 };

/* Of the program header (SPH): system values that a stage writes, a bit for each word of the
 * attribute space; distances likewise, from 0x2c0 on; and how a pixel's generic inputs are
 * interpolated, two bits a component. */
enum {
    SPH_OUTPUT_SYSTEM_VALUES = 0x32,
    WRITES_LAYER = 0x64 / 4,
    WRITES_VIEWPORT = 0x68 / 4,
    SPH_OUTPUT_DISTANCES = 0x48,
    SPH_INPUTS = 0x18,
    INPUT_FLAT = 1,
    INPUT_LINEAR = 3,
};

static const struct {
    uint8_t program; /* as registers number them */
    uint8_t stage;   /* as shaders do */
} stage_rows[PIPELINE_STAGES] = {
    {1, SHADER_VERTEX},   {2, SHADER_TESS_CONTROL}, {3, SHADER_TESS_EVALUATION},
    {4, SHADER_GEOMETRY}, {5, SHADER_FRAGMENT},
};
enum { VERTEX, TESS_CONTROL, TESS_EVALUATION, GEOMETRY, FRAGMENT };

static enum shader_topology topology_of(uint8_t primitive) {
    static const uint8_t rows[] = {
        SHADER_POINTS,
        SHADER_LINES,
        SHADER_LINES,
        SHADER_LINES,
        SHADER_TRIANGLES,
        SHADER_TRIANGLES,
        SHADER_TRIANGLES,
        SHADER_TRIANGLES,
        SHADER_TRIANGLES,
        SHADER_TRIANGLES,
        SHADER_LINES_ADJACENCY,
        SHADER_LINES_ADJACENCY,
        SHADER_TRIANGLES_ADJACENCY,
        SHADER_TRIANGLES_ADJACENCY,
    };
    return primitive < sizeof rows ? rows[primitive] : SHADER_TRIANGLES;
}

/* What a geometry shader gets. */
static enum shader_topology geometry_input(const struct drawing *d, uint8_t primitive) {
    if (!d->programs.program[stage_rows[TESS_EVALUATION].program].enabled)
        return topology_of(primitive);
    if (d->programs.tess_points)
        return SHADER_POINTS;
    return d->programs.tess_primitive ? SHADER_TRIANGLES : SHADER_LINES;
}

static void vertex_key(const struct drawing *d, struct shader_key *key) {
    for (unsigned i = 0; i < STATE_ATTRIBUTES; i++)
        key->vertex_scalar[i] = (uint8_t)vertex_scalar(&d->vertices.attribute[i]);
}

static uint8_t alpha_test(const struct drawing *d) {
    const struct state_depth_stencil *s = &d->depth_stencil;
    return s->alpha_test && s->alpha_compare != VK_COMPARE_OP_ALWAYS
               ? (uint8_t)(s->alpha_compare + SHADER_NEVER)
               : SHADER_OFF;
}

static void fragment_key(const struct drawing *d, struct shader_key *key) {
    const struct state_targets *t = &d->targets;
    struct target unused;
    key->targets = 0;
    for (unsigned i = 0; i < SHADER_TARGETS; i++) {
        const struct target *target = &t->color[t->map[i]];
        const bool used =
            i < t->count && t->has_color[t->map[i]] && drawing_target(d, target, &unused);
        key->targets |= (uint8_t)(used << i);
        key->target_scalar[i] = used ? (uint8_t)drawing_scalar(target->format) : SHADER_FLOAT;
    }
    key->one_color = t->one_color;
    key->alpha_test = alpha_test(d);
    key->dual_source = drawing_has_two_sources(d);
    if (key->dual_source) { /* both are output 0's */
        key->targets = (key->targets & 1) * 3;
        key->target_scalar[1] = key->target_scalar[0];
    }
    key->early_tests = d->programs.early_tests;
    key->post_depth_coverage = d->programs.post_depth_coverage;
    key->per_sample = d->multisample.per_sample;
    key->point_origin_bottom = !d->raster.point_origin_top;
    key->round_points = draw_has_round_points(d, (enum shader_topology)key->topology);
    for (unsigned i = 0; i < 10; i++)
        key->point_sprite[i] = d->raster.point_sprites && d->raster.sprite_textures >> i & 1;
}

/* Coordinates that change places. All zero: none does. */
static void swizzle_key(const struct drawing *d, struct shader_key *key) {
    static const uint8_t plain[] = {0, 2, 4, 6};
    draw_swizzle(d, 0, key->position_swizzle);
    if (!memcmp(key->position_swizzle, plain, sizeof plain))
        memset(key->position_swizzle, 0, sizeof key->position_swizzle);
}

/* What the last stage in front of the rasterizer has to do. */
static void last_key(const struct drawing *d, unsigned slot, uint8_t primitive,
                     struct shader_key *key) {
    key->capture = d->is_captured ? &d->capture : NULL;
    key->clip_distances = d->raster.clip_distances;
    key->cull_distances = d->raster.cull_distances;
    key->depth_minus_one = d->viewports.minus_one && !d->backend->vk->depth_clip_control;
    key->window_positions = !d->viewports.transforms;
    swizzle_key(d, key);
    key->point_size = slot == GEOMETRY || (slot == VERTEX && primitive == 0) ||
                      (slot == TESS_EVALUATION && d->programs.tess_points) ||
                      d->raster.front_mode == POLYGON_POINT || d->raster.back_mode == POLYGON_POINT;
}

static void stage_key(const struct drawing *d, unsigned slot, uint8_t primitive,
                      struct shader_key *key) {
    key->set = (uint8_t)slot;
    key->patch_vertices = d->programs.patch_vertices;
    if (d->programs.local_window)
        key->local_window = d->programs.local_window;
    key->topology = (uint8_t)geometry_input(d, primitive);
    if (slot == VERTEX)
        vertex_key(d, key);
    if (slot == FRAGMENT)
        fragment_key(d, key);
    if (slot != TESS_EVALUATION)
        return;
    key->tess_primitive = d->programs.tess_primitive;
    key->tess_spacing = d->programs.tess_spacing;
    key->tess_clockwise = d->programs.tess_clockwise;
    key->tess_points = d->programs.tess_points;
}

static void resources_of(struct drawing *d, const struct three_state *state, unsigned slot) {
    d->resources[slot] = (struct resources){
        .pages = state->pages,
        .constants = state->constants[slot],
        .constant_count = THREE_CONSTANTS,
        .textures = d->pools.textures,
        .samplers = d->pools.samplers,
        .last_texture = d->pools.last_texture,
        .last_sampler = d->pools.last_sampler,
        .handles = d->pools.handles,
        .sampler_with_texture = d->pools.sampler_with_texture,
    };
}

static bool writes(const struct shader_code *code, unsigned value) {
    const uint8_t *sph = shader_code_program(code)->sph;
    return sph[SPH_OUTPUT_SYSTEM_VALUES + value / 8] >> value % 8 & 1;
}

static bool is_possible(struct drawing *d, const struct draw *draw) {
    static bool no_vertex, no_evaluation, not_patches, patch_size;
    const struct state_programs *p = &d->programs;
    if (!p->program[1].enabled)
        return drawing_skip(d, &no_vertex, "a draw without a vertex program");
    if (p->program[2].enabled && !p->program[3].enabled)
        return drawing_skip(d, &no_evaluation, "a tessellation control program alone");
    if (p->program[3].enabled && draw->primitive != OP_PATCHES)
        return drawing_skip(d, &not_patches, "tessellation of primitive %u", draw->primitive);
    if (p->program[3].enabled && (!p->patch_vertices || p->patch_vertices > PATCH_LIMIT))
        return drawing_skip(d, &patch_size, "patches of %u vertices", p->patch_vertices);
    if (!p->program[3].enabled && draw->primitive == OP_PATCHES)
        return drawing_skip(d, &not_patches, "patches without tessellation");
    return true;
}

/* What keys are made of. */
enum {
    KEY_GROUPS = 1 << THREE_PROGRAMS | 1 << THREE_ATTRIBUTES | 1 << THREE_TARGETS |
                 1 << THREE_RASTER | 1 << THREE_VIEWPORTS | 1 << THREE_MULTISAMPLE |
                 1 << THREE_STREAM_OUT
};

static void make_stage(struct drawing *d, const uint32_t *registers, unsigned slot,
                       const struct shader_code *code, uint32_t written, uint8_t primitive,
                       bool last) {
    struct shader_key *key = &d->stages[slot].key;
    if (d->stages[slot].code != code)
        shaders_key(d->backend->shaders, code, &d->stages[slot].base);
    *key = d->stages[slot].base;
    stage_key(d, slot, primitive, key);
    if (slot == FRAGMENT)
        key->seldom = draw_seldom_pixels(d, registers, (enum shader_topology)key->topology);
    if (last) {
        last_key(d, slot, primitive, key);
        d->many_viewports = writes(code, WRITES_VIEWPORT);
        key->seldom = d->many_viewports ? draw_seldom_positions(d) : NULL;
    }
    if (slot != VERTEX)
        key->written = written;
    d->stages[slot].code = code;
    d->stages[slot].written = written;
}

/* ---- tessellation without a control program ---- */

static bool fixed_levels(struct drawing *d, const struct three_state *state) {
    static bool failed;
    const struct state_programs *p = &d->programs;
    struct error error;
    struct tess_levels what = {
        .locations = d->units[VERTEX]->contract.outputs,
        .vertices = p->patch_vertices,
    };
    memcpy(what.outer, p->tess_outer, sizeof what.outer);
    memcpy(what.inner, p->tess_inner, sizeof what.inner);
    resources_of(d, state, TESS_CONTROL);
    return tess_controls_unit(d->tess_controls, &what, &d->units[TESS_CONTROL], &error) ||
           drawing_skip(d, &failed, "tessellation by fixed levels: %s", error.text);
}

/* ---- triangles that fill rectangles ---- */

/* The first component of an input that is used says it for all. */
static unsigned how_of(const struct shader_code *pixels, unsigned input) {
    unsigned bits = shader_code_program(pixels)->sph[SPH_INPUTS + input];
    while (bits && !(bits & 3))
        bits >>= 2;
    return bits & 3;
}

static bool fills_rectangles(const struct drawing *d, uint8_t primitive) {
    return d->raster.fill_rectangle && d->raster.enabled && d->units[FRAGMENT] &&
           geometry_input(d, primitive) == SHADER_TRIANGLES;
}

/* The stage that makes them, behind the program that was the last one. */
static bool fill_rectangles(struct drawing *d, const struct three_state *state, unsigned last) {
    static bool taken, failed;
    const struct shader_code *code = d->stages[last].code, *pixels = d->stages[FRAGMENT].code;
    struct fill_rectangle what = {
        .locations = d->units[FRAGMENT]->contract.inputs,
        .provoking_last = d->raster.provoking_last,
    };
    struct error error;
    if (last == GEOMETRY || writes(code, WRITES_LAYER) || writes(code, WRITES_VIEWPORT) ||
        shader_code_program(code)->sph[SPH_OUTPUT_DISTANCES])
        return drawing_skip(d, &taken,
                            "triangles that fill rectangles, and a program that makes "
                            "primitives or chooses layers, viewports or distances");
    for (unsigned i = 0; i < SHADER_GENERICS; i++) {
        what.flat |= (uint32_t)(how_of(pixels, i) == INPUT_FLAT) << i;
        what.linear |= (uint32_t)(how_of(pixels, i) == INPUT_LINEAR) << i;
    }
    what.flat &= what.locations;
    what.linear &= what.locations;
    resources_of(d, state, GEOMETRY);
    return fill_rectangles_unit(d->rectangles, &what, &d->units[GEOMETRY], &error) ||
           drawing_skip(d, &failed, "triangles that fill rectangles: %s", error.text);
}

static bool has_new_constants(const struct three_state *state) {
    uint32_t any = 0;
    for (unsigned i = 0; i < THREE_STAGES; i++)
        any |= state->changes->constants[i];
    return any;
}

/* Programs are what registers, headers, code and constant buffers that hold handles say; textures
 * among what is bound may have been drawn to since the pass was opened. Sets are what constants
 * say, too. */
enum draw_kept draw_kept(const struct drawing *d, const struct three_state *state,
                         const struct draw *draw) {
    const struct memory_newest newest = memory_newest(d->backend->memory);
    if (!d->bound.valid || d->fresh_keys & (KEY_GROUPS | 1 << THREE_POOLS) ||
        d->keys_primitive != draw->primitive || d->keys_alpha != alpha_test(d) ||
        d->keys_two_sources != drawing_has_two_sources(d) ||
        d->bound.batch != batch_number(d->backend->batches) || d->bound.pass != d->pass.opened ||
        !d->pass.commands || d->bound.newest.held != newest.held ||
        d->bound.generation != d->pages_generation || has_new_constants(state))
        return DRAW_KEEPS_NOTHING;
    return d->bound.newest.any == newest.any ? DRAW_KEEPS_SETS : DRAW_KEEPS_PROGRAMS;
}

/* Notes it, where nothing but what draw_kept looks at can change it. */
static void note_bound(struct drawing *d, const struct three_state *state) {
    d->bound.valid = d->backend->vk->import_align && !d->is_captured;
    for (unsigned i = 0; i < PIPELINE_STAGES; i++)
        d->bound.valid &= !d->units[i] || (!d->sets[i].writes && !d->units[i]->handles_unsure);
    d->bound.batch = batch_number(d->backend->batches);
    d->bound.pass = d->pass.opened;
    d->bound.newest = memory_newest(d->backend->memory);
    d->bound.generation = d->pages_generation;
    memset(state->changes->constants, 0, sizeof state->changes->constants);
}

/* The program of a stage; that of vertices may have two parts. */
static const struct shader_code *code_of(struct drawing *d, unsigned slot) {
    const struct state_programs *p = &d->programs;
    struct shaders *shaders = d->backend->shaders;
    const struct shader_code *code =
        shaders_code(shaders, (enum shader_stage)stage_rows[slot].stage,
                     p->region + p->program[stage_rows[slot].program].offset, &d->resources[slot]);
    if (!code || slot != VERTEX || !p->program[0].enabled)
        return code;
    const struct shader_code *first =
        shaders_code(shaders, SHADER_VERTEX, p->region + p->program[0].offset, &d->resources[slot]);
    if (!first)
        return NULL;
    if (d->joined[0] != first || d->joined[1] != code)
        d->joined[2] = shaders_joined(shaders, first, code);
    d->joined[0] = first;
    d->joined[1] = code;
    return d->joined[2];
}

bool draw_programs(struct drawing *d, const struct three_state *state, const struct draw *draw) {
    const struct state_programs *p = &d->programs;
    struct shaders *shaders = d->backend->shaders;
    d->bound.valid = false;
    if (!is_possible(d, draw))
        return false;
    unsigned last = VERTEX;
    if (p->program[3].enabled)
        last = TESS_EVALUATION;
    if (p->program[4].enabled)
        last = GEOMETRY;
    const bool fresh = d->fresh_keys & KEY_GROUPS || d->keys_primitive != draw->primitive ||
                       d->keys_alpha != alpha_test(d) ||
                       d->keys_two_sources != drawing_has_two_sources(d);
    const struct shader_unit *before = NULL;
    for (unsigned i = 0; i < PIPELINE_STAGES; i++) {
        const unsigned number = stage_rows[i].program;
        d->units[i] = NULL;
        if (!p->program[number].enabled || (i == FRAGMENT && !d->raster.enabled))
            continue;
        resources_of(d, state, i);
        const struct shader_code *code = code_of(d, i);
        if (!code) {
            d->skipped++;
            return false;
        }
        const uint32_t written = before ? before->contract.outputs : 0;
        if (fresh || d->stages[i].code != code || d->stages[i].written != written)
            make_stage(d, state->registers, i, code, written, draw->primitive, i == last);
        d->units[i] = shaders_unit(shaders, code, &d->stages[i].key, &d->resources[i]);
        if (!d->units[i]) {
            d->skipped++;
            return false;
        }
        before = d->units[i];
    }
    d->fresh_keys = 0;
    d->keys_primitive = draw->primitive;
    d->keys_alpha = alpha_test(d);
    d->keys_two_sources = drawing_has_two_sources(d);
    if (d->units[TESS_EVALUATION] && !d->units[TESS_CONTROL] && !fixed_levels(d, state))
        return false;
    return !fills_rectangles(d, draw->primitive) || fill_rectangles(d, state, last);
}

bool draw_sets(struct drawing *d, const struct three_state *state) {
    static bool failed;
    struct error error;
    struct descriptor_want wants[PIPELINE_STAGES];
    struct descriptor_set sets[PIPELINE_STAGES];
    size_t count = 0;
    for (unsigned i = 0; i < PIPELINE_STAGES; i++)
        if (d->units[i])
            wants[count++] = (struct descriptor_want){d->units[i], &d->resources[i]};
    if (!descriptors_prepare_all(d->backend->descriptors, wants, count, sets, &error))
        return drawing_skip(d, &failed, "what a shader is bound to: %s", error.text);
    count = 0;
    for (unsigned i = 0; i < PIPELINE_STAGES; i++)
        if (d->units[i])
            d->sets[i] = sets[count++];
    note_bound(d, state);
    return true;
}
