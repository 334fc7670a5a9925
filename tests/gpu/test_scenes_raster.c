/* SPDX-License-Identifier: MIT */
/* Which pixels a primitive has: viewports, scissors, culling, clipping, lines, points. */
#include "scene.h"

#include "scene_clip_vert.spv.h"
#include "scene_coord_bottom_frag.spv.h"
#include "scene_coord_top_frag.spv.h"
#include "scene_flat_frag.spv.h"
#include "scene_flat_vert.spv.h"
#include "scene_points_vert.spv.h"

#include <string.h>

#define AT(x, y, z) {x, y, z, 1}

/* One goes around each way. */
static const struct scene_vertex two[] = {
    {AT(-0.9f, -0.9f, 0.2f), {1, 0, 0, 1}}, {AT(-0.6f, 0.8f, 0.8f), {0, 1, 0, 1}},
    {AT(0.1f, -0.2f, 0.5f), {0, 0, 1, 1}},  {AT(0.9f, 0.9f, 0.3f), {1, 1, 0, 1}},
    {AT(-0.2f, 0.6f, 0.7f), {0, 1, 1, 1}},  {AT(0.7f, -0.9f, 0.4f), {1, 0, 1, 1}},
};
/* Through both planes of depth. */
static const struct scene_vertex deep[] = {
    {AT(-0.9f, -0.8f, -1.5f), {1, 0, 0, 1}},
    {AT(0.9f, -0.5f, 0.5f), {0, 1, 0, 1}},
    {AT(0.0f, 0.9f, 1.8f), {0, 0, 1, 1}},
};
#define LIST(v)                                                                                    \
    .vertices = v, .count = sizeof v / sizeof *v, .primitive = 4,                                  \
    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
#define GREY .background = {0.25f, 0.5f, 0.75f, 0.5f}

/* ---- culling ---- */

static void cull_back(struct scene_run *run) {
    scene_put(run, 0x1918, 1);
}
static void cull_back_plain(struct scene_plain *x) {
    x->pipeline.raster.cullMode = VK_CULL_MODE_BACK_BIT;
}
static void cull_front(struct scene_run *run) {
    scene_put(run, 0x1918, 1);
    scene_put(run, 0x1920, 0x404);
    scene_put(run, 0x191c, 0x900);
}
static void cull_flipped(struct scene_run *run) { /* where windows count upside down */
    scene_put(run, 0x1918, 1);
    scene_put(run, 0x191c, 0x900);
    scene_put(run, 0x13ac, 0x10);
}

/* ---- viewports and scissors ---- */

static void put_viewport(struct scene_run *run, float x, float y, float w, float h, float near,
                         float far) {
    const float values[] = {w / 2, h / 2, far - near, x + w / 2, y + h / 2, near};
    for (unsigned i = 0; i < 6; i++)
        scene_put_float(run, 0xa00 + 4 * i, values[i]);
}
static void viewport(struct scene_run *run) {
    put_viewport(run, 8.5f, 20, 30, 40.25f, 0, 1);
}
static void viewport_plain(struct scene_plain *x) {
    x->pipeline.viewports[0] = (VkViewport){8.5f, 20, 30, 40.25f, 0, 1};
}
static void upward(struct scene_run *run) {
    put_viewport(run, 0, SCENE_SIZE, SCENE_SIZE, -SCENE_SIZE, 0, 1);
    scene_put(run, 0x1918, 1);
}
static void upward_plain(struct scene_plain *x) {
    x->pipeline.viewports[0] = (VkViewport){0, SCENE_SIZE, SCENE_SIZE, -SCENE_SIZE, 0, 1};
    x->pipeline.raster.cullMode = VK_CULL_MODE_BACK_BIT;
}
static void mirrored(struct scene_run *run) {
    put_viewport(run, SCENE_SIZE, 0, -SCENE_SIZE, SCENE_SIZE, 0, 1);
    scene_put(run, 0x1918, 1);
}
/* y, -x, z, w */
static void changed(struct scene_run *run) {
    scene_put(run, 0xa18, 2 | 1 << 4 | 4 << 8 | 6 << 12);
}
static void mirrored_draw(struct scene_plain *x, VkPipeline pipeline) {
    struct scene_vertex *v = (struct scene_vertex *)x->vertices.data;
    (void)pipeline;
    for (unsigned i = 0; i < 6; i++)
        v[i].position[0] = -v[i].position[0];
    vkCmdDraw(x->commands, 6, 1, 0, 0);
}
static void changed_draw(struct scene_plain *x, VkPipeline pipeline) {
    struct scene_vertex *v = (struct scene_vertex *)x->vertices.data;
    (void)pipeline;
    for (unsigned i = 0; i < 6; i++) {
        const float was = v[i].position[0];
        v[i].position[0] = v[i].position[1];
        v[i].position[1] = -was;
    }
    vkCmdDraw(x->commands, 6, 1, 0, 0);
}
/* Positions are pixels already. */
static void window(struct scene_run *run) {
    struct scene_vertex *v = machine_at(run->m, run->vertices);
    for (unsigned i = 0; i < 6; i++)
        for (unsigned k = 0; k < 2; k++)
            v[i].position[k] = (v[i].position[k] + 1) * (float)SCENE_SIZE / 2;
    scene_put(run, 0x192c, 0);
}

static void scissor(struct scene_run *run) {
    scene_put(run, 0xe00, 1);
    scene_put(run, 0xe04, 50u << 16 | 10);
    scene_put(run, 0xe08, 0xffffu << 16 | 20);
    scene_put(run, 0xff4, 40 << 16 | 0);
}
static void scissor_plain(struct scene_plain *x) {
    x->pipeline.scissors[0] = (VkRect2D){{10, 20}, {30, SCENE_SIZE - 20}};
}
/* Depth as OpenGL has it: seen through a depth test against the middle. */
static void minus_one(struct scene_run *run) {
    scene_put(run, 0xd7c, 0);
    scene_put_float(run, 0xa08, 0.5f);
    scene_put_float(run, 0xa14, 0.5f);
    scene_put_float(run, 0xd90, 0.8f);
    scene_put(run, 0x19d0, 1);
    scene_put(run, 0x12cc, 1);
    scene_put(run, 0x130c, 2);
}
static void test_against(struct scene_plain *x, float value, uint32_t count) {
    const VkClearAttachment a = {VK_IMAGE_ASPECT_DEPTH_BIT, 0, {.depthStencil = {value, 0}}};
    const VkClearRect r = {{{0, 0}, {SCENE_SIZE, SCENE_SIZE}}, 0, 1};
    vkCmdClearAttachments(x->commands, 1, &a, 1, &r);
    vkCmdDraw(x->commands, count, 1, 0, 0);
}
static void minus_one_plain(struct scene_plain *x) {
    static const VkPipelineViewportDepthClipControlCreateInfoEXT control = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT,
        .negativeOneToOne = VK_TRUE};
    x->pipeline.viewport_next = &control;
    x->pipeline.depth.depthTestEnable = VK_TRUE;
    x->pipeline.depth.depthCompareOp = VK_COMPARE_OP_LESS;
}
static void minus_one_draw(struct scene_plain *x, VkPipeline pipeline) {
    (void)pipeline;
    test_against(x, 0.8f, 3);
}
static void reversed(struct scene_run *run) {
    put_viewport(run, 0, 0, SCENE_SIZE, SCENE_SIZE, 1, 0);
    scene_put_float(run, 0xd90, 0.5f);
    scene_put(run, 0x19d0, 1);
    scene_put(run, 0x12cc, 1);
    scene_put(run, 0x130c, 0x204);
}
static void reversed_plain(struct scene_plain *x) {
    x->pipeline.viewports[0].minDepth = 1;
    x->pipeline.viewports[0].maxDepth = 0;
    x->pipeline.depth.depthTestEnable = VK_TRUE;
    x->pipeline.depth.depthCompareOp = VK_COMPARE_OP_GREATER;
}
static void reversed_draw(struct scene_plain *x, VkPipeline pipeline) {
    (void)pipeline;
    test_against(x, 0.5f, 6);
}
static void clamp(struct scene_run *run) {
    scene_put(run, 0x193c, 0x101a);
}
static void clamp_plain(struct scene_plain *x) {
    x->pipeline.raster.depthClampEnable = VK_TRUE;
}

/* ---- clip distances ---- */

static const char clip_text[] = ".container bare\n"
                                ".stage vertex\n"
                                "    .sph type 1\n"
                                "    .sph version 3\n"
                                "    .sph shader_type 1\n"
                                "    .sph in[0] 0xf\n"
                                "    .sph in[1] 0xf\n"
                                "    .sph out_system 0xf0000000\n"
                                "    .sph out_system_c 0x3\n"
                                "    .sph out[0] 0xf\n"
                                ".code\n"
                                "    ALD.128 R0, a[0x80], RZ\n"
                                "    ALD.128 R4, a[0x90], RZ\n"
                                "    AST.128 a[0x70], R0, RZ\n"
                                "    AST.128 a[0x80], R4, RZ\n"
                                "    FADD R8, R4, -0.25\n"
                                "    AST a[0x2c0], R8, RZ\n"
                                "    FADD R8, R5, -0.125\n"
                                "    AST a[0x2c4], R8, RZ\n"
                                "    EXIT\n";
static void clip(struct scene_run *run) {
    scene_put(run, 0x1510, 3);
}
static const struct scene_vertex large[] = {
    {AT(-0.9f, -0.9f, 0.5f), {0, 0, 0.5f, 1}},
    {AT(0.9f, -0.9f, 0.5f), {1, 0, 0.5f, 1}},
    {AT(0.0f, 0.9f, 0.5f), {0.5f, 1, 0.5f, 1}},
};

/* ---- flat colours ---- */

static const char flat_text[] = ".container bare\n"
                                ".stage fragment\n"
                                "    .sph type 2\n"
                                "    .sph version 3\n"
                                "    .sph shader_type 5\n"
                                "    .sph in[0] 0x55\n"
                                "    .sph target[0] 0xf\n"
                                ".code\n"
                                "    IPA.CONSTANT R0, a[0x80], RZ, RZ\n"
                                "    IPA.CONSTANT R1, a[0x84], RZ, RZ\n"
                                "    IPA.CONSTANT R2, a[0x88], RZ, RZ\n"
                                "    IPA.CONSTANT R3, a[0x8c], RZ, RZ\n"
                                "    EXIT\n";
static void last(struct scene_run *run) {
    scene_put(run, 0x1684, 1);
}
static void last_plain(struct scene_plain *x) {
    static VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT,
        .provokingVertexMode = VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT};
    provoking.pNext = x->pipeline.raster.pNext;
    x->pipeline.raster.pNext = &provoking;
}
static const uint32_t quad_last[] = {0, 1, 3, 1, 2, 3};

/* ---- lines and points ---- */

static void wire(struct scene_run *run) {
    scene_put(run, 0xdac, 0x1b01);
    scene_put(run, 0xdb0, 0x1b01);
}
static void wire_plain(struct scene_plain *x) {
    x->pipeline.raster.polygonMode = VK_POLYGON_MODE_LINE;
}
static void sides(struct scene_run *run) {
    scene_put(run, 0xdac, 0x1b01);
}
static void sides_plain(struct scene_plain *x) {
    x->pipeline.raster.polygonMode = VK_POLYGON_MODE_LINE;
    x->pipeline.raster.cullMode = VK_CULL_MODE_BACK_BIT;
}
static void sides_draw(struct scene_plain *x, VkPipeline pipeline) {
    struct plain_pipeline back = x->pipeline;
    (void)pipeline;
    vkCmdDraw(x->commands, 6, 1, 0, 0);
    back.raster.polygonMode = VK_POLYGON_MODE_FILL;
    back.raster.cullMode = VK_CULL_MODE_FRONT_BIT;
    vkCmdBindPipeline(x->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, plain_pipeline(x->p, &back));
    vkCmdDraw(x->commands, 6, 1, 0, 0);
}
static void wide(struct scene_run *run) {
    scene_put_float(run, 0x13b0, 5);
}
static void wide_plain(struct scene_plain *x) {
    x->pipeline.raster.lineWidth = 5;
}
static void dashed(struct scene_run *run) {
    scene_put(run, 0x166c, 1);
    scene_put(run, 0x1680, 0x3333 << 8 | 1);
}
static void dashed_plain(struct scene_plain *x) {
    VkPipelineRasterizationLineStateCreateInfoEXT *line =
        (VkPipelineRasterizationLineStateCreateInfoEXT *)x->pipeline.raster.pNext;
    line->stippledLineEnable = VK_TRUE;
    line->lineStippleFactor = 2;
    line->lineStipplePattern = 0x3333;
}
/* A triangle that stands for the rectangle around it, whose colours are those of its plane. */
static const struct scene_vertex corner[] = {
    {AT(-0.8f, -0.7f, 0.5f), {0.5f, 0, 0.25f, 1}},
    {AT(-0.8f, 0.6f, 0.5f), {1, 0.25f, 0, 1}},
    {AT(0.7f, -0.7f, 0.5f), {0, 0.5f, 0.5f, 1}},
};
static void fill(struct scene_run *run) {
    scene_put(run, 0x113c, 2);
    scene_draw(run, 4, 0, 3);
    scene_put(run, 0x113c, 0);
}
static void fill_plain(struct scene_plain *x, VkPipeline pipeline) {
    static const struct scene_vertex fourth = {AT(0.7f, 0.6f, 0.5f), {0.5f, 0.75f, 0.25f, 1}};
    static const uint32_t order[] = {1, 3, 2};
    struct scene_vertex *v = (struct scene_vertex *)x->vertices.data;
    (void)pipeline;
    v[3] = fourth;
    memcpy(x->indices.data, order, sizeof order);
    vkCmdDraw(x->commands, 3, 1, 0, 0);
    vkCmdDrawIndexed(x->commands, 3, 1, 0, 0, 0);
}

static void sized(struct scene_run *run) {
    scene_put_float(run, 0x1518, 7);
}

/* Where in the point a pixel lies. */
static const char coord_text[] = ".container bare\n"
                                 ".stage fragment\n"
                                 "    .sph type 2\n"
                                 "    .sph version 3\n"
                                 "    .sph shader_type 5\n"
                                 "    .sph in_system_c 0x300\n"
                                 "    .sph target[0] 0xf\n"
                                 ".code\n"
                                 "    IPA.PASS R0, a[0x2e0], RZ, RZ\n"
                                 "    IPA.PASS R1, a[0x2e4], RZ, RZ\n"
                                 "    MOV32I R2, 0x3f000000\n"
                                 "    MOV32I R3, 0x3f800000\n"
                                 "    EXIT\n";
static void from_bottom(struct scene_run *run) {
    sized(run);
    scene_put(run, 0x1520, 1);
    scene_put(run, 0x1604, 0);
}
static void from_top(struct scene_run *run) {
    sized(run);
    scene_put(run, 0x1520, 1);
    scene_put(run, 0x1604, 4);
}

static void discarded(struct scene_run *run) {
    scene_draw(run, 4, 0, 3);
    scene_put(run, 0x37c, 0);
    scene_draw(run, 4, 3, 3);
}
static void discarded_plain(struct scene_plain *x, VkPipeline pipeline) {
    (void)pipeline;
    vkCmdDraw(x->commands, 3, 1, 0, 0);
}

/* ---- conditional rendering ---- */

static void conditions(struct scene_run *run) {
    const uint64_t at = machine_memory(run->m, 64, 64);
    ((uint64_t *)machine_at(run->m, at))[2] = 7;
    scene_put_address(run, 0x1550, at);
    scene_put(run, 0x1558, 2);
    scene_draw(run, 4, 3, 3); /* there is zero */
    scene_put(run, 0x1558, 4);
    scene_draw(run, 4, 0, 3); /* the two are not equal */
    scene_put(run, 0x1558, 3);
    scene_draw(run, 4, 3, 3);
    scene_put(run, 0x1558, 1);
}

#define WORDS_V(w) .plain_vertex = w, .plain_vertex_size = sizeof w
#define WORDS_F(w) .plain_fragment = w, .plain_fragment_size = sizeof w
#define FLAT       .fragment = flat_text, WORDS_V(scene_flat_vert_spv), WORDS_F(scene_flat_frag_spv)
#define INDICES(l) .plain_indices = l, .plain_index_count = sizeof l / sizeof *l

static const struct scene scenes[] = {
    {"culled at the back", LIST(two), GREY, .set = cull_back, .set_plain = cull_back_plain},
    {"culled in front", LIST(two), GREY, .set = cull_front, .set_plain = cull_back_plain},
    {"culled upside down", LIST(two), GREY, .set = cull_flipped, .set_plain = cull_back_plain},
    {"viewport", LIST(two), GREY, .set = viewport, .set_plain = viewport_plain},
    {"viewport upward", LIST(two), GREY, .set = upward, .set_plain = upward_plain},
    {"viewport mirrored", LIST(two), GREY, .set = mirrored, .set_plain = cull_back_plain,
     .draw_plain = mirrored_draw, .many = 8},
    {"coordinates that change places", LIST(two), GREY, .set = changed, .draw_plain = changed_draw},
    {"positions in the window", LIST(two), GREY, .set = window, .many = 8},
    {"scissor", LIST(two), GREY, .set = scissor, .set_plain = scissor_plain},
    {"depth from -1 to 1", LIST(deep), GREY, .depth = true, .set = minus_one,
     .set_plain = minus_one_plain, .draw_plain = minus_one_draw},
    {"depth reversed", LIST(two), GREY, .depth = true, .set = reversed, .set_plain = reversed_plain,
     .draw_plain = reversed_draw},
    {"depth clipped", LIST(deep), GREY},
    {"depth clamped", LIST(deep), GREY, .set = clamp, .set_plain = clamp_plain},
    {"clip distances", LIST(large), GREY, .set = clip, .vertex = clip_text,
     WORDS_V(scene_clip_vert_spv)},
    {"flat, first vertex", LIST(two), GREY, FLAT},
    {"flat, last vertex", LIST(two), GREY, FLAT, .set = last, .set_plain = last_plain},
    {"flat quad, last vertex", .vertices = two, .count = 4, .primitive = 7,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, INDICES(quad_last), FLAT, .set = last,
     .set_plain = last_plain},
    {"polygons as lines", LIST(two), GREY, .set = wire, .set_plain = wire_plain},
    {"sides of different modes", LIST(two), GREY, .set = sides, .set_plain = sides_plain,
     .draw_plain = sides_draw},
    {"wide lines", .vertices = two, .count = 6, .primitive = 1,
     .topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST, .set = wide, .set_plain = wide_plain},
    {"dashed lines", .vertices = two, .count = 6, .primitive = 3,
     .topology = VK_PRIMITIVE_TOPOLOGY_LINE_STRIP, .set = dashed, .set_plain = dashed_plain},
    {"rectangles", LIST(corner), GREY, .draw = fill, .draw_plain = fill_plain},
    {"large points", .vertices = two, .count = 6, .primitive = 0,
     .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST, .set = sized, WORDS_V(scene_points_vert_spv)},
    {"point coordinates upward", .vertices = two, .count = 6, .primitive = 0,
     .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST, .set = from_bottom, .fragment = coord_text,
     WORDS_V(scene_points_vert_spv), WORDS_F(scene_coord_bottom_frag_spv)},
    {"point coordinates downward", .vertices = two, .count = 6, .primitive = 0,
     .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST, .set = from_top, .fragment = coord_text,
     WORDS_V(scene_points_vert_spv), WORDS_F(scene_coord_top_frag_spv)},
    {"rasterizer off", LIST(two), GREY, .draw = discarded, .draw_plain = discarded_plain},
    {"conditions", LIST(two), GREY, .draw = conditions, .draw_plain = discarded_plain},
};

int main(void) {
    return scenes_run(scenes, sizeof scenes / sizeof *scenes);
}
