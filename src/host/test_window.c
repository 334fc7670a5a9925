/* SPDX-License-Identifier: MIT */
#include "host/display.h"
#include "host/input.h"
#include "host/input_mapping.h"

#include <SDL.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/* The window on SDL's dummy video driver, which draws into memory. */

static unsigned closed;
static struct input_state at_close;

static void on_close(void *context) {
    (void)context;
    closed++;
    input_sample(&at_close);
}

static void push_key(SDL_Scancode code) {
    SDL_Event e = {.type = SDL_KEYDOWN};
    e.key.keysym.scancode = code;
    e.key.keysym.sym = SDL_GetKeyFromScancode(code);
    SDL_PushEvent(&e);
}

static void push_mouse(int x, int y) {
    SDL_Event e = {.type = SDL_MOUSEBUTTONDOWN};
    e.button.button = SDL_BUTTON_LEFT;
    e.button.x = x;
    e.button.y = y;
    SDL_PushEvent(&e);
}

static void present_red(void) {
    enum { SIDE = 90 };
    static uint8_t rows[SIDE][SIDE][4];
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            rows[y][x][0] = 255;
    display_present(rows[0][0], SIDE, SIDE, sizeof rows[0]);
}

static void *play(void *unused) {
    (void)unused;
    present_red();
    push_key(SDL_SCANCODE_X);
    push_key(SDL_SCANCODE_W);
    push_mouse(280 + 360, 360); /* the middle of the square picture in 1280 x 720 */
    SDL_PushEvent(&(SDL_Event){.type = SDL_QUIT});
    return NULL;
}

static void events_become_input_and_frames_a_picture(void **state) {
    (void)state;
    struct error e = {0};
    assert_true(display_open(&(struct display_options){.title = "test"}, &e));
    pthread_t thread;
    pthread_create(&thread, NULL, play, NULL);
    display_loop(on_close, NULL);
    pthread_join(thread, NULL);
    assert_int_equal(closed, 1);
    assert_int_equal(at_close.buttons, INPUT_A);
    assert_int_equal(at_close.left_y, 0x7fff);
    assert_true(at_close.keyboard[0] >> SDL_SCANCODE_X & 1);
    assert_int_equal(at_close.touch_count, 1);
    assert_int_equal(at_close.touches[0].x, 640);
    assert_int_equal(at_close.touches[0].y, 360);

    display_quit();
    display_loop(on_close, NULL); /* takes the frame, draws, ends */
    assert_int_equal(closed, 1);
    SDL_Renderer *renderer = SDL_GetRenderer(SDL_GetWindowFromID(1));
    uint8_t middle[4], bar[4];
    assert_int_equal(SDL_RenderReadPixels(renderer, &(SDL_Rect){640, 360, 1, 1},
                                          SDL_PIXELFORMAT_RGBA32, middle, 4),
                     0);
    assert_int_equal(
        SDL_RenderReadPixels(renderer, &(SDL_Rect){10, 360, 1, 1}, SDL_PIXELFORMAT_RGBA32, bar, 4),
        0);
    assert_int_equal(middle[0], 255);
    assert_int_equal(middle[1] + middle[2], 0);
    assert_int_equal(bar[0] + bar[1] + bar[2], 0);
    display_close();
}

static void without_a_display_the_error_says_what_to_do(void **state) {
    (void)state;
    setenv("SDL_VIDEODRIVER", "none of these", 1);
    struct error e = {0};
    assert_false(display_open(&(struct display_options){.title = "test"}, &e));
    assert_non_null(strstr(e.text, "run with --headless where there is no display"));
    assert_true(display_open(&(struct display_options){.headless = true}, &e));
    display_close();
}

int main(void) {
    setenv("SDL_VIDEODRIVER", "dummy", 0);
    setenv("SDL_RENDER_DRIVER", "software", 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_become_input_and_frames_a_picture),
        cmocka_unit_test(without_a_display_the_error_says_what_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
