/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "base/memory.h"
#include "scene_frag.spv.h"
#include "scene_vert.spv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PICTURE = 4 * SCENE_SIZE * SCENE_SIZE }; /* bytes */

const char scene_vertex_text[] = ".container bare\n"
                                 ".stage vertex\n"
                                 "    .sph type 1\n"
                                 "    .sph version 3\n"
                                 "    .sph shader_type 1\n"
                                 "    .sph in[0] 0xf\n"
                                 "    .sph in[1] 0xf\n"
                                 "    .sph out_system 0xf0000000\n"
                                 "    .sph out[0] 0xf\n"
                                 ".code\n"
                                 "    ALD.128 R0, a[0x80], RZ\n"
                                 "    ALD.128 R4, a[0x90], RZ\n"
                                 "    AST.128 a[0x70], R0, RZ\n"
                                 "    AST.128 a[0x80], R4, RZ\n"
                                 "    EXIT\n";

const char scene_fragment_text[] = ".container bare\n"
                                   ".stage fragment\n"
                                   "    .sph type 2\n"
                                   "    .sph version 3\n"
                                   "    .sph shader_type 5\n"
                                   "    .sph in_system 0x80000000\n"
                                   "    .sph in[0] 0xaa\n"
                                   "    .sph target[0] 0xf\n"
                                   ".code\n"
                                   "    IPA.PASS R4, a[0x7c], RZ, RZ\n"
                                   "    MUFU.RCP R4, R4\n"
                                   "    IPA R0, a[0x80], R4, RZ\n"
                                   "    IPA R1, a[0x84], R4, RZ\n"
                                   "    IPA R2, a[0x88], R4, RZ\n"
                                   "    IPA R3, a[0x8c], R4, RZ\n"
                                   "    EXIT\n";

/* ---- words ---- */

void scene_put(struct scene_run *run, unsigned address, uint32_t data) {
    machine_write(run->m, MACHINE_THREE, address / 4, data);
}

void scene_put_float(struct scene_run *run, unsigned address, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    scene_put(run, address, bits);
}

void scene_put_address(struct scene_run *run, unsigned address, uint64_t value) {
    machine_address(run->m, MACHINE_THREE, address / 4, value);
}

void scene_draw(struct scene_run *run, uint8_t primitive, uint32_t first, uint32_t count) {
    scene_put(run, 0xd74, first);
    scene_put(run, 0x1618, primitive);
    scene_put(run, 0xd78, count);
    scene_put(run, 0x1614, 0);
}

void scene_draw_indexed(struct scene_run *run, uint8_t primitive, uint8_t bytes_log2,
                        uint32_t first, uint32_t count) {
    scene_put(run, 0x17d8, bytes_log2);
    scene_put(run, 0x17dc, first);
    scene_put(run, 0x1618, primitive);
    scene_put(run, 0x17e0, count);
    scene_put(run, 0x1614, 0);
}

void scene_program(struct scene_run *run, unsigned number, const char *text) {
    scene_put(run, 0x2000 + 0x40 * number, 1 | number << 4);
    scene_put(run, 0x2004 + 0x40 * number, machine_shader(run->m, text));
    scene_put(run, 0x200c + 0x40 * number, 32);
}

static void set_targets(struct scene_run *run, const struct scene *s) {
    for (unsigned i = 0; i < 2; i++) {
        const unsigned at = 0x800 + 0x40 * i;
        scene_put_address(run, at, run->color[i]);
        scene_put(run, at + 8, s->samples ? 2 * SCENE_SIZE : SCENE_SIZE);
        scene_put(run, at + 0xc, s->samples ? 2 * SCENE_SIZE : SCENE_SIZE);
        scene_put(run, at + 0x10, 0xd5); /* A8B8G8R8 */
        scene_put(run, at + 0x14, 3 << 4);
        scene_put(run, at + 0x18, 1);
        scene_put(run, at + 0x1c, 0);
        scene_put(run, at + 0x20, 0);
    }
    scene_put(run, 0x121c, (s->second ? 2 : 1) | 076543210 << 4);
    scene_put(run, 0x15d0, s->samples ? 2 : 0); /* 2X2 */
    scene_put(run, 0x1534, s->samples);
    scene_put(run, 0x1538, s->depth);
    scene_put_address(run, 0xfe0, run->depth);
    scene_put(run, 0xfe8, 0x19); /* ZF32_X24S8 */
    scene_put(run, 0xfec, 3 << 4);
    scene_put(run, 0xff0, 0);
    scene_put(run, 0x1228, SCENE_SIZE);
    scene_put(run, 0x122c, SCENE_SIZE);
    scene_put(run, 0x1230, 1 | 1 << 16);
    scene_put(run, 0xff4, SCENE_SIZE << 16);
    scene_put(run, 0xff8, SCENE_SIZE << 16);
    scene_put(run, 0x15cc, 1 << 16);
}

/* y of the clip volume points down, as Vulkan has it. */
static void set_viewport(struct scene_run *run) {
    for (unsigned i = 0; i < 16; i++) {
        const float half = (float)SCENE_SIZE / 2;
        scene_put_float(run, 0xa00 + 0x20 * i, half);
        scene_put_float(run, 0xa04 + 0x20 * i, half);
        scene_put_float(run, 0xa08 + 0x20 * i, 1);
        scene_put_float(run, 0xa0c + 0x20 * i, half);
        scene_put_float(run, 0xa10 + 0x20 * i, half);
        scene_put_float(run, 0xa14 + 0x20 * i, 0);
        scene_put(run, 0xa18 + 0x20 * i, 0x6420);
        scene_put(run, 0xc00 + 0x10 * i, SCENE_SIZE << 16);
        scene_put(run, 0xc04 + 0x10 * i, SCENE_SIZE << 16);
        scene_put_float(run, 0xc08 + 0x10 * i, 0);
        scene_put_float(run, 0xc0c + 0x10 * i, 1);
        scene_put(run, 0xe00 + 0x10 * i, 0);
    }
    scene_put(run, 0x192c, 1);
    scene_put(run, 0xd7c, 1);
    scene_put(run, 0x193c, 0x181d);
    scene_put(run, 0x13ac, 0);
    scene_put(run, 0x194c, 0);
}

static void set_raster(struct scene_run *run) {
    static const struct {
        uint16_t address;
        uint32_t value;
    } rows[] = {
        {0x37c, 1},      {0xdac, 0x1b02}, {0xdb0, 0x1b02}, {0x1918, 0}, {0x191c, 0x901},
        {0x1920, 0x405}, {0x1684, 0},     {0xdc0, 0},      {0xdc4, 0},  {0xdc8, 0},
        {0x166c, 0},     {0x1570, 0},     {0xdb4, 0},      {0x754, 1},  {0x1510, 0},
        {0x12cc, 0},     {0x12e8, 0},     {0x130c, 2},     {0x1380, 0}, {0x1594, 0},
        {0x19bc, 0},     {0x12ec, 0},     {0x19c4, 0},     {0x12e4, 1}, {0x1644, 0},
        {0xf90, 0},      {0x1434, 0},     {0x1438, 0},     {0x10f8, 0}, {0x153c, 0},
        {0x1520, 0},     {0x2608, 0},     {0x1910, 0},     {0x1658, 0}, {0x168c, 0},
        {0xfac, 1},      {0x15b8, 1},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        scene_put(run, rows[i].address, rows[i].value);
    for (unsigned i = 0; i < 4; i++)
        scene_put(run, 0xfbc + 4 * i, 0xffff);
    for (unsigned i = 0; i < 8; i++) {
        scene_put(run, 0x1360 + 4 * i, 0);
        scene_put(run, 0x1a00 + 4 * i, 0x1111);
    }
    scene_put_float(run, 0x13b0, 1);
    scene_put_float(run, 0x1518, 1);
}

static void set_vertices(struct scene_run *run, const struct scene *s) {
    run->vertices = machine_memory(run->m, SCENE_LARGEST * sizeof *s->vertices, 256);
    memcpy(machine_at(run->m, run->vertices), s->vertices, s->count * sizeof *s->vertices);
    run->indices = machine_memory(run->m, 4096, 256);
    for (unsigned i = 0; i < 32; i++) {
        scene_put(run, 0x1c00 + 0x10 * i, 0);
        scene_put(run, 0x1160 + 4 * i, 1 << 6 | 0x12 << 21 | 7 << 27);
        scene_put(run, 0x1880 + 4 * i, 0);
    }
    scene_put(run, 0x1c00, 1 << 12 | sizeof *s->vertices);
    scene_put_address(run, 0x1c04, run->vertices);
    scene_put_address(run, 0x1f00, run->vertices + SCENE_LARGEST * sizeof *s->vertices - 1);
    scene_put(run, 0x1160, 1 << 21 | 7 << 27); /* four floats */
    scene_put(run, 0x1164, 16 << 7 | 1 << 21 | 7 << 27);
    scene_put_address(run, 0x17c8, run->indices);
    scene_put_address(run, 0x17d0, run->indices + 4095);
}

static void clear(struct scene_run *run, const struct scene *s) {
    for (unsigned i = 0; i < 4; i++)
        scene_put_float(run, 0xd80 + 4 * i, s->background[i]);
    scene_put(run, 0x19d0, 0x3c);
    if (s->second)
        scene_put(run, 0x19d0, 0x3c | 1 << 6);
    scene_put_float(run, 0xd90, 1);
    scene_put(run, 0xda0, 0);
    if (s->depth)
        scene_put(run, 0x19d0, 3);
}

void scene_registers(struct scene_run *run, const struct scene *s) {
    set_targets(run, s);
    set_viewport(run);
    set_raster(run);
    set_vertices(run, s);
    for (unsigned i = 0; i < 6; i++)
        scene_put(run, 0x2000 + 0x40 * i, i << 4);
}

/* The picture; of two targets both, one behind the other. */
static uint8_t *draw_ours(struct machine *m, const struct scene *s) {
    struct scene_run run = {.m = m};
    for (unsigned i = 0; i < 2; i++)
        run.color[i] = machine_memory(m, 256 << 10, 64 << 10);
    run.depth = machine_memory(m, 128 << 10, 64 << 10);
    scene_registers(&run, s);
    scene_program(&run, 1, s->vertex ? s->vertex : scene_vertex_text);
    scene_program(&run, 5, s->fragment ? s->fragment : scene_fragment_text);
    clear(&run, s);
    if (s->set)
        s->set(&run);
    if (s->draw)
        s->draw(&run);
    else
        scene_draw(&run, s->primitive, 0, s->count);
    if (s->samples)
        scene_resolve(&run);
    machine_run(m);
    uint8_t *rows = memory_new(2 * PICTURE);
    for (unsigned i = 0; i < (s->second ? 2 : 1); i++) {
        uint8_t *one = pixels_of(m, run.color[s->samples ? 1 : i], SCENE_SIZE, SCENE_SIZE, 4, 3);
        memcpy(rows + PICTURE * i, one, PICTURE);
        free(one);
    }
    return rows;
}

/* ---- by plain Vulkan ---- */

static void pass_begin(struct scene_plain *x, const struct scene *s,
                       const struct plain_image *color, const struct plain_image *depth) {
    plain_pass(x->commands, color, s->second ? 2 : 1, s->depth ? depth : NULL);
    VkClearAttachment a = {VK_IMAGE_ASPECT_COLOR_BIT, 0, {{{0}}}};
    const VkClearRect all = {{{0, 0}, {SCENE_SIZE, SCENE_SIZE}}, 0, 1};
    memcpy(a.clearValue.color.float32, s->background, sizeof s->background);
    for (; a.colorAttachment < (s->second ? 2 : 1); a.colorAttachment++)
        vkCmdClearAttachments(x->commands, 1, &a, 1, &all);
}

static void plain_draw(struct scene_plain *x, const struct scene *s, VkPipeline pipeline) {
    const VkDeviceSize zero = 0;
    vkCmdBindPipeline(x->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindVertexBuffers(x->commands, 0, 1, &x->vertices.buffer, &zero);
    vkCmdBindIndexBuffer(x->commands, x->indices.buffer, 0, VK_INDEX_TYPE_UINT32);
    if (s->draw_plain)
        s->draw_plain(x, pipeline);
    else if (s->plain_index_count)
        vkCmdDrawIndexed(x->commands, s->plain_index_count, 1, 0, 0, 0);
    else
        vkCmdDraw(x->commands, s->count, 1, 0, 0);
}

static uint8_t *draw_plainly(struct machine *m, const struct scene *s) {
    struct scene_plain x = {.p = plain_open(m->backend->vk)};
    const VkFormat depth_format = VK_FORMAT_D32_SFLOAT_S8_UINT;
    struct plain_image color[2];
    for (unsigned i = 0; i < 2; i++)
        color[i] = plain_target(x.p, VK_FORMAT_R8G8B8A8_UNORM, SCENE_SIZE, SCENE_SIZE);
    if (s->samples)
        color[0] = scene_samples_plain(&x);
    const struct plain_image depth = plain_target(x.p, depth_format, SCENE_SIZE, SCENE_SIZE);
    struct plain_pipeline *l = &x.pipeline;
    plain_pipeline_init(l, SCENE_SIZE, SCENE_SIZE);
    if (s->plain_vertex)
        plain_stage(x.p, l, VK_SHADER_STAGE_VERTEX_BIT, s->plain_vertex, s->plain_vertex_size);
    else
        plain_stage(x.p, l, VK_SHADER_STAGE_VERTEX_BIT, scene_vert_spv, sizeof scene_vert_spv);
    if (s->plain_fragment)
        plain_stage(x.p, l, VK_SHADER_STAGE_FRAGMENT_BIT, s->plain_fragment,
                    s->plain_fragment_size);
    else
        plain_stage(x.p, l, VK_SHADER_STAGE_FRAGMENT_BIT, scene_frag_spv, sizeof scene_frag_spv);
    l->bindings[l->binding_count++] =
        (VkVertexInputBindingDescription){0, sizeof *s->vertices, VK_VERTEX_INPUT_RATE_VERTEX};
    for (uint32_t i = 0; i < 2; i++)
        l->attributes[l->attribute_count++] =
            (VkVertexInputAttributeDescription){i, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 16 * i};
    l->color_count = s->second ? 2 : 1;
    l->color[1] = l->color[0];
    if (s->samples)
        l->multisample.rasterizationSamples = VK_SAMPLE_COUNT_4_BIT;
    l->assembly.topology = s->topology;
    l->raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
    /* Lines as OpenGL's are: the guest's GPU draws no others. */
    VkPipelineRasterizationLineStateCreateInfoEXT line = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT,
        .lineRasterizationMode = VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT,
    };
    if (m->backend->vk->line_rasterization)
        l->raster.pNext = &line;
    l->depth_format = s->depth ? depth_format : VK_FORMAT_UNDEFINED;
    if (s->set_plain)
        s->set_plain(&x);
    x.vertices = plain_buffer(x.p, SCENE_LARGEST * sizeof *s->vertices);
    memcpy(x.vertices.data, s->vertices, s->count * sizeof *s->vertices);
    x.indices = plain_buffer(x.p, 4096);
    if (s->plain_index_count)
        memcpy(x.indices.data, s->plain_indices, s->plain_index_count * sizeof(uint32_t));
    const VkPipeline pipeline = plain_pipeline(x.p, l);
    x.commands = plain_begin(x.p);
    pass_begin(&x, s, color, &depth);
    plain_draw(&x, s, pipeline);
    vkCmdEndRendering(x.commands);
    if (s->samples)
        scene_resolve_plain(&x, color);
    plain_run(x.p);
    uint8_t *rows = memory_new(2 * PICTURE);
    for (unsigned i = 0; i < l->color_count; i++)
        memcpy(rows + PICTURE * i, plain_read(x.p, &color[s->samples ? 1 : i], 0, 0, 4), PICTURE);
    plain_close(x.p);
    return rows;
}

void scene_check(struct machine *m, const struct scene *s) {
    uint8_t *ours = draw_ours(m, s), *plain = draw_plainly(m, s);
    /* A scene in which nothing is seen compares nothing. */
    bool seen = false;
    for (size_t i = 4; i < (s->second ? 2 : 1) * PICTURE; i++)
        seen |= plain[i] != plain[i % 4];
    if (!seen) {
        fprintf(stderr, "%s: nothing is drawn\n", s->name);
        exit(1);
    }
    pixels_compare(s->name, ours, plain, SCENE_SIZE, s->second ? 2 * SCENE_SIZE : SCENE_SIZE,
                   s->most ? s->most : 1, s->many);
    free(ours);
    free(plain);
}
