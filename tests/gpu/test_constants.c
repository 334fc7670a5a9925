/* SPDX-License-Identifier: MIT */
/* What commands write into memory between the draws of one pass is what the next draw has: colours
 * of a constant buffer, and words of it that choose textures. */
#include "painter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static struct machine machine;
static struct painter p;

enum { SIZE = 32, PART = 8, PARTS = SIZE / PART, PAGE = 4096, SLOT = 3, BYTES = 16 };
#define ALIAS 0x700000000ull /* of the page with the colour */

static const char color_text[] = ".container bare\n"
                                 ".stage fragment\n"
                                 "    .sph type 2\n"
                                 "    .sph version 3\n"
                                 "    .sph shader_type 5\n"
                                 "    .sph in_system 0x80000000\n"
                                 "    .sph target[0] 0xf\n"
                                 ".code\n"
                                 "    MOV R0, c[0x3][0x0]\n"
                                 "    MOV R1, c[0x3][0x4]\n"
                                 "    MOV R2, c[0x3][0x8]\n"
                                 "    MOV R3, c[0x3][0xc]\n"
                                 "    EXIT\n";
static const float black[4], white[4] = {1, 1, 1, 1};

static void put(unsigned address, uint32_t data) {
    scene_put(&p.run, address, data);
}

static void select_buffer(uint64_t address) {
    put(0x2380, BYTES);
    scene_put_address(&p.run, 0x2384, address);
}

static void load(uint64_t address, const float color[4]) {
    select_buffer(address);
    put(0x238c, 0);
    command_write_many(&machine.words, COMMAND_SAME, MACHINE_THREE, 0x2390 / 4,
                       (const uint32_t *)color, 4);
}

/* By the class of inline data. */
static void write_inline(uint64_t address, const float color[4]) {
    enum { INLINE = 2 };
    machine_write(&machine, INLINE, 0x180 / 4, BYTES);
    machine_write(&machine, INLINE, 0x184 / 4, 1);
    machine_address(&machine, INLINE, 0x188 / 4, address);
    machine_write(&machine, INLINE, 0x1b0 / 4, 0x11);
    command_write_many(&machine.words, COMMAND_SAME, INLINE, 0x1b4 / 4, (const uint32_t *)color, 4);
}

/* Whoever writes it, by whatever address: loads, loads through another mapping, inline data. */
static void colors_change_between_draws(void **state) {
    (void)state;
    void (*const ways[])(uint64_t address, const float color[4]) = {load, load, write_inline};
    struct error error;
    const struct surface s = painter_surface(&p, &painter_rgba8, TYPE_2D, SIZE, SIZE, 1, 1);
    const uint64_t color = machine_memory(&machine, PAGE, PAGE);
    assert_true(page_table_map(machine.pages, ALIAS, machine_at(&machine, color), PAGE, &error));
    const uint32_t usual = p.fill;
    p.fill = machine_shader(&machine, color_text);
    painter_target(&p, &s, 0, 0);
    load(color, white);
    put(0x2410 + 0x20 * 4, 1 | SLOT << 4);
    for (unsigned way = 0; way < 3; way++)
        for (int i = 0; i < PARTS; i++) {
            ways[way](way == 1 ? ALIAS : color, i % 2 ? black : white);
            painter_fill(&p, i * PART, (int)way * PART, PART, PART, white);
        }
    painter_run(&p);
    for (int way = 0; way < 3; way++)
        for (int i = 0; i < PARTS; i++)
            assert_int_equal(
                painter_other(&p, &s, 0, 0, i * PART, way * PART, PART, PART, i % 2 ? 0 : 0xff), 0);
    p.fill = usual;
}

/* With a pool that is too large to be watched (first: nothing has asked for the handles yet), and
 * with one that is. */
static void handles_change_between_draws(void **state) {
    (void)state;
    const struct surface target = painter_surface(&p, &painter_rgba8, TYPE_2D, SIZE, SIZE, 1, 1),
                         light = painter_surface(&p, &painter_rgba8, TYPE_2D, SIZE, SIZE, 1, 1),
                         dark = painter_surface(&p, &painter_rgba8, TYPE_2D, SIZE, SIZE, 1, 1);
    static const uint32_t last[] = {8191, 4095};
    painter_target(&p, &light, 0, 0);
    painter_fill(&p, 0, 0, SIZE, SIZE, white);
    painter_target(&p, &dark, 0, 0);
    painter_fill(&p, 0, 0, SIZE, SIZE, black);
    painter_run(&p);
    /* From the third draw of a pass on there is something that may be kept. */
    for (unsigned i = 0; i < 2; i++)
        for (unsigned draws = 3; draws < 5; draws++) {
            put(0x157c, last[i]);
            painter_target(&p, &target, 0, 0);
            for (unsigned k = 0; k < draws; k++)
                painter_fetch(&p, k % 2 ? &light : &dark, 0, 0);
            painter_run(&p);
            assert_int_equal(
                painter_other(&p, &target, 0, 0, 0, 0, SIZE, SIZE, draws % 2 ? 0 : 0xff), 0);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(colors_change_between_draws),
                                       cmocka_unit_test(handles_change_between_draws)};
    if (!machine_open(&machine, false)) {
        printf("1..0 # SKIP there is no device\n");
        return 0;
    }
    painter_begin(&p, &machine);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    machine_close(&machine);
    return failed;
}
