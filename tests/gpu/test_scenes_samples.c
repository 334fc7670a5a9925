/* SPDX-License-Identifier: MIT */
/* Several samples of a pixel. */
#include "scene.h"

#include "scene_each_frag.spv.h"

#define AT(x, y) {x, y, 0.5f, 1}

static const struct scene_vertex two[] = {
    {AT(-0.9f, -0.9f), {1, 0, 0, 0.9f}}, {AT(-0.6f, 0.8f), {0, 1, 0, 0.1f}},
    {AT(0.1f, -0.2f), {0, 0, 1, 0.5f}},  {AT(0.9f, 0.9f), {1, 1, 0, 0.6f}},
    {AT(-0.2f, 0.6f), {0, 1, 1, 1}},     {AT(0.7f, -0.9f), {1, 0, 1, 0.3f}},
};
#define TWO                                                                                        \
    .vertices = two, .count = 6, .primitive = 4, .samples = true,                                  \
    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, .background = {0.25f, 0.5f, 0.75f, 0.5f}

static void mask(struct scene_run *run) {
    for (unsigned i = 0; i < 4; i++)
        scene_put(run, 0xfbc + 4 * i, 5);
}
static void mask_plain(struct scene_plain *x) {
    static const VkSampleMask some = 5;
    x->pipeline.multisample.pSampleMask = &some;
}
static void coverage(struct scene_run *run) {
    scene_put(run, 0x153c, 1);
}
static void coverage_plain(struct scene_plain *x) {
    x->pipeline.multisample.alphaToCoverageEnable = VK_TRUE;
    x->pipeline.raster.pNext = NULL; /* lines do not matter */
}
static void ones(struct scene_run *run) {
    scene_put(run, 0x153c, 0x10);
}
static void ones_plain(struct scene_plain *x) {
    x->pipeline.multisample.alphaToOneEnable = VK_TRUE;
    x->pipeline.raster.pNext = NULL;
}
static void each(struct scene_run *run) {
    scene_put(run, 0x754, 0x30);
}
static void each_plain(struct scene_plain *x) {
    x->pipeline.multisample.sampleShadingEnable = VK_TRUE;
    x->pipeline.multisample.minSampleShading = 1;
    x->pipeline.raster.pNext = NULL;
}

static const struct scene scenes[] = {
    {"samples", TWO},
    {"sample mask", TWO, .set = mask, .set_plain = mask_plain},
    {"alpha to coverage", TWO, .set = coverage, .set_plain = coverage_plain},
    {"alpha to one", TWO, .set = ones, .set_plain = ones_plain},
    {"each sample by itself", TWO, .set = each, .set_plain = each_plain,
     .plain_fragment = scene_each_frag_spv, .plain_fragment_size = sizeof scene_each_frag_spv},
};

int main(void) {
    return scenes_run(scenes, sizeof scenes / sizeof *scenes);
}
