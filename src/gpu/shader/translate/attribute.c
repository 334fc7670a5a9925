/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/attribute.h"

#include "gpu/shader/translate/position.h"

#include "gpu/shader/translate/capture.h"
#include "gpu/shader/translate/interpolate.h"
#include "gpu/shader/translate/resources.h"
#include "gpu/shader/translate/stage.h"
#include "gpu/shader/translate/values.h"

#include <stddef.h>

enum {
    MOST_PATCH_VERTICES = 32,
    LAST_LOCATION = SHADER_GENERICS - 1,
    POINT_SIZE_BIT = 0x6c / 4 /* of the header's mask */
};

/* ---- where there is what ---- */

enum {
    V = 1 << SHADER_VERTEX,
    F = 1 << SHADER_FRAGMENT,
    G = 1 << SHADER_GEOMETRY,
    C = 1 << SHADER_TESS_CONTROL,
    E = 1 << SHADER_TESS_EVALUATION
};

/* Stages that have it as an input, and as an output. */
static const uint8_t stages[][2] = {
    [ATTRIBUTE_GENERIC] = {V | F | G | C | E, V | G | C | E},
    [ATTRIBUTE_FIXED] = {V | F | G | C | E, V | G | C | E},
    [ATTRIBUTE_PATCH] = {E, C},
    [ATTRIBUTE_OUTER] = {E, C},
    [ATTRIBUTE_INNER] = {E, C},
    [ATTRIBUTE_PRIMITIVE] = {F | G | C | E, G},
    [ATTRIBUTE_LAYER] = {F, V | G | E},
    [ATTRIBUTE_VIEWPORT] = {F, V | G | E},
    [ATTRIBUTE_POINT_SIZE] = {G | C | E, V | G | C | E},
    [ATTRIBUTE_POSITION] = {F | G | C | E, V | G | C | E},
    [ATTRIBUTE_CLIP] = {F | G | C | E, V | G | C | E},
    [ATTRIBUTE_POINT_COORD] = {F, 0},
    [ATTRIBUTE_TESS_COORD] = {E, 0},
    [ATTRIBUTE_INSTANCE] = {V, 0},
    [ATTRIBUTE_VERTEX] = {V, 0},
    [ATTRIBUTE_FACE] = {F, 0},
};

bool attribute_is_output(const struct translator *t, struct attribute a) {
    return stages[a.kind][1] >> t->program->stage & 1;
}

static bool is_here(struct translator *t, struct attribute a, bool output) {
    const bool here = stages[a.kind][output] >> t->program->stage & 1;
    if (!here)
        translate_fail(t, ERROR_UNSUPPORTED,
                       "code at 0x%x: it %s an attribute that this stage does not have", t->at,
                       output ? "writes" : "reads");
    return here;
}

/* ---- variables with a location ---- */

static bool has_many(const struct translator *t, bool output) {
    const enum shader_stage s = t->program->stage;
    return s == SHADER_TESS_CONTROL ||
           (!output && (s == SHADER_TESS_EVALUATION || s == SHADER_GEOMETRY));
}

static unsigned vertices_of(const struct translator *t, bool output) {
    static const uint8_t of_topology[] = {[SHADER_POINTS] = 1,
                                          [SHADER_LINES] = 2,
                                          [SHADER_LINES_ADJACENCY] = 4,
                                          [SHADER_TRIANGLES] = 3,
                                          [SHADER_TRIANGLES_ADJACENCY] = 6};
    if (t->program->stage == SHADER_GEOMETRY)
        return of_topology[t->key->topology % sizeof of_topology];
    return output ? stage_header(t, "threads_per_primitive", 0) : MOST_PATCH_VERTICES;
}

/* One for each vertex where the stage sees several. */
static uint32_t arrayed(struct translator *t, uint32_t type, bool output) {
    if (!has_many(t, output))
        return type;
    const unsigned count = vertices_of(t, output);
    return SPIRV_TYPE(&t->m, SpvOpTypeArray, type, u32_constant(t, count ? count : 1));
}

static uint32_t scalar_type(struct translator *t, struct attribute a, bool output) {
    const uint8_t scalar =
        t->program->stage == SHADER_VERTEX && !output && a.kind == ATTRIBUTE_GENERIC
            ? t->key->vertex_scalar[a.index]
            : SHADER_FLOAT;
    return scalar == SHADER_FLOAT  ? type_f32(t)
           : scalar == SHADER_SINT ? spirv_sint(&t->m, 32)
                                   : type_u32(t);
}

static uint32_t *slot_of(struct translator *t, struct attribute a, bool output) {
    struct stage_io *io = t->io;
    if (a.kind == ATTRIBUTE_PATCH)
        return &io->patch[a.index];
    if (a.kind == ATTRIBUTE_FIXED)
        return output ? &io->out_fixed[a.index] : &io->in_fixed[a.index];
    return output ? &io->out[a.index] : &io->in[a.index];
}

static uint32_t location_at(struct attribute a) {
    if (a.kind == ATTRIBUTE_PATCH)
        return ATTRIBUTE_PATCHES - 1 - a.index;
    return a.kind == ATTRIBUTE_GENERIC ? a.index : LAST_LOCATION - a.index;
}

/* Of a patch's side of the interface the locations are those of its vertices too. */
static uint32_t location_of(struct translator *t, struct attribute a, bool output) {
    struct shader_contract *c = &t->contract;
    const bool patch_is_output = t->program->stage == SHADER_TESS_CONTROL;
    const bool patch = a.kind == ATTRIBUTE_PATCH;
    uint32_t *used = output ? &c->outputs : &c->inputs;
    const uint32_t location = location_at(a), bit = 1u << location;
    const uint32_t taken = patch                       ? patch_is_output ? c->outputs : c->inputs
                           : output == patch_is_output ? *used | c->patch
                                                       : *used;
    if (taken & bit)
        translate_fail(t, ERROR_UNSUPPORTED,
                       "two attributes share location %u: generics have it from below, patches, "
                       "colours and texture coordinates from above",
                       location);
    *(patch ? &c->patch : used) |= bit;
    return location;
}

uint32_t attribute_variable(struct translator *t, struct attribute a, bool output) {
    uint32_t *slot = slot_of(t, a, output);
    if (*slot)
        return *slot;
    const bool patch = a.kind == ATTRIBUTE_PATCH;
    const uint32_t vector = spirv_vector(&t->m, scalar_type(t, a, output), 4);
    const uint32_t type = patch ? vector : arrayed(t, vector, output);
    *slot = spirv_global(&t->m, output ? SpvStorageClassOutput : SpvStorageClassInput, type, 0);
    SPIRV_DECORATE(&t->m, *slot, SpvDecorationLocation, location_of(t, a, output));
    if (patch)
        spirv_decorate(&t->m, *slot, SpvDecorationPatch, 0, NULL);
    if (t->program->stage == SHADER_FRAGMENT && !output)
        interpolate_decorate(t, a, *slot);
    translate_named(t, *slot);
    return *slot;
}

/* ---- builtins ---- */

/* What each kind is in SPIR-V. Of the arrays each vertex has one where the stage sees several. */
static const struct builtin {
    SpvBuiltIn builtin;
    enum { WORDS, FLOATS, TRUTH } type;
    uint8_t count;
    bool array, per_vertex;
} builtins[] = {
    [ATTRIBUTE_OUTER] = {SpvBuiltInTessLevelOuter, FLOATS, 4, true, false},
    [ATTRIBUTE_INNER] = {SpvBuiltInTessLevelInner, FLOATS, 2, true, false},
    [ATTRIBUTE_PRIMITIVE] = {SpvBuiltInPrimitiveId, WORDS, 1, false, false},
    [ATTRIBUTE_LAYER] = {SpvBuiltInLayer, WORDS, 1, false, false},
    [ATTRIBUTE_VIEWPORT] = {SpvBuiltInViewportIndex, WORDS, 1, false, false},
    [ATTRIBUTE_POINT_SIZE] = {SpvBuiltInPointSize, FLOATS, 1, false, true},
    [ATTRIBUTE_POSITION] = {SpvBuiltInPosition, FLOATS, 4, false, true},
    [ATTRIBUTE_CLIP] = {SpvBuiltInClipDistance, FLOATS, 8, true, true},
    [ATTRIBUTE_CULL] = {SpvBuiltInCullDistance, FLOATS, 8, true, true},
    [ATTRIBUTE_POINT_COORD] = {SpvBuiltInPointCoord, FLOATS, 2, false, false},
    [ATTRIBUTE_TESS_COORD] = {SpvBuiltInTessCoord, FLOATS, 3, false, false},
    [ATTRIBUTE_INSTANCE] = {SpvBuiltInInstanceIndex, WORDS, 1, false, false},
    [ATTRIBUTE_VERTEX] = {SpvBuiltInVertexIndex, WORDS, 1, false, false},
    [ATTRIBUTE_FACE] = {SpvBuiltInFrontFacing, TRUTH, 1, false, false},
};

/* The rasterizer clips and culls by all distances that are declared, so that only those of the key
 * are. */
static uint8_t distances(const struct translator *t, enum attribute_kind kind) {
    const uint8_t clip = t->key->clip_distances;
    return kind == ATTRIBUTE_CLIP ? clip : t->key->cull_distances & (uint8_t)~clip;
}

static void builtin_capability(struct translator *t, SpvBuiltIn b, bool output) {
    const enum shader_stage s = t->program->stage;
    switch (b) {
    case SpvBuiltInClipDistance:
        spirv_capability(&t->m, SpvCapabilityClipDistance);
        break;
    case SpvBuiltInCullDistance:
        spirv_capability(&t->m, SpvCapabilityCullDistance);
        break;
    case SpvBuiltInPrimitiveId:
        if (s == SHADER_FRAGMENT)
            spirv_capability(&t->m, SpvCapabilityGeometry);
        break;
    case SpvBuiltInLayer:
    case SpvBuiltInViewportIndex:
        if (s == SHADER_GEOMETRY || s == SHADER_FRAGMENT) {
            spirv_capability(&t->m, b == SpvBuiltInLayer ? SpvCapabilityGeometry
                                                         : SpvCapabilityMultiViewport);
        } else if (output && t->key->version >= 5) {
            spirv_capability(&t->m, b == SpvBuiltInLayer ? SpvCapabilityShaderLayer
                                                         : SpvCapabilityShaderViewportIndex);
        } else if (output) {
            spirv_capability(&t->m, SpvCapabilityShaderViewportIndexLayerEXT);
            spirv_extension(&t->m, "SPV_EXT_shader_viewport_index_layer");
        }
        break;
    case SpvBuiltInPointSize:
        if (s == SHADER_GEOMETRY)
            spirv_capability(&t->m, SpvCapabilityGeometryPointSize);
        else if (s == SHADER_TESS_CONTROL || s == SHADER_TESS_EVALUATION)
            spirv_capability(&t->m, SpvCapabilityTessellationPointSize);
        break;
    default:
        break;
    }
}

static uint32_t element_type(struct translator *t, const struct builtin *b) {
    return b->type == WORDS ? type_u32(t) : b->type == FLOATS ? type_f32(t) : type_bool(t);
}

/* FragCoord and Position have one address. */
static SpvBuiltIn builtin_of(const struct translator *t, struct attribute a) {
    return a.kind == ATTRIBUTE_POSITION && t->program->stage == SHADER_FRAGMENT
               ? SpvBuiltInFragCoord
               : builtins[a.kind].builtin;
}

static uint32_t builtin_variable(struct translator *t, struct attribute a, bool output) {
    const struct builtin *b = &builtins[a.kind];
    const SpvStorageClass storage = output ? SpvStorageClassOutput : SpvStorageClassInput;
    const bool is_distance = a.kind == ATTRIBUTE_CLIP || a.kind == ATTRIBUTE_CULL;
    const unsigned count =
        is_distance ? (unsigned)__builtin_popcount(distances(t, a.kind)) : b->count;
    uint32_t type = element_type(t, b);
    if (b->array)
        type = SPIRV_TYPE(&t->m, SpvOpTypeArray, type, u32_constant(t, count));
    else
        type = spirv_vector(&t->m, type, count);
    if (b->per_vertex)
        type = arrayed(t, type, output);
    const size_t known = t->builtin_count;
    const uint32_t variable = stage_builtin(t, builtin_of(t, a), storage, type);
    if (t->builtin_count == known)
        return variable;
    builtin_capability(t, b->builtin, output);
    if (a.kind == ATTRIBUTE_OUTER || a.kind == ATTRIBUTE_INNER)
        spirv_decorate(&t->m, variable, SpvDecorationPatch, 0, NULL);
    if (t->program->stage == SHADER_FRAGMENT && b->type == WORDS)
        spirv_decorate(&t->m, variable, SpvDecorationFlat, 0, NULL);
    return variable;
}

/* ---- words ---- */

static bool has_location(struct attribute a) {
    return a.kind == ATTRIBUTE_GENERIC || a.kind == ATTRIBUTE_FIXED || a.kind == ATTRIBUTE_PATCH;
}

static uint32_t pointer_to(struct translator *t, struct attribute a, bool output, uint32_t vertex,
                           uint32_t *type) {
    const struct builtin *b = has_location(a) ? NULL : &builtins[a.kind];
    const uint32_t variable = b ? builtin_variable(t, a, output) : attribute_variable(t, a, output);
    const bool many = has_many(t, output) && (b ? b->per_vertex : a.kind != ATTRIBUTE_PATCH);
    const SpvStorageClass storage = output ? SpvStorageClassOutput : SpvStorageClassInput;
    *type = b ? element_type(t, b) : scalar_type(t, a, output);
    uint32_t words[4] = {variable}, count = 1;
    if (many)
        words[count++] = vertex;
    if (!b || b->count > 1)
        words[count++] = u32_constant(t, a.part);
    if (count == 1)
        return variable;
    return spirv_value(&t->m, SpvOpAccessChain, spirv_pointer(&t->m, storage, *type), count, words);
}

/* A distance that is not declared is not there; the others stand close together. */
static bool clip_part(const struct translator *t, struct attribute *a) {
    if (!(distances(t, ATTRIBUTE_CLIP) >> a->part & 1))
        a->kind = ATTRIBUTE_CULL;
    const uint8_t mask = distances(t, a->kind);
    if (!(mask >> a->part & 1))
        return false;
    a->part = (unsigned)__builtin_popcount(mask & ((1u << a->part) - 1));
    return true;
}

/* What no stage wrote: the last component of a vector is one. */
static uint32_t unwritten(struct translator *t, struct attribute a) {
    return u32_constant(t, a.part == 3 ? 0x3f800000 : 0);
}

static bool is_written(const struct translator *t, struct attribute a) {
    return t->program->stage == SHADER_VERTEX || a.kind == ATTRIBUTE_PATCH ||
           t->key->written >> location_at(a) & 1;
}

/* The guest's number counts from 0, not from the first instance of the draw. */
static uint32_t instance(struct translator *t, uint32_t word) {
    spirv_capability(&t->m, SpvCapabilityDrawParameters);
    const uint32_t u32 = type_u32(t);
    const uint32_t behind =
        op2(t, SpvOpISub, u32, word, stage_builtin_word(t, SpvBuiltInBaseInstance));
    return op2(t, SpvOpIAdd, u32, behind, push_member(t, offsetof(struct shader_push, instance)));
}

uint32_t attribute_load(struct translator *t, struct attribute a, bool output, uint32_t vertex) {
    if (!is_here(t, a, output))
        return u32_constant(t, 0);
    if (has_location(a) && !output && !is_written(t, a))
        return unwritten(t, a);
    if (a.kind == ATTRIBUTE_CLIP && !clip_part(t, &a))
        return u32_constant(t, 0);
    uint32_t type;
    const uint32_t pointer = pointer_to(t, a, output, vertex, &type);
    const uint32_t value = op1(t, SpvOpLoad, type, pointer);
    if (a.kind == ATTRIBUTE_INSTANCE)
        return instance(t, value);
    if (a.kind == ATTRIBUTE_POINT_COORD && a.part == 1 && t->key->point_origin_bottom)
        return as_word(t, op2(t, SpvOpFSub, type, f32_constant(t, 1), value));
    if (a.kind == ATTRIBUTE_FACE)
        return choose(t, type_u32(t), value, u32_constant(t, ~0u), u32_constant(t, 0));
    return type == type_u32(t) ? value : as_word(t, value);
}

void attribute_store(struct translator *t, struct attribute a, uint32_t word) {
    if (!is_here(t, a, true))
        return;
    if (a.kind == ATTRIBUTE_CLIP && !clip_part(t, &a))
        return;
    uint32_t type, vertex = 0;
    if (has_many(t, true))
        vertex = stage_builtin_word(t, SpvBuiltInInvocationId);
    const uint32_t pointer = pointer_to(t, a, true, vertex, &type);
    const uint32_t value = type == type_u32(t) ? word : op1(t, SpvOpBitcast, type, word);
    SPIRV_DO(&t->m, SpvOpStore, pointer, value);
}

/* ---- the end of a vertex ---- */

void attribute_finish_vertex(struct translator *t) {
    const struct attribute size = {ATTRIBUTE_POINT_SIZE, 0, 0};
    capture_vertex(t);
    position_finish(t);
    const bool sized = stage_header(t, "out_system", 0) >> POINT_SIZE_BIT & 1;
    if (t->key->point_size && !sized) {
        uint32_t type;
        const uint32_t value = push_member(t, offsetof(struct shader_push, point_size));
        const uint32_t pointer = pointer_to(t, size, true, 0, &type);
        SPIRV_DO(&t->m, SpvOpStore, pointer, value);
    }
}
