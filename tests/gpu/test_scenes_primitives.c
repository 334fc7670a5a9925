/* SPDX-License-Identifier: MIT */
/* Every kind of primitive, with and without indices. */
#include "scene.h"

#include <string.h>

#define RED      {1, 0, 0, 1}
#define GREEN    {0, 1, 0, 1}
#define BLUE     {0, 0, 1, 1}
#define WHITE    {1, 1, 1, 1}
#define AT(x, y) {x, y, 0.5f, 1}

static const struct scene_vertex around[] = {
    {AT(-0.7f, -0.8f), RED}, {AT(-0.9f, 0.3f), GREEN}, {AT(-0.2f, 0.9f), BLUE},
    {AT(0.8f, 0.6f), WHITE}, {AT(0.9f, -0.4f), RED},   {AT(0.2f, -0.9f), GREEN},
};
static const struct scene_vertex ladder[] = {
    {AT(-0.9f, -0.6f), RED},  {AT(-0.8f, 0.7f), GREEN}, {AT(-0.3f, -0.7f), BLUE},
    {AT(-0.2f, 0.6f), WHITE}, {AT(0.3f, -0.5f), RED},   {AT(0.4f, 0.8f), GREEN},
    {AT(0.9f, -0.6f), BLUE},  {AT(0.8f, 0.5f), WHITE},
};
static const struct scene_vertex corners[] = {
    {AT(-0.9f, -0.9f), RED},   {AT(-0.1f, -0.8f), GREEN}, {AT(-0.2f, -0.1f), BLUE},
    {AT(-0.8f, -0.2f), WHITE}, {AT(0.1f, 0.1f), BLUE},    {AT(0.9f, 0.2f), RED},
    {AT(0.8f, 0.9f), GREEN},   {AT(0.2f, 0.8f), WHITE},
};

#define VERTICES(v) .vertices = v, .count = sizeof v / sizeof *v
#define LIST(l)     .plain_indices = l, .plain_index_count = sizeof l / sizeof *l

static const uint32_t loop_list[] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0};
static const uint32_t quad_list[] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
static const uint32_t quad_strip_list[] = {0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4, 4, 5, 7, 4, 7, 6};
static const uint32_t polygon_list[] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5};

/* ---- indices ---- */

static void put_indices(struct scene_run *run, const void *indices, size_t size) {
    memcpy(machine_at(run->m, run->indices), indices, size);
}

static void bytes(struct scene_run *run) {
    static const uint8_t list[] = {9, 2, 1, 0, 5, 4, 3};
    put_indices(run, list, sizeof list);
    scene_draw_indexed(run, 4, 0, 1, 6);
}
static const uint32_t bytes_list[] = {2, 1, 0, 5, 4, 3};

static void halves_restart(struct scene_run *run) {
    static const uint16_t list[] = {0, 1, 2, 3, 0xffff, 4, 5, 6, 7};
    put_indices(run, list, sizeof list);
    scene_put(run, 0x1644, 1);
    scene_put(run, 0x1648, 0xffff);
    scene_draw_indexed(run, 5, 1, 0, 9);
}
static void other_restart(struct scene_run *run) {
    static const uint32_t list[] = {0, 1, 2, 3, 77, 4, 5, 6, 7};
    put_indices(run, list, sizeof list);
    scene_put(run, 0x1644, 1);
    scene_put(run, 0x1648, 77);
    scene_draw_indexed(run, 5, 2, 0, 9);
}
static const uint32_t restart_list[] = {0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7};

static void list_restart(struct scene_run *run) {
    static const uint16_t list[] = {0, 1, 2, 3, 0xffff, 4, 5, 6};
    put_indices(run, list, sizeof list);
    scene_put(run, 0x1644, 1);
    scene_put(run, 0x1648, 0xffff);
    scene_draw_indexed(run, 4, 1, 0, 8);
}
static const uint32_t list_restart_list[] = {0, 1, 2, 4, 5, 6};

static void quads_indexed(struct scene_run *run) {
    static const uint16_t list[] = {3, 2, 1, 0, 7, 6, 5, 4};
    put_indices(run, list, sizeof list);
    scene_draw_indexed(run, 7, 1, 0, 8);
}
static const uint32_t quads_indexed_list[] = {3, 2, 1, 3, 1, 0, 7, 6, 5, 7, 5, 4};

static void base_vertex(struct scene_run *run) {
    static const uint32_t list[] = {0, 1, 2};
    put_indices(run, list, sizeof list);
    scene_put(run, 0x1434, 3);
    scene_draw_indexed(run, 4, 2, 0, 3);
}
static const uint32_t base_vertex_list[] = {3, 4, 5};

static void from_second(struct scene_run *run) {
    scene_draw(run, 4, 3, 3);
    scene_draw(run, 7, 4, 4);
}
static const uint32_t from_second_list[] = {3, 4, 5, 4, 5, 6, 4, 6, 7};

/* ---- instances ---- */

/* The colour from an array of its own, one for each two instances; the draws of the instances one
 * by one, as deko3d's macro makes them. */
static void instances(struct scene_run *run) {
    static const float colors[][4] = {RED, GREEN, BLUE};
    const uint64_t array = machine_memory(run->m, sizeof colors, 256);
    memcpy(machine_at(run->m, array), colors, sizeof colors);
    scene_put(run, 0x1c10, 1 << 12 | 16);
    scene_put_address(run, 0x1c14, array);
    scene_put(run, 0x1c1c, 2);
    scene_put_address(run, 0x1f08, array + sizeof colors - 1);
    scene_put(run, 0x1884, 1);
    scene_put(run, 0x1164, 1 | 1 << 21 | 7 << 27);
    scene_put(run, 0xd74, 0);
    for (unsigned i = 0; i < 3; i++) { /* the third has the second colour, over all others */
        scene_put(run, 0x1618, 4u | (i ? 1u << 26 : 0));
        scene_put(run, 0xd78, 3);
        scene_put(run, 0x1614, 0);
    }
}
static void instances_plain(struct scene_plain *x, VkPipeline pipeline) {
    (void)pipeline;
    vkCmdDraw(x->commands, 3, 1, 0, 0);
}
static const struct scene_vertex green_triangle[] = {
    {AT(-0.9f, -0.9f), GREEN}, {AT(-0.8f, 0.9f), GREEN}, {AT(0.9f, 0.1f), GREEN}};

static const struct scene scenes[] = {
    {"points", VERTICES(ladder), .primitive = 0, .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST},
    {"lines", VERTICES(ladder), .primitive = 1, .topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST},
    {"line loop", VERTICES(around), .primitive = 2, .topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST,
     LIST(loop_list), .many = 2},
    {"line strip", VERTICES(around), .primitive = 3, .topology = VK_PRIMITIVE_TOPOLOGY_LINE_STRIP},
    {"triangles", VERTICES(around), .primitive = 4,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST},
    {"triangle strip", VERTICES(ladder), .primitive = 5,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP},
    {"triangle fan", VERTICES(around), .primitive = 6,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN},
    {"quads", VERTICES(corners), .primitive = 7, .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
     LIST(quad_list)},
    {"quad strip", VERTICES(ladder), .primitive = 8,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, LIST(quad_strip_list)},
    {"polygon", VERTICES(around), .primitive = 9, .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
     LIST(polygon_list)},
    {"indices of one byte", VERTICES(around), .draw = bytes,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, LIST(bytes_list)},
    {"restart", VERTICES(ladder), .draw = halves_restart,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, LIST(restart_list)},
    {"restart at any index", VERTICES(ladder), .draw = other_restart,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, LIST(restart_list)},
    {"restart in a list", VERTICES(corners), .draw = list_restart,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, LIST(list_restart_list)},
    {"quads with indices", VERTICES(corners), .draw = quads_indexed,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, LIST(quads_indexed_list)},
    {"base vertex", VERTICES(around), .draw = base_vertex,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, LIST(base_vertex_list)},
    {"first vertex", VERTICES(corners), .draw = from_second,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, LIST(from_second_list)},
    {"instances", VERTICES(green_triangle), .draw = instances, .draw_plain = instances_plain,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST},
};

int main(void) {
    return scenes_run(scenes, sizeof scenes / sizeof *scenes);
}
