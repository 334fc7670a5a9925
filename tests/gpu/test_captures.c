/* SPDX-License-Identifier: MIT */
/* Vertices that draws write into buffers. */
#include "scene.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Byte addresses of clb197.h. */
enum {
    STREAM_OUT_BUFFER = 0x380,  /* of four, 32 bytes apart: on, address, size, where to go on */
    STREAM_OUT_CONTROL = 0x700, /* 16 bytes apart: stream, words a vertex, stride */
    STREAM_OUTPUT = 0x744,
    STREAM_OUT_LAYOUT = 0x2800, /* 128 bytes apart */
    CLEAR_COUNTER = 0x1530,
    REPORT_A = 0x1b00,
    FLOATS = 7, /* a vertex: where it is and three of its colours */
    NOTHING = 0xff,
};

#define V(x, y, r, g, b) {{x, y, 0.5f, 1}, {r, g, b, 1}}
static const struct scene_vertex vertices[] = {
    V(-1, -1, 1, 0, 0), V(1, -1, 0, 1, 0), V(-1, 1, 0, 0, 1),
    V(1, 1, 1, 1, 0),   V(1, -1, 0, 1, 1), V(-1, 1, 1, 0, 1),
};

static struct machine machine;
static uint64_t captured, colors, reports;

static void put_buffer(struct scene_run *run, unsigned i, uint64_t address, uint32_t size,
                       const uint8_t *words, uint8_t count, uint32_t stride) {
    const unsigned buffer = STREAM_OUT_BUFFER + 0x20 * i, control = STREAM_OUT_CONTROL + 0x10 * i;
    scene_put(run, buffer, 1);
    scene_put_address(run, buffer + 4, address);
    scene_put(run, buffer + 0xc, size);
    scene_put(run, buffer + 0x10, 0);
    scene_put(run, control, 0);
    scene_put(run, control + 4, count);
    scene_put(run, control + 8, stride);
    for (unsigned k = 0; k < count; k += 4) {
        uint32_t word = 0;
        for (unsigned j = 0; j < 4 && k + j < count; j++)
            word |= (uint32_t)words[k + j] << 8 * j;
        scene_put(run, STREAM_OUT_LAYOUT + 0x80 * i + k, word);
    }
}

static void put_buffers(struct scene_run *run) {
    /* The position's words are from 0x1c on, those of the first vector from 0x20. */
    static const uint8_t first[] = {0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x21, 0x22};
    static const uint8_t second[] = {0x22, NOTHING, 0x21};
    captured = machine_memory(run->m, 4096, 16);
    colors = machine_memory(run->m, 4096, 16);
    reports = machine_memory(run->m, 64, 16);
    memset(machine_at(run->m, captured), 0xee, 4096);
    memset(machine_at(run->m, colors), 0xee, 4096);
    put_buffer(run, 0, captured, 4096, first, sizeof first, 4 * FLOATS);
    put_buffer(run, 1, colors, 4096, second, sizeof second, 12);
}

static void check_vertex(unsigned at, const struct scene_vertex *v) {
    const float *ours = (const float *)machine_at(&machine, captured) + FLOATS * at;
    const float *second = (const float *)machine_at(&machine, colors) + 3 * at;
    uint32_t gap;
    memcpy(&gap, second + 1, sizeof gap);
    assert_memory_equal(ours, v->position, 16);
    assert_memory_equal(ours + 4, v->color, 12);
    assert_true(second[0] == v->color[2] && second[2] == v->color[1]);
    assert_int_equal(gap, 0xeeeeeeee);
}

static void check_end(unsigned at) {
    const uint32_t *words = machine_at(&machine, captured);
    for (unsigned i = 0; i < FLOATS; i++)
        assert_int_equal(words[FLOATS * at + i], 0xeeeeeeee);
}

static void check(struct scene scene) {
    scene.vertices = vertices;
    scene.count = sizeof vertices / sizeof *vertices;
    scene.primitive = 4;
    scene.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    scene.set = put_buffers;
    scene_check(&machine, &scene);
}

/* Draws go on where those before them ended, with others between them that are not captured. */
static void draw_twice(struct scene_run *run) {
    scene_put(run, CLEAR_COUNTER, 0x10);
    scene_put(run, STREAM_OUTPUT, 1);
    scene_draw(run, 4, 0, 3);
    scene_put(run, STREAM_OUTPUT, 0);
    scene_draw(run, 4, 3, 3);
    scene_put(run, STREAM_OUTPUT, 1);
    scene_draw(run, 4, 3, 3);
    scene_put(run, STREAM_OUTPUT, 0);
    scene_put_address(run, REPORT_A, reports);
    scene_put(run, REPORT_A + 8, 0);
    scene_put(run, REPORT_A + 12, 2 | REPORT_STREAM_WRITTEN << 23);
}

static void vertices_come_one_behind_the_other(void **state) {
    (void)state;
    check((struct scene){.name = "captured vertices", .draw = draw_twice});
    for (unsigned i = 0; i < 6; i++)
        check_vertex(i, &vertices[i]);
    check_end(6);
    assert_int_equal(*(uint32_t *)machine_at(&machine, reports), 2);
}

/* From the beginning again, and from another place. */
static void draw_again(struct scene_run *run) {
    scene_put(run, STREAM_OUTPUT, 1);
    scene_draw(run, 4, 0, 6);
    for (unsigned i = 0; i < 2; i++)
        scene_put(run, STREAM_OUT_BUFFER + 0x20 * i + 0x10, 0);
    scene_draw(run, 4, 3, 3);
    scene_put(run, STREAM_OUT_BUFFER + 0x10, 4 * FLOATS * 8);
    scene_put(run, STREAM_OUT_BUFFER + 0x30, 12 * 8);
    scene_draw(run, 4, 0, 3);
    scene_put(run, STREAM_OUTPUT, 0);
}

static void places_are_set(void **state) {
    (void)state;
    check((struct scene){.name = "captured again", .draw = draw_again});
    for (unsigned i = 0; i < 3; i++) {
        check_vertex(i, &vertices[3 + i]);
        check_vertex(3 + i, &vertices[3 + i]);
        check_vertex(8 + i, &vertices[i]);
    }
    check_end(6);
    check_end(11);
}

/* A strip is written as the triangles that it has; nothing is written behind a buffer's end. */
static void draw_strip(struct scene_run *run) {
    scene_put(run, STREAM_OUT_BUFFER + 0xc, 4 * FLOATS * 5);
    scene_put(run, STREAM_OUTPUT, 1);
    scene_draw(run, 5, 0, 4);
    scene_put(run, STREAM_OUTPUT, 0);
    scene_draw(run, 4, 3, 3);
}

static void buffers_end(void **state) {
    (void)state;
    check((struct scene){.name = "captured to the end", .draw = draw_strip});
    for (unsigned i = 0; i < 3; i++)
        check_vertex(i, &vertices[i]);
    check_end(3);
    check_end(5);
}

/* Places that are none: beside the buffer nothing is written. Vertices that are longer than their
 * distance are left out. */
static void draw_beside(struct scene_run *run) {
    static const uint32_t places[] = {0xfffffff0, 0xffffffe4, 0x80000000, 4096 - 12, 4096, 0x10000};
    scene_put(run, STREAM_OUTPUT, 1);
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        scene_put(run, STREAM_OUT_BUFFER + 0x10, places[i]);
        scene_put(run, STREAM_OUT_BUFFER + 0x30, places[i]);
        scene_draw(run, 4, 0, 6);
    }
    scene_put(run, STREAM_OUT_BUFFER + 0x10, 0);
    scene_put(run, STREAM_OUT_CONTROL + 8, 16);
    scene_draw(run, 4, 0, 6);
    scene_put(run, STREAM_OUTPUT, 0);
    scene_draw(run, 4, 0, 6);
}

static void places_that_are_none(void **state) {
    (void)state;
    check((struct scene){.name = "captured beside", .draw = draw_beside});
    const uint8_t *bytes = machine_at(&machine, captured);
    for (unsigned i = 0; i < 4096; i++)
        assert_int_equal(bytes[i], 0xee);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_come_one_behind_the_other),
        cmocka_unit_test(places_are_set),
        cmocka_unit_test(buffers_end),
        cmocka_unit_test(places_that_are_none),
    };
    if (!machine_open(&machine, false) || !machine.backend->vk->transform_feedback) {
        print_message("1..0 # SKIP no device with transform feedback\n");
        return 0;
    }
    const int failed = cmocka_run_group_tests_name("gpu captures", tests, NULL, NULL);
    machine_close(&machine);
    return failed;
}
