/* SPDX-License-Identifier: MIT */
/* State that not every device has: where it lacks it, draws go on without, and a warning says so.
 */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct drawing w;
static const float red[4] = {1, 0, 0, 1};
#define RED 0xff0000ffu

static int open_plain(void **state) {
    (void)state;
    drawing_open(&w, DESK_WARNS, shader_color);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    drawing_close(&w);
    return 0;
}

/* What is covered at all is drawn, not only pixels whose middle is. */
static void conservative(void **state) {
    (void)state;
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    drawing_rectangle(&w, -0.7f, -0.7f, 0.7f, 0.7f, 0, red); /* from 4.8 to 27.2 */
    desk_run(&w.d);
    const uint32_t plain = desk_count(&w.target, RED);
    assert_int_equal(plain, 22 * 22);
    drawing_begin(&w, NULL);
    dkCmdBufSetConservativeRasterEnable(b, true);
    dkCmdBufSetConservativeRasterDilate(b, 0.25f);
    drawing_rectangle(&w, -0.7f, -0.7f, 0.7f, 0.7f, 0, red);
    dkCmdBufSetConservativeRasterEnable(b, false);
    desk_run(&w.d);
    if (!desk_warned("conservative rasterization"))
        assert_int_equal(desk_count(&w.target, RED), 24 * 24);
    else
        assert_int_equal(desk_count(&w.target, RED), plain);
}

/* Where depth outside of the bounds stands, nothing is drawn. */
static void depth_bounds(void **state) {
    (void)state;
    DkImage image;
    DkImageView view;
    DkCmdBuf b = w.d.commands;
    desk_depth(&w.d, &image, &view, DkImageFormat_Z24S8, DRAWING_SIZE, DRAWING_SIZE);
    drawing_begin(&w, &view);
    dkCmdBufClearDepthStencil(b, true, 0.75f, 0xff, 0);
    dkCmdBufSetDepthBounds(b, true, 0.5f, 1);
    drawing_rectangle(&w, -1, 0, 0, 1, 0.25f, red); /* what stands there is within them */
    dkCmdBufSetDepthBounds(b, true, 0.875f, 1);
    drawing_rectangle(&w, 0, -1, 1, 0, 0.25f, red);
    dkCmdBufSetDepthBounds(b, false, 0, 1);
    desk_run(&w.d);
    assert_int_equal(desk_texel(&w.target, 3, 3), RED);
    const bool lacking = desk_warned("depth bounds");
    assert_int_equal(desk_count(&w.target, RED), lacking ? 2 * 16 * 16 : 16 * 16);
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {PLAIN(conservative), PLAIN(depth_bounds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
