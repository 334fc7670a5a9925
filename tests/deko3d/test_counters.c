/* SPDX-License-Identifier: MIT */
/* What the GPU counts of draws, and what it reports: each counter beside what was drawn. */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct drawing w;
static const float red[4] = {1, 0, 0, 1};

static int open_plain(void **state) {
    (void)state;
    drawing_open(&w, 0, shader_color);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    drawing_close(&w);
    return 0;
}

/* Three rectangles of two triangles and four vertices each; one of them is beyond the left edge. */
static uint64_t counted(DkCounter counter) {
    const struct desk_data at = desk_data(&w.d, 2 * 16, 16);
    const uint64_t *got = at.cpu; /* a value and a time each */
    drawing_begin(&w, NULL);
    dkCmdBufResetCounter(w.d.commands, counter);
    dkCmdBufReportCounter(w.d.commands, counter, at.gpu);
    drawing_rectangle(&w, -1, 0, 0, 1, 0, red);
    drawing_rectangle(&w, 0, 0, 1, 1, 0, red);
    drawing_rectangle(&w, -4, 0, -2, 1, 0, red);
    dkCmdBufReportCounter(w.d.commands, counter, at.gpu + 16);
    desk_run(&w.d);
    assert_int_equal(got[0], 0);
    assert_true(got[1] && got[3] >= got[1]);
    return got[2];
}

static void counters(void **state) {
    (void)state;
    static const struct {
        DkCounter counter;
        uint64_t least, most;
    } cases[] = {
        {DkCounter_SamplesPassed, 2 * 256, 2 * 256},
        {DkCounter_InputVertices, 12, 12},
        {DkCounter_InputPrimitives, 6, 6},
        {DkCounter_VertexShaderInvocations, 12, 18}, /* vertices may be shaded again */
        {DkCounter_TessControlShaderInvocations, 0, 0},
        {DkCounter_TessEvaluationShaderInvocations, 0, 0},
        {DkCounter_GeometryShaderInvocations, 0, 0},
        {DkCounter_FragmentShaderInvocations, 2 * 256, 4 * 256}, /* with helpers */
        {DkCounter_GeometryShaderPrimitives, 0, 0},
        {DkCounter_ClipperInputPrimitives, 6, 6},
        {DkCounter_ClipperOutputPrimitives, 4, 6},
        {DkCounter_TransformFeedbackPrimitivesWritten, 0, 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint64_t is = counted(cases[i].counter);
        if (is < cases[i].least || is > cases[i].most)
            fail_msg("counter %d: %llu", (int)cases[i].counter, (unsigned long long)is);
    }
}

/* A reset is of one counter; what others have stays. */
static void resets(void **state) {
    (void)state;
    const struct desk_data at = desk_data(&w.d, 4 * 16, 16);
    const uint64_t *got = at.cpu;
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    dkCmdBufResetCounter(b, DkCounter_SamplesPassed);
    dkCmdBufResetCounter(b, DkCounter_InputVertices);
    drawing_rectangle(&w, -1, 0, 0, 1, 0, red);
    dkCmdBufResetCounter(b, DkCounter_SamplesPassed);
    dkCmdBufReportCounter(b, DkCounter_SamplesPassed, at.gpu);
    dkCmdBufReportCounter(b, DkCounter_InputVertices, at.gpu + 16);
    drawing_rectangle(&w, -1, 0, 0, 1, 0, red);
    dkCmdBufReportCounter(b, DkCounter_SamplesPassed, at.gpu + 32);
    dkCmdBufReportCounter(b, DkCounter_InputVertices, at.gpu + 48);
    desk_run(&w.d);
    assert_int_equal(got[0], 0);
    assert_int_equal(got[2], 4);
    assert_int_equal(got[4], 256);
    assert_int_equal(got[6], 8);
}

static void values(void **state) {
    (void)state;
    const struct desk_data at = desk_data(&w.d, 3 * 16, 16);
    const uint64_t *got = at.cpu;
    memset(at.cpu, 0xff, at.size);
    dkCmdBufReportValue(w.d.commands, 0x89abcdef, at.gpu);
    dkCmdBufReportValue(w.d.commands, 0, at.gpu + 16);
    desk_run(&w.d);
    assert_true(got[0] == 0x89abcdef);
    assert_true(got[2] == 0);
    assert_true(got[3] >= got[1] && got[3] <= dkDeviceGetCurrentTimestamp(w.d.device));
    assert_true(got[4] == UINT64_MAX); /* beside them */
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {PLAIN(counters), PLAIN(resets), PLAIN(values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
