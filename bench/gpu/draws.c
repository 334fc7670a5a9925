/* SPDX-License-Identifier: MIT */
/* Draws with a matrix and a blend state of their own each: processor time of the thread that
 * records and submits. The drawing itself is a few pixels. */
#include "bench.h"

#include "solid_frag.spv.h"
#include "solid_vert.spv.h"

#include <stdlib.h>
#include <string.h>

enum {
    DRAWS = 10000,
    SIDE = 64,
    VERTEX_BYTES = 16,
    MATRIX_BYTES = 256,
    TRIANGLES = 4,
    /* Methods of clb197.h by words. */
    TARGET = 0x200,
    TARGET_COUNT = 0x487,
    SURFACE_CLIP = 0x3fd,
    VIEWPORT_TRANSFORM = 0x280,
    VIEWPORT = 0x300,
    SCISSOR = 0x380,
    PROGRAM = 0x800,
    CONSTANTS = 0x8e0,
    CONSTANTS_AT = 0x8e3,
    BIND_CONSTANTS = 0x904,
    ATTRIBUTES = 0x458,
    ARRAY = 0x700,
    ARRAY_LIMIT = 0x7c0,
    ARRAY_FIRST = 0x35d,
    ARRAY_COUNT = 0x35e,
    BLEND_ON = 0x4d8,
    BLEND = 0x781,
    BEGIN = 0x586,
    END = 0x585,
};

struct vertex {
    float position[3];
    uint32_t color;
};

static const struct vertex triangle[3] = {
    {{-1, -1, 0.5f}, 0xff0000ff}, {{-0.9f, -1, 0.5f}, 0xff00ff00}, {{-1, -0.9f, 0.5f}, 0xffff0000}};

static void matrix_of(unsigned i, float m[16]) {
    memset(m, 0, 16 * sizeof *m);
    m[0] = m[5] = m[10] = m[15] = 1;
    m[12] = (float)(i % 19) * 0.1f;
    m[13] = (float)(i / 19 % 19) * 0.1f;
}

/* ---- ours ---- */

static void three(struct machine *m, unsigned method, uint32_t data) {
    machine_write(m, MACHINE_THREE, method, data);
}

static void three_many(struct machine *m, unsigned method, const uint32_t *data, size_t count) {
    machine_write_many(m, MACHINE_THREE, method, data, count);
}

void bench_scene(struct machine *m) {
    const uint64_t target = machine_memory(m, SIDE * SIDE * 4, 512),
                   vertices = machine_memory(m, sizeof triangle, 256),
                   constants = machine_memory(m, MATRIX_BYTES, 256);
    memcpy(machine_at(m, vertices), triangle, sizeof triangle);
    const uint32_t vert = machine_shader_file(m, "guest/programs/shaders/solid.vert.text"),
                   frag = machine_shader_file(m, "guest/programs/shaders/solid.frag.text");
    const uint32_t targets[] = {
        (uint32_t)(target >> 32), (uint32_t)target, SIDE, SIDE, 0xd5, 0, 1, 0};
    const float transform[] = {SIDE / 2, SIDE / 2, 1, SIDE / 2, SIDE / 2, 0}, range[] = {0, 1};
    uint32_t viewport[] = {SIDE << 16, SIDE << 16, 0, 0}, attributes[32];
    memcpy(viewport + 2, range, sizeof range);
    for (unsigned i = 0; i < 32; i++)
        attributes[i] = 1 << 6 | 0x12 << 21 | 7u << 27;
    attributes[0] = 0x02 << 21 | 7u << 27;
    attributes[1] = 12 << 7 | 0x0a << 21 | 2u << 27;
    three(m, 0xdf, 1);
    three(m, 0x64b, 1);
    three(m, 0x35f, 1);
    three(m, 0x680, 0x1111);
    for (unsigned i = 0; i < 4; i++)
        three(m, 0x3ef + i, 0xffff);
    three(m, TARGET_COUNT, 1 | 076543210u << 4);
    three_many(m, TARGET, targets, 8);
    three_many(m, SURFACE_CLIP, (const uint32_t[]){SIDE << 16, SIDE << 16}, 2);
    three_many(m, VIEWPORT_TRANSFORM, (const uint32_t *)transform, 6);
    three_many(m, VIEWPORT, viewport, 4);
    three_many(m, SCISSOR, (const uint32_t[]){1, SIDE << 16, SIDE << 16}, 3);
    three_many(m, PROGRAM + 16, (const uint32_t[]){1 | 1 << 4, vert}, 2);
    three_many(m, PROGRAM + 16 * 5, (const uint32_t[]){1 | 5 << 4, frag}, 2);
    three_many(m, ATTRIBUTES, attributes, 32);
    three(m, ARRAY, 0x1000 | VERTEX_BYTES);
    machine_address(m, MACHINE_THREE, ARRAY + 1, vertices);
    machine_address(m, MACHINE_THREE, ARRAY_LIMIT, vertices + sizeof triangle - 1);
    three(m, CONSTANTS, MATRIX_BYTES);
    machine_address(m, MACHINE_THREE, CONSTANTS + 1, constants);
    three(m, BIND_CONSTANTS, 1 | 2 << 4);
    three(m, 0x4b9, 1);
    three_many(m, BLEND, (const uint32_t[]){1, 5, 6, 1, 5, 6}, 6);
}

void bench_triangle(struct machine *m) {
    three(m, ARRAY_FIRST, 0);
    three(m, BEGIN, TRIANGLES);
    three(m, ARRAY_COUNT, 3);
    three(m, END, 0);
}

static double ours(struct machine *m, bool matrices) {
    for (unsigned i = 0; i < DRAWS; i++) {
        float matrix[16];
        if (matrices || i == 0) {
            matrix_of(i, matrix);
            three(m, CONSTANTS_AT, 0);
            command_write_many(&m->words, COMMAND_SAME, MACHINE_THREE, CONSTANTS_AT + 1,
                               (const uint32_t *)matrix, 16);
        }
        three(m, BLEND_ON, i & 1);
        bench_triangle(m);
    }
    const uint64_t used = m->used;
    const double begin = bench_thread_seconds();
    machine_run(m);
    m->used = used; /* programs use the memory of their commands again */
    return (bench_thread_seconds() - begin) / (double)DRAWS * 1e6;
}

/* ---- plain Vulkan ---- */

struct plain_scene {
    struct plain *p;
    struct plain_image target;
    struct plain_buffer vertices, matrices;
    float (*values)[16]; /* what goes into it, which the words of ours have before they are run */
    VkPipeline pipelines[2];
    VkPipelineLayout layout;
    VkDescriptorSet set;
};

static void plain_scene(struct plain_scene *s) {
    struct plain_pipeline state;
    s->target = plain_target(s->p, VK_FORMAT_R8G8B8A8_UNORM, SIDE, SIDE);
    s->vertices = plain_buffer(s->p, sizeof triangle);
    memcpy(s->vertices.data, triangle, sizeof triangle);
    s->matrices = plain_buffer(s->p, (uint64_t)DRAWS * MATRIX_BYTES);
    s->values = calloc(DRAWS, sizeof *s->values);
    for (unsigned i = 0; i < DRAWS; i++)
        matrix_of(i, s->values[i]);
    const VkDescriptorBufferInfo buffer = {s->matrices.buffer, 0, 64};
    VkWriteDescriptorSet write = {.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
                                  .descriptorCount = 1,
                                  .pBufferInfo = &buffer};
    s->layout = plain_layout(s->p, &write, 1, 0, &s->set);
    plain_pipeline_init(&state, SIDE, SIDE);
    plain_stage(s->p, &state, VK_SHADER_STAGE_VERTEX_BIT, solid_spv_vert, sizeof solid_spv_vert);
    plain_stage(s->p, &state, VK_SHADER_STAGE_FRAGMENT_BIT, solid_spv_frag, sizeof solid_spv_frag);
    state.layout = s->layout;
    state.bindings[0] = (VkVertexInputBindingDescription){0, VERTEX_BYTES, 0};
    state.attributes[0] = (VkVertexInputAttributeDescription){0, 0, VK_FORMAT_R32G32B32_SFLOAT, 0};
    state.attributes[1] = (VkVertexInputAttributeDescription){1, 0, VK_FORMAT_R8G8B8A8_UNORM, 12};
    state.binding_count = 1;
    state.attribute_count = 2;
    s->pipelines[0] = plain_pipeline(s->p, &state);
    state.blend[0] = (VkPipelineColorBlendAttachmentState){VK_TRUE,
                                                           VK_BLEND_FACTOR_SRC_ALPHA,
                                                           VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                                           VK_BLEND_OP_ADD,
                                                           VK_BLEND_FACTOR_SRC_ALPHA,
                                                           VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                                           VK_BLEND_OP_ADD,
                                                           15};
    s->pipelines[1] = plain_pipeline(s->p, &state);
}

static double plain(struct plain_scene *s, bool matrices) {
    const double begin = bench_thread_seconds();
    VkCommandBuffer c = plain_begin(s->p);
    plain_pass(c, &s->target, 1, NULL);
    vkCmdBindVertexBuffers(c, 0, 1, &s->vertices.buffer, &(VkDeviceSize){0});
    for (unsigned i = 0; i < DRAWS; i++) {
        const uint32_t offset = i * MATRIX_BYTES;
        if (matrices || i == 0) {
            memcpy(s->matrices.data + offset, s->values[i], sizeof *s->values);
            vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_GRAPHICS, s->layout, 0, 1, &s->set, 1,
                                    &offset);
        }
        vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_GRAPHICS, s->pipelines[i & 1]);
        vkCmdDraw(c, 3, 1, 0, 0);
    }
    vkCmdEndRendering(c);
    plain_run(s->p);
    return (bench_thread_seconds() - begin) / (double)DRAWS * 1e6;
}

void bench_draws(struct machine *m, unsigned rounds) {
    struct plain_scene s = {.p = plain_open(m->backend->vk)};
    double *a = calloc(rounds, sizeof *a), *b = calloc(rounds, sizeof *b);
    bench_scene(m);
    plain_scene(&s);
    for (int matrices = 1; matrices >= 0; matrices--) {
        ours(m, matrices); /* pipelines are made */
        plain(&s, matrices);
        for (unsigned i = 0; i < rounds; i++) {
            a[i] = ours(m, matrices);
            b[i] = plain(&s, matrices);
        }
        bench_figure(matrices ? "draw_with_matrix_and_blend" : "draw_with_blend",
                     bench_median(a, rounds), bench_median(b, rounds), "us");
    }
    free(a);
    free(b);
    free(s.values);
    plain_close(s.p);
}
