/* SPDX-License-Identifier: MIT */
#include "compare.h"
#include "tool.h"

#include "base/memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct tolerance tolerance(const char *text) {
    struct tolerance t;
    struct error error = {0};
    if (!tolerance_read(text, &t, &error))
        fail_msg("%s", error.text);
    return t;
}

static bool allows(const char *text, float a, float b) {
    const struct tolerance t = tolerance(text);
    uint32_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return tolerance_allows(&t, NUMBER_FLOAT, x, y, (double)a, (double)b);
}

static void tolerances_are_what_they_say(void **state) {
    (void)state;
    const float one_ulp = nextafterf(1, 2), two_ulps = nextafterf(one_ulp, 2);
    assert_true(allows("exact", 1, 1));
    assert_true(allows("exact", NAN, -NAN));
    assert_false(allows("exact", 1, one_ulp));
    assert_false(allows("exact bits (precise)", 0, -0.0f));
    assert_true(allows("exact except 1/w (1 ULP)", 1, one_ulp));
    assert_false(allows("exact except 1/w (1 ULP)", 1, two_ulps));
    assert_true(allows("float 2 ULP", 1, two_ulps));
    assert_true(allows("absolute 2^-9", 100, 100.0019f));
    assert_false(allows("absolute 2^-9", 100, 100.0021f));
    assert_true(allows("relative 2^-14", 1000, 1000.06f));
    assert_false(allows("relative 2^-14", 1, 1.00007f));
    assert_true(allows("filter 1/64; shadow terms exact away from texel edges", 0.25f, 0.2655f));
    assert_false(allows("filter 1/64", 0.25f, 0.2657f));
    assert_true(allows("float 2^-12 relative", 4, 4.0009f));
    assert_false(allows("float 16 ULP, absolute 2^-10 for sin and cos", 1, 1.001f));
    assert_false(allows("2/255", NAN, 1));
    assert_true(tolerance("exact on 32-wide subgroups").lanes);
    assert_true(tolerance("2^-8; edges within one pixel").edges);
    assert_true(fabs(tolerance("at least 98 % of pixels").share - 0.98) < 1e-9);
    assert_int_equal(tolerance("exact except mod (2 ULP of divisor)").divisor_ulps, 2);
}

static void halves_are_compared_in_words(void **state) {
    (void)state;
    const struct tolerance t = tolerance("half: exact or 1 half ULP (packing is chosen)");
    assert_true(tolerance_allows(&t, NUMBER_FLOAT, 0x3c003c00, 0x3c013bff, 0, 0));
    assert_false(tolerance_allows(&t, NUMBER_FLOAT, 0x3c003c00, 0x3c023c00, 1, 2));
}

static void what_is_not_understood_is_an_error(void **state) {
    (void)state;
    struct tolerance t;
    struct error error = {0};
    assert_false(tolerance_read("about right", &t, &error));
    assert_string_equal(error.text, "exactness 'about right' is not understood");
    assert_false(tolerance_read("exact, but for 3 of them", &t, &error));
}

/* ---- comparing ---- */

static struct result picture(const float *values, uint32_t width, uint32_t height) {
    const size_t size = width * height * sizeof *values;
    struct result r = {.bytes = {memory_new(size), size},
                       .component = COMPONENT_F32,
                       .components = 1,
                       .width = width,
                       .height = height,
                       .layers = 1,
                       .samples = 1};
    memcpy(r.bytes.data, values, size);
    return r;
}

static void compares(const char *exactness, const float *a, const float *b, bool words, bool agree,
                     const char *says) {
    const struct tolerance t = tolerance(exactness);
    struct result x = picture(a, 4, 2), y = picture(b, 4, 2);
    struct strbuf report = {0};
    x.words = y.words = words;
    assert_int_equal(compare_results(&t, "it", &x, &y, &report), agree);
    assert_string_equal(report.text, says);
    result_free(&x);
    result_free(&y);
    strbuf_free(&report);
}

static void results_differ_where_they_do(void **state) {
    (void)state;
    const float a[8] = {0, 1, 2, 3, 4, 5, 6, 7}, b[8] = {0, 1, 2, 3, 4, 5, 8, 7.25f};
    compares("exact", a, a, true, true, "  it: 8 words, all the same\n");
    compares("exact", a, b, false, false,
             "  it: 8 pixels, the largest difference is 2 (4194304 ULP) at (2, 1).x: 0x40c00000 "
             "(6) against 0x41000000 (8); 2 too far apart, the first by 2 (4194304 ULP) at (2, "
             "1).x: 0x40c00000 (6) against 0x41000000 (8)\n");
    compares("absolute 2^-1", a, b, true, false,
             "  it: 8 words, the largest difference is 2 (4194304 ULP) at word 6: 0x40c00000 (6) "
             "against 0x41000000 (8); 1 too far apart, the first by 2 (4194304 ULP) at word 6: "
             "0x40c00000 (6) against 0x41000000 (8)\n");
    compares("compare at least 75 % of pixels", a, b, false, true,
             "  it: 8 pixels, the largest difference is 2 (4194304 ULP) at (2, 1).x: 0x40c00000 "
             "(6) against 0x41000000 (8); 2 apart, the first by 2 (4194304 ULP) at (2, 1).x: "
             "0x40c00000 (6) against 0x41000000 (8)\n");
}

static void edges_may_move_by_a_pixel(void **state) {
    (void)state;
    const float a[8] = {1, 1, 0, 0, 1, 1, 0, 0}, b[8] = {1, 0, 0, 0, 1, 1, 1, 0},
                c[8] = {1, 1, 0, 1, 1, 1, 0, 0};
    compares("2^-8; edges within one pixel", a, b, false, true,
             "  it: 8 pixels, the largest difference is 1 (1065353216 ULP) at (1, 0).x: 0x3f800000 "
             "(1) against 0x0 (0); 2 at edges\n");
    compares("2^-8; edges within one pixel", a, c, false, false,
             "  it: 8 pixels, the largest difference is 1 (1065353216 ULP) at (3, 0).x: 0x0 (0) "
             "against 0x3f800000 (1); 1 too far apart, the first by 1 (1065353216 ULP) at (3, "
             "0).x: 0x0 (0) against 0x3f800000 (1)\n");
}

/* ---- scenes ---- */

static bool reads(const char *files, const char *run, const char *bindings, const char *data,
                  const char *outputs, struct scene *scene, struct error *error) {
    const struct row row = {{"name", "group", (char *)files, "what", (char *)run, (char *)bindings,
                             (char *)data, "-", (char *)outputs, "exact"}};
    *error = (struct error){0};
    return scene_read(&row, scene, error);
}

static void scenes_are_taken_apart(void **state) {
    (void)state;
    struct scene s;
    struct error error;
    assert_true(reads("a.vert b.frag",
                      "drawindexed points 4 inst 3 (indices 1,0,3,2; vertexOffset 5)",
                      "tex2[2]:sampler2DShadow@frag ubo1@vert+frag",
                      "ubo1=f32[0,1]:8 tex2[2]=2DArray:d32f:8x4x3:mips2:linear:clamp:cmp-less:rand "
                      "attr3=f32x2[-1,1]:instance rt1=RGBA8:16x8x4layers (blend src alpha over)",
                      "rt1:vec4 color", &s, &error));
    assert_string_equal(s.files[SHADER_FRAGMENT], "b.frag");
    assert_int_equal(s.index_count, 4);
    assert_int_equal(s.indices[2], 3);
    assert_int_equal(s.vertex_offset, 5);
    assert_int_equal(s.resource_count, 3);
    const struct resource *t = scene_resource(&s, RESOURCE_TEXTURE, 3);
    assert_int_equal(t->element, 1);
    assert_int_equal(t->layers, 3);
    assert_int_equal(t->mips, 2);
    assert_int_equal(t->op, COMPARE_LESS);
    assert_int_equal(t->stages, 1 << SHADER_FRAGMENT);
    assert_int_equal(scene_resource(&s, RESOURCE_UBO, 1)->words, 8);
    assert_true(s.attributes[3].instance);
    assert_true(s.blend);
    assert_int_equal(s.targets[1].layers, 4);
    assert_int_equal(s.outputs[0].at, 1);
    scene_free(&s);
}

static void mistakes_in_rows_are_named(void **state) {
    (void)state;
    struct scene s;
    struct error error;
    static const struct {
        const char *files, *run, *bindings, *data, *outputs, *says;
    } rows[] = {
        {"a.comp", "dispatch 1 1", "-", "-", "-",
         "name: run: 'dispatch 1 1' is neither a dispatch nor a draw"},
        {"a.frag", "draw tris 3 inst 1", "-", "-", "-",
         "name: files: there is neither a compute shader nor a vertex and a fragment shader"},
        {"a.vert b.frag", "draw tris 3 inst 1 (upside down)", "-", "-", "-",
         "name: run: 'upside down' is not understood"},
        {"a.comp", "dispatch 1 1 1", "ssbo1@tea", "-", "-",
         "name: bindings: 'ssbo1@tea' is not understood"},
        {"a.comp", "dispatch 1 1 1", "ssbo1@comp", "-", "-", "name: data: ssbo1 has no content"},
        {"a.comp", "dispatch 1 1 1", "tex0@comp", "tex0=2D:rgba9:4x4:rand", "-",
         "name: data: tex0: 'rgba9:4x4:rand' has no format; known ones are in formats.c"},
        {"a.comp", "dispatch 1 1 1", "ssbo1@comp", "ssbo1=out:4", "ssbo2",
         "name: outputs: 'ssbo2' is not understood"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (reads(rows[i].files, rows[i].run, rows[i].bindings, rows[i].data, rows[i].outputs, &s,
                  &error))
            fail_msg("not refused: %s", rows[i].says);
        assert_string_equal(error.text, rows[i].says);
    }
}

static void contents_are_the_same_each_time(void **state) {
    (void)state;
    const struct scene one = {.name = "one"}, two = {.name = "two"};
    const struct fill fill = {FILL_F32, -2, 3};
    float a[64], b[64];
    fill_bytes(&one, &fill, "ssbo0", (uint8_t *)a, sizeof a);
    fill_bytes(&one, &fill, "ssbo0", (uint8_t *)b, sizeof b);
    assert_memory_equal(a, b, sizeof a);
    for (size_t i = 0; i < 64; i++)
        assert_true(a[i] >= -2 && a[i] <= 3);
    fill_bytes(&two, &fill, "ssbo0", (uint8_t *)b, sizeof b);
    assert_memory_not_equal(a, b, sizeof a);
}

static void what_is_no_module_is_refused(void **state) {
    (void)state;
    /* A memory model without the capability that it needs. */
    uint32_t words[] = {0x07230203, 0x00010300, 0, 1, 0, 0x0003000e, 0, 1};
    struct error error = {0};
    assert_false(tool_validate(&(struct module){words, sizeof words / 4}, &error));
    assert_int_equal(error.kind, ERROR_FORMAT);
    assert_memory_equal(error.text, "no valid SPIR-V: ", 17);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tolerances_are_what_they_say),
        cmocka_unit_test(halves_are_compared_in_words),
        cmocka_unit_test(what_is_not_understood_is_an_error),
        cmocka_unit_test(results_differ_where_they_do),
        cmocka_unit_test(edges_may_move_by_a_pixel),
        cmocka_unit_test(scenes_are_taken_apart),
        cmocka_unit_test(mistakes_in_rows_are_named),
        cmocka_unit_test(what_is_no_module_is_refused),
        cmocka_unit_test(contents_are_the_same_each_time),
    };
    return cmocka_run_group_tests_name("differential", tests, NULL, NULL);
}
