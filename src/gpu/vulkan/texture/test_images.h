/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_TEXTURE_TEST_IMAGES_H
#define WINDLASS_GPU_VULKAN_TEXTURE_TEST_IMAGES_H

#include "gpu/texture/layout.h"
#include "gpu/vulkan/device/test_device.h"
#include "gpu/vulkan/texture/texture.h"

/* What tests of images have: guest memory, and images over it. Whatever cannot be done fails the
 * test. */

enum { IMAGES_SIZE = 16 << 20 };
#define IMAGES_BASE 0x10000000ull /* its address */

extern struct test_images {
    struct vulkan *vk; /* opened by the test */
    struct batches *batches;
    struct guest_memory *memory;
    struct textures *textures;
    struct page_table *pages;
    struct vulkan_buffer seen;
    uint8_t *guest;
    bool no_storage;
} images;

void images_must(bool ok, const struct error *error);
int images_start(void **state);
int images_stop(void **state);

/* The program writes; the GPU sees it with the next submission. Places are from the memory's begin.
 */
void images_fill(uint64_t at, uint64_t size, uint32_t seed);
/* All is done and in memory. */
void images_finish(void);

/* Of two dimensions, one level, all components of one type. */
struct texture_header images_header(uint64_t at, uint32_t width, uint32_t height, uint8_t format,
                                    uint8_t component);
struct texture_layout images_layout(const struct texture_header *h, uint8_t bytes, uint32_t depth,
                                    uint32_t layers);
struct texture_use images_sampled(const struct texture_header *h, uint8_t dim, bool array);
struct target images_target(uint64_t at, uint32_t width, uint32_t height, uint8_t format);
struct texture_use images_targeted(const struct target *target, bool keep);

/* A part of an image, texel by texel, in rows without gaps. */
const uint8_t *images_look(const struct texture_use *use, uint32_t level, uint32_t layer,
                           uint32_t width, uint32_t height, uint32_t depth);
/* A pass that clears a part of a target of unorm components to a byte each. */
void images_paint(const struct texture_use *use, VkRect2D area, uint8_t value);

#endif
