/* SPDX-License-Identifier: MIT */
/* What draws count, and draws that depend on it. */
#include "scene.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Two rectangles of two triangles each: the left half, and a quarter of the right one in front. */
#define CORNER(x, y, z, r, g, b) {{x, y, z, 1}, {r, g, b, 1}}
#define RECTANGLE(x0, y0, x1, y1, z, r, g, b)                                                      \
    CORNER(x0, y0, z, r, g, b), CORNER(x1, y0, z, r, g, b), CORNER(x0, y1, z, r, g, b),            \
        CORNER(x1, y0, z, r, g, b), CORNER(x1, y1, z, r, g, b), CORNER(x0, y1, z, r, g, b)
static const struct scene_vertex vertices[] = {
    RECTANGLE(-1, -1, 0, 1, 0.5f, 1, 0, 0),
    RECTANGLE(0, 0, 1, 1, 0.25f, 0, 1, 0),
    RECTANGLE(-1, -1, 1, 1, 0.75f, 0, 0, 1),
};
enum { LEFT, QUARTER, BEHIND, HALF_SIZE = SCENE_SIZE * SCENE_SIZE / 2 };
/* Methods by byte addresses: clb197.h. */
enum { CLEAR_COUNTER = 0x1530, RENDER_ENABLE = 0x1550, REPORT_A = 0x1b00 };
enum { CLEAR_SAMPLES = 1, CLEAR_VERTICES = 0x12, NEVER = 0, ALWAYS, NOT_ZERO, EQUAL, NOT_EQUAL };

static struct machine machine;
static uint64_t reports;

static void draw(struct scene_run *run, unsigned rectangle) {
    scene_draw(run, 4, 6 * rectangle, 6);
}

static void report(struct scene_run *run, unsigned slot, unsigned counter) {
    enum { REPORT_ONLY = 2, COUNTER_AT = 23 };
    scene_put_address(run, REPORT_A, reports + 16 * slot);
    scene_put(run, REPORT_A + 8, 0);
    scene_put(run, REPORT_A + 12, REPORT_ONLY | counter << COUNTER_AT);
}

static uint64_t value(unsigned slot) {
    uint64_t number;
    memcpy(&number, machine_at(&machine, reports + 16 * slot), sizeof number);
    return number;
}

static void depth_test(struct scene_run *run) {
    scene_put(run, 0x12cc, 1);
    scene_put(run, 0x12e8, 1);
    scene_put(run, 0x130c, 2); /* less */
}

static void depth_test_plain(struct scene_plain *x) {
    x->pipeline.depth.depthTestEnable = VK_TRUE;
    x->pipeline.depth.depthWriteEnable = VK_TRUE;
    x->pipeline.depth.depthCompareOp = VK_COMPARE_OP_LESS;
}

static void check(struct scene scene) {
    scene.vertices = vertices;
    scene.count = sizeof vertices / sizeof *vertices;
    scene.primitive = 4;
    scene.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    scene.depth = true;
    scene.set = depth_test;
    scene.set_plain = depth_test_plain;
    scene_check(&machine, &scene);
}

static int fresh(void **state) {
    (void)state;
    reports = machine_memory(&machine, 256, 16);
    memset(machine_at(&machine, reports), 0xff, 256);
    return 0;
}

/* ---- counting ---- */

static void draw_counted(struct scene_run *run) {
    draw(run, LEFT); /* before the counters are set to zero */
    scene_put(run, CLEAR_COUNTER, CLEAR_SAMPLES);
    report(run, 0, REPORT_SAMPLES);
    draw(run, QUARTER);
    report(run, 1, REPORT_SAMPLES);
    draw(run, BEHIND);
    report(run, 2, REPORT_SAMPLES_64);
    scene_put(run, CLEAR_COUNTER, CLEAR_SAMPLES);
    report(run, 3, REPORT_SAMPLES);
    draw(run, BEHIND);
    report(run, 4, REPORT_SAMPLES);
}

static void draw_all_plainly(struct scene_plain *x, VkPipeline pipeline) {
    (void)pipeline;
    vkCmdDraw(x->commands, 18, 1, 0, 0);
}

static void samples_are_counted(void **state) {
    (void)state;
    check((struct scene){.name = "samples", .draw = draw_counted, .draw_plain = draw_all_plainly});
    assert_int_equal(value(0), 0);
    assert_int_equal(value(1), HALF_SIZE / 2);
    assert_int_equal(value(2), HALF_SIZE); /* the quarter, and what is behind and free */
    assert_int_equal(value(3), 0);
    assert_int_equal(value(4), 0);
}

static void draw_statistics(struct scene_run *run) {
    scene_put(run, CLEAR_COUNTER, CLEAR_VERTICES);
    draw(run, LEFT);
    draw(run, QUARTER);
    report(run, 0, REPORT_VERTICES);
    report(run, 1, REPORT_PRIMITIVES);
    report(run, 2, REPORT_CLIPPER_IN);
    draw(run, BEHIND);
    report(run, 3, REPORT_VERTICES);
}

static void primitives_are_counted(void **state) {
    (void)state;
    check((struct scene){
        .name = "statistics", .draw = draw_statistics, .draw_plain = draw_all_plainly});
    assert_int_equal(value(0), 12);
    assert_int_equal(value(1), 4);
    assert_int_equal(value(2), 4);
    assert_int_equal(value(3), 18);
}

/* More than a pool of queries has. */
static void draw_often(struct scene_run *run) {
    scene_put(run, CLEAR_COUNTER, CLEAR_SAMPLES);
    scene_put(run, 0x12e8, 0);
    for (unsigned i = 0; i < 1000; i++)
        draw(run, QUARTER);
    report(run, 0, REPORT_SAMPLES);
    scene_put(run, 0x12e8, 1);
    draw(run, LEFT);
    draw(run, BEHIND);
    draw(run, QUARTER);
}

static void draw_often_plainly(struct scene_plain *x, VkPipeline pipeline) {
    (void)pipeline;
    vkCmdDraw(x->commands, 6, 1, 0, 0);
    vkCmdDraw(x->commands, 6, 1, 12, 0);
    vkCmdDraw(x->commands, 6, 1, 6, 0);
}

static void a_thousand_draws(void **state) {
    (void)state;
    check((struct scene){.name = "many", .draw = draw_often, .draw_plain = draw_often_plainly});
    assert_int_equal(value(0), 1000 * HALF_SIZE / 2);
}

/* ---- what depends on it ---- */

static void condition(struct scene_run *run, unsigned slot, unsigned mode) {
    scene_put_address(run, RENDER_ENABLE, reports + 16 * slot);
    scene_put(run, RENDER_ENABLE + 8, mode);
}

static void draw_conditional(struct scene_run *run) {
    scene_put(run, CLEAR_COUNTER, CLEAR_SAMPLES);
    report(run, 0, REPORT_SAMPLES);
    draw(run, LEFT);
    report(run, 1, REPORT_SAMPLES);
    condition(run, 0, NOT_ZERO);
    draw(run, BEHIND); /* no: nothing was counted then */
    condition(run, 0, EQUAL);
    draw(run, BEHIND); /* no: the second one is not the first */
    condition(run, 0, NOT_EQUAL);
    draw(run, QUARTER);
    condition(run, 0, NEVER);
    draw(run, BEHIND);
    condition(run, 0, ALWAYS);
}

static void draw_conditional_plainly(struct scene_plain *x, VkPipeline pipeline) {
    (void)pipeline;
    vkCmdDraw(x->commands, 12, 1, 0, 0);
}

static void draws_depend_on_reports(void **state) {
    (void)state;
    check((struct scene){
        .name = "conditions", .draw = draw_conditional, .draw_plain = draw_conditional_plainly});
    assert_int_equal(value(1), HALF_SIZE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(samples_are_counted, fresh),
        cmocka_unit_test_setup(primitives_are_counted, fresh),
        cmocka_unit_test_setup(a_thousand_draws, fresh),
        cmocka_unit_test_setup(draws_depend_on_reports, fresh),
    };
    if (!machine_open(&machine, false)) {
        print_message("1..0 # SKIP no device\n");
        return 0;
    }
    const int failed = cmocka_run_group_tests_name("gpu queries", tests, NULL, NULL);
    machine_close(&machine);
    return failed;
}
