/* SPDX-License-Identifier: MIT */
#include "sampled.h"

#include "base/memory.h"
#include "gpu/texture/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 64, POINT = 32, RESULT = 16, PITCH_ALIGN = 32 };

/* The point is in R24 to R27, what else there is of it in R28 and R29; results in R0 to R3. */
static const char head[] = ".container bare\n.stage compute\n.code\n"
                           "S2R R20, TID.X\n"
                           "SHL R21, R20, 0x5\n"
                           "IADD R22.CC, R21, c[0x0][0x140]\n"
                           "IADD.X R23, RZ, c[0x0][0x144]\n"
                           "LDG.E.128 R24, [R22]\n"
                           "LDG.E.128 R28, [R22+0x10]\n"
                           "SHL R21, R20, 0x4\n"
                           "IADD R32.CC, R21, c[0x0][0x150]\n"
                           "IADD.X R33, RZ, c[0x0][0x154]\n";
static const char tail[] = "STG.E.128 [R32], R0\nEXIT\n";

static uint32_t noise(uint32_t at) {
    at = (at ^ at >> 16) * 0x7feb352d;
    at = (at ^ at >> 15) * 0x846ca68b;
    return at ^ at >> 16;
}

static float between(uint32_t at, float low, float high) {
    return low + (high - low) * (float)(noise(at) >> 8) / 16777216;
}

/* ---- texels ---- */

static uint32_t shrink(uint32_t size, uint32_t level) {
    return size >> level ? size >> level : 1;
}

static struct texture_shape shape_of(const struct sampled_scene *s) {
    const uint8_t block = s->block ? s->block : 1;
    return (struct texture_shape){
        .width = s->width,
        .height = s->height,
        .depth = s->depth,
        .layers = s->layers,
        .levels = s->levels,
        .block_width = block,
        .block_height = block,
        .bytes = s->bytes,
        .samples_x = 1,
        .samples_y = 1,
        .height_log2 = s->height > 1 ? 2 : 0,
        .depth_log2 = s->depth > 1 ? 1 : 0,
    };
}

/* Elements in rows without gaps. */
static uint8_t *make_texels(const struct sampled_scene *s, size_t size, uint32_t seed) {
    uint8_t *texels = memory_new(size + 4);
    for (size_t i = 0; i < size / 4 + 1; i++) {
        uint32_t word = noise((uint32_t)i + seed);
        if (s->floats && s->component == COMPONENT_FLOAT && s->bytes % 4 == 0 &&
            s->vk_format != VK_FORMAT_R16G16B16A16_SFLOAT) {
            const float f = (float)(word >> 8) / 16777216;
            memcpy(&word, &f, sizeof word);
        } else if (s->floats) {
            word = (word & 0x03ff03ff) | 0x34003400; /* halves from 0.25 to 0.5 */
        }
        memcpy(texels + 4 * i, &word, i < size / 4 ? 4 : size % 4);
    }
    return texels;
}

struct texels {
    uint8_t *rows[TEXTURE_LEVELS][16]; /* by level and layer */
    size_t size[TEXTURE_LEVELS];
};

static void make_all(const struct sampled_scene *s, const struct texture_layout *layout,
                     struct texels *out) {
    for (uint32_t level = 0; level < s->levels; level++) {
        const struct texture_level *l = &layout->level[level];
        out->size[level] = (size_t)l->width * l->height * l->depth * s->bytes;
        for (uint32_t layer = 0; layer < s->layers; layer++)
            out->rows[level][layer] = make_texels(s, out->size[level], level * 77773 + layer * 991);
    }
}

/* ---- ours ---- */

static uint64_t put_storage(struct machine *m, const struct sampled_scene *s,
                            const struct texture_layout *layout, const struct texels *texels,
                            uint32_t pitch) {
    const uint64_t at = machine_memory(m, pitch ? pitch * s->height : layout->size, 4096);
    uint8_t *to = machine_at(m, at);
    if (s->type == TYPE_BUFFER) {
        memcpy(to, texels->rows[0][0], texels->size[0]);
        return at;
    }
    for (uint32_t y = 0; pitch && y < s->height; y++)
        memcpy(to + y * pitch, texels->rows[0][0] + y * s->width * s->bytes, s->width * s->bytes);
    for (uint32_t level = 0; !pitch && level < s->levels; level++)
        for (uint32_t layer = 0; layer < s->layers; layer++) {
            const struct texture_level *l = &layout->level[level];
            const struct texture_box box = {0, 0, 0, l->width, l->height, l->depth};
            texture_write(l, s->bytes, to + layer * layout->layer_stride + l->offset, &box,
                          texels->rows[level][layer], l->width * s->bytes,
                          (uint64_t)l->width * l->height * s->bytes);
        }
    return at;
}

static struct texture_header header_of(const struct sampled_scene *s, uint64_t address,
                                       const struct texture_shape *shape, uint32_t pitch) {
    struct texture_header h = {
        .format = s->format,
        .component = {s->component, s->component, s->component, s->component},
        .source = {SOURCE_R, SOURCE_G, SOURCE_B, SOURCE_A},
        .storage = s->type == TYPE_BUFFER ? STORAGE_BUFFER
                   : s->pitch             ? STORAGE_PITCH
                                          : STORAGE_BLOCK_LINEAR,
        .type = s->type,
        .address = address,
        .pitch = pitch,
        .width = s->width,
        .height = s->height,
        .depth = s->type == TYPE_CUBE || s->type == TYPE_CUBE_ARRAY ? s->layers / 6
                 : s->layers > 1                                    ? s->layers
                                                                    : s->depth,
        .tile_height_log2 = shape->height_log2,
        .tile_depth_log2 = shape->depth_log2,
        .levels = (uint8_t)s->levels,
        .first_level = s->first_level,
        .last_level = (uint8_t)(s->levels - 1),
        .srgb = s->srgb,
        .normalized_coordinates = s->kind->points != POINTS_RECTANGLE,
    };
    if (s->source[0] | s->source[1] | s->source[2] | s->source[3])
        memcpy(h.source, s->source, sizeof h.source);
    return h;
}

static const uint32_t *run_ours(struct machine *m, const struct sampled_scene *s,
                                const struct texture_layout *layout, const struct texels *texels,
                                const float points[POINTS * 8]) {
    const struct texture_shape shape = shape_of(s);
    const uint32_t pitch =
        s->pitch ? (s->width * s->bytes + PITCH_ALIGN - 1) / PITCH_ALIGN * PITCH_ALIGN : 0;
    struct bound b;
    bound_init(&b, m);
    const uint64_t storage = put_storage(m, s, layout, texels, pitch);
    const struct texture_header header = header_of(s, storage, &shape, pitch);
    const uint64_t in = machine_memory(m, POINTS * POINT, 256),
                   out = machine_memory(m, POINTS * RESULT, 256);
    memcpy(machine_at(m, in), points, POINTS * POINT);
    memset(machine_at(m, out), 0xee, POINTS * RESULT);
    /* Numbers that are not the first ones. */
    bound_header(&b, &header);
    bound_sampler(&b, &s->sampler);
    bound_sampler(&b, &s->sampler);
    bound_texture(&b, BOUND_COMPUTE, 0, bound_header(&b, &header), bound_sampler(&b, &s->sampler));
    bound_storage(&b, BOUND_COMPUTE, 0, in, POINTS * POINT);
    bound_storage(&b, BOUND_COMPUTE, 1, out, POINTS * RESULT);
    char *text = memory_format("%s%s%s", head, s->kind->text, tail);
    bound_launch(
        &b, &(struct bound_launch){.text = text, .groups = {1, 1, 1}, .threads = {POINTS, 1, 1}});
    machine_run(m);
    free(text);
    return machine_at(m, out);
}

/* ---- plain Vulkan ---- */

static VkBufferView buffer_of(struct plain *p, const struct sampled_scene *s,
                              const struct texels *texels) {
    const struct plain_buffer b = plain_buffer(p, texels->size[0]);
    memcpy(b.data, texels->rows[0][0], texels->size[0]);
    return plain_texels(p, &b, s->vk_format);
}

static VkImageView image_of(struct plain *p, const struct sampled_scene *s,
                            const struct texels *texels) {
    const bool cube = s->type == TYPE_CUBE || s->type == TYPE_CUBE_ARRAY;
    const VkImageCreateInfo info = {
        .flags = cube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0,
        .imageType = s->image_type,
        .format = s->vk_format,
        .extent = {s->width, s->height, s->depth},
        .mipLevels = s->levels,
        .arrayLayers = s->layers,
        .samples = VK_SAMPLE_COUNT_1_BIT,
    };
    const struct plain_image image = plain_image(p, &info, s->view_type);
    for (uint32_t level = 0; level < s->levels; level++)
        for (uint32_t layer = 0; layer < s->layers; layer++)
            plain_fill(p, &image, level, layer, texels->rows[level][layer], texels->size[level]);
    const VkImageViewCreateInfo view = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image.image,
        .viewType = s->view_type,
        .format = s->vk_format,
        .components = s->mapping,
        .subresourceRange = {image.aspects, s->first_level, s->levels - s->first_level, 0,
                             s->layers},
    };
    return plain_view(p, &view);
}

static void run_plainly(struct machine *m, const struct sampled_scene *s,
                        const struct texels *texels, const float points[POINTS * 8],
                        uint32_t results[POINTS * 4]) {
    struct plain *p = plain_open(m->backend->vk);
    const struct plain_buffer in = plain_buffer(p, POINTS * POINT),
                              out = plain_buffer(p, POINTS * RESULT);
    memcpy(in.data, points, POINTS * POINT);
    VkSamplerCreateInfo sampler = s->plain_sampler;
    sampler.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    const VkDescriptorBufferInfo buffers[2] = {{in.buffer, 0, VK_WHOLE_SIZE},
                                               {out.buffer, 0, VK_WHOLE_SIZE}};
    const bool is_buffer = s->type == TYPE_BUFFER;
    const VkBufferView view = is_buffer ? buffer_of(p, s, texels) : VK_NULL_HANDLE;
    const VkDescriptorImageInfo image = {is_buffer ? VK_NULL_HANDLE : plain_sampler(p, &sampler),
                                         is_buffer ? VK_NULL_HANDLE : image_of(p, s, texels),
                                         VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet writes[3] = {
        {.descriptorCount = 1,
         .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
         .pBufferInfo = &buffers[0]},
        {.dstBinding = 1,
         .descriptorCount = 1,
         .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
         .pBufferInfo = &buffers[1]},
        {.dstBinding = 2,
         .descriptorCount = 1,
         .descriptorType = is_buffer ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                                     : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
         .pImageInfo = &image,
         .pTexelBufferView = &view},
    };
    VkDescriptorSet set;
    const VkPipelineLayout layout = plain_layout(p, writes, 3, 0, &set);
    const VkPipeline pipeline = plain_compute(p, s->kind->words, s->kind->size, layout);
    const VkCommandBuffer commands = plain_begin(p);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(commands, 1, 1, 1);
    plain_run(p);
    memcpy(results, out.data, POINTS * RESULT);
    plain_close(p);
}

/* ---- both ---- */

static void make_points(const struct sampled_scene *s, float points[POINTS * 8]) {
    const float size[3] = {(float)s->width, (float)s->height, (float)s->depth};
    for (uint32_t i = 0; i < POINTS; i++) {
        float *p = points + 8 * i;
        const uint32_t layer = s->layers > 1 ? noise(i * 8 + 5) % (s->layers + 1) : 0;
        uint32_t word[3];
        for (unsigned k = 0; k < 3; k++) {
            word[k] = noise(i * 8 + k) % shrink((uint32_t)size[k], 1);
            p[k] = s->kind->points == POINTS_DIRECTION ? between(i * 8 + k, -1, 1)
                                                       : between(i * 8 + k, -0.7f, 1.7f);
            if (s->kind->points == POINTS_RECTANGLE)
                p[k] *= size[k];
            if (s->kind->points == POINTS_TEXELS)
                memcpy(&p[k], &word[k], sizeof word[k]);
        }
        p[3] = between(i * 8 + 3, -0.5f, (float)s->levels + 0.5f);
        if (s->kind->points == POINTS_TEXELS) {
            const uint32_t level = s->levels > 1 ? noise(i) % 2 : 0;
            memcpy(&p[3], &level, sizeof level);
        }
        const uint32_t in = s->kind->points == POINTS_TEXELS ? layer % s->layers : layer;
        memcpy(&p[4], &in, sizeof in);
        p[5] = between(i * 8 + 6, 0, 1);
    }
}

void sampled_check(struct machine *m, const struct sampled_scene *s) {
    const struct texture_shape shape = shape_of(s);
    struct texture_layout layout;
    struct texels texels = {0};
    struct error error;
    float points[POINTS * 8] = {0};
    uint32_t plain[POINTS * 4];
    bool differs = false;
    if (!texture_layout(&shape, &layout, &error)) {
        fprintf(stderr, "%s: %s\n", s->name, error.text);
        exit(1);
    }
    make_all(s, &layout, &texels);
    make_points(s, points);
    const uint32_t *ours = run_ours(m, s, &layout, &texels, points);
    run_plainly(m, s, &texels, points, plain);
    for (unsigned i = 0; i < POINTS * 4; i++) {
        differs |= plain[i] != plain[0];
        if (ours[i] != plain[i]) {
            fprintf(stderr, "%s: point %u, component %u: 0x%x, not 0x%x\n", s->name, i / 4, i % 4,
                    ours[i], plain[i]);
            exit(1);
        }
    }
    for (unsigned i = 0; i < TEXTURE_LEVELS; i++)
        for (unsigned k = 0; k < 16; k++)
            free(texels.rows[i][k]);
    if (!differs) {
        fprintf(stderr, "%s: all results are the same\n", s->name);
        exit(1);
    }
}
