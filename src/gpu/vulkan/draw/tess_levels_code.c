/* SPDX-License-Identifier: MIT */
#include "gpu/spirv/module.h"
#include "gpu/vulkan/draw/tess_levels.h"

enum { PATCH_LIMIT = 32, VERSION = 0x00010300 };

struct code {
    struct spirv_module m;
    uint32_t f32, vec4;
    uint32_t in[SHADER_GENERICS + 1], out[SHADER_GENERICS + 1]; /* the last one is the position */
    uint32_t invocation, outer, inner;
    uint32_t interface[2 * SHADER_GENERICS + 5];
    size_t interface_count;
};

static uint32_t array_of(struct code *c, uint32_t type, uint32_t count) {
    return SPIRV_TYPE(&c->m, SpvOpTypeArray, type, spirv_u32(&c->m, count));
}

static uint32_t variable(struct code *c, SpvStorageClass storage, uint32_t type) {
    const uint32_t id = spirv_global(&c->m, storage, type, 0);
    c->interface[c->interface_count++] = id;
    return id;
}

static uint32_t levels(struct code *c, SpvBuiltIn builtin, uint32_t count) {
    const uint32_t id = variable(c, SpvStorageClassOutput, array_of(c, c->f32, count));
    SPIRV_DECORATE(&c->m, id, SpvDecorationBuiltIn, builtin);
    spirv_decorate(&c->m, id, SpvDecorationPatch, 0, NULL);
    return id;
}

static void declare(struct code *c, const struct tess_levels *what) {
    c->f32 = spirv_float(&c->m, 32);
    c->vec4 = spirv_vector(&c->m, c->f32, 4);
    for (uint32_t i = 0; i <= SHADER_GENERICS; i++) {
        const bool position = i == SHADER_GENERICS;
        if (!position && !(what->locations >> i & 1))
            continue;
        c->in[i] = variable(c, SpvStorageClassInput, array_of(c, c->vec4, PATCH_LIMIT));
        c->out[i] = variable(c, SpvStorageClassOutput, array_of(c, c->vec4, what->vertices));
        const SpvDecoration how = position ? SpvDecorationBuiltIn : SpvDecorationLocation;
        SPIRV_DECORATE(&c->m, c->in[i], how, position ? SpvBuiltInPosition : i);
        SPIRV_DECORATE(&c->m, c->out[i], how, position ? SpvBuiltInPosition : i);
    }
    c->invocation = variable(c, SpvStorageClassInput, spirv_sint(&c->m, 32));
    SPIRV_DECORATE(&c->m, c->invocation, SpvDecorationBuiltIn, SpvBuiltInInvocationId);
    c->outer = levels(c, SpvBuiltInTessLevelOuter, 4);
    c->inner = levels(c, SpvBuiltInTessLevelInner, 2);
}

static uint32_t element(struct code *c, SpvStorageClass storage, uint32_t type, uint32_t array,
                        uint32_t index) {
    const uint32_t pointer = spirv_pointer(&c->m, storage, type);
    return SPIRV_VALUE(&c->m, SpvOpAccessChain, pointer, array, index);
}

/* Each invocation hands on its vertex, and writes the levels that all write. */
static void body(struct code *c, const struct tess_levels *what, uint32_t entry) {
    spirv_function_begin(&c->m, entry);
    const uint32_t number = SPIRV_VALUE(&c->m, SpvOpLoad, spirv_sint(&c->m, 32), c->invocation);
    for (unsigned i = 0; i <= SHADER_GENERICS; i++) {
        if (!c->in[i])
            continue;
        const uint32_t from = element(c, SpvStorageClassInput, c->vec4, c->in[i], number);
        const uint32_t value = SPIRV_VALUE(&c->m, SpvOpLoad, c->vec4, from);
        SPIRV_DO(&c->m, SpvOpStore, element(c, SpvStorageClassOutput, c->vec4, c->out[i], number),
                 value);
    }
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t array = i < 4 ? c->outer : c->inner, k = i < 4 ? i : i - 4;
        const float level = i < 4 ? what->outer[i] : what->inner[i - 4];
        SPIRV_DO(&c->m, SpvOpStore,
                 element(c, SpvStorageClassOutput, c->f32, array, spirv_u32(&c->m, k)),
                 spirv_f32(&c->m, level));
    }
    spirv_do(&c->m, SpvOpReturn);
    spirv_function_end(&c->m);
}

uint32_t *tess_levels_code(const struct tess_levels *what, size_t *count) {
    struct code c = {0};
    spirv_init(&c.m);
    spirv_capability(&c.m, SpvCapabilityShader);
    spirv_capability(&c.m, SpvCapabilityTessellation);
    SPIRV_PUT(&c.m, SPIRV_MODEL, SpvOpMemoryModel, SpvAddressingModelLogical,
              SpvMemoryModelGLSL450);
    const uint32_t entry = spirv_id(&c.m);
    const uint32_t first[] = {SpvExecutionModelTessellationControl, entry};
    declare(&c, what);
    SPIRV_PUT(&c.m, SPIRV_MODES, SpvOpExecutionMode, entry, SpvExecutionModeOutputVertices,
              what->vertices);
    body(&c, what, entry);
    spirv_put_text(&c.m, SPIRV_ENTRY, SpvOpEntryPoint, 2, first, "main", c.interface_count,
                   c.interface);
    uint32_t *const words = spirv_finish(&c.m, VERSION, count);
    spirv_free(&c.m);
    return words;
}
