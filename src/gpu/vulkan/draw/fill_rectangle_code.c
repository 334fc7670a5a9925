/* SPDX-License-Identifier: MIT */
#include "gpu/spirv/module.h"
#include "gpu/vulkan/draw/fill_rectangle.h"

/* On the screen, a corner c of the rectangle around n0, n1, n2 is n0 + b1 (n1 - n0) + b2 (n2 - n0).
 * 1/w and z/w are linear there, and so is what is divided by w. */

enum { VERTICES = 3, CORNERS = 4, VERSION = 0x00010300 };

struct code {
    struct spirv_module m;
    uint32_t f32, vec2, vec4;
    uint32_t position_in, position_out;
    uint32_t in[SHADER_GENERICS], out[SHADER_GENERICS];
    uint32_t interface[2 * SHADER_GENERICS + 2];
    size_t interface_count;
    /* Of the vertices: coordinates on the screen, z/w, 1/w, and what is handed on. */
    uint32_t n[VERTICES], depth[VERTICES], inverse_w[VERTICES];
    uint32_t edge[2];    /* from vertex 0 to the others */
    uint32_t low, high;  /* of the rectangle */
    uint32_t turn;       /* twice the triangle's area, with its sign */
    uint32_t is_counter; /* is it positive? */
};

static uint32_t op1(struct code *c, SpvOp op, uint32_t type, uint32_t a) {
    return SPIRV_VALUE(&c->m, op, type, a);
}

static uint32_t op2(struct code *c, SpvOp op, uint32_t type, uint32_t a, uint32_t b) {
    return SPIRV_VALUE(&c->m, op, type, a, b);
}

static uint32_t part(struct code *c, uint32_t vector, uint32_t index) {
    return SPIRV_VALUE(&c->m, SpvOpCompositeExtract, c->f32, vector, index);
}

static uint32_t scaled(struct code *c, uint32_t type, uint32_t vector, uint32_t by) {
    return op2(c, SpvOpVectorTimesScalar, type, vector, by);
}

/* ---- declarations ---- */

static uint32_t variable(struct code *c, SpvStorageClass storage, uint32_t type) {
    const uint32_t id = spirv_global(&c->m, storage, type, 0);
    c->interface[c->interface_count++] = id;
    return id;
}

static uint32_t input_type(struct code *c) {
    return SPIRV_TYPE(&c->m, SpvOpTypeArray, c->vec4, spirv_u32(&c->m, VERTICES));
}

static void declare(struct code *c, const struct fill_rectangle *what) {
    c->f32 = spirv_float(&c->m, 32);
    c->vec2 = spirv_vector(&c->m, c->f32, 2);
    c->vec4 = spirv_vector(&c->m, c->f32, 4);
    c->position_in = variable(c, SpvStorageClassInput, input_type(c));
    c->position_out = variable(c, SpvStorageClassOutput, c->vec4);
    SPIRV_DECORATE(&c->m, c->position_in, SpvDecorationBuiltIn, SpvBuiltInPosition);
    SPIRV_DECORATE(&c->m, c->position_out, SpvDecorationBuiltIn, SpvBuiltInPosition);
    for (uint32_t i = 0; i < SHADER_GENERICS; i++) {
        if (!(what->locations >> i & 1))
            continue;
        c->in[i] = variable(c, SpvStorageClassInput, input_type(c));
        c->out[i] = variable(c, SpvStorageClassOutput, c->vec4);
        SPIRV_DECORATE(&c->m, c->in[i], SpvDecorationLocation, i);
        SPIRV_DECORATE(&c->m, c->out[i], SpvDecorationLocation, i);
    }
}

static uint32_t load(struct code *c, uint32_t array, uint32_t vertex) {
    const uint32_t pointer = spirv_pointer(&c->m, SpvStorageClassInput, c->vec4);
    return op1(c, SpvOpLoad, c->vec4,
               op2(c, SpvOpAccessChain, pointer, array, spirv_u32(&c->m, vertex)));
}

/* ---- the triangle ---- */

static void read_vertices(struct code *c) {
    for (uint32_t i = 0; i < VERTICES; i++) {
        const uint32_t p = load(c, c->position_in, i);
        const uint32_t xy = SPIRV_VALUE(&c->m, SpvOpVectorShuffle, c->vec2, p, p, 0, 1);
        c->inverse_w[i] = op2(c, SpvOpFDiv, c->f32, spirv_f32(&c->m, 1), part(c, p, 3));
        c->n[i] = scaled(c, c->vec2, xy, c->inverse_w[i]);
        c->depth[i] = op2(c, SpvOpFMul, c->f32, part(c, p, 2), c->inverse_w[i]);
    }
}

/* x of a times y of b, less y of a times x of b. */
static uint32_t cross(struct code *c, uint32_t a, uint32_t b) {
    const uint32_t one = op2(c, SpvOpFMul, c->f32, part(c, a, 0), part(c, b, 1));
    const uint32_t other = op2(c, SpvOpFMul, c->f32, part(c, a, 1), part(c, b, 0));
    return op2(c, SpvOpFSub, c->f32, one, other);
}

static void measure(struct code *c) {
    for (unsigned i = 0; i < 2; i++)
        c->edge[i] = op2(c, SpvOpFSub, c->vec2, c->n[i + 1], c->n[0]);
    c->turn = cross(c, c->edge[0], c->edge[1]);
    c->is_counter = op2(c, SpvOpFOrdGreaterThan, spirv_bool(&c->m), c->turn, spirv_f32(&c->m, 0));
    c->low = c->high = c->n[0];
    for (unsigned i = 1; i < VERTICES; i++) {
        c->low = SPIRV_GLSL(&c->m, GLSLstd450FMin, c->vec2, c->low, c->n[i]);
        c->high = SPIRV_GLSL(&c->m, GLSLstd450FMax, c->vec2, c->high, c->n[i]);
    }
}

/* ---- corners ---- */

static uint32_t corner_of(struct code *c, bool right, bool top) {
    return op2(c, SpvOpCompositeConstruct, c->vec2, part(c, right ? c->high : c->low, 0),
               part(c, top ? c->high : c->low, 1));
}

/* A strip that goes around as the triangle does. */
static uint32_t corner(struct code *c, unsigned number) {
    const bool a = number & 1, b = number & 2;
    if (a == b)
        return corner_of(c, a, b);
    return SPIRV_VALUE(&c->m, SpvOpSelect, c->vec2,
                       op2(c, SpvOpCompositeConstruct, spirv_vector(&c->m, spirv_bool(&c->m), 2),
                           c->is_counter, c->is_counter),
                       corner_of(c, a, b), corner_of(c, b, a));
}

/* a + (b - a) u + (c - a) v, which is exact where all three are the same. */
static uint32_t between(struct code *c, uint32_t type, const uint32_t from[VERTICES], uint32_t u,
                        uint32_t v) {
    const SpvOp times = type == c->f32 ? SpvOpFMul : SpvOpVectorTimesScalar;
    uint32_t sum = from[0];
    for (unsigned i = 1; i < VERTICES; i++) {
        const uint32_t way = op2(c, SpvOpFSub, type, from[i], from[0]);
        sum = op2(c, SpvOpFAdd, type, sum, op2(c, times, type, way, i == 1 ? u : v));
    }
    return sum;
}

static void hand_on(struct code *c, const struct fill_rectangle *what, const uint32_t b[2],
                    uint32_t w) {
    uint32_t in_space[2];
    for (unsigned i = 0; i < 2; i++)
        in_space[i] =
            op2(c, SpvOpFMul, c->f32, op2(c, SpvOpFMul, c->f32, b[i], c->inverse_w[i + 1]), w);
    for (uint32_t i = 0; i < SHADER_GENERICS; i++) {
        if (!c->in[i])
            continue;
        const bool linear = what->linear >> i & 1;
        uint32_t from[VERTICES], value;
        for (uint32_t k = 0; k < VERTICES; k++)
            from[k] = load(c, c->in[i], k);
        if (what->flat >> i & 1)
            value = from[what->provoking_last ? VERTICES - 1 : 0];
        else
            value =
                between(c, c->vec4, from, linear ? b[0] : in_space[0], linear ? b[1] : in_space[1]);
        SPIRV_DO(&c->m, SpvOpStore, c->out[i], value);
    }
}

static void emit(struct code *c, const struct fill_rectangle *what, unsigned number) {
    const uint32_t at = corner(c, number);
    const uint32_t way = op2(c, SpvOpFSub, c->vec2, at, c->n[0]);
    const uint32_t b[2] = {
        op2(c, SpvOpFDiv, c->f32, cross(c, way, c->edge[1]), c->turn),
        op2(c, SpvOpFDiv, c->f32, cross(c, c->edge[0], way), c->turn),
    };
    const uint32_t w = op2(c, SpvOpFDiv, c->f32, spirv_f32(&c->m, 1),
                           between(c, c->f32, c->inverse_w, b[0], b[1]));
    const uint32_t z = op2(c, SpvOpFMul, c->f32, between(c, c->f32, c->depth, b[0], b[1]), w);
    const uint32_t position =
        SPIRV_VALUE(&c->m, SpvOpCompositeConstruct, c->vec4, scaled(c, c->vec2, at, w), z, w);
    SPIRV_DO(&c->m, SpvOpStore, c->position_out, position);
    hand_on(c, what, b, w);
    spirv_do(&c->m, SpvOpEmitVertex);
}

/* ---- all of it ---- */

static void modes(struct code *c, uint32_t entry) {
    SPIRV_PUT(&c->m, SPIRV_MODES, SpvOpExecutionMode, entry, SpvExecutionModeTriangles);
    SPIRV_PUT(&c->m, SPIRV_MODES, SpvOpExecutionMode, entry, SpvExecutionModeInvocations, 1);
    SPIRV_PUT(&c->m, SPIRV_MODES, SpvOpExecutionMode, entry, SpvExecutionModeOutputTriangleStrip);
    SPIRV_PUT(&c->m, SPIRV_MODES, SpvOpExecutionMode, entry, SpvExecutionModeOutputVertices,
              CORNERS);
}

/* A triangle without area has no rectangle. */
static void body(struct code *c, const struct fill_rectangle *what, uint32_t entry) {
    const uint32_t some = spirv_id(&c->m), end = spirv_id(&c->m);
    spirv_function_begin(&c->m, entry);
    read_vertices(c);
    measure(c);
    const uint32_t has_area =
        op2(c, SpvOpFOrdNotEqual, spirv_bool(&c->m), c->turn, spirv_f32(&c->m, 0));
    SPIRV_DO(&c->m, SpvOpSelectionMerge, end, SpvSelectionControlMaskNone);
    SPIRV_DO(&c->m, SpvOpBranchConditional, has_area, some, end);
    spirv_label(&c->m, some);
    for (unsigned i = 0; i < CORNERS; i++)
        emit(c, what, i);
    spirv_do(&c->m, SpvOpEndPrimitive);
    SPIRV_DO(&c->m, SpvOpBranch, end);
    spirv_label(&c->m, end);
    spirv_do(&c->m, SpvOpReturn);
    spirv_function_end(&c->m);
}

uint32_t *fill_rectangle_code(const struct fill_rectangle *what, size_t *count) {
    struct code c = {0};
    spirv_init(&c.m);
    spirv_capability(&c.m, SpvCapabilityShader);
    spirv_capability(&c.m, SpvCapabilityGeometry);
    SPIRV_PUT(&c.m, SPIRV_MODEL, SpvOpMemoryModel, SpvAddressingModelLogical,
              SpvMemoryModelGLSL450);
    const uint32_t entry = spirv_id(&c.m);
    const uint32_t first[] = {SpvExecutionModelGeometry, entry};
    declare(&c, what);
    modes(&c, entry);
    body(&c, what, entry);
    spirv_put_text(&c.m, SPIRV_ENTRY, SpvOpEntryPoint, 2, first, "main", c.interface_count,
                   c.interface);
    uint32_t *const words = spirv_finish(&c.m, VERSION, count);
    spirv_free(&c.m);
    return words;
}
