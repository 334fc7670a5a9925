/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture.h"

#include "gpu/texture/decode.h"
#include "gpu/vulkan/test_device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

/* Images beside their storage: what the program writes there is in the image, and what commands
 * write into the image is there. Storage is read and written here by texture/layout.c, which has
 * tests of its own. */

enum { SIZE = 16 << 20 };
static const uint64_t BASE = 0x10000000;

static struct vulkan *vk;
static struct batches *batches;
static struct guest_memory *memory;
static struct textures *textures;
static struct page_table *pages;
static struct vulkan_buffer seen;
static uint8_t *guest;
static bool no_storage;

static void must(bool ok, const struct error *error) {
    if (!ok)
        fail_msg("%s", error->text);
}

static int start(void **state) {
    struct error error = {0};
    (void)state;
    guest = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(guest != MAP_FAILED);
    pages = page_table_new();
    must(page_table_map(pages, BASE, guest, SIZE, &error), &error);
    must(batches_new(vk, &batches, &error), &error);
    must(guest_memory_new(vk, batches, &memory, &error), &error);
    must(textures_new(vk, batches, memory, no_storage, &textures, &error), &error);
    must(vulkan_buffer_new(vk, SIZE, MEMORY_READBACK, &seen, &error), &error);
    return 0;
}

static int stop(void **state) {
    (void)state;
    textures_free(textures);
    guest_memory_free(memory);
    batches_free(batches);
    vulkan_buffer_free(vk, &seen);
    page_table_unref(pages);
    munmap(guest, SIZE);
    return 0;
}

/* ---- what the program and commands do ---- */

static uint8_t noise(uint32_t at) {
    at = (at ^ at >> 15) * 0x2c1b3c6d;
    return (uint8_t)(at ^ at >> 12);
}

/* The program writes; the GPU sees it with the next submission. */
static void program_fills(uint64_t at, uint64_t size, uint32_t seed) {
    memory_wait(memory, guest + at, size, true);
    for (uint64_t i = 0; i < size; i++)
        guest[at + i] = noise((uint32_t)i + seed);
    memory_scan(memory);
}

static struct texture_header header_of(uint64_t at, uint32_t width, uint32_t height, uint8_t format,
                                       uint8_t component) {
    return (struct texture_header){
        .format = format,
        .component = {component, component, component, component},
        .source = {SOURCE_R, SOURCE_G, SOURCE_B, SOURCE_A},
        .storage = STORAGE_BLOCK_LINEAR,
        .type = TYPE_2D,
        .address = BASE + at,
        .width = width,
        .height = height,
        .depth = 1,
        .tile_height_log2 = 3,
        .levels = 1,
        .normalized_coordinates = true,
    };
}

static struct texture_use sampled(const struct texture_header *h, uint8_t dim, bool array) {
    const struct contract_texture want = {.dim = dim, .array = array, .sampled = true, .count = 1};
    struct texture_use use;
    struct error error;
    must(textures_sampled(textures, pages, h, &want, &use, &error), &error);
    return use;
}

static struct target target_of(uint64_t at, uint32_t width, uint32_t height, uint8_t format) {
    return (struct target){.address = BASE + at,
                           .width = width,
                           .height = height,
                           .layers = 1,
                           .format = format,
                           .height_log2 = 3};
}

static struct texture_use targeted(const struct target *target, bool keep) {
    struct texture_use use;
    struct error error;
    must(textures_target(textures, pages, target, keep, &use, &error), &error);
    return use;
}

/* A part of an image, texel by texel, in rows without gaps. */
static const uint8_t *look(const struct texture_use *use, uint32_t level, uint32_t layer,
                           uint32_t width, uint32_t height, uint32_t depth) {
    const VkBufferImageCopy copy = {
        .imageSubresource = {use->aspects, level, layer, 1},
        .imageExtent = {width, height, depth},
    };
    batch_barrier(batches);
    vkCmdCopyImageToBuffer(batch_commands(batches), use->image, VK_IMAGE_LAYOUT_GENERAL,
                           seen.buffer, 1, &copy);
    batch_wait(batches, batch_number(batches));
    return seen.memory.data;
}

/* A pass that clears a part of a target of 4 bytes a texel to a byte, four times. */
static void paint(const struct texture_use *use, VkRect2D area, uint8_t value) {
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
    batch_barrier(batches);
    VkCommandBuffer commands = batch_commands(batches);
    textures_wrote(textures, use, &area, 0, use->layers);
    vkCmdBeginRendering(commands, &info);
    vkCmdClearAttachments(commands, 1, &what, 1, &where);
    vkCmdEndRendering(commands);
}

static void finish(void) {
    batch_wait(batches, batch_number(batches));
}

static struct texture_layout layout_of(const struct texture_header *h, uint8_t bytes,
                                       uint32_t depth, uint32_t layers) {
    const struct texture_shape s = {
        h->width, h->height, depth, layers, h->levels,           1,
        1,        bytes,     1,     1,      h->tile_height_log2, h->tile_depth_log2};
    struct texture_layout l;
    struct error error;
    must(texture_layout(&s, &l, &error), &error);
    return l;
}

/* ---- from storage ---- */

static void check_level(const struct texture_use *use, const struct texture_layout *l,
                        uint64_t storage, uint8_t bytes, uint32_t level, uint32_t layer) {
    const struct texture_level *v = &l->level[level];
    const struct texture_box all = {0, 0, 0, v->width, v->height, v->depth};
    const uint64_t row = (uint64_t)v->width * bytes, size = row * v->height * v->depth;
    uint8_t *want = malloc(size);
    batch_wait(batches, batch_number(batches));
    texture_read(v, bytes, guest + storage + layer * l->layer_stride + v->offset, &all, want, row,
                 row * v->height);
    assert_memory_equal(look(use, level, layer, v->width, v->height, v->depth), want, size);
    free(want);
}

static void every_level_is_read(void **state) {
    (void)state;
    static const struct {
        uint8_t format, component, bytes;
    } formats[] = {{0x1d, COMPONENT_UNORM, 1},
                   {0x18, COMPONENT_UNORM, 2},
                   {0x08, COMPONENT_UNORM, 4},
                   {0x03, COMPONENT_FLOAT, 8},
                   {0x01, COMPONENT_UINT, 16}};
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
        struct texture_header h =
            header_of(i * 0x200000, 260, 260, formats[i].format, formats[i].component);
        h.levels = 9;
        h.last_level = 8;
        const struct texture_layout l = layout_of(&h, formats[i].bytes, 1, 1);
        program_fills(i * 0x200000, l.size, i);
        const struct texture_use use = sampled(&h, SHADER_2D, false);
        assert_int_equal(use.width, 260);
        for (uint32_t level = 0; level < 9; level++)
            check_level(&use, &l, i * 0x200000, formats[i].bytes, level, 0);
    }
}

static void layers_slices_and_faces_are_read(void **state) {
    (void)state;
    struct texture_header h = header_of(0, 33, 33, 0x08, COMPONENT_UNORM);
    h.levels = 3;
    h.last_level = 2;
    h.type = TYPE_2D_ARRAY;
    h.depth = 12;
    struct texture_layout l = layout_of(&h, 4, 1, 12);
    program_fills(0, l.size, 1);
    struct texture_use use = sampled(&h, SHADER_2D, true);
    assert_int_equal(use.layers, 12);
    for (uint32_t layer = 0; layer < 12; layer++)
        check_level(&use, &l, 0, 4, layer % 3, layer);
    h.type = TYPE_CUBE_ARRAY;
    h.depth = 2;
    const struct texture_use cube = sampled(&h, SHADER_CUBE, true);
    assert_true(cube.image == use.image);
    h.type = TYPE_CUBE;
    h.depth = 1;
    h.address += 3 * l.layer_stride;
    const struct texture_use part = sampled(&h, SHADER_CUBE, false);
    assert_true(part.image == use.image);
    assert_int_equal(part.layer, 3);

    h = header_of(0x800000, 30, 20, 0x08, COMPONENT_UNORM);
    h.type = TYPE_3D;
    h.depth = 11;
    h.tile_depth_log2 = 2;
    h.tile_height_log2 = 0;
    h.levels = 2;
    h.last_level = 1;
    l = layout_of(&h, 4, 11, 1);
    program_fills(0x800000, l.size, 2);
    use = sampled(&h, SHADER_3D, false);
    check_level(&use, &l, 0x800000, 4, 0, 0);
    check_level(&use, &l, 0x800000, 4, 1, 0);
}

static void rows_and_blocks_are_read(void **state) {
    (void)state;
    struct texture_header h = header_of(0x40, 50, 7, 0x08, COMPONENT_UNORM);
    h.storage = STORAGE_PITCH;
    h.pitch = 224;
    program_fills(0, 4096, 3);
    struct texture_use use = sampled(&h, SHADER_2D, false);
    const uint8_t *got = look(&use, 0, 0, 50, 7, 1);
    for (uint32_t y = 0; y < 7; y++)
        assert_memory_equal(got + y * 200, guest + 0x40 + y * 224, 200);
    /* BC1: 4x4 texels an element of 8 bytes */
    h = header_of(0x10000, 50, 30, 0x24, COMPONENT_UNORM);
    struct texture_header elements = h;
    elements.width = 13;
    elements.height = 8;
    const struct texture_layout l = layout_of(&elements, 8, 1, 1);
    program_fills(0x10000, l.size, 4);
    use = sampled(&h, SHADER_2D, false);
    uint8_t want[13 * 8 * 8];
    const struct texture_box all = {0, 0, 0, 13, 8, 1};
    texture_read(&l.level[0], 8, guest + 0x10000, &all, want, 13 * 8, sizeof want);
    assert_memory_equal(look(&use, 0, 0, 50, 30, 1), want, sizeof want);
}

/* ASTC and ETC2 blocks become texels, where the device has not the formats. */
static void blocks_are_decoded(void **state) {
    (void)state;
    static const struct {
        uint8_t format, width, height, bytes;
        bool srgb;
    } formats[] = {{0x40, 4, 4, 16, false}, {0x53, 10, 8, 16, true}, {0x06, 4, 4, 8, false}};
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t across = (37 + formats[i].width - 1) / formats[i].width;
        const uint32_t down = (29 + formats[i].height - 1) / formats[i].height;
        struct texture_header h =
            header_of(i << 16, across, down, formats[i].format, COMPONENT_UNORM);
        const struct texture_layout l = layout_of(&h, formats[i].bytes, 1, 1);
        program_fills(i << 16, l.size, i + 20);
        uint8_t blocks[12 * 10 * 16], want[37 * 29 * 4];
        const struct texture_box all = {0, 0, 0, across, down, 1};
        texture_read(&l.level[0], formats[i].bytes, guest + (i << 16), &all, blocks,
                     across * formats[i].bytes, sizeof blocks);
        const struct texture_reading reading = {.srgb = formats[i].srgb};
        struct texture_decoder decoder;
        struct error error;
        assert_true(texture_decoder(h.format, &reading, &decoder));
        must(texture_decode(&decoder, 37, 29, 1, blocks, across * down * formats[i].bytes, want,
                            sizeof want, &error),
             &error);
        h.width = 37;
        h.height = 29;
        h.srgb = formats[i].srgb;
        const struct texture_use use = sampled(&h, SHADER_2D, false);
        if (use.format != VK_FORMAT_R8G8B8A8_UNORM && use.format != VK_FORMAT_R8G8B8A8_SRGB)
            continue; /* the device has them */
        assert_memory_equal(look(&use, 0, 0, 37, 29, 1), want, sizeof want);
    }
}

static void what_the_program_changes_is_read_again(void **state) {
    (void)state;
    const struct texture_header h = header_of(0x3000, 64, 64, 0x08, COMPONENT_UNORM);
    const struct texture_layout l = layout_of(&h, 4, 1, 1);
    struct textures_counts counts;
    for (unsigned i = 0; i < 3; i++) {
        program_fills(0x3000, l.size, i);
        const struct texture_use use = sampled(&h, SHADER_2D, false);
        check_level(&use, &l, 0x3000, 4, 0, 0);
        sampled(&h, SHADER_2D, false);
        textures_count(textures, &counts);
        assert_int_equal(counts.read_regions, i + 1);
        assert_int_equal(counts.images, 1);
    }
}

static void depth_and_stencil_are_read(void **state) {
    (void)state;
    struct texture_header h = header_of(0, 21, 13, 0x29, COMPONENT_UNORM);
    h.component[0] = COMPONENT_UINT;
    h.source[0] = h.source[1] = h.source[2] = SOURCE_G;
    const struct texture_layout l = layout_of(&h, 4, 1, 1);
    program_fills(0, l.size, 9);
    struct texture_use use = sampled(&h, SHADER_2D, false);
    uint32_t words[21 * 13];
    const struct texture_box all = {0, 0, 0, 21, 13, 1};
    texture_read(&l.level[0], 4, guest, &all, (uint8_t *)words, 21 * 4, sizeof words);
    const uint32_t *depth = (const uint32_t *)look(&use, 0, 0, 21, 13, 1);
    for (unsigned i = 0; i < 21 * 13; i++)
        assert_int_equal(depth[i] & 0xffffff, words[i] >> 8);
    h.source[0] = h.source[1] = h.source[2] = SOURCE_R;
    use = sampled(&h, SHADER_2D, false);
    assert_int_equal(use.aspects, VK_IMAGE_ASPECT_STENCIL_BIT);
    const uint8_t *stencil = look(&use, 0, 0, 21, 13, 1);
    for (unsigned i = 0; i < 21 * 13; i++)
        assert_int_equal(stencil[i], words[i] & 0xff);
}

/* ---- into storage ---- */

static void only_what_was_written_is_stored(void **state) {
    (void)state;
    const struct target target = target_of(0x1000, 112, 77, 0xd5);
    struct texture_header h = header_of(0x1000, 112, 77, 0x08, COMPONENT_UNORM);
    const struct texture_layout l = layout_of(&h, 4, 1, 1);
    program_fills(0x1000, l.size, 5);
    uint8_t *want = malloc(l.size);
    memcpy(want, guest + 0x1000, l.size);
    const VkRect2D areas[] = {{{3, 5}, {30, 11}}, {{60, 40}, {51, 37}}, {{0, 70}, {5, 2}}};
    for (unsigned i = 0; i < 3; i++) {
        const struct texture_use use = targeted(&target, true);
        paint(&use, areas[i], (uint8_t)(100 + i));
        for (uint32_t y = 0; y < areas[i].extent.height; y++)
            for (uint32_t x = 0; x < areas[i].extent.width * 4; x++)
                want[texture_offset(&l.level[0], 4, (uint32_t)areas[i].offset.x * 4 + x,
                                    (uint32_t)areas[i].offset.y + y, 0)] = (uint8_t)(100 + i);
    }
    finish();
    if (!no_storage)
        assert_memory_equal(guest + 0x1000, want, l.size);
    else
        assert_memory_not_equal(guest + 0x1000, want, l.size);
    struct textures_counts counts;
    textures_count(textures, &counts);
    assert_int_equal(counts.stored_regions, no_storage ? 0 : 3);
    assert_int_equal(counts.stored_bytes, no_storage ? 0 : 4 * (30 * 11 + 51 * 37 + 5 * 2));
    free(want);
}

/* The image has what was stored: its own bytes do not make it old. */
static void what_was_stored_is_not_read_again(void **state) {
    (void)state;
    const struct target target = target_of(0x2000, 200, 200, 0xd5);
    const struct target misplaced = target_of(0x1f00, 200, 200, 0xd5);
    const struct texture_header h = header_of(0x2000, 200, 200, 0x08, COMPONENT_UNORM);
    struct texture_use use;
    struct error error;
    struct textures_counts counts;
    assert_false(textures_target(textures, pages, &misplaced, true, &use, &error));
    for (uint8_t i = 0; i < 3; i++) {
        use = targeted(&target, true);
        paint(&use, (VkRect2D){{0, i}, {200, 100}}, i);
        finish();
        memory_scan(memory);
        sampled(&h, SHADER_2D, false);
        finish();
        memory_scan(memory);
        textures_count(textures, &counts);
        assert_int_equal(counts.read_regions, 1);
        assert_int_equal(counts.stored_regions, i + 1);
    }
}

/* A target is a level of a texture that is seen as a whole later, and the other way round. */
static void levels_are_targets(void **state) {
    (void)state;
    struct texture_header h = header_of(0, 260, 260, 0x08, COMPONENT_UNORM);
    h.levels = 9;
    h.last_level = 8;
    const struct texture_layout l = layout_of(&h, 4, 1, 1);
    program_fills(0, l.size, 6);
    for (unsigned round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 9; i++) {
            const uint32_t size = 260 >> i ? 260 >> i : 1;
            /* widths of targets are whole GOBs */
            struct target target = target_of(l.level[i].offset, (size + 15) / 16 * 16, size, 0xd5);
            target.height_log2 = l.level[i].height_log2;
            const struct texture_use use = targeted(&target, true);
            if (round)
                assert_int_equal(use.level, i);
            paint(&use, (VkRect2D){{0, 0}, {size, size}}, (uint8_t)(10 * i + round));
        }
        const struct texture_use use = sampled(&h, SHADER_2D, false);
        for (uint32_t i = 0; i < 9; i++) {
            const uint32_t size = 260 >> i ? 260 >> i : 1;
            const uint8_t *got = look(&use, i, 0, size, size, 1);
            for (uint32_t k = 0; k < size * size * 4; k++)
                assert_int_equal(got[k], 10 * i + round);
            check_level(&use, &l, 0, 4, i, 0);
        }
    }
}

/* Two formats over one storage see each other's writes. */
static void aliases_see_each_other(void **state) {
    (void)state;
    const struct target target = target_of(0, 64, 32, 0xd5);
    const struct texture_header halves = header_of(0, 128, 32, 0x1b, COMPONENT_UINT);
    const struct texture_layout l = layout_of(&halves, 2, 1, 1);
    for (uint8_t i = 1; i < 4; i++) {
        const struct texture_use use = targeted(&target, true);
        paint(&use, (VkRect2D){{i, 1}, {20, 20}}, i);
        const struct texture_use other = sampled(&halves, SHADER_2D, false);
        assert_true(other.image != use.image);
        check_level(&other, &l, 0, 2, 0, 0);
    }
    assert_int_equal(guest[texture_offset(&l.level[0], 2, 4 * 4, 5, 0)], 3);
}

/* Depth is not stored; pages that it shares with what the program writes do not make it old. */
static void depth_stays(void **state) {
    (void)state;
    struct target target = target_of(0x200, 16, 16, 0x0a);
    target.depth = true;
    target.height_log2 = 0;
    struct texture_use use = targeted(&target, false);
    const VkClearDepthStencilValue half = {0.5f, 0};
    const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_DEPTH_BIT, 0, 1, 0, 1};
    batch_barrier(batches);
    vkCmdClearDepthStencilImage(batch_commands(batches), use.image, VK_IMAGE_LAYOUT_GENERAL, &half,
                                1, &all);
    textures_wrote(textures, &use, &(VkRect2D){{0, 0}, {16, 16}}, 0, 1);
    finish();
    program_fills(0, 0x200, 7);
    use = targeted(&target, true);
    const float *depth = (const float *)look(&use, 0, 0, 16, 16, 1);
    for (unsigned i = 0; i < 256; i++)
        assert_true(depth[i] == 0.5f);
    for (unsigned i = 0; i < 0x400; i++)
        assert_int_equal(guest[0x200 + i], 0);
    /* but what is really written is read */
    for (unsigned i = 0; i < 256; i++)
        ((float *)(guest + 0x200))[i] = 0.25f;
    memory_scan(memory);
    use = targeted(&target, true);
    depth = (const float *)look(&use, 0, 0, 16, 16, 1);
    for (unsigned i = 0; i < 256; i++)
        assert_true(depth[i] == 0.25f);
}

static void no_more_than_the_guest_has(void **state) {
    (void)state;
    const struct contract_texture want = {.dim = SHADER_2D, .count = 1};
    struct texture_use use;
    struct error error;
    struct texture_header h = header_of(SIZE - 4096, 64, 64, 0x08, COMPONENT_UNORM);
    assert_false(textures_sampled(textures, pages, &h, &want, &use, &error));
    assert_non_null(strstr(error.text, "mapped"));
    h = header_of(0, 64, 64, 0x08, COMPONENT_UNORM);
    h.type = TYPE_3D;
    assert_false(textures_sampled(textures, pages, &h, &want, &use, &error));
    h.type = TYPE_2D;
    h.multisample = 15;
    assert_false(textures_sampled(textures, pages, &h, &want, &use, &error));
    h.multisample = 0;
    h.levels = 16;
    h.first_level = 15;
    h.last_level = 2;
    assert_true(textures_sampled(textures, pages, &h, &want, &use, &error));
    finish();
}

static uint32_t chance;
static uint32_t any(uint32_t below) {
    chance = chance * 1664525 + 1013904223;
    return (chance >> 8) % below;
}

/* Headers and targets of all kinds, most of them wrong in some way: each is an image or an error
 * with a text, never a message of the validation layer. */
static void whatever_headers_say(void **state) {
    (void)state;
    const char *more = getenv("WINDLASS_TEST_ROUNDS");
    const unsigned rounds = more ? (unsigned)atoi(more) : 2000;
    unsigned good = 0;
    chance = more ? rounds : 7;
    for (unsigned i = 0; i < rounds; i++) {
        struct texture_header h = header_of(
            any(40) << 12, 1 + any(any(8) ? 80 : 20000), 1 + any(any(8) ? 80 : 20000),
            any(2) ? 0x08 : (uint8_t)any(128), any(2) ? COMPONENT_UNORM : (uint8_t)(1 + any(7)));
        struct texture_use use;
        struct error error = {0};
        h.depth = 1 + any(any(4) ? 8 : 2000);
        h.type = (uint8_t)any(10);
        h.storage = any(8) ? STORAGE_BLOCK_LINEAR : (uint8_t)any(8);
        h.pitch = 32 * any(any(2) ? 20 : 0x10000);
        h.tile_height_log2 = (uint8_t)any(7);
        h.tile_depth_log2 = any(8) ? 0 : (uint8_t)any(8);
        h.levels = (uint8_t)(1 + any(16));
        h.first_level = any(3) ? 0 : (uint8_t)any(16);
        h.last_level = (uint8_t)any(16);
        h.multisample = any(6) ? 0 : (uint8_t)any(8);
        h.srgb = any(2);
        for (unsigned k = 0; k < 4; k++)
            h.source[k] = (uint8_t)any(8);
        static const uint8_t dims[] = {SHADER_1D, SHADER_2D,     SHADER_3D, SHADER_CUBE, SHADER_1D,
                                       SHADER_2D, SHADER_BUFFER, SHADER_2D, SHADER_CUBE};
        const bool fits = any(4) && h.type < sizeof dims;
        const bool array =
            h.type == TYPE_1D_ARRAY || h.type == TYPE_2D_ARRAY || h.type == TYPE_CUBE_ARRAY;
        const struct contract_texture want = {
            .dim = fits ? dims[h.type] : (uint8_t)any(5),
            .array = fits ? array : any(2),
            .count = 1,
            .multisampled = fits ? h.multisample != 0 : !any(4),
            .sampled = true,
        };
        const struct contract_image image = {.dim = want.dim,
                                             .array = want.array,
                                             .multisampled = want.multisampled,
                                             .count = 1,
                                             .format = (uint8_t)any(42),
                                             .written = any(2)};
        const struct target target = {.address = BASE + (any(40) << 12),
                                      .width = any(200),
                                      .height = any(200),
                                      .layers = any(9),
                                      .first_layer = any(5),
                                      .layer_stride = any(3) ? any(100) << 9 : 0,
                                      .format = (uint8_t)(0xc0 + any(64)),
                                      .depth = !any(3),
                                      .pitch = !any(6),
                                      .volume = !any(6),
                                      .height_log2 = (uint8_t)any(8),
                                      .depth_log2 = (uint8_t)any(5),
                                      .samples_x_log2 = !any(8),
                                      .samples_y_log2 = !any(8)};
        bool ok;
        switch (any(3)) {
        case 0:
            ok = textures_sampled(textures, pages, &h, &want, &use, &error);
            break;
        case 1:
            ok = textures_image(textures, pages, &h, &image, &use, &error);
            break;
        default:
            ok = textures_target(textures, pages, &target, any(2), &use, &error);
            if (ok)
                textures_wrote(textures, &use,
                               &(VkRect2D){{(int32_t)any(300) - 50, (int32_t)any(300) - 50},
                                           {any(300), any(300)}},
                               any(4), any(9));
        }
        good += ok;
        assert_true(ok || error.text[0]);
        if (i % 50 == 0)
            finish();
    }
    finish();
    printf("# %u of %u are images\n", good, rounds);
    assert_true(good > 100);
    if (vk->validated)
        assert_int_equal(vk->messages, 0);
}

static int start_unstored(void **state) {
    no_storage = true;
    return start(state);
}

static int stop_unstored(void **state) {
    no_storage = false;
    return stop(state);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

static int close_device(void **state) {
    (void)state;
    return test_device_close(vk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_level_is_read),
        TEST(layers_slices_and_faces_are_read),
        TEST(rows_and_blocks_are_read),
        TEST(blocks_are_decoded),
        TEST(what_the_program_changes_is_read_again),
        TEST(depth_and_stencil_are_read),
        TEST(only_what_was_written_is_stored),
        cmocka_unit_test_setup_teardown(only_what_was_written_is_stored, start_unstored,
                                        stop_unstored),
        TEST(what_was_stored_is_not_read_again),
        TEST(levels_are_targets),
        TEST(aliases_see_each_other),
        TEST(depth_stays),
        TEST(no_more_than_the_guest_has),
        TEST(whatever_headers_say),
    };
    vk = test_device_open();
    return cmocka_run_group_tests(tests, NULL, close_device);
}
