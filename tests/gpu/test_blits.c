/* SPDX-License-Identifier: MIT */
/* Copies of the 2D engine within one surface. */
#include "painter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct machine machine;
static struct painter p;

/* More bytes at once than a command may take of stream memory. */
enum { WIDTH = 4096, HEIGHT = 4352, MOVED = 100 };

static void put_surface(unsigned first, const struct surface *s) {
    const uint32_t words[] = {s->format->target,
                              0, /* block-linear */
                              (uint32_t)s->shape.height_log2 << 4,
                              1,
                              0,
                              0,
                              s->shape.width,
                              s->shape.height,
                              (uint32_t)(s->address >> 32),
                              (uint32_t)s->address};
    machine_write_many(&machine, MACHINE_TWO_D, first / 4, words, sizeof words / 4);
}

/* `height` rows from a row on to another. */
static void move_rows(const struct surface *s, uint32_t from, uint32_t to, uint32_t height) {
    const uint32_t words[] = {0, to, WIDTH, height, 0, 1, 0, 1, 0, 0, 0, from};
    put_surface(0x200, s);
    put_surface(0x230, s);
    machine_write(&machine, MACHINE_TWO_D, 0x2ac / 4, 3); /* SRCCOPY */
    machine_write(&machine, MACHINE_TWO_D, 0x88c / 4, 1); /* from corners */
    machine_write_many(&machine, MACHINE_TWO_D, 0x8b0 / 4, words, sizeof words / 4);
    machine_run(&machine);
}

static void number_rows(const struct surface *s) {
    for (uint32_t y = 0; y < HEIGHT; y++)
        memcpy(painter_at(&p, s, 0, 0, WIDTH - 1, y), &y, sizeof y);
}

static uint32_t number_of(const struct surface *s, uint32_t y) {
    uint32_t number;
    memcpy(&number, painter_at(&p, s, 0, 0, WIDTH - 1, y), sizeof number);
    return number;
}

static void large_surfaces_move_within_themselves(void **state) {
    (void)state;
    const struct surface s = painter_surface(&p, &painter_rgba8, TYPE_2D, WIDTH, HEIGHT, 1, 1);
    number_rows(&s);
    move_rows(&s, 0, MOVED, HEIGHT - MOVED);
    for (uint32_t y = 0; y < HEIGHT; y++)
        assert_int_equal(number_of(&s, y), y < MOVED ? y : y - MOVED);
    number_rows(&s);
    move_rows(&s, MOVED, 0, HEIGHT - MOVED);
    for (uint32_t y = 0; y < HEIGHT; y++)
        assert_int_equal(number_of(&s, y), y < HEIGHT - MOVED ? y + MOVED : y);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_surfaces_move_within_themselves),
    };
    if (!machine_open(&machine, false)) {
        print_message("1..0 # SKIP there is no device\n");
        return 0;
    }
    painter_begin(&p, &machine);
    machine_run(&machine);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    machine_close(&machine);
    return failed;
}
