/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/test_images.h"

#include "gpu/texture/decode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Images beside their storage: what the program writes there is in the image, and what commands
 * write into the image is there. Storage is read and written here by texture/layout.c, which has
 * tests of its own. */

/* ---- from storage ---- */

static void check_level(const struct texture_use *use, const struct texture_layout *l,
                        uint64_t storage, uint8_t bytes, uint32_t level, uint32_t layer) {
    const struct texture_level *v = &l->level[level];
    const struct texture_box all = {0, 0, 0, v->width, v->height, v->depth};
    const uint64_t row = (uint64_t)v->width * bytes, size = row * v->height * v->depth;
    uint8_t *want = malloc(size);
    batch_wait(images.batches, batch_number(images.batches));
    texture_read(v, bytes, images.guest + storage + layer * l->layer_stride + v->offset, &all, want,
                 row, row * v->height);
    assert_memory_equal(images_look(use, level, layer, v->width, v->height, v->depth), want, size);
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
            images_header(i * 0x200000, 260, 260, formats[i].format, formats[i].component);
        h.levels = 9;
        h.last_level = 8;
        const struct texture_layout l = images_layout(&h, formats[i].bytes, 1, 1);
        images_fill(i * 0x200000, l.size, i);
        const struct texture_use use = images_sampled(&h, SHADER_2D, false);
        assert_int_equal(use.width, 260);
        for (uint32_t level = 0; level < 9; level++)
            check_level(&use, &l, i * 0x200000, formats[i].bytes, level, 0);
    }
}

static void layers_slices_and_faces_are_read(void **state) {
    (void)state;
    struct texture_header h = images_header(0, 33, 33, 0x08, COMPONENT_UNORM);
    h.levels = 3;
    h.last_level = 2;
    h.type = TYPE_2D_ARRAY;
    h.depth = 12;
    struct texture_layout l = images_layout(&h, 4, 1, 12);
    images_fill(0, l.size, 1);
    struct texture_use use = images_sampled(&h, SHADER_2D, true);
    assert_int_equal(use.layers, 12);
    for (uint32_t layer = 0; layer < 12; layer++)
        check_level(&use, &l, 0, 4, layer % 3, layer);
    h.type = TYPE_CUBE_ARRAY;
    h.depth = 2;
    const struct texture_use cube = images_sampled(&h, SHADER_CUBE, true);
    assert_true(cube.image == use.image);
    h.type = TYPE_CUBE;
    h.depth = 1;
    h.address += 3 * l.layer_stride;
    const struct texture_use part = images_sampled(&h, SHADER_CUBE, false);
    assert_true(part.image == use.image);
    assert_int_equal(part.layer, 3);

    h = images_header(0x800000, 30, 20, 0x08, COMPONENT_UNORM);
    h.type = TYPE_3D;
    h.depth = 11;
    h.tile_depth_log2 = 2;
    h.tile_height_log2 = 0;
    h.levels = 2;
    h.last_level = 1;
    l = images_layout(&h, 4, 11, 1);
    images_fill(0x800000, l.size, 2);
    use = images_sampled(&h, SHADER_3D, false);
    check_level(&use, &l, 0x800000, 4, 0, 0);
    check_level(&use, &l, 0x800000, 4, 1, 0);
}

static void rows_and_blocks_are_read(void **state) {
    (void)state;
    struct texture_header h = images_header(0x40, 50, 7, 0x08, COMPONENT_UNORM);
    h.storage = STORAGE_PITCH;
    h.pitch = 224;
    images_fill(0, 4096, 3);
    struct texture_use use = images_sampled(&h, SHADER_2D, false);
    const uint8_t *got = images_look(&use, 0, 0, 50, 7, 1);
    for (uint32_t y = 0; y < 7; y++)
        assert_memory_equal(got + y * 200, images.guest + 0x40 + y * 224, 200);
    /* BC1: 4x4 texels an element of 8 bytes */
    h = images_header(0x10000, 50, 30, 0x24, COMPONENT_UNORM);
    struct texture_header elements = h;
    elements.width = 13;
    elements.height = 8;
    const struct texture_layout l = images_layout(&elements, 8, 1, 1);
    images_fill(0x10000, l.size, 4);
    use = images_sampled(&h, SHADER_2D, false);
    uint8_t want[13 * 8 * 8];
    const struct texture_box all = {0, 0, 0, 13, 8, 1};
    texture_read(&l.level[0], 8, images.guest + 0x10000, &all, want, 13 * 8, sizeof want);
    assert_memory_equal(images_look(&use, 0, 0, 50, 30, 1), want, sizeof want);
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
            images_header(i << 16, across, down, formats[i].format, COMPONENT_UNORM);
        const struct texture_layout l = images_layout(&h, formats[i].bytes, 1, 1);
        images_fill(i << 16, l.size, i + 20);
        uint8_t blocks[12 * 10 * 16], want[37 * 29 * 4];
        const struct texture_box all = {0, 0, 0, across, down, 1};
        texture_read(&l.level[0], formats[i].bytes, images.guest + (i << 16), &all, blocks,
                     across * formats[i].bytes, sizeof blocks);
        const struct texture_reading reading = {.srgb = formats[i].srgb};
        struct texture_decoder decoder;
        struct error error;
        assert_true(texture_decoder(h.format, &reading, &decoder));
        images_must(texture_decode(&decoder, 37, 29, 1, blocks, across * down * formats[i].bytes,
                                   want, sizeof want, &error),
                    &error);
        h.width = 37;
        h.height = 29;
        h.srgb = formats[i].srgb;
        const struct texture_use use = images_sampled(&h, SHADER_2D, false);
        if (use.format != VK_FORMAT_R8G8B8A8_UNORM && use.format != VK_FORMAT_R8G8B8A8_SRGB)
            continue; /* the device has them */
        assert_memory_equal(images_look(&use, 0, 0, 37, 29, 1), want, sizeof want);
    }
}

static void what_the_program_changes_is_read_again(void **state) {
    (void)state;
    const struct texture_header h = images_header(0x3000, 64, 64, 0x08, COMPONENT_UNORM);
    const struct texture_layout l = images_layout(&h, 4, 1, 1);
    struct textures_counts counts;
    for (unsigned i = 0; i < 3; i++) {
        images_fill(0x3000, l.size, i);
        const struct texture_use use = images_sampled(&h, SHADER_2D, false);
        check_level(&use, &l, 0x3000, 4, 0, 0);
        images_sampled(&h, SHADER_2D, false);
        textures_count(images.textures, &counts);
        assert_int_equal(counts.read_regions, i + 1);
        assert_int_equal(counts.images, 1);
    }
}

static void depth_and_stencil_are_read(void **state) {
    (void)state;
    struct texture_header h = images_header(0, 21, 13, 0x29, COMPONENT_UNORM);
    h.component[0] = COMPONENT_UINT;
    h.source[0] = h.source[1] = h.source[2] = SOURCE_G;
    const struct texture_layout l = images_layout(&h, 4, 1, 1);
    images_fill(0, l.size, 9);
    struct texture_use use = images_sampled(&h, SHADER_2D, false);
    uint32_t words[21 * 13];
    const struct texture_box all = {0, 0, 0, 21, 13, 1};
    texture_read(&l.level[0], 4, images.guest, &all, (uint8_t *)words, 21 * 4, sizeof words);
    const uint32_t *depth = (const uint32_t *)images_look(&use, 0, 0, 21, 13, 1);
    for (unsigned i = 0; i < 21 * 13; i++)
        assert_int_equal(depth[i] & 0xffffff, words[i] >> 8);
    h.source[0] = h.source[1] = h.source[2] = SOURCE_R;
    use = images_sampled(&h, SHADER_2D, false);
    assert_int_equal(use.aspects, VK_IMAGE_ASPECT_STENCIL_BIT);
    const uint8_t *stencil = images_look(&use, 0, 0, 21, 13, 1);
    for (unsigned i = 0; i < 21 * 13; i++)
        assert_int_equal(stencil[i], words[i] & 0xff);
}

/* ---- into storage ---- */

static void only_what_was_written_is_stored(void **state) {
    (void)state;
    const struct target target = images_target(0x1000, 112, 77, 0xd5);
    struct texture_header h = images_header(0x1000, 112, 77, 0x08, COMPONENT_UNORM);
    const struct texture_layout l = images_layout(&h, 4, 1, 1);
    images_fill(0x1000, l.size, 5);
    uint8_t *want = malloc(l.size);
    memcpy(want, images.guest + 0x1000, l.size);
    const VkRect2D areas[] = {{{3, 5}, {30, 11}}, {{60, 40}, {51, 37}}, {{0, 70}, {5, 2}}};
    for (unsigned i = 0; i < 3; i++) {
        const struct texture_use use = images_targeted(&target, true);
        images_paint(&use, areas[i], (uint8_t)(100 + i));
        for (uint32_t y = 0; y < areas[i].extent.height; y++)
            for (uint32_t x = 0; x < areas[i].extent.width * 4; x++)
                want[texture_offset(&l.level[0], 4, (uint32_t)areas[i].offset.x * 4 + x,
                                    (uint32_t)areas[i].offset.y + y, 0)] = (uint8_t)(100 + i);
    }
    images_finish();
    if (!images.no_storage)
        assert_memory_equal(images.guest + 0x1000, want, l.size);
    else
        assert_memory_not_equal(images.guest + 0x1000, want, l.size);
    struct textures_counts counts;
    textures_count(images.textures, &counts);
    assert_int_equal(counts.stored_regions, images.no_storage ? 0 : 3);
    assert_int_equal(counts.stored_bytes, images.no_storage ? 0 : 4 * (30 * 11 + 51 * 37 + 5 * 2));
    free(want);
}

/* The image has what was stored: its own bytes do not make it old. A driver that pins pages may
 * write them when they are first used. */
static void what_was_stored_is_not_read_again(void **state) {
    (void)state;
    const struct target target = images_target(0x2000, 200, 200, 0xd5);
    const struct target misplaced = images_target(0x1f00, 200, 200, 0xd5);
    const struct texture_header h = images_header(0x2000, 200, 200, 0x08, COMPONENT_UNORM);
    struct texture_use use;
    struct error error;
    struct textures_counts counts;
    uint64_t first = 0;
    assert_false(textures_target(images.textures, images.pages, &misplaced, true, &use, &error));
    for (uint8_t i = 0; i < 3; i++) {
        use = images_targeted(&target, true);
        images_paint(&use, (VkRect2D){{0, i}, {200, 100}}, i);
        images_finish();
        memory_scan(images.memory);
        images_sampled(&h, SHADER_2D, false);
        images_finish();
        memory_scan(images.memory);
        textures_count(images.textures, &counts);
        first = i ? first : counts.read_regions;
        assert_int_equal(counts.read_regions, first);
        assert_in_range(first, 1, 2);
        assert_int_equal(counts.stored_regions, i + 1);
    }
}

/* A target is a level of a texture that is seen as a whole later, and the other way round. */
static void levels_are_targets(void **state) {
    (void)state;
    struct texture_header h = images_header(0, 260, 260, 0x08, COMPONENT_UNORM);
    h.levels = 9;
    h.last_level = 8;
    const struct texture_layout l = images_layout(&h, 4, 1, 1);
    images_fill(0, l.size, 6);
    for (unsigned round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 9; i++) {
            const uint32_t size = 260 >> i ? 260 >> i : 1;
            /* widths of targets are whole GOBs */
            struct target target =
                images_target(l.level[i].offset, (size + 15) / 16 * 16, size, 0xd5);
            target.height_log2 = l.level[i].height_log2;
            const struct texture_use use = images_targeted(&target, true);
            if (round)
                assert_int_equal(use.level, i);
            images_paint(&use, (VkRect2D){{0, 0}, {size, size}}, (uint8_t)(10 * i + round));
        }
        const struct texture_use use = images_sampled(&h, SHADER_2D, false);
        for (uint32_t i = 0; i < 9; i++) {
            const uint32_t size = 260 >> i ? 260 >> i : 1;
            const uint8_t *got = images_look(&use, i, 0, size, size, 1);
            for (uint32_t k = 0; k < size * size * 4; k++)
                assert_int_equal(got[k], 10 * i + round);
            check_level(&use, &l, 0, 4, i, 0);
        }
    }
}

/* Two formats over one storage see each other's writes. */
static void aliases_see_each_other(void **state) {
    (void)state;
    const struct target target = images_target(0, 64, 32, 0xd5);
    const struct texture_header halves = images_header(0, 128, 32, 0x1b, COMPONENT_UINT);
    const struct texture_layout l = images_layout(&halves, 2, 1, 1);
    for (uint8_t i = 1; i < 4; i++) {
        const struct texture_use use = images_targeted(&target, true);
        images_paint(&use, (VkRect2D){{i, 1}, {20, 20}}, i);
        const struct texture_use other = images_sampled(&halves, SHADER_2D, false);
        assert_true(other.image != use.image);
        check_level(&other, &l, 0, 2, 0, 0);
    }
    assert_int_equal(images.guest[texture_offset(&l.level[0], 2, 4 * 4, 5, 0)], 3);
}

static void clear_depth(const struct target *target, float value) {
    const struct texture_use use = images_targeted(target, false);
    const VkImageSubresourceRange all = {use.aspects, 0, 1, 0, 1};
    batch_barrier(images.batches);
    vkCmdClearDepthStencilImage(batch_commands(images.batches), use.image, VK_IMAGE_LAYOUT_GENERAL,
                                &(VkClearDepthStencilValue){value, 0}, 1, &all);
    textures_wrote(images.textures, &use, &(VkRect2D){{0, 0}, {16, 16}}, 0, 1);
    images_finish();
}

static void assert_depth(const struct target *target, float value) {
    const struct texture_use use = images_targeted(target, true);
    const float *depth = (const float *)images_look(&use, 0, 0, 16, 16, 1);
    for (unsigned i = 0; i < 256; i++)
        assert_true(depth[i] == value);
}

/* Depth is not stored; pages that it shares with what the program writes do not make it old. */
static void depth_stays(void **state) {
    (void)state;
    struct target target = images_target(0x200, 16, 16, 0x0a);
    target.depth = true;
    target.height_log2 = 0;
    clear_depth(&target, 0.5f);
    images_fill(0, 0x200, 7);
    assert_depth(&target, 0.5f);
    for (unsigned i = 0; i < 0x400; i++)
        assert_int_equal(images.guest[0x200 + i], 0);
    /* but what is really written is read */
    for (unsigned i = 0; i < 256; i++)
        ((float *)(images.guest + 0x200))[i] = 0.25f;
    memory_scan(images.memory);
    assert_depth(&target, 0.25f);
}

/* A new image of storage is not taken for old by what the one before it leaves there. */
static void depth_of_another_format(void **state) {
    (void)state;
    struct target before = images_target(0x1200, 16, 16, 0x14);
    struct target now = images_target(0x1200, 16, 16, 0x0a);
    before.depth = now.depth = true;
    before.height_log2 = now.height_log2 = 0;
    clear_depth(&before, 0.5f);
    clear_depth(&now, 0.25f);
    images_fill(0x1000, 0x200, 7); /* its page is new */
    assert_depth(&now, 0.25f);
}

static void no_more_than_the_guest_has(void **state) {
    (void)state;
    const struct contract_texture want = {.dim = SHADER_2D, .count = 1};
    struct texture_use use;
    struct error error;
    struct texture_header h = images_header(IMAGES_SIZE - 4096, 64, 64, 0x08, COMPONENT_UNORM);
    assert_false(textures_sampled(images.textures, images.pages, &h, &want, &use, &error));
    assert_non_null(strstr(error.text, "mapped"));
    h = images_header(0, 64, 64, 0x08, COMPONENT_UNORM);
    h.type = TYPE_3D;
    assert_false(textures_sampled(images.textures, images.pages, &h, &want, &use, &error));
    h.type = TYPE_2D;
    h.multisample = 15;
    assert_false(textures_sampled(images.textures, images.pages, &h, &want, &use, &error));
    h.multisample = 0;
    h.levels = 16;
    h.first_level = 15;
    h.last_level = 2;
    assert_true(textures_sampled(images.textures, images.pages, &h, &want, &use, &error));
    images_finish();
}

static int start_unstored(void **state) {
    images.no_storage = true;
    return images_start(state);
}

static int stop_unstored(void **state) {
    images.no_storage = false;
    return images_stop(state);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, images_start, images_stop)

static int close_device(void **state) {
    (void)state;
    return test_device_close(images.vk);
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
        TEST(depth_of_another_format),
        TEST(no_more_than_the_guest_has),
    };
    images.vk = test_device_open();
    return cmocka_run_group_tests(tests, NULL, close_device);
}
