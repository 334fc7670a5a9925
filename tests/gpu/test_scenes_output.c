/* SPDX-License-Identifier: MIT */
/* What becomes of a pixel: blending, masks, logic, depth, stencil, alpha. */
#include "scene.h"

#include "scene_alpha_frag.spv.h"
#include "scene_dual_frag.spv.h"
#include "scene_same_frag.spv.h"
#include "scene_two_frag.spv.h"

#define AT(x, y, z) {x, y, z, 1}

/* Two triangles over each other, of several alphas and depths. */
static const struct scene_vertex two[] = {
    {AT(-0.9f, -0.9f, 0.2f), {1, 0, 0, 1}},     {AT(0.9f, -0.7f, 0.8f), {0, 1, 0, 0.5f}},
    {AT(-0.5f, 0.9f, 0.5f), {0, 0, 1, 0.25f}},  {AT(0.9f, 0.9f, 0.3f), {1, 1, 0, 0.75f}},
    {AT(-0.9f, 0.6f, 0.7f), {0, 1, 1, 0.125f}}, {AT(0.4f, -0.9f, 0.4f), {1, 0, 1, 0.9f}},
};
#define TWO                                                                                        \
    .vertices = two, .count = 6, .primitive = 4, .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST

/* Writes the colour and the same the other way round. */
static const char two_text[] = ".container bare\n"
                               ".stage fragment\n"
                               "    .sph type 2\n"
                               "    .sph version 3\n"
                               "    .sph shader_type 5\n"
                               "    .sph many_targets 1\n"
                               "    .sph in_system 0x80000000\n"
                               "    .sph in[0] 0xaa\n"
                               "    .sph target[0] 0xf\n"
                               "    .sph target[1] 0xf\n"
                               ".code\n"
                               "    IPA.PASS R8, a[0x7c], RZ, RZ\n"
                               "    MUFU.RCP R8, R8\n"
                               "    IPA R0, a[0x80], R8, RZ\n"
                               "    IPA R1, a[0x84], R8, RZ\n"
                               "    IPA R2, a[0x88], R8, RZ\n"
                               "    IPA R3, a[0x8c], R8, RZ\n"
                               "    MOV R4, R3\n"
                               "    MOV R5, R2\n"
                               "    MOV R6, R1\n"
                               "    MOV R7, R0\n"
                               "    EXIT\n";

/* ---- blending ---- */

static void put_blend(struct scene_run *run, unsigned target, const uint32_t equation[6]) {
    scene_put(run, 0x1360 + 4 * target, 1);
    for (unsigned i = 0; i < 6; i++)
        scene_put(run, 0x1e04 + 0x20 * target + 4 * i, equation[i]);
}

static void over(struct scene_run *run) { /* Direct3D's numbers */
    put_blend(run, 0, (const uint32_t[]){1, 5, 6, 1, 2, 6});
}
static void over_plain(struct scene_plain *x) {
    x->pipeline.blend[0] =
        (VkPipelineColorBlendAttachmentState){VK_TRUE,
                                              VK_BLEND_FACTOR_SRC_ALPHA,
                                              VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                              VK_BLEND_OP_ADD,
                                              VK_BLEND_FACTOR_ONE,
                                              VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                              VK_BLEND_OP_ADD,
                                              15};
}

static void constants(struct scene_run *run) { /* OpenGL's */
    static const float values[] = {0.25f, 0.5f, 0.75f, 0.4f};
    put_blend(run, 0, (const uint32_t[]){0x800b, 0xc001, 0xc004, 0x8008, 0x4001, 0x4001});
    for (unsigned i = 0; i < 4; i++)
        scene_put_float(run, 0x131c + 4 * i, values[i]);
}
static void constants_plain(struct scene_plain *x) {
    static const float values[] = {0.25f, 0.5f, 0.75f, 0.4f};
    x->pipeline.blend[0] =
        (VkPipelineColorBlendAttachmentState){VK_TRUE,
                                              VK_BLEND_FACTOR_CONSTANT_COLOR,
                                              VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA,
                                              VK_BLEND_OP_REVERSE_SUBTRACT,
                                              VK_BLEND_FACTOR_ONE,
                                              VK_BLEND_FACTOR_ONE,
                                              VK_BLEND_OP_MAX,
                                              15};
    for (unsigned i = 0; i < 4; i++)
        x->pipeline.output.blendConstants[i] = values[i];
}

static void common(struct scene_run *run) {
    static const uint32_t equation[] = {0x8006, 0x4302, 0x4001, 0x8006, 0x4001};
    scene_put(run, 0x12e4, 0);
    scene_put(run, 0x133c, 1);
    for (unsigned i = 0; i < 5; i++)
        scene_put(run, 0x1340 + 4 * i, equation[i]);
    scene_put(run, 0x1358, 0x4000);
    scene_put(run, 0x1360, 1);
}
static void common_plain(struct scene_plain *x) {
    x->pipeline.blend[0] = (VkPipelineColorBlendAttachmentState){VK_TRUE,
                                                                 VK_BLEND_FACTOR_SRC_ALPHA,
                                                                 VK_BLEND_FACTOR_ONE,
                                                                 VK_BLEND_OP_ADD,
                                                                 VK_BLEND_FACTOR_ONE,
                                                                 VK_BLEND_FACTOR_ZERO,
                                                                 VK_BLEND_OP_ADD,
                                                                 15};
}

static void each(struct scene_run *run) {
    put_blend(run, 0, (const uint32_t[]){1, 2, 2, 1, 2, 1});
    put_blend(run, 1, (const uint32_t[]){2, 9, 7, 4, 2, 2});
    scene_put(run, 0x1a04, 0x1011);
}
static void each_plain(struct scene_plain *x) {
    x->pipeline.blend[0] = (VkPipelineColorBlendAttachmentState){VK_TRUE,
                                                                 VK_BLEND_FACTOR_ONE,
                                                                 VK_BLEND_FACTOR_ONE,
                                                                 VK_BLEND_OP_ADD,
                                                                 VK_BLEND_FACTOR_ONE,
                                                                 VK_BLEND_FACTOR_ZERO,
                                                                 VK_BLEND_OP_ADD,
                                                                 15};
    x->pipeline.blend[1] = (VkPipelineColorBlendAttachmentState){VK_TRUE,
                                                                 VK_BLEND_FACTOR_DST_COLOR,
                                                                 VK_BLEND_FACTOR_DST_ALPHA,
                                                                 VK_BLEND_OP_SUBTRACT,
                                                                 VK_BLEND_FACTOR_ONE,
                                                                 VK_BLEND_FACTOR_ONE,
                                                                 VK_BLEND_OP_MIN,
                                                                 1 | 2 | 8};
}

static void dual(struct scene_run *run) {
    put_blend(run, 0, (const uint32_t[]){1, 0xc900, 0x11, 1, 0x4001, 0x12});
}
static void dual_plain(struct scene_plain *x) {
    x->pipeline.blend[0] =
        (VkPipelineColorBlendAttachmentState){VK_TRUE,
                                              VK_BLEND_FACTOR_SRC1_COLOR,
                                              VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR,
                                              VK_BLEND_OP_ADD,
                                              VK_BLEND_FACTOR_ONE,
                                              VK_BLEND_FACTOR_SRC1_ALPHA,
                                              VK_BLEND_OP_ADD,
                                              15};
}

static void masks(struct scene_run *run) {
    scene_put(run, 0x1a00, 0x0101);
}
static void masks_plain(struct scene_plain *x) {
    x->pipeline.blend[0].colorWriteMask = 1 | 4;
}

static void logic(struct scene_run *run) {
    scene_put(run, 0x19c4, 1);
    scene_put(run, 0x19c8, 0x1506);
}
static void logic_plain(struct scene_plain *x) {
    x->pipeline.output.logicOpEnable = VK_TRUE;
    x->pipeline.output.logicOp = VK_LOGIC_OP_XOR;
}

static void alpha_test(struct scene_run *run) {
    scene_put(run, 0x12ec, 1);
    scene_put(run, 0x1314, 0x204);
    scene_put_float(run, 0x1310, 0.5f);
}

/* ---- which output goes where ---- */

/* SET_CT_MRT_ENABLE off: the second output goes nowhere. */
static void one_color(struct scene_run *run) {
    scene_put(run, 0xfac, 0);
}

/* The first output has no target: it has no format. */
static void no_target(struct scene_run *run) {
    scene_put(run, 0x810, 0);
}
static void no_target_plain(struct scene_plain *x) {
    x->pipeline.blend[0].colorWriteMask = 0;
}

/* The format has the curve of sRGB, SET_SRGB_WRITE leaves it out. */
static void no_curve(struct scene_run *run) {
    scene_put(run, 0x810, 0xd6);
    scene_put(run, 0x15b8, 0);
}

/* ---- depth and stencil ---- */

static void depth(struct scene_run *run) {
    scene_put(run, 0x12cc, 1);
    scene_put(run, 0x12e8, 1);
    scene_put(run, 0x130c, 0x201);
}
static void depth_plain(struct scene_plain *x) {
    x->pipeline.depth.depthTestEnable = x->pipeline.depth.depthWriteEnable = VK_TRUE;
    x->pipeline.depth.depthCompareOp = VK_COMPARE_OP_LESS;
}

/* Read, not written: the second triangle is seen where it is in front of 0.45. */
static void depth_kept(struct scene_run *run) {
    scene_put_float(run, 0xd90, 0.45f);
    scene_put(run, 0x19d0, 1);
    depth(run);
    scene_put(run, 0x12e8, 0);
}
static void clear_plain(struct scene_plain *x, VkImageAspectFlags aspects, float z, uint32_t s,
                        VkRect2D rect) {
    const VkClearAttachment a = {aspects, 0, {.depthStencil = {z, s}}};
    const VkClearRect r = {rect, 0, 1};
    vkCmdClearAttachments(x->commands, 1, &a, 1, &r);
}
static void depth_kept_plain(struct scene_plain *x) {
    depth_plain(x);
    x->pipeline.depth.depthWriteEnable = VK_FALSE;
}
static void depth_kept_draw(struct scene_plain *x, VkPipeline pipeline) {
    (void)pipeline;
    clear_plain(x, VK_IMAGE_ASPECT_DEPTH_BIT, 0.45f, 0,
                (VkRect2D){{0, 0}, {SCENE_SIZE, SCENE_SIZE}});
    vkCmdDraw(x->commands, 6, 1, 0, 0);
}

static void bias(struct scene_run *run) {
    depth_kept(run);
    scene_put(run, 0xdc8, 1);
    scene_put_float(run, 0x15bc, 2 * 100000);
    scene_put_float(run, 0x156c, 2.5f);
    scene_put_float(run, 0x187c, 0);
}
static void bias_plain(struct scene_plain *x) {
    depth_kept_plain(x);
    x->pipeline.raster.depthBiasEnable = VK_TRUE;
    x->pipeline.raster.depthBiasConstantFactor = 100000;
    x->pipeline.raster.depthBiasSlopeFactor = 2.5f;
}

/* The first triangle writes 5 where it is, the second is drawn where 5 is not. */
static void stencil_draw(struct scene_run *run) {
    static const struct {
        uint16_t address;
        uint32_t value;
    } rows[] = {{0x1380, 1}, {0x1384, 1},    {0x1388, 1},    {0x138c, 3},
                {0x1390, 8}, {0x1394, 0x15}, {0x1398, 0xff}, {0x139c, 0xf}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        scene_put(run, rows[i].address, rows[i].value);
    scene_draw(run, 4, 0, 3);
    scene_put(run, 0x1390, 0x205);
    scene_put(run, 0x1398, 7);
    scene_draw(run, 4, 3, 3);
}
static void stencil_plain(struct scene_plain *x) {
    const VkStencilOpState face = {VK_STENCIL_OP_KEEP,
                                   VK_STENCIL_OP_REPLACE,
                                   VK_STENCIL_OP_KEEP,
                                   VK_COMPARE_OP_NOT_EQUAL,
                                   7,
                                   0xf,
                                   0x15};
    x->pipeline.depth.stencilTestEnable = VK_TRUE;
    x->pipeline.depth.front = x->pipeline.depth.back = face;
}

/* Sides: one triangle goes around each way. */
static void sides_draw(struct scene_run *run) {
    static const struct {
        uint16_t address;
        uint32_t value;
    } rows[] = {{0x1380, 1},      {0x1594, 1}, {0x1384, 1},   {0x1388, 1},
                {0x138c, 0x8507}, {0x1390, 8}, {0x1394, 0},   {0x1398, 0xff},
                {0x139c, 0xff},   {0x1598, 1}, {0x159c, 1},   {0x15a0, 0x8508},
                {0x15a4, 0x207},  {0xf54, 0},  {0xf58, 0xff}, {0xf5c, 0xff}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        scene_put(run, rows[i].address, rows[i].value);
    scene_put(run, 0x1a00, 0);
    scene_draw(run, 4, 0, 6);
    scene_put(run, 0x1a00, 0x1111);
    scene_put(run, 0x138c, 1);
    scene_put(run, 0x15a0, 1);
    scene_put(run, 0x1390, 3); /* equal */
    scene_put(run, 0x15a4, 3);
    scene_put(run, 0x1394, 1);
    scene_put(run, 0xf54, 0xff);
    scene_draw(run, 4, 0, 6);
}
static void sides_plain(struct scene_plain *x) {
    x->pipeline.depth.stencilTestEnable = VK_TRUE;
    x->pipeline.depth.front = (VkStencilOpState){VK_STENCIL_OP_KEEP,
                                                 VK_STENCIL_OP_INCREMENT_AND_WRAP,
                                                 VK_STENCIL_OP_KEEP,
                                                 VK_COMPARE_OP_ALWAYS,
                                                 0xff,
                                                 0xff,
                                                 0};
    x->pipeline.depth.back = (VkStencilOpState){VK_STENCIL_OP_KEEP,
                                                VK_STENCIL_OP_DECREMENT_AND_WRAP,
                                                VK_STENCIL_OP_KEEP,
                                                VK_COMPARE_OP_ALWAYS,
                                                0xff,
                                                0xff,
                                                0};
    x->pipeline.blend[0].colorWriteMask = 0;
}
static void sides_draw_plain(struct scene_plain *x, VkPipeline pipeline) {
    struct plain_pipeline second = x->pipeline;
    (void)pipeline;
    vkCmdDraw(x->commands, 6, 1, 0, 0);
    second.blend[0].colorWriteMask = 15;
    second.depth.front.passOp = second.depth.back.passOp = VK_STENCIL_OP_KEEP;
    second.depth.front.compareOp = second.depth.back.compareOp = VK_COMPARE_OP_EQUAL;
    second.depth.front.reference = 1;
    second.depth.back.reference = 0xff;
    vkCmdBindPipeline(x->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, plain_pipeline(x->p, &second));
    vkCmdDraw(x->commands, 6, 1, 0, 0);
}

static void stencil_draw_plain(struct scene_plain *x, VkPipeline pipeline) {
    struct plain_pipeline first = x->pipeline;
    first.depth.front.compareOp = first.depth.back.compareOp = VK_COMPARE_OP_ALWAYS;
    vkCmdBindPipeline(x->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, plain_pipeline(x->p, &first));
    vkCmdDraw(x->commands, 3, 1, 0, 0);
    vkCmdBindPipeline(x->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdDraw(x->commands, 3, 1, 3, 0);
}

#define WORDS(w) .plain_fragment = w, .plain_fragment_size = sizeof w
#define GREY     .background = {0.25f, 0.5f, 0.75f, 0.5f}

static const struct scene scenes[] = {
    {"blending over", TWO, GREY, .set = over, .set_plain = over_plain},
    {"blending with constants", TWO, GREY, .set = constants, .set_plain = constants_plain},
    {"blending alike for all", TWO, GREY, .set = common, .set_plain = common_plain},
    {"blending each target", TWO, GREY, .second = true, .fragment = two_text,
     WORDS(scene_two_frag_spv), .set = each, .set_plain = each_plain},
    {"blending with two sources", TWO, GREY, .fragment = two_text, WORDS(scene_dual_frag_spv),
     .set = dual, .set_plain = dual_plain},
    {"colour masks", TWO, GREY, .set = masks, .set_plain = masks_plain},
    {"logic operation", TWO, GREY, .set = logic, .set_plain = logic_plain},
    {"alpha test", TWO, GREY, .set = alpha_test, WORDS(scene_alpha_frag_spv), .many = 4},
    {"one colour for all targets", TWO, GREY, .second = true, .fragment = two_text,
     WORDS(scene_same_frag_spv), .set = one_color},
    {"one colour of a program that has one", TWO, GREY, .second = true, WORDS(scene_same_frag_spv)},
    {"a colour without a target", TWO, GREY, .second = true, .fragment = two_text,
     WORDS(scene_two_frag_spv), .set = no_target, .set_plain = no_target_plain},
    {"sRGB without its curve", TWO, GREY, .set = no_curve},
    {"depth test", TWO, GREY, .depth = true, .set = depth, .set_plain = depth_plain},
    {"depth kept", TWO, GREY, .depth = true, .set = depth_kept, .set_plain = depth_kept_plain,
     .draw_plain = depth_kept_draw},
    {"depth bias", TWO, GREY, .depth = true, .set = bias, .set_plain = bias_plain,
     .draw_plain = depth_kept_draw},
    {"stencil", TWO, GREY, .depth = true, .draw = stencil_draw, .set_plain = stencil_plain,
     .draw_plain = stencil_draw_plain},
    {"stencil of both sides", TWO, GREY, .depth = true, .draw = sides_draw,
     .set_plain = sides_plain, .draw_plain = sides_draw_plain},
};

int main(void) {
    return scenes_run(scenes, sizeof scenes / sizeof *scenes);
}
