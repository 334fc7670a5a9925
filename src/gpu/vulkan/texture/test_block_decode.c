/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/block_decode.h"

#include "gpu/texture/astc.h"
#include "gpu/texture/astc_oracle.h"
#include "gpu/texture/astc_sample.h"
#include "gpu/texture/etc2.h"
#include "gpu/texture/format.h"
#include "gpu/vulkan/device/test_device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What the device makes of blocks beside what gpu/texture/decode.h does, which has tests of its
 * own. */

enum { ROOM = 8 << 20, GUARD = 64, PICTURE_WIDTH = 125, PICTURE_HEIGHT = 99 };

static struct vulkan *vk;
static struct block_decode *decode;
static struct vulkan_buffer blocks, texels;
static VkCommandPool pool;
static uint64_t random_state = 0xb10c;

static void must(VkResult result) {
    assert_int_equal(result, VK_SUCCESS);
}

static void run(const struct block_decode_region *region) {
    const VkCommandBufferAllocateInfo one = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = pool,
        .commandBufferCount = 1,
    };
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    const VkMemoryBarrier to_host = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };
    VkCommandBuffer commands;
    must(vkAllocateCommandBuffers(vk->device, &one, &commands));
    must(vkBeginCommandBuffer(commands, &info));
    block_decode_record(decode, commands, region, blocks.address, texels.address);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                         0, 1, &to_host, 0, NULL, 0, NULL);
    must(vkEndCommandBuffer(commands));
    const VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &commands,
    };
    must(vkQueueSubmit(vk->queue, 1, &submit, VK_NULL_HANDLE));
    must(vkQueueWaitIdle(vk->queue));
    vkFreeCommandBuffers(vk->device, pool, 1, &commands);
}

/* Rows of blocks as texture_decode wants them to the device's, with gaps between them. */
static void place(struct block_decode_region *r, const uint8_t *tight, unsigned gap) {
    const struct texture_decoder *d = &r->decoder;
    const size_t row = (size_t)(r->width + d->block_width - 1) / d->block_width * d->block_bytes;
    const size_t rows = (r->height + d->block_height - 1) / d->block_height;
    r->stride = row + 8 * gap;
    r->slice = r->stride * rows + 8 * gap;
    assert_true(r->slice * r->depth <= ROOM);
    memset(blocks.memory.data, 0x3c, r->slice * r->depth);
    for (size_t z = 0; z < r->depth; z++)
        for (size_t y = 0; y < rows; y++, tight += row)
            memcpy(blocks.memory.data + z * r->slice + y * r->stride, tight, row);
}

static size_t compare(struct block_decode_region *r, const uint8_t *tight, size_t size,
                      unsigned gap) {
    const size_t bytes = block_decode_size(r);
    struct error error;
    uint8_t *wanted = malloc(bytes);
    assert_true(bytes + GUARD <= ROOM);
    if (!texture_decode(&r->decoder, r->width, r->height, r->depth, tight, size, wanted, bytes,
                        &error))
        fail_msg("%s", error.text);
    place(r, tight, gap);
    memset(texels.memory.data, 0xa5, bytes + GUARD);
    run(r);
    for (unsigned i = 0; i < GUARD; i++)
        assert_int_equal(texels.memory.data[bytes + i], 0xa5);
    size_t count = 0;
    for (size_t i = 0; i < bytes; i++)
        if (texels.memory.data[i] != wanted[i] && count++ == 0)
            printf("# family %u, kind %u, %ux%u: byte %zu is 0x%02x, not 0x%02x\n",
                   r->decoder.family, r->decoder.kind, r->decoder.block_width,
                   r->decoder.block_height, i, texels.memory.data[i], wanted[i]);
    free(wanted);
    return count;
}

static void report(size_t texels_met, size_t differences) {
    printf("# count texels %zu\n# count differences %zu\n", texels_met, differences);
    assert_int_equal(differences, 0);
}

static struct texture_decoder decoder_of(unsigned format, uint8_t kind) {
    const struct texture_reading reading = {0};
    struct texture_decoder d;
    assert_true(texture_decoder(format, &reading, &d));
    d.kind = kind;
    d.texel_bytes = (uint8_t)(d.family == TEXTURE_ASTC ? astc_texel_size(kind) : 4);
    return d;
}

/* The header's number for a shape. */
static unsigned format_of(unsigned width, unsigned height) {
    for (unsigned i = 0; i < TEXTURE_FORMATS; i++)
        if (texture_formats[i].family == TEXTURE_ASTC && texture_formats[i].name &&
            texture_formats[i].block_width == width && texture_formats[i].block_height == height)
            return i;
    fail_msg("no format has blocks of %ux%u", width, height);
    return 0;
}

static void test_astc(void **state) {
    (void)state;
    enum { ACROSS = 15, DOWN = 9, DEPTH = 2, COUNT = ACROSS * DOWN * DEPTH };
    uint8_t tight[COUNT * ASTC_BLOCK];
    size_t differences = 0, met = 0;
    for (unsigned i = 0; i < ASTC_SHAPES; i++) {
        const unsigned w = astc_shapes[i][0], h = astc_shapes[i][1];
        for (unsigned kind = 0; kind < ASTC_OUTPUTS; kind++) {
            astc_sample_blocks(&random_state, w, h, tight, COUNT);
            struct block_decode_region r = {.decoder = decoder_of(format_of(w, h), (uint8_t)kind),
                                            .width = w * ACROSS - kind,
                                            .height = h * DOWN - 1,
                                            .depth = DEPTH};
            differences += compare(&r, tight, sizeof tight, 2 * (kind & 1));
            met += (size_t)r.width * r.height * r.depth;
        }
    }
    report(met, differences);
}

/* Blocks that an encoder chose. */
static void test_pictures(void **state) {
    (void)state;
    struct astc_oracle oracle;
    struct error error;
    uint8_t rgba[PICTURE_WIDTH * PICTURE_HEIGHT * 4], *tight = malloc(ROOM);
    size_t differences = 0, met = 0;
    if (!astc_oracle_open(&oracle, &error))
        fail_msg("%s", error.text);
    sample_picture(&random_state, PICTURE_WIDTH, PICTURE_HEIGHT, rgba);
    for (unsigned i = 0; i < ASTC_SHAPES; i++) {
        const struct astc_picture p = {astc_shapes[i][0], astc_shapes[i][1], PICTURE_WIDTH,
                                       PICTURE_HEIGHT};
        if (!astc_oracle_encode(&oracle, ASTC_PROFILE_SRGB, &p, rgba, tight, &error))
            fail_msg("%s", error.text);
        struct block_decode_region r = {
            .decoder = decoder_of(format_of(p.block_width, p.block_height), ASTC_SRGB8),
            .width = PICTURE_WIDTH,
            .height = PICTURE_HEIGHT,
            .depth = 1};
        differences += compare(&r, tight, ASTC_BLOCK * astc_picture_blocks(&p), 0);
        met += (size_t)PICTURE_WIDTH * PICTURE_HEIGHT;
    }
    free(tight);
    astc_oracle_close(&oracle);
    report(met, differences);
}

static void test_etc2(void **state) {
    (void)state;
    enum { ACROSS = 40, DOWN = 30, DEPTH = 3, COUNT = ACROSS * DOWN * DEPTH };
    static const uint8_t formats[ETC2_KINDS] = {0x06, 0x0a, 0x0b, 0x19, 0x19, 0x1a, 0x1a};
    uint64_t tight[COUNT * 2];
    size_t differences = 0, met = 0;
    for (unsigned kind = 0; kind < ETC2_KINDS; kind++) {
        for (unsigned i = 0; i < COUNT * 2; i++)
            tight[i] = sample_random(&random_state);
        struct block_decode_region r = {.decoder = decoder_of(formats[kind], (uint8_t)kind),
                                        .width = 4 * ACROSS - kind % 4,
                                        .height = 4 * DOWN - kind % 3,
                                        .depth = DEPTH};
        differences += compare(&r, (const uint8_t *)tight, sizeof tight, kind & 1);
        met += (size_t)r.width * r.height * r.depth;
    }
    report(met, differences);
}

/* Of every format with blocks either the device can sample it, or the texels' format. */
static void test_formats(void **state) {
    (void)state;
    unsigned wanted = 0;
    assert_false(block_decode_wanted(decode, VK_FORMAT_R8G8B8A8_UNORM));
    assert_false(block_decode_wanted(decode, VK_FORMAT_BC7_SRGB_BLOCK));
    assert_false(block_decode_wanted(decode, VK_FORMAT_G8B8G8R8_422_UNORM));
    for (unsigned i = 0; i < TEXTURE_FORMATS; i++)
        for (unsigned k = 0; k < 8; k++) {
            const struct texture_reading reading = {k & 1, k & 2, k & 4};
            struct texture_decoder d;
            VkFormatProperties can;
            if (!texture_decoder(i, &reading, &d))
                continue;
            vkGetPhysicalDeviceFormatProperties(vk->physical, block_decode_format(&d, reading.srgb),
                                                &can);
            assert_true(can.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT);
        }
    for (VkFormat f = VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK; f <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK;
         f++) {
        VkFormatProperties can;
        vkGetPhysicalDeviceFormatProperties(vk->physical, f, &can);
        const bool has = can.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
        assert_int_equal(block_decode_wanted(decode, f), !has);
        wanted += !has;
    }
    printf("# %s lacks %u of 38 formats\n", vk->properties.deviceName, wanted);
}

static int set_up(void **state) {
    (void)state;
    struct error error;
    const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .queueFamilyIndex = vk->family};
    if (block_decode_new(vk, &decode, &error) &&
        vulkan_buffer_new(vk, ROOM, MEMORY_READBACK, &blocks, &error) &&
        vulkan_buffer_new(vk, ROOM, MEMORY_READBACK, &texels, &error))
        return vkCreateCommandPool(vk->device, &info, NULL, &pool) != VK_SUCCESS;
    print_error("%s\n", error.text);
    return 1;
}

static int tear_down(void **state) {
    (void)state;
    vkDestroyCommandPool(vk->device, pool, NULL);
    vulkan_buffer_free(vk, &blocks);
    vulkan_buffer_free(vk, &texels);
    block_decode_free(decode);
    return test_device_close(vk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_astc),
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_etc2),
        cmocka_unit_test(test_formats),
    };
    vk = test_device_open();
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
