/* SPDX-License-Identifier: MIT */
#include "deko3d/macro/macros.h"

#include <string.h>

/* Names of NVIDIA's clb197.h. */
enum {
    SET_API_MANDATED_EARLY_Z = 0x0210 / 4,
    SET_TESSELLATION_PARAMETERS = 0x0320 / 4,
    SET_SUBTILING_PERF_KNOB_A = 0x0360 / 4,
    SET_HYBRID_ANTI_ALIAS_CONTROL = 0x0754 / 4,
    SET_POST_Z_PS_IMASK = 0x0f1c / 4,
    SET_CONSTANT_COLOR_RENDERING = 0x0f40 / 4,
    SET_CONSTANT_COLOR_RENDERING_RED = 0x0f44 / 4,
    SET_OFFSET_RENDER_TARGET_INDEX = 0x11f0 / 4,
    SET_PIXEL_SHADER_INTERLOCK_CONTROL = 0x1224 / 4,
    SET_POST_VTG_SHADER_ATTRIBUTE_SKIP_MASK = 0x1240 / 4,
    SET_ZCULL_BOUNDS = 0x196c / 4,
    SET_PIPELINE_SHADER = 0x2000 / 4,
};

enum {
    PIPELINE_STRIDE = 0x40 / 4, /* of programs; vertex A comes in front of the stages */
    PIPELINE_TYPE_SHIFT = 4,
    SUBTILING_FRACTION = 0x20, /* the second knob: what the console's library sets */
    ONCE_A_PIXEL = 0x01,       /* SET_HYBRID_ANTI_ALIAS_CONTROL: passes, and where they are run */
    ONCE_A_SAMPLE = 0x30,
};

static uint32_t *put_table(uint32_t *w, unsigned method, const uint32_t *table, unsigned count) {
    w = put_many(w, SUB_3D, method, count);
    memcpy(w, table, count * sizeof *w);
    return w + count;
}

/* In front of the vertex program there may be another one; else it is switched off. */
static uint32_t *put_vertex_a(uint32_t *w, const DkShader *s) {
    if (!s->vertex.alternative_registers)
        return put_now(w, SUB_3D, SET_PIPELINE_SHADER, 0);
    w = put_macro(w, MACRO_BIND_PROGRAM, 4);
    *w++ = 0;
    *w++ = s->id;
    *w++ = s->vertex.alternative;
    *w++ = s->vertex.alternative_registers;
    return w;
}

static uint32_t *put_program(uint32_t *w, DkDevice device, const DkShader *s) {
    w = put_macro(w, MACRO_BIND_PROGRAM, 6);
    *w++ = 1u + s->stage;
    *w++ = s->id;
    *w++ = s->code;
    *w++ = s->registers;
    *w++ = (s->constants_size + 0xff) & ~0xffu;
    *w++ = (uint32_t)((device->code.base + s->constants_offset) >> 8);
    return w;
}

static uint32_t *put_fragment_facts(uint32_t *w, const DkShader *s) {
    w = put_now(w, SUB_3D, SET_CONSTANT_COLOR_RENDERING, s->fragment.has_table);
    if (s->fragment.has_table)
        w = put_table(w, SET_CONSTANT_COLOR_RENDERING_RED, s->fragment.table, 4);
    w = put_now(w, SUB_3D, SET_API_MANDATED_EARLY_Z, s->fragment.early_tests);
    w = put_now(w, SUB_3D, SET_POST_Z_PS_IMASK, s->fragment.post_depth_coverage);
    w = put_many(w, SUB_3D, SET_SUBTILING_PERF_KNOB_A, 2);
    *w++ = s->fragment.param_d8;
    *w++ = SUBTILING_FRACTION;
    w = put_now(w, SUB_3D, SET_PIXEL_SHADER_INTERLOCK_CONTROL, s->fragment.param_489);
    w = put_now(w, SUB_3D, SET_ZCULL_BOUNDS, s->fragment.param_65b);
    return put_now(w, SUB_3D, SET_HYBRID_ANTI_ALIAS_CONTROL,
                   s->fragment.per_sample ? ONCE_A_SAMPLE : ONCE_A_PIXEL);
}

/* What registers must say while the program runs, and its code does not. */
static uint32_t *put_facts(uint32_t *w, const DkShader *s) {
    switch (s->stage) {
    case DkStage_TessEval:
        return put_now(w, SUB_3D, SET_TESSELLATION_PARAMETERS, s->tess_eval.param_c8);
    case DkStage_Geometry:
        w = put_now(w, SUB_3D, SET_OFFSET_RENDER_TARGET_INDEX, s->geometry.flag_47c);
        if (s->geometry.has_table)
            w = put_table(w, SET_POST_VTG_SHADER_ATTRIBUTE_SKIP_MASK, s->geometry.table, 8);
        return w;
    case DkStage_Fragment:
        return put_fragment_facts(w, s);
    default:
        return w;
    }
}

static uint32_t words_of(const DkShader *s) {
    enum { PROGRAM = 7 };
    switch (s->stage) {
    case DkStage_Vertex:
        return PROGRAM + (s->vertex.alternative_registers ? 5 : 1);
    case DkStage_TessEval:
        return PROGRAM + 1;
    case DkStage_Geometry:
        return PROGRAM + 1 + (s->geometry.has_table ? 9 : 0);
    case DkStage_Fragment:
        return PROGRAM + 9 + (s->fragment.has_table ? 5 : 0);
    default:
        return PROGRAM;
    }
}

static void bind_compute(DkCmdBuf b, const DkShader *s, const char *context) {
    struct control *c = record_control(b, CONTROL_COMPUTE_SHADER, sizeof *s, context);
    memcpy(c + 1, s, sizeof *s);
}

static void bind_stage(DkCmdBuf b, const DkShader *s, const char *context) {
    uint32_t *w = record_begin(b, words_of(s), context);
    if (s->stage == DkStage_Vertex)
        w = put_vertex_a(w, s);
    w = put_program(w, b->device, s);
    record_end(b, put_facts(w, s));
}

/* stages: at least one. */
static void unbind_stages(DkCmdBuf b, uint32_t stages, const char *context) {
    const bool geometry = (stages & DkStageFlag_Geometry) != 0;
    uint32_t *w = record_begin(b, (uint32_t)__builtin_popcount(stages) + geometry, context);
    for (unsigned stage = DkStage_TessCtrl; stage < DkStage_MaxGraphics; stage++)
        if (stages >> stage & 1)
            w = put_now(w, SUB_3D, SET_PIPELINE_SHADER + (stage + 1) * PIPELINE_STRIDE,
                        (stage + 1) << PIPELINE_TYPE_SHIFT);
    if (geometry)
        w = put_now(w, SUB_3D, SET_OFFSET_RENDER_TARGET_INDEX, 0);
    record_end(b, w);
}

void dkCmdBufBindShaders(DkCmdBuf b, uint32_t stageMask, DkShader const *const shaders[],
                         uint32_t numShaders) {
    DK_CHECK_ARRAY(b->device, shaders, numShaders);
    for (uint32_t i = 0; i < numShaders; i++)
        DK_CHECK_INPUT(b->device, shaders[i] && shaders[i]->magic == DK_SHADER_MAGIC,
                       "shaders has one that was not initialised");
    if (stageMask & DkStageFlag_Compute) {
        DK_CHECK_FLAGS(b->device, stageMask == DkStageFlag_Compute,
                       "DkStageFlag_Compute must stand alone in stageMask");
        DK_CHECK_INPUT(b->device, numShaders == 1, "one compute shader is bound at a time");
        DK_CHECK_INPUT(b->device, shaders[0]->stage == DkStage_Compute,
                       "the shader is no compute shader");
        bind_compute(b, shaders[0], __func__);
        return;
    }
    uint32_t left = stageMask & DkStageFlag_GraphicsMask;
    for (uint32_t i = 0; i < numShaders; i++) {
        const uint32_t flag = 1u << shaders[i]->stage;
        if (!(left & flag))
            continue;
        bind_stage(b, shaders[i], __func__);
        left &= ~flag;
    }
    left &= ~(uint32_t)DkStageFlag_Vertex; /* is always on */
    if (left)
        unbind_stages(b, left, __func__);
}
