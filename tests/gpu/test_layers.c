/* SPDX-License-Identifier: MIT */
/* Targets of several layers and slices: clears of each, draws to one and to those that a program
 * chooses. */
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LAYERS = 3, STRIDE = 64 << 10 };

static struct machine machine;
static struct scene_run run;

/* A triangle over everything, in one colour; with more instances each one a layer. */
static const struct scene_vertex all[] = {
    {{-1, -1, 0.5f, 1}, {0, 1, 0, 1}},
    {{3, -1, 0.5f, 1}, {0, 1, 0, 1}},
    {{-1, 3, 0.5f, 1}, {0, 1, 0, 1}},
};

/* What a triangle's number says is its layer. */
static const char layers_text[] = SCENE_NUMBERED("0xf2000000", "0x64");

static int begin(void **state) {
    static const struct scene scene = {.vertices = all, .count = 3};
    (void)state;
    run = (struct scene_run){.m = &machine};
    for (unsigned i = 0; i < 2; i++)
        run.color[i] = machine_memory(&machine, LAYERS * STRIDE, 64 << 10);
    run.depth = machine_memory(&machine, 128 << 10, 64 << 10);
    scene_registers(&run, &scene);
    scene_program(&run, 1, scene_vertex_text);
    scene_program(&run, 5, scene_fragment_text);
    scene_put(&run, 0x818, LAYERS);
    scene_put(&run, 0x81c, STRIDE / 4);
    return 0;
}

static void clear_layer(unsigned layer, float red, float blue) {
    scene_put_float(&run, 0xd80, red);
    scene_put_float(&run, 0xd84, 0);
    scene_put_float(&run, 0xd88, blue);
    scene_put_float(&run, 0xd8c, 1);
    scene_put(&run, 0x19d0, 0x3c | layer << 10);
}

/* All of a layer has the colour, but for a part that has the other. */
static void expect_layer(unsigned layer, uint32_t color, uint32_t part_color, unsigned from,
                         unsigned to) {
    uint8_t *rows =
        pixels_of(&machine, run.color[0] + (uint64_t)layer * STRIDE, SCENE_SIZE, SCENE_SIZE, 4, 3);
    for (unsigned i = 0; i < SCENE_SIZE * SCENE_SIZE; i++) {
        const unsigned x = i % SCENE_SIZE;
        uint32_t pixel;
        memcpy(&pixel, rows + 4 * i, sizeof pixel);
        assert_int_equal(pixel, x >= from && x < to ? part_color : color);
    }
    free(rows);
}

enum { RED = 0xff0000ff, BLUE = 0xffff0000, GREEN = 0xff00ff00, VIOLET = 0xffff00ff };

static void test_clears(void **state) {
    (void)state;
    clear_layer(0, 1, 0);
    clear_layer(1, 0, 1);
    clear_layer(2, 1, 1);
    scene_put(&run, 0xe00, 1); /* and a part of one */
    scene_put(&run, 0xe04, 20 << 16 | 10);
    scene_put(&run, 0xe08, SCENE_SIZE << 16);
    scene_put(&run, 0x10f8, 0x100);
    clear_layer(1, 1, 0);
    machine_run(&machine);
    expect_layer(0, RED, 0, 0, 0);
    expect_layer(1, BLUE, RED, 10, 20);
    expect_layer(2, VIOLET, 0, 0, 0);
}

/* Some components of one layer alone. */
static void test_components(void **state) {
    (void)state;
    for (unsigned i = 0; i < LAYERS; i++)
        clear_layer(i, 1, 0);
    scene_put_float(&run, 0xd88, 1);
    scene_put(&run, 0x19d0, 1 << 4 | 1 << 10);
    machine_run(&machine);
    expect_layer(0, RED, 0, 0, 0);
    expect_layer(1, VIOLET, 0, 0, 0);
    expect_layer(2, RED, 0, 0, 0);
}

static void test_one_layer(void **state) {
    (void)state;
    for (unsigned i = 0; i < LAYERS; i++)
        clear_layer(i, 1, 0);
    scene_put(&run, 0x15cc, 2);
    scene_put(&run, 0xe00, 1);
    scene_put(&run, 0xe04, 40 << 16 | 30);
    scene_put(&run, 0xe08, SCENE_SIZE << 16);
    scene_draw(&run, 4, 0, 3);
    machine_run(&machine);
    expect_layer(0, RED, 0, 0, 0);
    expect_layer(1, RED, 0, 0, 0);
    expect_layer(2, RED, GREEN, 30, 40);
}

static void test_chosen_layers(void **state) {
    (void)state;
    struct scene_vertex *v = machine_at(&machine, run.vertices);
    for (unsigned i = 0; i < 3; i++) {
        v[3 + i] = all[i];
        v[3 + i].color[0] = v[3 + i].color[2] = 1;
        v[3 + i].color[1] = 0;
    }
    for (unsigned i = 0; i < LAYERS; i++)
        clear_layer(i, 1, 0);
    scene_program(&run, 4, layers_text);
    scene_draw(&run, 4, 0, 6);
    machine_run(&machine);
    expect_layer(0, GREEN, 0, 0, 0);
    expect_layer(1, VIOLET, 0, 0, 0);
    expect_layer(2, RED, 0, 0, 0);
}

/* A first layer of the image, beside others that stay. */
/* The colour's red is the instance's number. */
static const char instance_text[] = ".container bare\n"
                                    ".stage vertex\n"
                                    "    .sph type 1\n"
                                    "    .sph version 3\n"
                                    "    .sph shader_type 1\n"
                                    "    .sph in[0] 0xf\n"
                                    "    .sph in[1] 0xf\n"
                                    "    .sph in_system_c 0x4000\n"
                                    "    .sph out_system 0xf0000000\n"
                                    "    .sph out[0] 0xf\n"
                                    ".code\n"
                                    "    ALD.128 R0, a[0x80], RZ\n"
                                    "    ALD.128 R4, a[0x90], RZ\n"
                                    "    ALD R4, a[0x2f8], RZ\n"
                                    "    I2F.F32.S32 R4, R4\n"
                                    "    AST.128 a[0x70], R0, RZ\n"
                                    "    AST.128 a[0x80], R4, RZ\n"
                                    "    EXIT\n";

/* Instances of one draw, between which the scissor changes: two draws, and the second is number 1.
 */
static void test_instances_apart(void **state) {
    enum { NEXT_INSTANCE = 1 << 26 };
    (void)state;
    clear_layer(0, 0, 1);
    scene_program(&run, 1, instance_text);
    scene_put(&run, 0xe00, 1);
    scene_put(&run, 0xe08, SCENE_SIZE << 16);
    scene_put(&run, 0xe04, SCENE_SIZE << 16);
    scene_draw(&run, 4, 0, 3);
    scene_put(&run, 0xe04, 20 << 16 | 10);
    scene_put(&run, 0x1618, 4 | NEXT_INSTANCE);
    scene_put(&run, 0xd78, 3);
    scene_put(&run, 0x1614, 0);
    machine_run(&machine);
    expect_layer(0, GREEN, 0xff00ffff, 10, 20);
}

static void test_first_layer(void **state) {
    (void)state;
    for (unsigned i = 0; i < LAYERS; i++)
        clear_layer(i, 0, 1);
    scene_put(&run, 0x820, 1);
    scene_put(&run, 0x818, 1);
    scene_draw(&run, 4, 0, 3);
    machine_run(&machine);
    expect_layer(0, BLUE, 0, 0, 0);
    expect_layer(1, GREEN, 0, 0, 0);
    expect_layer(2, BLUE, 0, 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_clears, begin),
        cmocka_unit_test_setup(test_components, begin),
        cmocka_unit_test_setup(test_one_layer, begin),
        cmocka_unit_test_setup(test_chosen_layers, begin),
        cmocka_unit_test_setup(test_instances_apart, begin),
        cmocka_unit_test_setup(test_first_layer, begin),
    };
    if (!machine_open(&machine, false)) {
        printf("1..0 # SKIP there is no device\n");
        return 0;
    }
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    machine_close(&machine);
    return failed;
}
