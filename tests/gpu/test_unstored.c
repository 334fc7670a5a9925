/* SPDX-License-Identifier: MIT */
#include "painter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Depth and samples: what is drawn into them is not written back, and is there all the same for who
 * looks at it as what it is. */

static struct machine machine;
static struct painter p;

static void expect(const struct surface *s, int x, int y, int width, int height, uint8_t value) {
    const uint64_t other = painter_other(&p, s, 0, 0, x, y, width, height, value);
    if (other)
        fail_msg("%lu bytes of %dx%d at %d, %d are not 0x%02x; the first is 0x%02x",
                 (unsigned long)other, width, height, x, y, value,
                 *painter_at(&p, s, 0, 0, (uint32_t)x, (uint32_t)y));
}

/* What a fetch of depth gives, as red, in eight bits. */
static uint8_t red_at(const struct surface *s, uint32_t x, uint32_t y) {
    return *painter_at(&p, s, 0, 0, x, y);
}

static void depth_of(uint8_t target, uint8_t texture, uint8_t bytes) {
    const struct surface color = painter_surface(&p, &painter_rgba8, TYPE_2D, 48, 40, 1, 1);
    const struct surface seen = painter_surface(&p, &painter_rgba8, TYPE_2D, 48, 40, 1, 1);
    const struct depth_surface d = painter_depth_surface(&p, target, texture, bytes, 48, 40, 1);
    for (unsigned round = 0; round < 2; round++) {
        painter_target(&p, &color, 0, 0);
        painter_depth_target(&p, &d, 0);
        painter_fill_depth(&p, 0, 0, 48, 40, 0.25f);
        painter_fill_depth(&p, 10, 4, 20, 30, round ? 0.5f : 0.75f);
        painter_no_depth(&p);
        painter_target(&p, &seen, 0, 0);
        painter_fetch(&p, &d.s, 0, 0);
        painter_run(&p);
        assert_in_range(red_at(&seen, 3, 3), 0x3f, 0x40);
        assert_in_range(red_at(&seen, 12, 10), round ? 0x7f : 0xbf, round ? 0x80 : 0xc0);
    }
}

static void depth_is_seen(void **state) {
    (void)state;
    depth_of(0x13, 0x3a, 2); /* Z16 */
    depth_of(0x14, 0x29, 4); /* Z24S8 */
    depth_of(0x16, 0x2b, 4); /* S8Z24 */
    depth_of(0x0a, 0x2f, 4); /* ZF32 */
    depth_of(0x19, 0x30, 8); /* ZF32_X24S8 */
}

/* Layers are drawn one by one, before and after they have been seen together. */
static void layers_of_depth_are_one_image(void **state) {
    (void)state;
    const struct surface color = painter_surface(&p, &painter_rgba8, TYPE_2D, 32, 32, 1, 1);
    const struct surface seen = painter_surface(&p, &painter_rgba8, TYPE_2D, 32, 32, 1, 1);
    const struct depth_surface d = painter_depth_surface(&p, 0x0a, 0x2f, 4, 32, 32, 4);
    for (unsigned round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < 4; i++) {
            if (round == 1 && i == 2)
                continue; /* stays as it is */
            painter_target(&p, &color, 0, 0);
            painter_depth_target(&p, &d, i);
            painter_fill_depth(&p, 0, 0, 32, 32, (float)(1 + i + round) / 8);
        }
        painter_no_depth(&p);
        for (uint32_t i = 0; i < 4; i++) {
            painter_target(&p, &seen, 0, 0);
            painter_fetch(&p, &d.s, 0, i);
            painter_run(&p);
            const uint32_t drawn = 1 + i + (round == 1 && i == 2 ? 0 : round);
            assert_in_range(red_at(&seen, 5, 5), 255 * drawn / 8, 255 * drawn / 8 + 1);
        }
    }
}

/* Memory of a depth image becomes a picture's, and the other way round. */
static void memory_changes_hands(void **state) {
    (void)state;
    const struct surface color = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    const struct surface seen = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    const struct depth_surface d = painter_depth_surface(&p, 0x0a, 0x2f, 4, 64, 64, 1);
    const struct surface same = painter_over(d.s.address, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    const float grey[] = {0x80 / 255.f, 0x80 / 255.f, 0x80 / 255.f, 0x80 / 255.f};
    painter_target(&p, &color, 0, 0);
    painter_depth_target(&p, &d, 0);
    painter_fill_depth(&p, 0, 0, 64, 64, 0.25f);
    painter_no_depth(&p);
    painter_run(&p);
    painter_target(&p, &same, 0, 0);
    painter_fill(&p, 0, 0, 64, 64, grey);
    painter_run(&p);
    expect(&same, 0, 0, 64, 64, 0x80);
    painter_target(&p, &seen, 0, 0);
    painter_fetch(&p, &same, 0, 0);
    painter_target(&p, &color, 0, 0);
    painter_depth_target(&p, &d, 0);
    painter_fill_depth(&p, 0, 0, 64, 64, 0.75f);
    painter_no_depth(&p);
    painter_run(&p);
    expect(&seen, 0, 0, 64, 64, 0x80);
    painter_target(&p, &seen, 0, 0);
    painter_fetch(&p, &d.s, 0, 0);
    painter_run(&p);
    assert_in_range(red_at(&seen, 9, 9), 0xbf, 0xc0);
}

/* The copy engine takes lines of what was drawn, 16 bits a texel, 24 above 8, floats. */
static void depth_is_copied(void **state) {
    (void)state;
    static const struct {
        uint8_t target, texture, bytes;
        uint64_t texel; /* of depth 0.75; stencil is zero */
    } formats[] = {
        {0x13, 0x3a, 2, 0xbfff},     {0x14, 0x29, 4, 0xbfffff00}, {0x16, 0x2b, 4, 0x00bfffff},
        {0x0a, 0x2f, 4, 0x3f400000}, {0x19, 0x30, 8, 0x3f400000},
    };
    const struct surface color = painter_surface(&p, &painter_rgba8, TYPE_2D, 37, 21, 1, 1);
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
        const struct depth_surface d = painter_depth_surface(
            &p, formats[i].target, formats[i].texture, formats[i].bytes, 37, 21, 1);
        struct surface copy = d.s;
        copy.address = machine_memory(&machine, d.s.layout.size, 4096);
        painter_target(&p, &color, 0, 0);
        painter_depth_target(&p, &d, 0);
        painter_fill_depth(&p, 0, 0, 37, 21, 0.75f);
        painter_no_depth(&p);
        painter_copy(&p, &d.s, &copy);
        painter_run(&p);
        for (uint32_t y = 0; y < 21; y++)
            for (uint32_t x = 0; x < 37; x++) {
                uint64_t texel = 0;
                memcpy(&texel, painter_at(&p, &copy, 0, 0, x, y), formats[i].bytes);
                const uint64_t least = formats[i].texel, step = i == 1 ? 0x100 : 1;
                if (texel != least && texel != least + step)
                    fail_msg("format 0x%02x: 0x%lx at %u, %u", formats[i].target,
                             (unsigned long)texel, x, y);
            }
    }
}

/* Copies between depth images come as those of colours of the same size. */
static void depth_is_copied_to(void **state) {
    (void)state;
    const struct surface color = painter_surface(&p, &painter_rgba8, TYPE_2D, 48, 40, 1, 1);
    const struct surface seen = painter_surface(&p, &painter_rgba8, TYPE_2D, 48, 40, 1, 1);
    const struct depth_surface from = painter_depth_surface(&p, 0x14, 0x29, 4, 48, 40, 1);
    const struct depth_surface to = painter_depth_surface(&p, 0x14, 0x29, 4, 48, 40, 1);
    const struct surface a = painter_over(from.s.address, &painter_rgba8, TYPE_2D, 48, 40, 1, 1);
    const struct surface b = painter_over(to.s.address, &painter_rgba8, TYPE_2D, 48, 40, 1, 1);
    for (unsigned round = 0; round < 3; round++) {
        painter_target(&p, &color, 0, 0);
        painter_depth_target(&p, &from, 0);
        painter_fill_depth(&p, 0, 0, 48, 40, round & 1 ? 0.25f : 0.75f);
        painter_depth_target(&p, &to, 0);
        painter_fill_depth(&p, 0, 0, 48, 40, 0.5f);
        painter_no_depth(&p);
        painter_blit(&p, &a, &b, 8, 8, 16, 16);
        painter_target(&p, &seen, 0, 0);
        painter_fetch(&p, &to.s, 0, 0);
        painter_run(&p);
        assert_in_range(red_at(&seen, 10, 10), round & 1 ? 0x3f : 0xbf, round & 1 ? 0x40 : 0xc0);
        assert_in_range(red_at(&seen, 30, 30), 0x7f, 0x80);
    }
}

/* The program takes the memory for something else, without a word: what was drawn there before does
 * not come back. */
static void nothing_comes_back(void **state) {
    (void)state;
    const struct surface color = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    const struct depth_surface d = painter_depth_surface(&p, 0x0a, 0x2f, 4, 64, 64, 1);
    const struct surface s = painter_samples(&p, &painter_rgba8, 32, 32);
    const float white[] = {1, 1, 1, 1};
    painter_target(&p, &color, 0, 0);
    painter_depth_target(&p, &d, 0);
    painter_fill_depth(&p, 0, 0, 64, 64, 0.75f);
    painter_no_depth(&p);
    painter_target(&p, &s, 0, 0);
    painter_fill(&p, 0, 0, 32, 32, white);
    painter_run(&p);
    const uint64_t places[] = {d.s.address, s.address};
    for (unsigned i = 0; i < 2; i++) {
        const struct surface fresh = painter_over(places[i], &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
        const struct surface seen = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
        memset(machine_at(&machine, fresh.address), 0x5a, fresh.layout.size);
        painter_target(&p, &seen, 0, 0);
        painter_fetch(&p, &fresh, 0, 0);
        painter_run(&p);
        expect(&seen, 0, 0, 64, 64, 0x5a);
        expect(&fresh, 0, 0, 64, 64, 0x5a);
    }
}

/* Looked at are texels inside of rectangles: lavapipe's scissors cut some samples of those at the
 * left and above. */

/* The 2D engine takes samples for texels and makes one of four: deko3d's and Mesa's resolve. */
static void samples_are_resolved(void **state) {
    (void)state;
    if (!(machine.backend->vk->properties.limits.framebufferColorSampleCounts & 4))
        skip();
    const struct surface s = painter_samples(&p, &painter_rgba8, 50, 30);
    const struct surface texels = painter_texels(&s);
    const struct surface out = painter_surface(&p, &painter_rgba8, TYPE_2D, 50, 30, 1, 1);
    static const float white[] = {1, 1, 1, 1},
                       grey[] = {0x80 / 255.f, 0x80 / 255.f, 0x80 / 255.f, 0x80 / 255.f};
    for (unsigned round = 0; round < 2; round++) {
        painter_target(&p, &s, 0, 0);
        painter_fill(&p, 0, 0, 50, 30, grey);
        painter_fill(&p, 10, 5, 20, 10 + (int)round, white);
        painter_halve(&p, &texels, &out, 50, 30);
        painter_run(&p);
        expect(&out, 10, 5, 20, 10 + (int)round, 0xff);
        expect(&out, 0, 0, 9, 30, 0x80);
        expect(&out, 10, 15 + (int)round, 40, 15 - (int)round, 0x80);
    }
    /* and each sample lies where the layout has it */
    expect(&texels, 20, 10, 40, 20, 0xff);
    expect(&texels, 0, 0, 18, 60, 0x80);
}

/* The code of programs takes samples for texels of a larger picture as well. */
static void samples_are_fetched(void **state) {
    (void)state;
    if (!(machine.backend->vk->properties.limits.framebufferColorSampleCounts & 4))
        skip();
    const struct surface s = painter_samples(&p, &painter_rgba8, 24, 24);
    const struct surface out = painter_surface(&p, &painter_rgba8, TYPE_2D, 48, 48, 1, 1);
    static const float white[] = {1, 1, 1, 1},
                       grey[] = {0x80 / 255.f, 0x80 / 255.f, 0x80 / 255.f, 0x80 / 255.f};
    painter_target(&p, &s, 0, 0);
    painter_fill(&p, 0, 0, 24, 24, grey);
    painter_fill(&p, 3, 5, 7, 9, white);
    painter_target(&p, &out, 0, 0);
    painter_fetch(&p, &s, 0, 0);
    painter_run(&p);
    expect(&out, 6, 10, 14, 18, 0xff);
    expect(&out, 0, 0, 4, 48, 0x80);
    expect(&out, 20, 0, 28, 48, 0x80);
}

/* Samples that come from elsewhere, byte by byte, are those of the image; what is drawn over them
 * leaves the others. */
static void samples_are_copied_to(void **state) {
    (void)state;
    if (!(machine.backend->vk->properties.limits.framebufferColorSampleCounts & 4))
        skip();
    static const float grey[] = {0x80 / 255.f, 0x80 / 255.f, 0x80 / 255.f, 0x80 / 255.f},
                       white[] = {1, 1, 1, 1}, black[4];
    const struct surface from = painter_samples(&p, &painter_rgba8, 50, 30),
                         to = painter_samples(&p, &painter_rgba8, 50, 30);
    const struct surface texels = painter_texels(&to);
    const struct surface out = painter_surface(&p, &painter_rgba8, TYPE_2D, 50, 30, 1, 1);
    for (unsigned round = 0; round < 2; round++) {
        painter_target(&p, &to, 0, 0); /* it has other samples already */
        painter_fill(&p, 0, 0, 50, 30, white);
        painter_target(&p, &from, 0, 0);
        painter_fill(&p, 0, 0, 50, 30, grey);
        painter_fill(&p, 10, 5, 20, 10 + (int)round, white);
        painter_copy(&p, &from, &to);
        painter_target(&p, &to, 0, 0);
        painter_fill(&p, 40, 20, 5, 5, black);
        painter_halve(&p, &texels, &out, 50, 30);
        painter_run(&p);
        expect(&out, 10, 5, 20, 10 + (int)round, 0xff);
        expect(&out, 0, 0, 9, 30, 0x80);
        expect(&out, 10, 15 + (int)round, 20, 15 - (int)round, 0x80);
        expect(&out, 40, 20, 5, 5, 0);
        expect(&out, 46, 0, 4, 30, 0x80);
    }
}

/* The program writes each sample of a pixel by itself. */
static void samples_are_the_programs(void **state) {
    (void)state;
    if (!(machine.backend->vk->properties.limits.framebufferColorSampleCounts & 4))
        skip();
    static const float black[4];
    const struct surface s = painter_samples(&p, &painter_rgba8, 24, 24);
    const struct surface texels = painter_texels(&s);
    const struct surface out = painter_surface(&p, &painter_rgba8, TYPE_2D, 24, 24, 1, 1);
    for (unsigned round = 0; round < 2; round++) {
        for (uint32_t y = 0; y < 48; y++)
            for (uint32_t x = 0; x < 48; x++)
                memset(painter_at(&p, &texels, 0, 0, x, y),
                       (int)(0x10 * (x & 1) + 0x20 * (y & 1) + 4 * (y / 2) + 0x10 * round), 4);
        painter_target(&p, &s, 0, 0);
        painter_fill(&p, 20, 20, 3, 3, black);
        painter_halve(&p, &texels, &out, 24, 24);
        painter_run(&p);
        for (int y = 0; y < 19; y++) /* the mean of four samples, which differ */
            expect(&out, 0, y, 24, 1, (uint8_t)(0x18 + 4 * y + 0x10 * (int)round));
        expect(&out, 20, 20, 3, 3, 0);
        for (uint32_t i = 0; i < 4; i++) /* each where it was */
            expect(&texels, 6 + (int)(i & 1), 10 + (int)(i >> 1), 1, 1,
                   (uint8_t)(0x10 * (i & 1) + 0x20 * (i >> 1) + 20 + 0x10 * round));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_is_seen),         cmocka_unit_test(layers_of_depth_are_one_image),
        cmocka_unit_test(memory_changes_hands),  cmocka_unit_test(samples_are_resolved),
        cmocka_unit_test(samples_are_fetched),   cmocka_unit_test(depth_is_copied),
        cmocka_unit_test(depth_is_copied_to),    cmocka_unit_test(nothing_comes_back),
        cmocka_unit_test(samples_are_copied_to), cmocka_unit_test(samples_are_the_programs),
    };
    if (!machine_open(&machine, false)) {
        printf("1..0 # SKIP there is no device\n");
        return 0;
    }
    painter_begin(&p, &machine);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    machine_close(&machine);
    return failed;
}
