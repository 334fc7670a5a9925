/* SPDX-License-Identifier: MIT */
/* Triangles that fill the rectangle around them; plain Vulkan draws the rectangle. */
#include "scene.h"

#include "scene_flat_frag.spv.h"
#include "scene_flat_vert.spv.h"

/* Three vertices of ours, and a fourth corner in the same plane; 1/w and what is divided by w go on
 * beyond the triangle as they go within it. */
#define AT(x, y, z, w) {x * w, y * w, z * w, w}
static const struct scene_vertex even[] = {
    {AT(-0.7f, -0.4f, 0.2f, 1), {0.25f, 0.5f, 0.75f, 1}},
    {AT(0.6f, -0.4f, 0.2f, 1), {0.5f, 0.5f, 0.25f, 1}},
    {AT(-0.7f, 0.8f, 0.6f, 1), {0.25f, 0.25f, 0.5f, 1}},
    {AT(0.6f, 0.8f, 0.6f, 1), {0.5f, 0.25f, 0, 1}},
};
static const struct scene_vertex deep[] = {
    {AT(-0.7f, -0.4f, 0.2f, 1), {0.2f, 0.6f, 0.5f, 1}},
    {AT(0.6f, -0.4f, 0.2f, 1.25f), {0.5f, 0.3f, 0.5f, 1}},
    {AT(-0.7f, 0.8f, 0.6f, 1.25f), {0.5f, 0.75f, 0.5f, 1}},
    {AT(0.6f, 0.8f, 0.6f, 1 / 0.6f), {1, 0.4f, 0.5f, 1}},
};
/* The triangle's corners lie elsewhere: the one that is left is its first. */
static const struct scene_vertex leaning[] = {
    {{-0.5f, 0.75f, 0, 1}, {1, 1, 0, 1}}, {{0.5f, 0.25f, 0, 1}, {1, 1, 0, 1}},
    {{0, -0.75f, 0, 1}, {1, 1, 0, 1}},    {{-0.5f, -0.75f, 0, 1}, {1, 1, 0, 1}},
    {{0.5f, -0.75f, 0, 1}, {1, 1, 0, 1}}, {{0.5f, 0.75f, 0, 1}, {1, 1, 0, 1}},
};
static const uint32_t rectangle[] = {0, 1, 3, 0, 3, 2}, around[] = {3, 5, 4, 3, 0, 5};

#define TEXT(how)                                                                                  \
    ".container bare\n"                                                                            \
    ".stage fragment\n"                                                                            \
    "    .sph type 2\n"                                                                            \
    "    .sph version 3\n"                                                                         \
    "    .sph shader_type 5\n"                                                                     \
    "    .sph in[0] " how "\n"                                                                     \
    "    .sph target[0] 0xf\n"                                                                     \
    ".code\n"                                                                                      \
    "    IPA.PASS R0, a[0x80], RZ, RZ\n"                                                           \
    "    IPA.PASS R1, a[0x84], RZ, RZ\n"                                                           \
    "    IPA.PASS R2, a[0x88], RZ, RZ\n"                                                           \
    "    IPA.PASS R3, a[0x8c], RZ, RZ\n"                                                           \
    "    EXIT\n"

static void fill(struct scene_run *run) {
    scene_put(run, 0x113c, 2);
}
static void fill_culled(struct scene_run *run) {
    fill(run);
    scene_put(run, 0x1918, 1);
}
static void fill_culled_clockwise(struct scene_run *run) {
    fill_culled(run);
    scene_put(run, 0x191c, 0x900);
}
static void cull_back_plain(struct scene_plain *x) {
    x->pipeline.raster.cullMode = VK_CULL_MODE_BACK_BIT;
}

static void cull_clockwise_plain(struct scene_plain *x) {
    cull_back_plain(x);
    x->pipeline.raster.frontFace = x->pipeline.raster.frontFace == VK_FRONT_FACE_CLOCKWISE
                                       ? VK_FRONT_FACE_COUNTER_CLOCKWISE
                                       : VK_FRONT_FACE_CLOCKWISE;
}
static void three(struct scene_run *run) {
    scene_draw(run, 4, 0, 3);
}

#define THREE(v, l)                                                                                \
    .vertices = v, .count = sizeof v / sizeof *v, .draw = three,                                   \
    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, .plain_indices = l,                           \
    .plain_index_count = sizeof l / sizeof *l

static const struct scene scenes[] = {
    {"a rectangle", THREE(even, rectangle), .set = fill},
    {"a rectangle in space", THREE(deep, rectangle), .set = fill},
    {"linear on the screen", THREE(even, rectangle), .set = fill, .fragment = TEXT("0xff")},
    {"flat", THREE(even, rectangle), .set = fill, .fragment = TEXT("0x55"),
     .plain_vertex = scene_flat_vert_spv, .plain_vertex_size = sizeof scene_flat_vert_spv,
     .plain_fragment = scene_flat_frag_spv, .plain_fragment_size = sizeof scene_flat_frag_spv},
    {"around a triangle", THREE(leaning, around), .set = fill},
    {"culled, counterclockwise", THREE(even, rectangle), .set = fill_culled_clockwise,
     .set_plain = cull_clockwise_plain},
    {"culled, clockwise", THREE(leaning, around), .set = fill_culled, .set_plain = cull_back_plain},
};

int main(void) {
    return scenes_run(scenes, sizeof scenes / sizeof *scenes);
}
