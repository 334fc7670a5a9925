/* SPDX-License-Identifier: MIT */
#include "painter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/* To the 2D engine the samples of a pixel are texels: it resolves by scaling down. */

static struct machine machine;
static struct painter p;

enum { SIZE = 32, GRID = 2, ONE_SAMPLE = 0, FOUR_SAMPLES = 2 /* SET_ANTI_ALIAS */ };
static const float white[4] = {1, 1, 1, 1}, black[4];
#define GREY(byte) {byte / 255.f, byte / 255.f, byte / 255.f, byte / 255.f}
static const float dark[4] = GREY(0x40), bright[4] = GREY(0xc0);

static void put(unsigned address, uint32_t data) {
    scene_put(&p.run, address, data);
}

static void put_2d(unsigned address, uint32_t data) {
    machine_write(&machine, MACHINE_TWO_D, address / 4, data);
}

/* The surface's pixels have four samples each from now on. */
static void several_samples(void) {
    put(0x15d0, FOUR_SAMPLES);
    put(0x1534, 1);
    put(0xff4, SIZE << 16);
    put(0xff8, SIZE << 16);
    for (unsigned i = 0; i < 2; i++) {
        scene_put_float(&p.run, 0xa00 + 4 * i, (float)SIZE / 2);
        scene_put_float(&p.run, 0xa0c + 4 * i, (float)SIZE / 2);
    }
    put(0xc00, SIZE << 16);
    put(0xc04, SIZE << 16);
}

static void one_sample(void) {
    put(0x15d0, ONE_SAMPLE);
    put(0x1534, 0);
}

static void put_samples(uint32_t mask) {
    for (unsigned i = 0; i < 4; i++)
        put(0xfbc + 4 * i, mask);
}

static void put_surface(unsigned first, const struct surface *s) {
    put_2d(first, s->format->target);
    put_2d(first + 0x4, 0); /* block-linear */
    put_2d(first + 0x8, (uint32_t)s->shape.height_log2 << 4);
    put_2d(first + 0xc, 1);
    put_2d(first + 0x18, s->shape.width);
    put_2d(first + 0x1c, s->shape.height);
    machine_address(&machine, MACHINE_TWO_D, (first + 0x20) / 4, s->address);
}

/* Each texel of `to` becomes the mean of GRID by GRID, as deko3d resolves. */
static void resolve(const struct surface *from, const struct surface *to) {
    put_surface(0x230, from);
    put_surface(0x200, to);
    put_2d(0x290, 0);    /* no clip */
    put_2d(0x2ac, 3);    /* SRCCOPY */
    put_2d(0x88c, 0x10); /* bilinear; texels lie around their number */
    put_2d(0x8b0, 0);
    put_2d(0x8b4, 0);
    put_2d(0x8b8, to->shape.width);
    put_2d(0x8bc, to->shape.height);
    for (unsigned i = 0; i < 2; i++) {
        put_2d(0x8c0 + 8 * i, 0);
        put_2d(0x8c4 + 8 * i, GRID);
    }
    put_2d(0x8d0, 0x80000000); /* half a texel */
    put_2d(0x8d4, 0);
    put_2d(0x8d8, 0x80000000);
    put_2d(0x8dc, 0);
}

/* A white picture in which `black` was drawn on a part, with all samples and with one. */
static void samples(void **state) {
    (void)state;
    const struct surface many =
        painter_surface(&p, &painter_rgba8, TYPE_2D, GRID * SIZE, GRID * SIZE, 1, 1);
    const struct surface one = painter_surface(&p, &painter_rgba8, TYPE_2D, SIZE, SIZE, 1, 1);
    painter_target(&p, &many, 0, 0);
    several_samples();
    painter_clear(&p, 0, 0, SIZE, SIZE, white);
    painter_fill(&p, 0, 0, SIZE, 8, black);
    put_samples(2);
    painter_fill(&p, 0, 8, 20, 8, black);
    put_samples(0xffff);
    resolve(&many, &one);
    one_sample();
    painter_run(&p);
    assert_int_equal(painter_other(&p, &one, 0, 0, 0, 0, SIZE, 8, 0), 0);
    assert_int_equal(painter_other(&p, &one, 0, 0, 0, 8, 20, 8, 0xbf), 0); /* three of four */
    assert_int_equal(painter_other(&p, &one, 0, 0, 20, 8, SIZE - 20, 8, 0xff), 0);
    assert_int_equal(painter_other(&p, &one, 0, 0, 0, 16, SIZE, 16, 0xff), 0);
}

/* The same storage, then with texels that are no samples. */
static void texels(void **state) {
    (void)state;
    const struct surface many =
        painter_surface(&p, &painter_rgba8, TYPE_2D, GRID * SIZE, GRID * SIZE, 1, 1);
    const struct surface one = painter_surface(&p, &painter_rgba8, TYPE_2D, SIZE, SIZE, 1, 1);
    painter_target(&p, &many, 0, 0);
    several_samples();
    painter_clear(&p, 0, 0, SIZE, SIZE, black);
    one_sample();
    painter_target(&p, &many, 0, 0);
    painter_clear(&p, 0, 0, GRID * SIZE, GRID * SIZE, bright);
    painter_clear(&p, 0, 0, 1, GRID * SIZE, dark);
    resolve(&many, &one);
    painter_run(&p);
    assert_int_equal(painter_other(&p, &one, 0, 0, 0, 0, 1, SIZE, 0x80), 0);
    assert_int_equal(painter_other(&p, &one, 0, 0, 1, 0, SIZE - 1, SIZE, 0xc0), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples), cmocka_unit_test(texels)};
    if (!machine_open(&machine, false)) {
        printf("1..0 # SKIP there is no device\n");
        return 0;
    }
    painter_begin(&p, &machine);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    machine_close(&machine);
    return failed;
}
