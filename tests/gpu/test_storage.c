/* SPDX-License-Identifier: MIT */
#include "painter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What commands write into an image is in its storage when their submission is done, and nothing
 * comes there later. Each test is done once more with images that are not written back: then it has
 * to fail, or it would show nothing. */

static struct machine machine;
static struct painter p;
static uint64_t wrong; /* bytes that are not what they should be */

static const float red[4] = {1, 1, 1, 1},
                   grey[4] = {0x80 / 255.f, 0x80 / 255.f, 0x80 / 255.f, 0x80 / 255.f},
                   dark[4] = {0x11 / 255.f, 0x11 / 255.f, 0x11 / 255.f, 0x11 / 255.f};
enum { WHITE = 0xff, GREY = 0x80, DARK = 0x11 };

static void check(const struct surface *s, uint32_t level, uint32_t layer, int x, int y, int width,
                  int height, uint8_t value) {
    wrong += painter_other(&p, s, level, layer, x, y, width, height, value);
}

/* The program takes a picture's bytes elsewhere and looks at them there. */
static void moved_by_the_program(void) {
    const struct surface a = painter_surface(&p, &painter_rgba8, TYPE_2D, 100, 60, 1, 1);
    const struct surface b = painter_surface(&p, &painter_rgba8, TYPE_2D, 100, 60, 1, 1);
    const struct surface c = painter_surface(&p, &painter_rgba8, TYPE_2D, 100, 60, 1, 1);
    painter_target(&p, &a, 0, 0);
    painter_fill(&p, 0, 0, 100, 60, grey);
    painter_fill(&p, 10, 20, 30, 7, red);
    painter_run(&p);
    memcpy(machine_at(&machine, b.address), machine_at(&machine, a.address), a.layout.size);
    painter_target(&p, &c, 0, 0);
    painter_fetch(&p, &b, 0, 0);
    painter_run(&p);
    check(&c, 0, 0, 10, 20, 30, 7, WHITE);
    check(&c, 0, 0, 0, 0, 100, 20, GREY);
    check(&c, 0, 0, 0, 27, 100, 33, GREY);
}

static void drawn_in_following_frames(void) {
    const struct surface a = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    painter_target(&p, &a, 0, 0);
    painter_fill(&p, 0, 0, 64, 64, grey);
    painter_run(&p);
    check(&a, 0, 0, 0, 0, 64, 64, GREY);
    painter_fill(&p, 0, 0, 20, 64, red);
    painter_run(&p);
    check(&a, 0, 0, 0, 0, 20, 64, WHITE);
    check(&a, 0, 0, 20, 0, 44, 64, GREY);
    painter_clear(&p, 30, 10, 5, 5, dark);
    painter_run(&p);
    check(&a, 0, 0, 30, 10, 5, 5, DARK);
    check(&a, 0, 0, 0, 0, 20, 64, WHITE);
    check(&a, 0, 0, 35, 0, 29, 64, GREY);
}

/* The program writes over what was drawn; the picture of before must not come back, whatever is
 * drawn elsewhere in it. */
static void written_over_by_the_program(void) {
    const struct surface a = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    painter_target(&p, &a, 0, 0);
    painter_fill(&p, 0, 0, 64, 64, red);
    painter_run(&p);
    memset(machine_at(&machine, a.address), GREY, a.layout.size);
    painter_fill(&p, 0, 0, 64, 8, dark);
    painter_run(&p);
    check(&a, 0, 0, 0, 0, 64, 8, DARK);
    check(&a, 0, 0, 0, 8, 64, 56, GREY);
    const struct surface c = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    painter_target(&p, &c, 0, 0);
    painter_fetch(&p, &a, 0, 0);
    painter_run(&p);
    check(&c, 0, 0, 0, 0, 64, 8, DARK);
    check(&c, 0, 0, 0, 8, 64, 56, GREY);
}

/* The memory of a picture becomes something else's. */
static void used_again(void) {
    const struct surface a = painter_surface(&p, &painter_rgba8, TYPE_2D, 128, 128, 1, 1);
    painter_target(&p, &a, 0, 0);
    painter_fill(&p, 0, 0, 128, 128, red);
    painter_run(&p);
    check(&a, 0, 0, 0, 0, 128, 128, WHITE);
    gpu_forget(machine.gpu, machine_at(&machine, a.address), a.layout.size);
    memset(machine_at(&machine, a.address), DARK, a.layout.size);
    const struct surface b = painter_over(a.address + 0x2000, &painter_rg8, TYPE_2D, 60, 50, 1, 1);
    const struct surface c = painter_surface(&p, &painter_rg8, TYPE_2D, 60, 50, 1, 1);
    painter_target(&p, &c, 0, 0);
    painter_fetch(&p, &b, 0, 0);
    painter_target(&p, &b, 0, 0);
    painter_fill(&p, 0, 0, 10, 10, grey);
    painter_run(&p);
    check(&c, 0, 0, 0, 0, 60, 50, DARK);
    check(&b, 0, 0, 0, 0, 10, 10, GREY);
    check(&b, 0, 0, 10, 0, 50, 50, DARK);
    const uint8_t *bytes = machine_at(&machine, a.address);
    for (unsigned i = 0; i < 0x2000; i++)
        wrong += bytes[i] != DARK;
}

/* Only the region that was drawn, and the bytes beside it not even for a moment: the program has
 * them. */
static void part_of_it(void) {
    const struct surface a = painter_surface(&p, &painter_r8, TYPE_2D, 77, 51, 1, 1);
    uint8_t *bytes = machine_at(&machine, a.address);
    memset(bytes, DARK, a.layout.size);
    painter_target(&p, &a, 0, 0);
    painter_fill(&p, 5, 3, 37, 21, red);
    painter_fill(&p, 70, 40, 3, 2, grey);
    painter_run(&p);
    check(&a, 0, 0, 5, 3, 37, 21, WHITE);
    check(&a, 0, 0, 70, 40, 3, 2, GREY);
    uint64_t dark_bytes = 0;
    for (uint64_t i = 0; i < a.layout.size; i++)
        dark_bytes += bytes[i] == DARK;
    wrong += dark_bytes != a.layout.size - 37 * 21 - 3 * 2;
}

/* Every level of a texture of two channels, every texel. */
static void every_level(void) {
    const struct surface a = painter_surface(&p, &painter_rg8, TYPE_2D, 260, 260, 1, 9);
    for (uint32_t i = 0; i < 9; i++) {
        const float c = (float)(i * 20 + 7) / 255, color[] = {c, c, c, c};
        painter_target(&p, &a, i, 0);
        painter_fill(&p, 0, 0, 260 >> i, 260 >> i, color);
    }
    painter_run(&p);
    for (uint32_t i = 0; i < 9; i++)
        check(&a, i, 0, 0, 0, 260 >> i, 260 >> i, (uint8_t)(i * 20 + 7));
    for (uint32_t i = 0; i < 9; i++) {
        const int size = 260 >> i;
        const struct surface c =
            painter_surface(&p, &painter_rg8, TYPE_2D, (uint32_t)size, (uint32_t)size, 1, 1);
        painter_target(&p, &c, 0, 0);
        painter_fetch(&p, &a, i, 0);
        painter_run(&p);
        check(&c, 0, 0, 0, 0, size, size, (uint8_t)(i * 20 + 7));
    }
}

static void layers_of(uint8_t type, uint32_t depth, uint32_t levels) {
    const struct surface a = painter_surface(&p, &painter_rgba8, type, 40, 40, depth, levels);
    const struct surface c = painter_surface(&p, &painter_rgba8, TYPE_2D, 40, 40, 1, 1);
    for (uint32_t i = 0; i < depth; i++) {
        const float v = (float)(i * 9 + 3) / 255, color[] = {v, v, v, v};
        painter_target(&p, &a, 0, i);
        painter_fill(&p, 0, 0, 40, 40, color);
        painter_fill(&p, 0, (int)i, 40, 1, red);
    }
    painter_run(&p);
    for (uint32_t i = 0; i < depth; i++) {
        check(&a, 0, i, 0, (int)i, 40, 1, WHITE);
        check(&a, 0, i, 0, (int)i + 1, 40, 39 - (int)i, (uint8_t)(i * 9 + 3));
        painter_target(&p, &c, 0, 0);
        painter_fetch(&p, &a, 0, i);
        painter_run(&p);
        check(&c, 0, 0, 0, (int)i, 40, 1, WHITE);
        check(&c, 0, 0, 0, (int)i + 1, 40, 39 - (int)i, (uint8_t)(i * 9 + 3));
    }
}

static void layers(void) {
    layers_of(TYPE_2D_ARRAY, 5, 3);
}

static void faces(void) {
    layers_of(TYPE_CUBE, 6, 1);
}

static void slices(void) {
    layers_of(TYPE_3D, 7, 1);
}

/* The same bytes as other formats, sizes and levels, in one submission. */
static void other_formats(void) {
    const struct surface a = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    const struct surface wide = painter_over(a.address, &painter_r16ui, TYPE_2D, 128, 64, 1, 1);
    const struct surface c = painter_surface(&p, &painter_r16ui, TYPE_2D, 128, 64, 1, 1);
    painter_target(&p, &a, 0, 0);
    painter_fill(&p, 0, 0, 64, 64, grey);
    painter_target(&p, &c, 0, 0);
    painter_fetch(&p, &wide, 0, 0);
    painter_target(&p, &a, 0, 0);
    painter_fill(&p, 8, 0, 8, 64, red);
    const struct surface d = painter_surface(&p, &painter_r16ui, TYPE_2D, 128, 64, 1, 1);
    painter_target(&p, &d, 0, 0);
    painter_fetch(&p, &wide, 0, 0);
    painter_run(&p);
    check(&c, 0, 0, 0, 0, 128, 64, GREY);
    check(&d, 0, 0, 0, 0, 16, 64, GREY);
    check(&d, 0, 0, 16, 0, 16, 64, WHITE);
    check(&d, 0, 0, 32, 0, 96, 64, GREY);
    /* the other way round */
    painter_target(&p, &wide, 0, 0);
    painter_clear(&p, 0, 0, 2, 64, (const float[4]){0});
    const struct surface e = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    painter_target(&p, &e, 0, 0);
    painter_fetch(&p, &a, 0, 0);
    painter_run(&p);
    check(&e, 0, 0, 0, 0, 1, 64, 0);
    check(&e, 0, 0, 1, 0, 7, 64, GREY);
    check(&e, 0, 0, 8, 0, 8, 64, WHITE);
}

/* Lines that the copy engine brings, between draws of one submission. */
static void copied_by_an_engine(void) {
    const struct surface a = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    const struct surface b = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    const struct surface c = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    painter_target(&p, &a, 0, 0);
    painter_fill(&p, 0, 0, 64, 64, grey);
    painter_target(&p, &b, 0, 0);
    painter_fill(&p, 0, 0, 64, 64, dark);
    painter_copy(&p, &a, &b);
    painter_fill(&p, 0, 0, 64, 5, red);
    painter_target(&p, &c, 0, 0);
    painter_fetch(&p, &b, 0, 0);
    painter_run(&p);
    check(&b, 0, 0, 0, 0, 64, 5, WHITE);
    check(&b, 0, 0, 0, 5, 64, 59, GREY);
    check(&c, 0, 0, 0, 0, 64, 5, WHITE);
    check(&c, 0, 0, 0, 5, 64, 59, GREY);
}

/* Image stores over what was drawn, in one submission and in two; then a draw over those. */
static void stored_to(void) {
    for (unsigned split = 0; split < 2; split++) {
        const struct surface a = painter_surface(&p, &painter_rgba8, TYPE_2D, 70, 45, 1, 1);
        painter_target(&p, &a, 0, 0);
        painter_fill(&p, 0, 0, 70, 45, red);
        if (split)
            painter_run(&p);
        painter_store(&p, &a, grey);
        if (split) {
            painter_run(&p);
            check(&a, 0, 0, 0, 0, 70, 45, GREY);
        }
        painter_fill(&p, 60, 40, 5, 5, dark);
        painter_run(&p);
        check(&a, 0, 0, 60, 40, 5, 5, DARK);
        check(&a, 0, 0, 0, 0, 60, 45, GREY);
        check(&a, 0, 0, 65, 0, 5, 45, GREY);
    }
}

/* Stores through another format than the one that was drawn. */
static void stored_to_as_another_format(void) {
    const struct surface a = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    const struct surface b = painter_over(a.address, &painter_rg8, TYPE_2D, 64, 64, 1, 1);
    const struct surface c = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    painter_target(&p, &a, 0, 0);
    painter_fill(&p, 0, 0, 64, 64, red);
    painter_store(&p, &b, grey);
    painter_target(&p, &c, 0, 0);
    painter_fetch(&p, &a, 0, 0);
    painter_run(&p);
    /* of the larger picture's storage the smaller one has the first half: blocks of 64 bytes */
    check(&b, 0, 0, 0, 0, 64, 64, GREY);
    const uint8_t *bytes = machine_at(&machine, a.address);
    for (uint64_t i = b.layout.size; i < a.layout.size; i++)
        wrong += bytes[i] != WHITE;
    wrong += memcmp(machine_at(&machine, a.address), machine_at(&machine, c.address),
                    a.layout.size) != 0;
}

static void copied_by_the_2d_engine(void) {
    const struct surface a = painter_surface(&p, &painter_rgba8, TYPE_2D, 90, 70, 1, 1);
    const struct surface b = painter_surface(&p, &painter_rgba8, TYPE_2D, 90, 70, 1, 1);
    const struct surface c = painter_surface(&p, &painter_rgba8, TYPE_2D, 90, 70, 1, 1);
    painter_target(&p, &a, 0, 0);
    painter_fill(&p, 0, 0, 90, 70, grey);
    painter_fill(&p, 0, 0, 90, 20, red);
    painter_blit(&p, &a, &b, 5, 10, 60, 30);
    painter_target(&p, &c, 0, 0);
    painter_fetch(&p, &b, 0, 0);
    painter_run(&p);
    for (unsigned i = 0; i < 2; i++) {
        const struct surface *s = i ? &c : &b;
        check(s, 0, 0, 5, 10, 60, 10, WHITE);
        check(s, 0, 0, 5, 20, 60, 20, GREY);
        check(s, 0, 0, 0, 0, 90, 10, 0);
        check(s, 0, 0, 65, 10, 25, 60, 0);
    }
}

/* ---- running them ---- */

static const struct scenario {
    const char *name;
    void (*run)(void);
} scenarios[] = {
    {"moved by the program", moved_by_the_program},
    {"drawn in following frames", drawn_in_following_frames},
    {"written over by the program", written_over_by_the_program},
    {"used again", used_again},
    {"part of it", part_of_it},
    {"every level", every_level},
    {"layers", layers},
    {"faces", faces},
    {"slices", slices},
    {"other formats", other_formats},
    {"copied by an engine", copied_by_an_engine},
    {"stored to", stored_to},
    {"stored to as another format", stored_to_as_another_format},
    {"copied by the 2D engine", copied_by_the_2d_engine},
};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

static void holds(void **state) {
    const struct scenario *s = *state;
    wrong = 0;
    s->run();
    assert_int_equal(wrong, 0);
}

static void fails_unstored(void **state) {
    const struct scenario *s = *state;
    wrong = 0;
    s->run();
    assert_int_not_equal(wrong, 0);
}

static int run_all(const char *group, bool no_storage, void (*test)(void **state)) {
    struct CMUnitTest tests[SCENARIOS];
    if (!machine_open(&machine, no_storage)) {
        printf("1..0 # SKIP there is no device\n");
        return 0;
    }
    painter_begin(&p, &machine);
    for (unsigned i = 0; i < SCENARIOS; i++)
        tests[i] = (struct CMUnitTest){scenarios[i].name, test, NULL, NULL, (void *)&scenarios[i]};
    const int failed = _cmocka_run_group_tests(group, tests, SCENARIOS, NULL, NULL);
    machine_close(&machine);
    return failed;
}

int main(int argc, char **argv) {
    const bool without = argc > 1 && !strcmp(argv[1], "--without");
    return without ? run_all("storage that is not written", true, fails_unstored)
                   : run_all("storage", false, holds);
}
