/* SPDX-License-Identifier: MIT */
/* Clears of parts: of a target, of its components, of its bits. */
#include "scene.h"

#define AT(x, y, z) {x, y, z, 1}

/* Two triangles over each other, of several alphas and depths. */
static const struct scene_vertex two[] = {
    {AT(-0.9f, -0.9f, 0.2f), {1, 0, 0, 1}},     {AT(0.9f, -0.7f, 0.8f), {0, 1, 0, 0.5f}},
    {AT(-0.5f, 0.9f, 0.5f), {0, 0, 1, 0.25f}},  {AT(0.9f, 0.9f, 0.3f), {1, 1, 0, 0.75f}},
    {AT(-0.9f, 0.6f, 0.7f), {0, 1, 1, 0.125f}}, {AT(0.4f, -0.9f, 0.4f), {1, 0, 1, 0.9f}},
};
#define TWO                                                                                        \
    .vertices = two, .count = 6, .primitive = 4, .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST

#define GREY .background = {0.25f, 0.5f, 0.75f, 0.5f}

static void clear_plain(struct scene_plain *x, VkImageAspectFlags aspects, float z, uint32_t s,
                        VkRect2D rect) {
    const VkClearAttachment a = {aspects, 0, {.depthStencil = {z, s}}};
    const VkClearRect r = {rect, 0, 1};
    vkCmdClearAttachments(x->commands, 1, &a, 1, &r);
}
static void part_clear(struct scene_run *run) {
    scene_draw(run, 4, 0, 6);
    scene_put(run, 0xe00, 1);
    scene_put(run, 0xe04, 50 << 16 | 10);
    scene_put(run, 0xe08, 40 << 16 | 20);
    scene_put(run, 0x10f8, 0x101);
    for (unsigned i = 0; i < 4; i++)
        scene_put_float(run, 0xd80 + 4 * i, 0.25f * (float)(i + 1));
    scene_put(run, 0x19d0, 0x3c);
}
static void part_clear_plain(struct scene_plain *x, VkPipeline pipeline) {
    const VkClearAttachment a = {VK_IMAGE_ASPECT_COLOR_BIT, 0, {{{0.25f, 0.5f, 0.75f, 1}}}};
    const VkClearRect r = {{{10, 20}, {40, 20}}, 0, 1};
    (void)pipeline;
    vkCmdDraw(x->commands, 6, 1, 0, 0);
    vkCmdClearAttachments(x->commands, 1, &a, 1, &r);
}

/* Red and blue alone: what is green stays. */
static void masked_clear(struct scene_run *run) {
    scene_draw(run, 4, 0, 6);
    for (unsigned i = 0; i < 4; i++)
        scene_put_float(run, 0xd80 + 4 * i, 0.75f);
    scene_put(run, 0x19d0, 1 << 2 | 1 << 4);
    scene_draw(run, 4, 3, 3);
}
static void masked_clear_plain(struct scene_plain *x, VkPipeline pipeline) {
    static const struct scene_vertex all[] = {{{-1, -1, 0, 1}, {0.75f, 0.75f, 0.75f, 0.75f}},
                                              {{3, -1, 0, 1}, {0.75f, 0.75f, 0.75f, 0.75f}},
                                              {{-1, 3, 0, 1}, {0.75f, 0.75f, 0.75f, 0.75f}}};
    struct plain_pipeline some = x->pipeline;
    for (unsigned i = 0; i < 3; i++)
        ((struct scene_vertex *)x->vertices.data)[10 + i] = all[i];
    vkCmdDraw(x->commands, 6, 1, 0, 0);
    some.blend[0].colorWriteMask = 1 | 4;
    vkCmdBindPipeline(x->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, plain_pipeline(x->p, &some));
    vkCmdDraw(x->commands, 3, 1, 10, 0);
    vkCmdBindPipeline(x->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdDraw(x->commands, 3, 1, 3, 0);
}

/* Some bits of stencil cleared, in a part, then drawn where they are. */
static void stencil_clear(struct scene_run *run) {
    scene_put(run, 0xda0, 0xff);
    scene_put(run, 0x139c, 0x0f);
    scene_put(run, 0xe00, 1);
    scene_put(run, 0xe04, 50 << 16 | 10);
    scene_put(run, 0xe08, 60 << 16 | 5);
    scene_put(run, 0x10f8, 0x101);
    scene_put(run, 0x19d0, 2);
    scene_put(run, 0xe00, 0);
    scene_put(run, 0x1380, 1);
    scene_put(run, 0x1384, 1);
    scene_put(run, 0x1388, 1);
    scene_put(run, 0x138c, 1);
    scene_put(run, 0x1390, 3);
    scene_put(run, 0x1394, 0x0f);
    scene_put(run, 0x1398, 0xff);
    scene_draw(run, 4, 0, 6);
}
static void stencil_clear_plain(struct scene_plain *x, VkPipeline pipeline) {
    (void)pipeline;
    clear_plain(x, VK_IMAGE_ASPECT_STENCIL_BIT, 0, 0x0f, (VkRect2D){{10, 5}, {40, 55}});
    vkCmdDraw(x->commands, 6, 1, 0, 0);
}
static void stencil_clear_set(struct scene_plain *x) {
    x->pipeline.depth.stencilTestEnable = VK_TRUE;
    x->pipeline.depth.front = x->pipeline.depth.back =
        (VkStencilOpState){.compareOp = VK_COMPARE_OP_EQUAL, .compareMask = 0xff, .reference = 15};
}

static const struct scene scenes[] = {
    {"clear of a part", TWO, GREY, .draw = part_clear, .draw_plain = part_clear_plain},
    {"clear of some components", TWO, GREY, .draw = masked_clear, .draw_plain = masked_clear_plain},
    {"clear of some bits of stencil", TWO, GREY, .depth = true, .draw = stencil_clear,
     .set_plain = stencil_clear_set, .draw_plain = stencil_clear_plain},
};

int main(void) {
    return scenes_run(scenes, sizeof scenes / sizeof *scenes);
}
