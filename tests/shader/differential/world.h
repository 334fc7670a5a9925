/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_WORLD_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_WORLD_H

#include "base/file.h"
#include "pass.h"

/* What a scene's shaders run on, as a device has it: made anew for each run. */

enum { WORLD_VIEWS = 256, CANARY = 0xa5 };

struct texels {
    VkImage image;
    VkDeviceMemory memory;
};

struct world {
    const struct gpu *gpu;
    const struct scene *scene;
    struct element {
        struct gpu_buffer buffer; /* of buffers, and of textures that are buffers */
        size_t lead;              /* bytes of CANARY in front of what a storage buffer holds */
        struct texels texels;
        struct texels samples; /* a multisampled texture as one of 2 x 2 the size */
        VkSampler sampler;
    } resources[SCENE_RESOURCES];
    struct gpu_buffer attributes[SHADER_GENERICS], indices;
    struct texels targets[SHADER_TARGETS], depth;
    VkImageView views[WORLD_VIEWS];
    VkBufferView texel_views[WORLD_VIEWS];
    size_t view_count, texel_view_count;
};

/* False: the device has no such image, which *name then names ("tex2", "rt0"). */
bool world_possible(const struct gpu *gpu, const struct scene *scene, char name[SCENE_TEXT]);
/* `lead`: what storage buffers have in front, by resource; NULL: nothing. Free it, whether that
 * went well or not. */
MUST_CHECK bool world_new(const struct gpu *gpu, const struct scene *scene, const size_t *lead,
                          struct world *out, struct error *error);
void world_free(struct world *world);

/* Views live as long as the world. `dim`, `array` and `format` are how a shader sees the resource;
 * format: as SPIR-V numbers them, 0: that of the resource. */
MUST_CHECK bool world_view(struct world *world, size_t resource, uint8_t dim, bool array,
                           bool multisampled, uint8_t format, VkImageView *out,
                           struct error *error);
MUST_CHECK bool world_texels(struct world *world, size_t resource, uint8_t format,
                             VkBufferView *out, struct error *error);
MUST_CHECK bool world_canvas(struct world *world, struct canvas *out, struct error *error);

/* What came out, texel by texel; in buffers, word by word. Samples lie behind their pixel and are
 * read as floats. */
struct result {
    struct blob bytes;
    enum component component;
    unsigned components;
    bool words; /* of a buffer: nobody knows what they are */
    uint32_t width, height, layers, samples;
};
MUST_CHECK bool world_read(struct world *world, const struct output *output, struct result *out,
                           struct error *error);
void result_free(struct result *result);
/* False: something in front of a storage buffer or behind it was written; the error says where. */
MUST_CHECK bool world_unharmed(const struct world *world, struct error *error);

/* ---- texels.c ---- */

struct texels_shape {
    VkFormat format;
    uint8_t dim;
    uint32_t width, height, depth, layers, mips, samples;
    VkImageUsageFlags usage;
    VkImageAspectFlags aspect;
};
bool texels_possible(const struct gpu *gpu, const struct texels_shape *shape);
/* An image in the general layout. */
MUST_CHECK bool texels_new(const struct gpu *gpu, const struct texels_shape *shape,
                           struct texels *out, struct error *error);
void texels_free(const struct gpu *gpu, struct texels *texels);
/* All levels, all layers of each, from or to a buffer, tightly one behind the other. */
MUST_CHECK bool texels_copy(const struct gpu *gpu, const struct texels_shape *shape,
                            const struct texels *texels, const struct gpu_buffer *buffer,
                            bool write, struct error *error);
size_t texels_size(const struct texels_shape *shape, size_t texel);
/* A word (rgba8) or four floats for each sample, from or to a multisampled image. */
MUST_CHECK bool samples_copy(const struct gpu *gpu, const struct texels_shape *shape,
                             VkImageView view, const struct gpu_buffer *buffer, bool write,
                             struct error *error);

#endif
