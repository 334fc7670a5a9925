/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/swizzle.h"

#include "base/memory.h"
#include "gpu/vulkan/device/test_device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct vulkan *vk;
static struct swizzle *swizzle;
static VkCommandPool pool;

enum { ROOM = 16 << 20 };
static struct vulkan_buffer storage, rows;

static void must(VkResult result) {
    assert_int_equal(result, VK_SUCCESS);
}

static VkCommandBuffer begin(void) {
    const VkCommandBufferAllocateInfo one = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = pool,
        .commandBufferCount = 1,
    };
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer commands;
    must(vkAllocateCommandBuffers(vk->device, &one, &commands));
    must(vkBeginCommandBuffer(commands, &info));
    return commands;
}

static void finish(VkCommandBuffer commands) {
    const VkMemoryBarrier to_host = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };
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

static uint32_t noise(uint32_t at) {
    at = (at ^ at >> 15) * 0x2c1b3c6d;
    return at ^ at >> 12;
}

/* The place of a byte, bit by bit, from the documented order and not from the code. */
static uint64_t model(const struct texture_level *l, uint32_t bytes, uint32_t x, uint32_t y,
                      uint32_t z) {
    const uint32_t tile_rows = 8u << l->height_log2, tile_slices = 1u << l->depth_log2;
    const uint32_t tiles_x = (l->width * bytes + 63) / 64;
    const uint32_t tiles_y = (l->height + tile_rows - 1) / tile_rows;
    const uint64_t tile = (z / tile_slices * (uint64_t)tiles_y + y / tile_rows) * tiles_x + x / 64;
    const uint32_t gob = z % tile_slices * (tile_rows / 8) + y % tile_rows / 8;
    static const int8_t from_x[] = {0, 1, 2, 3, -1, 4, -1, -1, 5};
    static const int8_t from_y[] = {-1, -1, -1, -1, 0, -1, 1, 2, -1};
    uint64_t in_gob = 0;
    for (unsigned bit = 0; bit < 9; bit++)
        in_gob |= (uint64_t)(from_x[bit] >= 0 ? x >> from_x[bit] & 1 : y >> from_y[bit] & 1) << bit;
    return (tile * (tile_rows / 8 * tile_slices) + gob) * 512 + in_gob;
}

/* Calls for each byte of the region with its place on both sides. */
static void each_byte(const struct swizzle_region *r, uint64_t level_at, uint64_t rows_at,
                      void (*call)(uint64_t storage_at, uint64_t row_at)) {
    struct swizzle_rows shape;
    swizzle_rows(r, &shape);
    uint64_t row = rows_at + shape.offset;
    for (uint32_t layer = 0; layer < r->layers; layer++)
        for (uint32_t z = 0; z < r->box.depth; z++)
            for (uint32_t y = 0; y < r->box.height; y++, row += shape.stride)
                for (uint32_t x = 0; x < r->box.width * r->bytes; x++)
                    call(level_at + layer * r->layer_stride +
                             model(r->level, r->bytes, r->box.x * r->bytes + x, r->box.y + y,
                                   r->box.z + z),
                         row + x);
}

static uint64_t compared, different;

static void compare(uint64_t storage_at, uint64_t row_at) {
    compared++;
    different += rows.memory.data[row_at] != storage.memory.data[storage_at];
}

static uint8_t *wanted;

static void expect(uint64_t storage_at, uint64_t row_at) {
    wanted[storage_at] = rows.memory.data[row_at];
}

/* Some box of a level; the first of them is all of it. */
static struct texture_box some_box(const struct texture_level *l, unsigned which) {
    if (!which)
        return (struct texture_box){0, 0, 0, l->width, l->height, l->depth};
    const uint32_t x = noise(which) % l->width, y = noise(which + 77) % l->height,
                   z = noise(which + 99) % l->depth;
    return (struct texture_box){
        x,
        y,
        z,
        1 + noise(which + 5) % (l->width - x),
        1 + noise(which + 6) % (l->height - y),
        1 + noise(which + 7) % (l->depth - z),
    };
}

static void barrier(VkCommandBuffer commands) {
    const VkMemoryBarrier all = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
    };
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                         VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &all, 0, NULL, 0, NULL);
}

/* All levels of a texture there and, changed, back. */
static void round_trip(const struct texture_shape *s, unsigned which) {
    struct texture_layout layout;
    struct error error;
    assert_true(texture_layout(s, &layout, &error));
    assert_true(layout.size <= ROOM);
    struct swizzle_region regions[TEXTURE_LEVELS];
    struct swizzle_rows shape;
    uint64_t at[TEXTURE_LEVELS], end = 0;
    for (uint32_t i = 0; i < s->levels; i++) {
        regions[i] = (struct swizzle_region){&layout.level[i],
                                             some_box(&layout.level[i], which ? which + i : 0),
                                             s->bytes, s->layers, layout.layer_stride};
        at[i] = end;
        swizzle_rows(&regions[i], &shape);
        end += shape.size;
        assert_true(end <= ROOM);
    }
    VkCommandBuffer commands = begin();
    for (uint32_t i = 0; i < s->levels; i++)
        swizzle_load(swizzle, commands, &regions[i], storage.address + layout.level[i].offset,
                     rows.address + at[i]);
    finish(commands);
    for (uint32_t i = 0; i < s->levels; i++)
        each_byte(&regions[i], layout.level[i].offset, at[i], compare);

    for (uint64_t i = 0; i < end; i++)
        rows.memory.data[i] ^= (uint8_t)(0x5a + i * 3);
    memcpy(wanted, storage.memory.data, layout.size + 4096);
    for (uint32_t i = 0; i < s->levels; i++)
        each_byte(&regions[i], layout.level[i].offset, at[i], expect);
    commands = begin();
    for (uint32_t i = 0; i < s->levels; i++) {
        swizzle_store(swizzle, commands, &regions[i], storage.address + layout.level[i].offset,
                      rows.address + at[i]);
        barrier(commands);
    }
    finish(commands);
    assert_memory_equal(storage.memory.data, wanted, layout.size + 4096);
}

static const uint8_t sizes[] = {1, 2, 4, 8, 12, 16};

static void test_every_layout(void **state) {
    (void)state;
    static const struct {
        uint32_t width, height, depth, layers, levels;
    } shapes[] = {{37, 53, 1, 1, 6}, {1, 300, 1, 1, 2},  {260, 65, 1, 1, 9},
                  {13, 9, 7, 1, 3},  {33, 17, 20, 1, 5}, {31, 40, 1, 6, 5}};
    compared = different = 0;
    for (unsigned b = 0; b < sizeof sizes; b++)
        for (unsigned k = 0; k < sizeof shapes / sizeof *shapes; k++)
            for (uint8_t tile = 0; tile <= 5; tile++)
                for (unsigned which = 0; which < 2; which++) {
                    const struct texture_shape s = {shapes[k].width,
                                                    shapes[k].height,
                                                    shapes[k].depth,
                                                    shapes[k].layers,
                                                    shapes[k].levels,
                                                    1,
                                                    1,
                                                    sizes[b],
                                                    1,
                                                    1,
                                                    tile,
                                                    shapes[k].depth > 1 ? (uint8_t)(5 - tile)
                                                                        : (uint8_t)0};
                    round_trip(&s, which * (1 + 100 * b + 10 * k + tile));
                }
    printf("# count bytes %llu\n", (unsigned long long)compared);
    printf("# count differences %llu\n", (unsigned long long)different);
    assert_int_equal(different, 0);
}

/* Samples lie side by side; blocks of compressed formats are elements. */
static void test_samples_and_blocks(void **state) {
    (void)state;
    compared = different = 0;
    struct texture_shape s = {50, 30, 1, 1, 1, 1, 1, 4, 2, 2, 4, 0};
    round_trip(&s, 0);
    round_trip(&s, 3);
    s = (struct texture_shape){259, 131, 1, 3, 9, 4, 4, 8, 1, 1, 3, 0};
    round_trip(&s, 0);
    round_trip(&s, 4);
    assert_true(compared > 0);
    assert_int_equal(different, 0);
}

/* Two neighbours inside one sector, one after the other. */
static void test_neighbours(void **state) {
    (void)state;
    const struct texture_shape s = {64, 8, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0};
    struct texture_layout layout;
    struct error error;
    assert_true(texture_layout(&s, &layout, &error));
    memset(storage.memory.data, 0, layout.size);
    memset(rows.memory.data, 0x11, 4096);
    memset(rows.memory.data + 4096, 0x22, 4096);
    struct swizzle_region r = {&layout.level[0], {2, 3, 0, 3, 1, 1}, 1, 1, 0};
    VkCommandBuffer commands = begin();
    swizzle_store(swizzle, commands, &r, storage.address, rows.address);
    barrier(commands);
    r.box.x = 5;
    r.box.width = 2;
    swizzle_store(swizzle, commands, &r, storage.address, rows.address + 4096);
    finish(commands);
    static const uint8_t want[9] = {0, 0, 0x11, 0x11, 0x11, 0x22, 0x22, 0, 0};
    assert_memory_equal(storage.memory.data + model(&layout.level[0], 1, 0, 3, 0), want, 9);
    unsigned written = 0;
    for (unsigned i = 0; i < layout.size; i++)
        written += storage.memory.data[i] != 0;
    assert_int_equal(written, 5);
}

static int set_up(void **state) {
    (void)state;
    struct error error;
    const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .queueFamilyIndex = vk->family};
    if (!swizzle_new(vk, &swizzle, &error) ||
        !vulkan_buffer_new(vk, ROOM + 4096, MEMORY_READBACK, &storage, &error) ||
        !vulkan_buffer_new(vk, ROOM, MEMORY_READBACK, &rows, &error) ||
        vkCreateCommandPool(vk->device, &info, NULL, &pool))
        return 1;
    wanted = NEW_ARRAY(uint8_t, ROOM + 4096);
    for (uint32_t i = 0; i < ROOM + 4096; i++)
        storage.memory.data[i] = (uint8_t)noise(i);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    free(wanted);
    vkDestroyCommandPool(vk->device, pool, NULL);
    vulkan_buffer_free(vk, &storage);
    vulkan_buffer_free(vk, &rows);
    swizzle_free(swizzle);
    return test_device_close(vk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_layout),
        cmocka_unit_test(test_samples_and_blocks),
        cmocka_unit_test(test_neighbours),
    };
    vk = test_device_open();
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
