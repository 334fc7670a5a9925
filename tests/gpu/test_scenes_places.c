/* SPDX-License-Identifier: MIT */
/* Which pixels are left out by where they lie, whatever their program does: window rectangles,
 * patterns of polygons; and points that are round. */
#include "scene.h"

#include "scene_points_vert.spv.h"
#include "scene_round_frag.spv.h"
#include "scene_stipple_frag.spv.h"

#include <stdio.h>

#define AT(x, y) {x, y, 0.5f, 1}

static const struct scene_vertex two[] = {
    {AT(-0.9f, -0.9f), {1, 0, 0, 1}},     {AT(0.9f, -0.7f), {0, 1, 0, 0.5f}},
    {AT(-0.5f, 0.9f), {0, 0, 1, 0.25f}},  {AT(0.9f, 0.9f), {1, 1, 0, 0.75f}},
    {AT(-0.9f, 0.6f), {0, 1, 1, 0.125f}}, {AT(0.4f, -0.9f), {1, 0, 1, 0.9f}},
};
#define GREY .background = {0.25f, 0.5f, 0.75f, 0.5f}
#define TWO                                                                                        \
    .vertices = two, .count = 6, .primitive = 4, .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,  \
    GREY
#define POINTS                                                                                     \
    .vertices = two, .count = 6, .primitive = 0, .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST, GREY
#define WORDS_V(w) .plain_vertex = w, .plain_vertex_size = sizeof w
#define WORDS_F(w) .plain_fragment = w, .plain_fragment_size = sizeof w

/* ---- points ---- */

static void sized(struct scene_run *run) {
    scene_put_float(run, 0x1518, 7);
}
/* Round, where they are no sprites; what is not covered lets the background through. */
static void rounded(struct scene_run *run) {
    static const uint32_t over[] = {1, 5, 6, 1, 2, 6};
    sized(run);
    scene_put(run, 0x1658, 1);
    scene_put(run, 0x1360, 1);
    for (unsigned i = 0; i < 6; i++)
        scene_put(run, 0x1e04 + 4 * i, over[i]);
}
static void rounded_plain(struct scene_plain *x) {
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
static void sprites(struct scene_run *run) {
    sized(run);
    scene_put(run, 0x1658, 1);
    scene_put(run, 0x1520, 1);
}

/* ---- pixels that are left out by where they lie ---- */

static void stippled(struct scene_run *run) {
    scene_put(run, 0x168c, 1);
    for (unsigned i = 0; i < 32; i++)
        scene_put(run, 0x1700 + 4 * i, 0x9e3779b9u * (i + 1));
}

/* Two rectangles that overlap, and one that is empty. */
static void put_windows(struct scene_run *run, uint32_t type) {
    static const uint32_t rects[][4] = {{5, 30, 10, 40}, {20, 50, 25, 60}, {60, 60, 0, 64}};
    scene_put(run, 0x194c, 1);
    scene_put(run, 0x1950, type);
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t *r = rects[i < 3 ? i : 2];
        scene_put(run, 0xd00 + 8 * i, r[1] << 16 | r[0]);
        scene_put(run, 0xd04 + 8 * i, r[3] << 16 | r[2]);
    }
}
static void windows(struct scene_run *run) {
    put_windows(run, 0);
}
static void outside(struct scene_run *run) {
    put_windows(run, 1);
}
/* All of the first window, then what the second has beside it. */
static void windows_plain(struct scene_plain *x, VkPipeline pipeline) {
    static const VkRect2D rects[] = {
        {{5, 10}, {25, 30}}, {{30, 25}, {20, 15}}, {{20, 40}, {30, 20}}};
    (void)pipeline;
    for (unsigned i = 0; i < 3; i++) {
        struct plain_pipeline one = x->pipeline;
        one.scissors[0] = rects[i];
        vkCmdBindPipeline(x->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, plain_pipeline(x->p, &one));
        vkCmdDraw(x->commands, 6, 1, 0, 0);
    }
}
static void outside_plain(struct scene_plain *x, VkPipeline pipeline) {
    static const VkRect2D rects[] = {{{0, 0}, {64, 10}},   {{0, 10}, {5, 54}},
                                     {{5, 40}, {15, 24}},  {{30, 10}, {34, 15}},
                                     {{50, 25}, {14, 39}}, {{20, 60}, {30, 4}}};
    (void)pipeline;
    for (unsigned i = 0; i < 6; i++) {
        struct plain_pipeline one = x->pipeline;
        one.scissors[0] = rects[i];
        vkCmdBindPipeline(x->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, plain_pipeline(x->p, &one));
        vkCmdDraw(x->commands, 6, 1, 0, 0);
    }
}
/* CLIPALL leaves out everything: only what is drawn without is seen. */
static void no_window(struct scene_run *run) {
    scene_draw(run, 4, 0, 3);
    put_windows(run, 2);
    scene_draw(run, 4, 3, 3);
}
static void no_window_plain(struct scene_plain *x, VkPipeline pipeline) {
    (void)pipeline;
    vkCmdDraw(x->commands, 3, 1, 0, 0);
}

/* ---- sides of their own ---- */

/* A program that writes memory draws each side as it is to be drawn all the same. */
static void sides(struct scene_run *run) {
    static const char text[] = ".container bare\n"
                               ".stage fragment\n"
                               "    .sph type 2\n"
                               "    .sph version 3\n"
                               "    .sph shader_type 5\n"
                               "    .sph global_store 1\n"
                               "    .sph in_system 0x80000000\n"
                               "    .sph in[0] 0xaa\n"
                               "    .sph target[0] 0xf\n"
                               ".code\n"
                               "    MOV32I R6, 0x%x\n"
                               "    MOV32I R7, 0x%x\n"
                               "    IPA.PASS R4, a[0x7c], RZ, RZ\n"
                               "    MUFU.RCP R4, R4\n"
                               "    IPA R0, a[0x80], R4, RZ\n"
                               "    IPA R1, a[0x84], R4, RZ\n"
                               "    IPA R2, a[0x88], R4, RZ\n"
                               "    IPA R3, a[0x8c], R4, RZ\n"
                               "    STG.E [R6], R0\n"
                               "    EXIT\n";
    char with_address[sizeof text + 16];
    snprintf(with_address, sizeof with_address, text, (unsigned)run->indices,
             (unsigned)(run->indices >> 32));
    scene_program(run, 5, with_address);
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

static const struct scene scenes[] = {
    {"round points", POINTS, .set = rounded, .set_plain = rounded_plain,
     WORDS_V(scene_points_vert_spv), WORDS_F(scene_round_frag_spv)},
    {"round points that are sprites", POINTS, .set = sprites, WORDS_V(scene_points_vert_spv)},
    {"polygons with a pattern", TWO, .set = stippled, WORDS_F(scene_stipple_frag_spv)},
    {"lines without the polygons' pattern", .vertices = two, .count = 6, .primitive = 1, GREY,
     .topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST, .set = stippled},
    {"window rectangles", TWO, .set = windows, .draw_plain = windows_plain},
    {"outside of window rectangles", TWO, .set = outside, .draw_plain = outside_plain},
    {"two modes of a program that writes", TWO, .set = sides, .set_plain = sides_plain,
     .draw_plain = sides_draw},
    {"no window at all", TWO, .draw = no_window, .draw_plain = no_window_plain},
};

int main(void) {
    return scenes_run(scenes, sizeof scenes / sizeof *scenes);
}
