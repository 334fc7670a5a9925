/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline_parts.h"

#include <stdio.h>
#include <string.h>

enum { VERTEX, GEOMETRY = 3, FRAGMENT };
enum { NAME_LENGTH = TRANSLATION_KEY_SIZE - 1 };

/* FNV-1a by words. */
uint64_t pipeline_hash(uint64_t hash, const void *from, size_t size) {
    const uint8_t *bytes = from;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        hash = (hash ^ word) * 0x100000001b3;
        hash ^= hash >> 29;
    }
    return hash;
}

uint64_t pipeline_vertices_hash(const struct pipeline_vertices *v) {
    uint64_t hash = pipeline_hash(0xcbf29ce484222325, v->attributes,
                                  v->attribute_count * sizeof *v->attributes);
    return pipeline_hash(hash, v->bindings, v->binding_count * sizeof *v->bindings);
}

uint64_t pipeline_recipe_hash(const struct pipeline_recipe *r) {
    const uint64_t hash =
        pipeline_hash(pipeline_vertices_hash(&r->vertices), &r->rest, sizeof r->rest);
    return pipeline_hash(hash, r->names, sizeof r->names) + r->is_compute;
}

void pipeline_recipe_of(const struct pipeline_key *key,
                        const struct shader_unit *const units[PIPELINE_STAGES],
                        struct pipeline_recipe *out) {
    memset(out, 0, sizeof *out);
    memcpy(&out->vertices, &key->vertices, sizeof out->vertices);
    memcpy(&out->rest, &key->rest, sizeof out->rest);
    for (unsigned i = 0; i < PIPELINE_STAGES; i++) {
        out->rest.units[i] = units[i] != NULL;
        if (units[i])
            snprintf(out->names[i], sizeof out->names[i], "%s", units[i]->name);
    }
}

void pipeline_recipe_of_compute(const struct shader_unit *unit, struct pipeline_recipe *out) {
    memset(out, 0, sizeof *out);
    out->is_compute = true;
    out->rest.units[0] = 1;
    snprintf(out->names[0], sizeof out->names[0], "%s", unit->name);
}

static bool is_name(const char *name, bool used) {
    if (!used)
        return !name[0];
    return strnlen(name, NAME_LENGTH + 1) == NAME_LENGTH &&
           strspn(name, "0123456789abcdef") == NAME_LENGTH;
}

bool pipeline_recipe_is_sound(const struct pipeline_recipe *r) {
    const struct pipeline_vertices *v = &r->vertices;
    bool ok = v->attribute_count <= STATE_ATTRIBUTES && v->binding_count <= STATE_ARRAYS &&
              r->rest.output_count <= STATE_TARGETS && r->rest.polygon_mode <= POLYGON_POINT &&
              r->rest.units[VERTEX];
    for (unsigned i = 0; i < PIPELINE_STAGES; i++)
        ok = ok && r->rest.units[i] <= 1 && is_name(r->names[i], r->rest.units[i]);
    return ok;
}

/* ---- of a part ---- */

/* What is named here belongs to one part alone; what is not is part of all, so that a new member of
 * pipeline_rest makes more parts, but no wrong ones. */

static void drop_stage(struct pipeline_recipe *r, unsigned stage) {
    r->rest.units[stage] = 0;
    memset(r->names[stage], 0, sizeof r->names[stage]);
}

static void drop_vertices(struct pipeline_recipe *r) {
    memset(&r->vertices, 0, sizeof r->vertices);
    r->rest.topology = 0;
}

static void drop_shaders(struct pipeline_recipe *r) {
    for (unsigned i = VERTEX; i <= GEOMETRY; i++)
        drop_stage(r, i);
    r->rest.patch_vertices = 0;
    r->rest.polygon_mode = 0;
    r->rest.clamps_depth = r->rest.minus_one = r->rest.provoking_last = false;
    r->rest.smooth_lines = r->rest.stipple = r->rest.conservative = false;
}

static void drop_outputs(struct pipeline_rest *r) {
    memset(r->colors, 0, sizeof r->colors);
    memset(r->blend, 0, sizeof r->blend);
    memset(r->masks, 0, sizeof r->masks);
    r->depth = r->stencil = 0;
    r->output_count = r->logic_op = 0;
    r->logic = false;
}

static void drop_samples(struct pipeline_rest *r) {
    r->sample_mask = 0;
    r->samples = 0;
    r->alpha_to_coverage = r->alpha_to_one = r->per_sample = false;
}

void pipeline_recipe_part(const struct pipeline_recipe *recipe, enum pipeline_part part,
                          struct pipeline_recipe *out) {
    memcpy(out, recipe, sizeof *out);
    if (part != PART_VERTEX_INPUT)
        drop_vertices(out);
    if (part != PART_SHADERS)
        drop_shaders(out);
    if (part != PART_FRAGMENT)
        drop_stage(out, FRAGMENT);
    if (part != PART_OUTPUT)
        drop_outputs(&out->rest);
    if (part == PART_SHADERS) /* what lines are depends on the others */
        out->rest.sample_mask = 0;
    if (part == PART_VERTEX_INPUT || (part == PART_FRAGMENT && !out->rest.per_sample))
        drop_samples(&out->rest);
}
