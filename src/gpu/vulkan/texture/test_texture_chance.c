/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/test_images.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Images under whatever may happen to them, by chance. */

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
        struct texture_header h = images_header(
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
        const struct target target = {.address = IMAGES_BASE + (any(40) << 12),
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
            ok = textures_sampled(images.textures, images.pages, &h, &want, &use, &error);
            break;
        case 1:
            ok = textures_image(images.textures, images.pages, &h, &image, &use, &error);
            break;
        default:
            ok = textures_target(images.textures, images.pages, &target, any(2), &use, &error);
            if (ok)
                textures_wrote(images.textures, &use,
                               &(VkRect2D){{(int32_t)any(300) - 50, (int32_t)any(300) - 50},
                                           {any(300), any(300)}},
                               any(4), any(9));
        }
        good += ok;
        assert_true(ok || error.text[0]);
        if (i % 50 == 0)
            images_finish();
    }
    images_finish();
    printf("# %u of %u are images\n", good, rounds);
    assert_true(good > 100);
    if (images.vk->validated)
        assert_int_equal(images.vk->messages, 0);
}

/* ---- what happens in an order happens in that order ---- */

/* Pictures that lie over each other in one piece of memory: other formats, sizes, levels, layers,
 * rows. */
enum { ARENA = 256 << 10 };
static const struct picture {
    uint64_t at;
    uint32_t width, height;
    uint8_t target, texture, bytes, levels;
    uint32_t pitch;
} pictures[] = {
    {0, 128, 128, 0xd5, 0x08, 4, 1, 0},       {0, 256, 128, 0xea, 0x18, 2, 1, 0},
    {0x4000, 100, 90, 0xd5, 0x08, 4, 1, 0},   {0x8000, 200, 100, 0xf3, 0x1d, 1, 1, 0},
    {0, 96, 80, 0xd5, 0x08, 4, 5, 0},         {0x2000, 64, 200, 0xd5, 0x08, 4, 1, 512},
    {0x10000, 77, 65, 0xea, 0x18, 2, 4, 0},   {0x1000, 33, 17, 0xd5, 0x08, 4, 1, 0},
    {0x20000, 128, 128, 0xd5, 0x08, 4, 1, 0},
};
enum { PICTURES = sizeof pictures / sizeof *pictures };
static uint8_t model[ARENA];

static struct texture_header header_of_picture(const struct picture *p) {
    struct texture_header h =
        images_header(p->at, p->width, p->height, p->texture, COMPONENT_UNORM);
    h.levels = p->levels;
    h.last_level = (uint8_t)(p->levels - 1);
    if (p->pitch) {
        h.storage = STORAGE_PITCH;
        h.pitch = p->pitch;
    }
    return h;
}

/* Where a byte of a row of a level lies. */
static uint64_t place(const struct picture *p, const struct texture_layout *l, uint32_t level,
                      uint32_t x, uint32_t y) {
    if (p->pitch)
        return p->at + (uint64_t)y * p->pitch + x;
    return p->at + l->level[level].offset + texture_offset(&l->level[level], p->bytes, x, y, 0);
}

static void draw_into(const struct picture *p) {
    const struct texture_header h = header_of_picture(p);
    const struct texture_layout l = images_layout(&h, p->bytes, 1, 1);
    const uint32_t level = any(p->levels), gob = 64 / p->bytes;
    const uint32_t width = l.level[level].width, height = l.level[level].height;
    struct target t =
        images_target(p->at + (p->pitch ? 0 : l.level[level].offset),
                      p->pitch ? p->pitch : (width + gob - 1) / gob * gob, height, p->target);
    t.pitch = p->pitch != 0;
    t.height_log2 = l.level[level].height_log2;
    const struct texture_use use = images_targeted(&t, true);
    const uint32_t x = any(width), y = any(height);
    const VkRect2D area = {{(int32_t)x, (int32_t)y}, {1 + any(width - x), 1 + any(height - y)}};
    const uint8_t value = (uint8_t)any(256);
    images_paint(&use, area, value);
    for (uint32_t row = 0; row < area.extent.height; row++)
        for (uint32_t b = 0; b < area.extent.width * p->bytes; b++)
            model[place(p, &l, level, x * p->bytes + b, y + row)] = value;
}

static void look_at(const struct picture *p) {
    const struct texture_header h = header_of_picture(p);
    const struct texture_layout l = images_layout(&h, p->bytes, 1, 1);
    const struct texture_use use = images_sampled(&h, SHADER_2D, false);
    const uint32_t level = any(p->levels);
    const uint32_t width = l.level[level].width, height = l.level[level].height;
    const uint8_t *got = images_look(&use, use.level + level, use.layer, width, height, 1);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width * p->bytes; x++)
            if (got[y * width * p->bytes + x] != model[place(p, &l, level, x, y)])
                fail_msg("picture %zu, level %u: byte %u of row %u is 0x%02x, not 0x%02x",
                         (size_t)(p - pictures), level, x, y, got[y * width * p->bytes + x],
                         model[place(p, &l, level, x, y)]);
}

static void as_in_a_model(void **state) {
    (void)state;
    const char *more = getenv("WINDLASS_TEST_ROUNDS");
    const unsigned rounds = more ? (unsigned)atoi(more) : 400;
    chance = rounds;
    memset(model, 0, sizeof model);
    for (unsigned i = 0; i < rounds; i++) {
        const uint64_t at = any(ARENA), size = 1 + any(any(2) ? 100 : 9000);
        switch (any(8)) {
        case 0: /* the program, whose writes are seen with the next submission */
            images_finish();
            if (at + size <= ARENA) {
                images_fill(at, size, i);
                memcpy(model + at, images.guest + at, size);
            }
            break;
        case 1: /* an engine */
            if (at + size > ARENA)
                break;
            memory_wait(images.memory, images.guest + at, size, true);
            memset(images.guest + at, (int)i & 0xff, size);
            memory_cpu_wrote(images.memory, images.guest + at, size);
            memset(model + at, (int)i & 0xff, size);
            break;
        case 2:
            images_finish();
            assert_memory_equal(images.guest, model, ARENA);
            break;
        case 3:
        case 4:
            look_at(&pictures[any(PICTURES)]);
            break;
        default:
            draw_into(&pictures[any(PICTURES)]);
        }
    }
    images_finish();
    assert_memory_equal(images.guest, model, ARENA);
    printf("# count steps %u\n", rounds);
}

/* As with a driver that takes no pages of the program's. */
static uint32_t import_align;
static bool cpu;

static int start_copies(void **state) {
    import_align = images.vk->import_align;
    images.vk->import_align = 0;
    cpu = images.vk->cpu;
    return images_start(state);
}

/* ... and is no CPU, whatever it is. */
static int start_device_copies(void **state) {
    const int failed = start_copies(state);
    images.vk->cpu = false;
    return failed;
}

static int stop_copies(void **state) {
    const int failed = images_stop(state);
    images.vk->import_align = import_align;
    images.vk->cpu = cpu;
    return failed;
}

static int close_device(void **state) {
    (void)state;
    return test_device_close(images.vk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(whatever_headers_say, images_start, images_stop),
        cmocka_unit_test_setup_teardown(as_in_a_model, images_start, images_stop),
        cmocka_unit_test_setup_teardown(as_in_a_model, start_copies, stop_copies),
        cmocka_unit_test_setup_teardown(as_in_a_model, start_device_copies, stop_copies),
    };
    images.vk = test_device_open();
    return cmocka_run_group_tests(tests, NULL, close_device);
}
