/* SPDX-License-Identifier: MIT */
/* The words of commands that do something: clears, draws, barriers, data, reports. */
#include "deko3d/command/test_words.h"

static const uint32_t color[4] = {0x3f800000, 0, 0xffffffff, 7};
CALL(clear_color, dkCmdBufClearColor(b, 5, 0xfb, color))
CALL(clear_no_color, dkCmdBufClearColor(b, 5, 0, color))
CALL(clear_depth, dkCmdBufClearDepthStencil(b, true, 0.25f, 0, 0))
CALL(clear_stencil, dkCmdBufClearDepthStencil(b, false, 0, 0xf0, 0x12))
CALL(clear_both, dkCmdBufClearDepthStencil(b, true, 1, 0xff, 0))
CALL(clear_nothing, dkCmdBufClearDepthStencil(b, false, 1, 0, 3))
CALL(discard_color, dkCmdBufDiscardColor(b, 3))
CALL(discard_depth, dkCmdBufDiscardDepthStencil(b))
CALL(resolve, dkCmdBufResolveDepthValues(b))

static const struct row clears[] = {
    {"dkCmdBufClearColor", clear_color,
     WORDS(INCREASING(0xd80, 4), 0x3f800000, 0, 0xffffffff, 7, NOW(0x124, 2), NOW(0xfb4, 0),
           MACRO_NOW(CLEAR_COLOR, 0xb << 2 | 5 << 6), NOW(0x124, 3), NOW(0xfb4, 0), NOW(0x124, 1)),
     12},
    {"dkCmdBufClearColor", clear_no_color, NULL, 0, 0},
    {"dkCmdBufClearDepthStencil", clear_depth,
     WORDS(INCREASING(0xdbc, 1), 1, INCREASING(0xd90, 1), 0x3e800000,
           MACRO_NOW(CLEAR_DEPTH_STENCIL, 1)),
     13},
    {"dkCmdBufClearDepthStencil", clear_stencil,
     WORDS(NOW(0x124, 2), NOW(0x139c, 0xf0), NOW(0xda0, 0x12), MACRO_NOW(CLEAR_DEPTH_STENCIL, 2),
           NOW(0x124, 3), NOW(0x139c, 0), NOW(0x124, 1)),
     13},
    {"dkCmdBufClearDepthStencil", clear_both,
     WORDS(INCREASING(0xdbc, 1), 1 << 16, INCREASING(0xd90, 1), 0x3f800000, NOW(0x124, 2),
           NOW(0x139c, 0xff), NOW(0xda0, 0), MACRO_NOW(CLEAR_DEPTH_STENCIL, 3), NOW(0x124, 3),
           NOW(0x139c, 0), NOW(0x124, 1)),
     13},
    {"dkCmdBufClearDepthStencil", clear_nothing, NULL, 0, 0},
    {"dkCmdBufDiscardColor", discard_color, WORDS(NOW(0xf78, 0x30)), 1},
    {"dkCmdBufDiscardDepthStencil", discard_depth, WORDS(NOW(0xf78, 1)), 1},
    {"dkCmdBufResolveDepthValues", resolve, WORDS(NOW(0x11fc, 1)), 5},
};

CALL(draw, dkCmdBufDraw(b, DkPrimitive_TriangleStrip, 4, 2, 10, 0))
CALL(draw_first, dkCmdBufDraw(b, DkPrimitive_Patches, 4, 2, 10, 3))
CALL(indexed, dkCmdBufDrawIndexed(b, DkPrimitive_Triangles, 6, 1, 12, 0, 0))
CALL(indexed_offset, dkCmdBufDrawIndexed(b, DkPrimitive_Triangles, 6, 1, 12, -5, 0))
CALL(indexed_first, dkCmdBufDrawIndexed(b, DkPrimitive_Triangles, 6, 1, 12, 0, 9))

static const struct row draws[] = {
    {"dkCmdBufDraw", draw, WORDS(MACRO(DRAW, 5), 5, 4, 2, 10, 0), 7},
    {"dkCmdBufDraw", draw_first, WORDS(MACRO_NOW(CONSTANTS, 0), MACRO(DRAW, 5), 14, 4, 2, 10, 3),
     7},
    {"dkCmdBufDrawIndexed", indexed, WORDS(MACRO(DRAW_INDEXED, 6), 4, 6, 1, 12, 0, 0), 8},
    {"dkCmdBufDrawIndexed", indexed_offset,
     WORDS(MACRO_NOW(CONSTANTS, 0), MACRO(DRAW_INDEXED, 6), 4, 6, 1, 12, 0xfffffffb, 0), 8},
    {"dkCmdBufDrawIndexed", indexed_first,
     WORDS(MACRO_NOW(CONSTANTS, 0), MACRO(DRAW_INDEXED, 6), 4, 6, 1, 12, 0, 9), 8},
};

CALL(barrier_none, dkCmdBufBarrier(b, DkBarrier_None, 0))
CALL(barrier_all, dkCmdBufBarrier(b, DkBarrier_Primitives, 0x1f))
CALL(barrier_tiles, dkCmdBufBarrier(b, DkBarrier_Tiles, DkInvalidateFlags_Image))
CALL(barrier_fragments,
     dkCmdBufBarrier(b, DkBarrier_Fragments, DkInvalidateFlags_Image | DkInvalidateFlags_Zcull))

static const struct row barriers[] = {
    {"dkCmdBufBarrier", barrier_none, NULL, 0, 12},
    {"dkCmdBufBarrier", barrier_all,
     WORDS(NOW(0x110, 0), NOW(0x1288, 0), NOW(0xda4, 0x1011), NOW(0x1428, 0), NOW(0x1424, 0),
           NOW(0x12c8, 0), ON(HOST) | INCREASING(0x2c, 1), 0x80000000,
           ON(HOST) | INCREASING(0x2c, 1), 0x70000000),
     12},
    {"dkCmdBufBarrier", barrier_tiles, WORDS(NOW(0xf7c, 0), NOW(0xf74, 0)), 12},
    {"dkCmdBufBarrier", barrier_fragments, WORDS(NOW(0xde0, 0), NOW(0xf74, 0), NOW(0x12c8, 0)), 12},
};

static const uint32_t data[3] = {0x11111111, 0x22222222, 0x33333333};
CALL(constants, dkCmdBufPushConstants(b, 0x123456700, 0x200, 0x1f8, 8, data))
CALL(no_constants, dkCmdBufPushConstants(b, 0x123456700, 0x200, 0, 0, data))
CALL(push, dkCmdBufPushData(b, 0x123456704, data, 12))
CALL(push_nothing, dkCmdBufPushData(b, 0x123456704, data, 0))
CALL(copy, dkCmdBufCopyBuffer(b, 0x123456701, 0x200000003, 0x101))
CALL(copy_much, dkCmdBufCopyBuffer(b, 0xffffffff, 0x200000000, 0x400000))
CALL(copy_nothing, dkCmdBufCopyBuffer(b, 0xffffffff, 0x200000000, 0))

static const struct row pushes[] = {
    {"dkCmdBufPushConstants", constants,
     WORDS(INCREASING(0x2380, 4), 0x200, 1, 0x23456700, 0x1f8, NOW(0x1a2c, 0), SAME(0x2390, 2),
           0x11111111, 0x22222222),
     9},
    {"dkCmdBufPushConstants", no_constants,
     WORDS(INCREASING(0x2380, 4), 0x200, 1, 0x23456700, 0, NOW(0x1a2c, 0), SAME(0x2390, 0)), 7},
    {"dkCmdBufPushData", push,
     WORDS(INCREASING(0x180, 4), 12, 1, 1, 0x23456704, NOW(0x1b0, 0x11), SAME(0x1b4, 3), 0x11111111,
           0x22222222, 0x33333333),
     10},
    {"dkCmdBufPushData", push_nothing, NULL, 0, 0},
    {"dkCmdBufCopyBuffer", copy,
     WORDS(NOW(0x100, 0), ON(COPY) | INCREASING(0x400, 4), 1, 0x23456701, 2, 3,
           ON(COPY) | INCREASING(0x418, 1), 0x101, ON(COPY) | NOW(0x300, 0x186), NOW(0x100, 0)),
     10},
    {"dkCmdBufCopyBuffer", copy_much,
     WORDS(NOW(0x100, 0), ON(COPY) | INCREASING(0x400, 4), 0, 0xffffffff, 2, 0,
           ON(COPY) | INCREASING(0x418, 1), 0x3fffff, ON(COPY) | NOW(0x300, 0x186),
           ON(COPY) | INCREASING(0x400, 4), 1, 0x3ffffe, 2, 0x3fffff,
           ON(COPY) | INCREASING(0x418, 1), 1, ON(COPY) | NOW(0x300, 0x186), NOW(0x100, 0)),
     18},
    {"dkCmdBufCopyBuffer", copy_nothing, NULL, 0, 0},
};

static uint32_t variable_word;
static const DkVariable variable = {&variable_word, 0x123456704};
CALL(wait_equal, dkCmdBufWaitVariable(b, &variable, DkVarCompareOp_Equal, 9))
CALL(wait_reached, dkCmdBufWaitVariable(b, &variable, DkVarCompareOp_Sequential, 9))
#define SIGNAL(name, op, pos)                                                                      \
    CALL(name, dkCmdBufSignalVariable(b, &variable, DkVarOp_##op, 3, DkPipelinePos_##pos))
SIGNAL(set_top, Set, Top)
SIGNAL(add_top, Add, Top)
SIGNAL(sub_top, Sub, Top)
SIGNAL(and_top, And, Top)
SIGNAL(or_top, Or, Top)
SIGNAL(xor_top, Xor, Top)
SIGNAL(set_rasterizer, Set, Rasterizer)
SIGNAL(set_bottom, Set, Bottom)
SIGNAL(add_bottom, Add, Bottom)
SIGNAL(sub_bottom, Sub, Bottom)
SIGNAL(and_bottom, And, Bottom)
SIGNAL(or_bottom, Or, Bottom)
SIGNAL(xor_bottom, Xor, Bottom)

#define TOP(value, action) WORDS(ON(HOST) | INCREASING(0x10, 4), 1, 0x23456704, value, action), 5
#define REPORT(value, action)                                                                      \
    WORDS(NOW(0x1144, 0), INCREASING(0x1b00, 4), 1, 0x23456704, value, action, NOW(0xf80, 0)), 7

static const struct row variables[] = {
    {"dkCmdBufWaitVariable", wait_equal, TOP(9, 0x1001)},
    {"dkCmdBufWaitVariable", wait_reached, TOP(9, 0x1004)},
    {"dkCmdBufSignalVariable", set_top, TOP(3, 0x01100002)},
    {"dkCmdBufSignalVariable", add_top, TOP(3, 0xa9100010)},
    {"dkCmdBufSignalVariable", sub_top, TOP(0xfffffffd, 0xa9100010)},
    {"dkCmdBufSignalVariable", and_top, TOP(3, 0x99100010)},
    {"dkCmdBufSignalVariable", or_top, TOP(3, 0xa1100010)},
    {"dkCmdBufSignalVariable", xor_top, TOP(3, 0x91100010)},
    {"dkCmdBufSignalVariable", set_rasterizer, REPORT(3, 0x10004010)},
    {"dkCmdBufSignalVariable", set_bottom, REPORT(3, 0x1000f010)},
    {"dkCmdBufSignalVariable", add_bottom, REPORT(3, 0x1000f018)},
    {"dkCmdBufSignalVariable", sub_bottom, REPORT(0xfffffffd, 0x1000f018)},
    {"dkCmdBufSignalVariable", and_bottom, REPORT(3, 0x1000fa18)},
    {"dkCmdBufSignalVariable", or_bottom, REPORT(3, 0x1000fc18)},
    {"dkCmdBufSignalVariable", xor_bottom, REPORT(3, 0x1000fe18)},
};

/* By DkCounter. What REPORT is told, and what is reset. */
static const uint32_t actions[][2] = {
    {0, 0x01},          {0x0000f002, 0x01}, {0x0a80f002, 0x01}, {0, 0x02},
    {0x00801002, 0x12}, {0x01801002, 0x13}, {0x02802002, 0x15}, {0x0d808002, 0x16},
    {0x0e809002, 0x17}, {0x03806002, 0x1a}, {0x0980a002, 0x1e}, {0x0f809002, 0x18},
    {0x04806002, 0x1b}, {0x07804002, 0x1c}, {0x08804002, 0x1d}, {0x09005002, 0x1f},
    {0x05805002, 0x10},
};
static DkCounter counter;
CALL(report, dkCmdBufReportCounter(b, counter, 0x123456710))
CALL(reset, dkCmdBufResetCounter(b, counter))
CALL(value, dkCmdBufReportValue(b, 5, 0x123456710))

static void test_counters(void **state) {
    (void)state;
    for (unsigned i = 0; i <= DkCounter_TransformFeedbackPrimitivesWritten; i++) {
        counter = (DkCounter)i;
        const struct row clear = {"dkCmdBufResetCounter", reset,
                                  WORDS(INCREASING(0x1530, 1), actions[i][1]), 2};
        check_row(&clear);
        const struct row row = {
            "dkCmdBufReportCounter", report,
            WORDS(INCREASING(0x1b00, 4), 1, 0x23456710, 0, actions[i][0], NOW(0xf80, 0)), 6};
        if (actions[i][0])
            check_row(&row);
    }
}

static const struct row reports[] = {
    {"dkCmdBufReportValue", value,
     WORDS(NOW(0x1144, 0), INCREASING(0x1b00, 4), 1, 0x23456710, 5, 0xf002, NOW(0xf80, 0)), 7},
};
static const struct row report_top[] = {
    {"dkCmdBufReportCounter", report,
     WORDS(ON(HOST) | INCREASING(0x10, 4), 1, 0x23456710, 0, 0x00100002, NOW(0xf80, 0)), 6},
};
static const struct row report_zcull[] = {
    {"dkCmdBufReportCounter", report,
     WORDS(INCREASING(0x1b00, 4), 1, 0x23456710, 0, 0x15007002, INCREASING(0x1b00, 4), 1,
           0x23456714, 0, 0x16007002, INCREASING(0x1b00, 4), 1, 0x23456718, 0, 0x17007002,
           INCREASING(0x1b00, 4), 1, 0x2345671c, 0, 0x18007002, NOW(0xf80, 0)),
     21},
};

static void test_other_counters(void **state) {
    (void)state;
    counter = DkCounter_TimestampPipelineTop;
    check_row(report_top);
    counter = DkCounter_ZcullStats;
    check_row(report_zcull);
}

int main(void) {
    const struct table tables[] = {
        TABLE(clears, 0, false), TABLE(draws, 0, false),     TABLE(barriers, 0, false),
        TABLE(pushes, 0, false), TABLE(variables, 0, false), TABLE(reports, 0, false),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_other_counters),
    };
    return check_tables(tables, sizeof tables / sizeof *tables, tests,
                        sizeof tests / sizeof *tests);
}
