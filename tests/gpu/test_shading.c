/* SPDX-License-Identifier: MIT */
/* What the stages of draws work on: textures, constants, buffers. */
#include "bound.h"
#include "scene.h"

#include "base/memory.h"
#include "gpu/texture/layout.h"
#include "textured_frag.spv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct machine machine;
static struct bound b;

#define V(x, y, r, g) {{x, y, 0.5f, 1}, {r, g, 0, 1}}
#define RECTANGLE(x0, y0, x1, y1, u0, v0, u1, v1)                                                  \
    V(x0, y0, u0, v0), V(x1, y0, u1, v0), V(x0, y1, u0, v1), V(x1, y0, u1, v0), V(x1, y1, u1, v1), \
        V(x0, y1, u0, v1)
#define LIST(v)                                                                                    \
    .vertices = v, .count = sizeof v / sizeof *v, .primitive = 4,                                  \
    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST

#define FRAGMENT                                                                                   \
    ".container bare\n.stage fragment\n.sph type 2\n.sph version 3\n.sph shader_type 5\n"          \
    ".sph in_system 0x80000000\n.sph in[0] 0xaa\n.sph target[0] 0xf\n.code\n"
/* What the vertices have, in R0 to R3. */
#define PLACE                                                                                      \
    "IPA.PASS R4, a[0x7c], RZ, RZ\nMUFU.RCP R4, R4\nIPA R0, a[0x80], R4, RZ\n"                     \
    "IPA R1, a[0x84], R4, RZ\nIPA R2, a[0x88], R4, RZ\nIPA R3, a[0x8c], R4, RZ\n"

/* ---- textures ---- */

enum { SIZE = 64, LEVELS = 7 };

static uint8_t *level_texels(uint32_t level) {
    const uint32_t size = SIZE >> level;
    uint8_t *texels = memory_new(4ul * size * size);
    for (uint32_t i = 0; i < size * size; i++) {
        const bool odd = (i % size / 4 + i / size / 4) % 2;
        const uint8_t color[4] = {(uint8_t)(odd ? 250 : 20), (uint8_t)(40 * level),
                                  (uint8_t)(i % size * 255 / size), 255};
        memcpy(texels + 4ul * i, color, 4);
    }
    return texels;
}

/* Of two dimensions; what is in it is for the caller. */
static struct texture_header header_of(uint32_t size, uint32_t levels, uint64_t *storage,
                                       struct texture_layout *layout) {
    const struct texture_shape shape = {.width = size,
                                        .height = size,
                                        .depth = 1,
                                        .layers = 1,
                                        .levels = levels,
                                        .block_width = 1,
                                        .block_height = 1,
                                        .bytes = 4,
                                        .samples_x = 1,
                                        .samples_y = 1,
                                        .height_log2 = 3};
    struct error error;
    assert_true(texture_layout(&shape, layout, &error));
    *storage = machine_memory(&machine, layout->size, 64 << 10);
    return (struct texture_header){
        .format = 0x08,
        .component = {COMPONENT_UNORM, COMPONENT_UNORM, COMPONENT_UNORM, COMPONENT_UNORM},
        .source = {SOURCE_R, SOURCE_G, SOURCE_B, SOURCE_A},
        .storage = STORAGE_BLOCK_LINEAR,
        .type = TYPE_2D,
        .address = *storage,
        .width = size,
        .height = size,
        .depth = 1,
        .tile_height_log2 = 3,
        .levels = (uint8_t)levels,
        .last_level = (uint8_t)(levels - 1),
        .normalized_coordinates = true,
    };
}

static const struct sampler_header trilinear = {
    .anisotropy = 1, .magnify = 2, .minify = 2, .between_levels = 3, .most_level = 15};
static const struct sampler_header nearest = {
    .anisotropy = 1, .magnify = 1, .minify = 1, .between_levels = 2, .most_level = 15};

static void put_texture(struct scene_run *run) {
    struct texture_layout layout;
    uint64_t storage;
    const struct texture_header header = header_of(SIZE, LEVELS, &storage, &layout);
    for (uint32_t i = 0; i < LEVELS; i++) {
        const struct texture_level *l = &layout.level[i];
        const struct texture_box box = {0, 0, 0, l->width, l->height, 1};
        uint8_t *texels = level_texels(i);
        texture_write(l, 4, (uint8_t *)machine_at(run->m, storage) + l->offset, &box, texels,
                      l->width * 4, 0);
        free(texels);
    }
    bound_init(&b, run->m);
    bound_texture(&b, BOUND_FRAGMENT, 0, bound_header(&b, &header), bound_sampler(&b, &trilinear));
}

static VkPipelineLayout plain_set_layout;
static VkDescriptorSet plain_set;

static void put_texture_plainly(struct scene_plain *x) {
    const VkImageCreateInfo info = {
        .imageType = VK_IMAGE_TYPE_2D,
        .format = VK_FORMAT_R8G8B8A8_UNORM,
        .extent = {SIZE, SIZE, 1},
        .mipLevels = LEVELS,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
    };
    const struct plain_image image = plain_image(x->p, &info, VK_IMAGE_VIEW_TYPE_MAX_ENUM);
    for (uint32_t i = 0; i < LEVELS; i++) {
        uint8_t *texels = level_texels(i);
        plain_fill(x->p, &image, i, 0, texels, 4ul * (SIZE >> i) * (SIZE >> i));
        free(texels);
    }
    const VkSamplerCreateInfo sampler = {.magFilter = VK_FILTER_LINEAR,
                                         .minFilter = VK_FILTER_LINEAR,
                                         .mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR,
                                         .maxLod = 15};
    const VkDescriptorImageInfo of = {plain_sampler(x->p, &sampler), image.view,
                                      VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet write = {.descriptorCount = 1,
                                  .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                  .pImageInfo = &of};
    plain_set_layout = x->pipeline.layout = plain_layout(x->p, &write, 1, 0, &plain_set);
}

static void draw_with_set(struct scene_plain *x, VkPipeline pipeline) {
    (void)pipeline;
    vkCmdBindDescriptorSets(x->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, plain_set_layout, 0, 1,
                            &plain_set, 0, NULL);
    vkCmdDraw(x->commands, 12, 1, 0, 0);
}

/* Larger and smaller than its texels. */
static void textures_have_levels(void **state) {
    (void)state;
    static const struct scene_vertex vertices[] = {
        RECTANGLE(-1, -1, 0.3f, 0.9f, 0, 0, 0.4f, 0.5f),
        RECTANGLE(0.3f, -0.8f, 1, 1, 0, 0, 3, 9),
    };
    const struct scene scene = {
        .name = "a texture",
        LIST(vertices),
        .fragment = FRAGMENT PLACE "TEX R0, R0, RZ, 0x1a4, 2D, 0xf\nEXIT\n",
        .plain_fragment = textured_frag_spv,
        .plain_fragment_size = sizeof textured_frag_spv,
        .set = put_texture,
        .set_plain = put_texture_plainly,
        .draw_plain = draw_with_set,
        .most = 2,
    };
    scene_check(&machine, &scene);
}

/* ---- a target that becomes a texture ---- */

static const struct scene_vertex shapes[] = {
    {{-0.9f, -0.8f, 0.5f, 1}, {1, 0, 0, 1}},
    {{0.8f, -0.5f, 0.5f, 1}, {0, 1, 0, 1}},
    {{0.0f, 0.9f, 0.5f, 1}, {0, 0, 1, 1}},
    RECTANGLE(-1, -1, 1, 1, 0, 0, 1, 1),
};

static void draw_through_texture(struct scene_run *run) {
    struct texture_layout layout;
    uint64_t storage;
    const struct texture_header header = header_of(SCENE_SIZE, 1, &storage, &layout);
    bound_init(&b, run->m);
    bound_texture(&b, BOUND_FRAGMENT, 0, bound_header(&b, &header), bound_sampler(&b, &nearest));
    scene_put_address(run, 0x800, storage);
    scene_put(run, 0x19d0, 0x3c);
    scene_draw(run, 4, 0, 3);
    scene_put_address(run, 0x800, run->color[0]);
    scene_program(run, 5, FRAGMENT PLACE "TEX R0, R0, RZ, 0x1a4, 2D, 0xf\nEXIT\n");
    scene_draw(run, 4, 3, 6);
}

static void draw_shape_plainly(struct scene_plain *x, VkPipeline pipeline) {
    (void)pipeline;
    vkCmdDraw(x->commands, 3, 1, 0, 0);
}

static void targets_become_textures(void **state) {
    (void)state;
    const struct scene scene = {.name = "a target as a texture",
                                LIST(shapes),
                                .draw = draw_through_texture,
                                .draw_plain = draw_shape_plainly};
    scene_check(&machine, &scene);
}

/* ---- textures that the code chooses ---- */

static const struct scene_vertex quarters[] = {
    RECTANGLE(-1, -1, 0, 0, 0, 0, 0, 0), RECTANGLE(0, -1, 1, 0, 1, 0, 1, 0),
    RECTANGLE(-1, 0, 0, 1, 0, 1, 0, 1), RECTANGLE(0, 0, 1, 1, 1, 1, 1, 1)};

/* Each is one texel, of the colour that the vertices of its quarter have. */
static void put_textures(struct scene_run *run) {
    bound_init(&b, run->m);
    const uint32_t sampler = bound_sampler(&b, &nearest);
    for (unsigned i = 0; i < 4; i++) {
        struct texture_layout layout;
        uint64_t storage;
        const struct texture_header header = header_of(1, 1, &storage, &layout);
        const uint8_t color[4] = {(uint8_t)(i & 1 ? 255 : 0), (uint8_t)(i & 2 ? 255 : 0), 0, 255};
        memcpy(machine_at(run->m, storage), color, 4);
        bound_texture(&b, BOUND_FRAGMENT, i, bound_header(&b, &header), sampler);
    }
}

static void code_chooses_textures(void **state) {
    (void)state;
    const struct scene scene = {
        .name = "chosen textures",
        LIST(quarters),
        .fragment = FRAGMENT PLACE
        "F2I.S32.F32 R4, R0\nF2I.S32.F32 R5, R1\nISCADD R4, R5, R4, 1\nSHL R4, R4, 0x2\n"
        "LDC R8, c[0x0][R4+0x690]\nTEX.B.LZ R0, R0, R8, 2D, 0xf\nEXIT\n",
        .set = put_textures};
    scene_check(&machine, &scene);
}

/* ---- constants and buffers ---- */

static void put_constants(struct scene_run *run, float r, float g) {
    const float values[] = {r, g, 0, 1};
    scene_put(run, 0x238c, 0x10); /* LOAD_CONSTANT_BUFFER_OFFSET, then what goes there */
    for (unsigned i = 0; i < 4; i++)
        scene_put_float(run, 0x2390, values[i]);
}

static void draw_with_constants(struct scene_run *run) {
    const uint64_t constants = machine_memory(run->m, 256, 256);
    scene_put(run, 0x2380, 256);
    scene_put_address(run, 0x2384, constants);
    scene_put(run, 0x2490, 1 | 2 << 4); /* BIND_GROUP of the pixel stage: buffer 2 */
    for (unsigned i = 0; i < 4; i++) {
        put_constants(run, (float)(i & 1), (float)(i >> 1));
        scene_draw(run, 4, 6 * i, 6);
    }
}

static void constants_change_between_draws(void **state) {
    (void)state;
    const struct scene scene = {.name = "constants",
                                LIST(quarters),
                                .fragment = FRAGMENT
                                "MOV R0, c[0x2][0x10]\nMOV R1, c[0x2][0x14]\nMOV R2, c[0x2][0x18]\n"
                                "MOV R3, c[0x2][0x1c]\nEXIT\n",
                                .draw = draw_with_constants};
    scene_check(&machine, &scene);
}

static uint64_t counter;

static void put_counter(struct scene_run *run) {
    bound_init(&b, run->m);
    counter = machine_memory(run->m, 16, 16);
    bound_storage(&b, BOUND_FRAGMENT, 0, counter, 16);
}

static void pixels_write_buffers(void **state) {
    (void)state;
    const struct scene scene = {.name = "a counter",
                                LIST(shapes),
                                .fragment = FRAGMENT PLACE
                                "MOV R8, c[0x0][0x730]\nMOV R9, c[0x0][0x734]\nMOV32I R10, 0x1\n"
                                "RED.ADD.E [R8+0x4], R10\nEXIT\n",
                                .set = put_counter};
    scene_check(&machine, &scene);
    const uint32_t *words = machine_at(&machine, counter);
    assert_int_equal(words[0], 0);
    assert_in_range(words[1], SCENE_SIZE * SCENE_SIZE, SCENE_SIZE * SCENE_SIZE * 4 / 3);
}

/* Positions and colours from a buffer, by the vertex's number. */
static void put_vertices(struct scene_run *run) {
    bound_init(&b, run->m);
    const uint64_t copy = machine_memory(run->m, sizeof quarters, 16);
    memcpy(machine_at(run->m, copy), quarters, sizeof quarters);
    memset(machine_at(run->m, run->vertices), 0, sizeof quarters);
    bound_storage(&b, BOUND_VERTEX, 0, copy, sizeof quarters);
}

static void vertices_come_from_buffers(void **state) {
    (void)state;
    const struct scene scene = {
        .name = "vertices of a buffer",
        LIST(quarters),
        .vertex = ".container bare\n.stage vertex\n.sph type 1\n.sph version 3\n"
                  ".sph shader_type 1\n.sph in_system_c 0x8000\n.sph out_system 0xf0000000\n"
                  ".sph out[0] 0xf\n.code\n"
                  "ALD R0, a[0x2fc], RZ\nSHL R0, R0, 0x5\nIADD R8.CC, R0, c[0x0][0xb0]\n"
                  "IADD.X R9, RZ, c[0x0][0xb4]\nLDG.E.128 R0, [R8]\nLDG.E.128 R4, [R8+0x10]\n"
                  "AST.128 a[0x70], R0, RZ\nAST.128 a[0x80], R4, RZ\nEXIT\n",
        .set = put_vertices};
    scene_check(&machine, &scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(textures_have_levels),  cmocka_unit_test(targets_become_textures),
        cmocka_unit_test(code_chooses_textures), cmocka_unit_test(constants_change_between_draws),
        cmocka_unit_test(pixels_write_buffers),  cmocka_unit_test(vertices_come_from_buffers),
    };
    if (!machine_open(&machine, false)) {
        print_message("1..0 # SKIP no device\n");
        return 0;
    }
    const int failed = cmocka_run_group_tests_name("gpu shading", tests, NULL, NULL);
    machine_close(&machine);
    return failed;
}
