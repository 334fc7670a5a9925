/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/stage.h"

#include "gpu/shader/translate/attribute.h"
#include "gpu/shader/translate/fragment.h"
#include "gpu/shader/translate/values.h"

uint32_t stage_header(const struct translator *t, const char *name, unsigned index) {
    uint32_t value = 0;
    const struct shader_program *p = t->program;
    if (p->stage != SHADER_COMPUTE)
        shader_field_get(&shader_sph_layout, p->stage, p->sph, name, index, &value);
    return value;
}

/* ---- builtins ---- */

uint32_t stage_builtin(struct translator *t, SpvBuiltIn builtin, SpvStorageClass storage,
                       uint32_t type) {
    for (size_t i = 0; i < t->builtin_count; i++)
        if (t->builtins[i].builtin == builtin && t->builtins[i].storage == storage)
            return t->builtins[i].variable;
    const uint32_t variable = spirv_global(&t->m, storage, type, 0);
    SPIRV_DECORATE(&t->m, variable, SpvDecorationBuiltIn, builtin);
    if (t->program->stage == SHADER_FRAGMENT && storage == SpvStorageClassInput &&
        type == type_u32(t))
        spirv_decorate(&t->m, variable, SpvDecorationFlat, 0, NULL);
    translate_named(t, variable);
    if (t->builtin_count < sizeof t->builtins / sizeof *t->builtins)
        t->builtins[t->builtin_count++] = (struct builtin_variable){builtin, storage, variable};
    else
        translate_fail(t, ERROR_LIMIT, "more builtin variables than a stage has");
    return variable;
}

uint32_t stage_builtin_word(struct translator *t, SpvBuiltIn builtin) {
    const uint32_t type = type_u32(t);
    return op1(t, SpvOpLoad, type, stage_builtin(t, builtin, SpvStorageClassInput, type));
}

uint32_t stage_builtin_part(struct translator *t, SpvBuiltIn builtin, unsigned part) {
    const uint32_t type = type_u32(t), vector = spirv_vector(&t->m, type, 3);
    const uint32_t variable = stage_builtin(t, builtin, SpvStorageClassInput, vector);
    return op2(t, SpvOpCompositeExtract, type, op1(t, SpvOpLoad, vector, variable), part);
}

/* ---- modes ---- */

static void mode(struct translator *t, SpvExecutionMode m) {
    SPIRV_PUT(&t->m, SPIRV_MODES, SpvOpExecutionMode, t->functions[0], m);
}

static void mode_with(struct translator *t, SpvExecutionMode m, uint32_t value) {
    SPIRV_PUT(&t->m, SPIRV_MODES, SpvOpExecutionMode, t->functions[0], m, value);
}

static void compute_entry(struct translator *t) {
    const uint32_t *group = t->key->group;
    for (unsigned i = 0; i < 3; i++) {
        if (!group[i])
            translate_fail(t, ERROR_FORMAT, "a group of threads has no size");
        t->contract.group[i] = group[i];
    }
    t->contract.shared_size = t->key->shared_size;
    SPIRV_PUT(&t->m, SPIRV_MODES, SpvOpExecutionMode, t->functions[0], SpvExecutionModeLocalSize,
              group[0], group[1], group[2]);
}

static void geometry_entry(struct translator *t) {
    static const SpvExecutionMode inputs[] = {
        [SHADER_POINTS] = SpvExecutionModeInputPoints,
        [SHADER_LINES] = SpvExecutionModeInputLines,
        [SHADER_LINES_ADJACENCY] = SpvExecutionModeInputLinesAdjacency,
        [SHADER_TRIANGLES] = SpvExecutionModeTriangles,
        [SHADER_TRIANGLES_ADJACENCY] = SpvExecutionModeInputTrianglesAdjacency,
    };
    enum { POINTS = 1, LINE_STRIP = 6 }; /* of the header */
    const uint32_t threads = stage_header(t, "threads_per_primitive", 0);
    const uint32_t out = stage_header(t, "output_topology", 0);
    spirv_capability(&t->m, SpvCapabilityGeometry);
    mode(t, inputs[t->key->topology % (sizeof inputs / sizeof *inputs)]);
    mode(t, out == POINTS       ? SpvExecutionModeOutputPoints
            : out == LINE_STRIP ? SpvExecutionModeOutputLineStrip
                                : SpvExecutionModeOutputTriangleStrip);
    mode_with(t, SpvExecutionModeOutputVertices, stage_header(t, "max_vertices", 0));
    mode_with(t, SpvExecutionModeInvocations, threads ? threads : 1);
}

static void control_entry(struct translator *t) {
    const uint32_t threads = stage_header(t, "threads_per_primitive", 0);
    spirv_capability(&t->m, SpvCapabilityTessellation);
    mode_with(t, SpvExecutionModeOutputVertices, threads ? threads : 1);
}

static void evaluation_entry(struct translator *t) {
    static const SpvExecutionMode primitives[] = {SpvExecutionModeIsolines,
                                                  SpvExecutionModeTriangles, SpvExecutionModeQuads};
    static const SpvExecutionMode spacings[] = {SpvExecutionModeSpacingEqual,
                                                SpvExecutionModeSpacingFractionalOdd,
                                                SpvExecutionModeSpacingFractionalEven};
    spirv_capability(&t->m, SpvCapabilityTessellation);
    mode(t, primitives[t->key->tess_primitive % 3]);
    mode(t, spacings[t->key->tess_spacing % 3]);
    mode(t,
         t->key->tess_clockwise ? SpvExecutionModeVertexOrderCw : SpvExecutionModeVertexOrderCcw);
    if (t->key->tess_points)
        mode(t, SpvExecutionModePointMode);
}

static void vertex_entry(struct translator *t) {
    (void)t;
}

static const struct {
    SpvExecutionModel model;
    void (*entry)(struct translator *t);
} stages[SHADER_STAGES] = {
    [SHADER_VERTEX] = {SpvExecutionModelVertex, vertex_entry},
    [SHADER_FRAGMENT] = {SpvExecutionModelFragment, fragment_entry},
    [SHADER_GEOMETRY] = {SpvExecutionModelGeometry, geometry_entry},
    [SHADER_TESS_CONTROL] = {SpvExecutionModelTessellationControl, control_entry},
    [SHADER_TESS_EVALUATION] = {SpvExecutionModelTessellationEvaluation, evaluation_entry},
    [SHADER_COMPUTE] = {SpvExecutionModelGLCompute, compute_entry},
};

void stage_entry(struct translator *t) {
    const enum shader_stage stage = t->program->stage;
    const uint32_t first[] = {stages[stage].model, t->functions[0]};
    t->contract.stage = (uint8_t)stage;
    stages[stage].entry(t);
    if (t->key->capture)
        mode(t, SpvExecutionModeXfb);
    spirv_put_text(&t->m, SPIRV_ENTRY, SpvOpEntryPoint, 2, first, "main", t->named_count, t->named);
}

/* ---- begin and end ---- */

void stage_begin(struct translator *t) {
    if (t->program->stage == SHADER_FRAGMENT)
        fragment_begin(t);
}

void stage_end(struct translator *t) {
    const enum shader_stage stage = t->program->stage;
    if (stage == SHADER_FRAGMENT)
        fragment_end(t);
    else if (stage == SHADER_VERTEX || stage == SHADER_TESS_EVALUATION)
        attribute_finish_vertex(t);
    values_flush(t);
}

void stage_kill(struct translator *t) {
    spirv_do(&t->m, t->program->stage == SHADER_FRAGMENT ? SpvOpKill : SpvOpReturn);
}

bool stage_demote(struct translator *t, uint32_t truth) {
    if (t->program->stage != SHADER_FRAGMENT || !(t->key->features & SHADER_HAS_DEMOTE))
        return false;
    spirv_extension(&t->m, "SPV_EXT_demote_to_helper_invocation");
    spirv_capability(&t->m, SpvCapabilityDemoteToHelperInvocationEXT);
    const struct branch b = branch_begin(t, truth);
    spirv_do(&t->m, SpvOpDemoteToHelperInvocationEXT);
    branch_end(t, b);
    return true;
}
