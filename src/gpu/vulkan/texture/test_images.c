/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/test_images.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <cmocka.h>

struct test_images images;

void images_must(bool ok, const struct error *error) {
    if (!ok)
        fail_msg("%s", error->text);
}

int images_start(void **state) {
    struct error error = {0};
    (void)state;
    images.guest =
        mmap(NULL, IMAGES_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(images.guest != MAP_FAILED);
    images.pages = page_table_new();
    images_must(page_table_map(images.pages, IMAGES_BASE, images.guest, IMAGES_SIZE, &error),
                &error);
    images_must(batches_new(images.vk, &images.batches, &error), &error);
    images_must(guest_memory_new(images.vk, images.batches, &images.memory, &error), &error);
    images_must(textures_new(images.vk, images.batches, images.memory, images.no_storage,
                             &images.textures, &error),
                &error);
    images_must(vulkan_buffer_new(images.vk, IMAGES_SIZE, MEMORY_READBACK, &images.seen, &error),
                &error);
    return 0;
}

int images_stop(void **state) {
    (void)state;
    textures_free(images.textures);
    guest_memory_free(images.memory);
    batches_free(images.batches);
    vulkan_buffer_free(images.vk, &images.seen);
    page_table_unref(images.pages);
    munmap(images.guest, IMAGES_SIZE);
    return 0;
}

/* ---- what the program and commands do ---- */

static uint8_t noise(uint32_t at) {
    at = (at ^ at >> 15) * 0x2c1b3c6d;
    return (uint8_t)(at ^ at >> 12);
}

/* The program writes; the GPU sees it with the next submission. */
void images_fill(uint64_t at, uint64_t size, uint32_t seed) {
    memory_wait(images.memory, images.guest + at, size, true);
    for (uint64_t i = 0; i < size; i++)
        images.guest[at + i] = noise((uint32_t)i + seed);
    memory_scan(images.memory);
}

struct texture_header images_header(uint64_t at, uint32_t width, uint32_t height, uint8_t format,
                                    uint8_t component) {
    return (struct texture_header){
        .format = format,
        .component = {component, component, component, component},
        .source = {SOURCE_R, SOURCE_G, SOURCE_B, SOURCE_A},
        .storage = STORAGE_BLOCK_LINEAR,
        .type = TYPE_2D,
        .address = IMAGES_BASE + at,
        .width = width,
        .height = height,
        .depth = 1,
        .tile_height_log2 = 3,
        .levels = 1,
        .normalized_coordinates = true,
    };
}

struct texture_use images_sampled(const struct texture_header *h, uint8_t dim, bool array) {
    const struct contract_texture want = {.dim = dim, .array = array, .sampled = true, .count = 1};
    struct texture_use use;
    struct error error;
    images_must(textures_sampled(images.textures, images.pages, h, &want, &use, &error), &error);
    return use;
}

struct target images_target(uint64_t at, uint32_t width, uint32_t height, uint8_t format) {
    return (struct target){.address = IMAGES_BASE + at,
                           .width = width,
                           .height = height,
                           .layers = 1,
                           .format = format,
                           .height_log2 = 3};
}

struct texture_use images_targeted(const struct target *target, bool keep) {
    struct texture_use use;
    struct error error;
    images_must(textures_target(images.textures, images.pages, target, keep, &use, &error), &error);
    return use;
}

/* A part of an image, texel by texel, in rows without gaps. */
const uint8_t *images_look(const struct texture_use *use, uint32_t level, uint32_t layer,
                           uint32_t width, uint32_t height, uint32_t depth) {
    const VkBufferImageCopy copy = {
        .imageSubresource = {use->aspects, level, layer, 1},
        .imageExtent = {width, height, depth},
    };
    batch_barrier(images.batches);
    vkCmdCopyImageToBuffer(batch_commands(images.batches), use->image, VK_IMAGE_LAYOUT_GENERAL,
                           images.seen.buffer, 1, &copy);
    batch_wait(images.batches, batch_number(images.batches));
    return images.seen.memory.data;
}

/* A pass that clears a part of a target of 4 bytes a texel to a byte, four times. */
void images_paint(const struct texture_use *use, VkRect2D area, uint8_t value) {
    const float v = (float)value / 255;
    const VkRenderingAttachmentInfo color = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = use->view,
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
    };
    const VkRenderingInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {{0, 0}, {use->width, use->height}},
        .layerCount = use->layers,
        .colorAttachmentCount = 1,
        .pColorAttachments = &color,
    };
    const VkClearAttachment what = {
        VK_IMAGE_ASPECT_COLOR_BIT, 0, {.color = {.float32 = {v, v, v, v}}}};
    const VkClearRect where = {area, 0, use->layers};
    batch_barrier(images.batches);
    VkCommandBuffer commands = batch_commands(images.batches);
    textures_wrote(images.textures, use, &area, 0, use->layers);
    vkCmdBeginRendering(commands, &info);
    vkCmdClearAttachments(commands, 1, &what, 1, &where);
    vkCmdEndRendering(commands);
}

void images_finish(void) {
    batch_wait(images.batches, batch_number(images.batches));
}

struct texture_layout images_layout(const struct texture_header *h, uint8_t bytes, uint32_t depth,
                                    uint32_t layers) {
    const struct texture_shape s = {
        h->width, h->height, depth, layers, h->levels,           1,
        1,        bytes,     1,     1,      h->tile_height_log2, h->tile_depth_log2};
    struct texture_layout l;
    struct error error;
    images_must(texture_layout(&s, &l, &error), &error);
    return l;
}
