/* SPDX-License-Identifier: MIT */
#include "host/clock.h"
#include "host/display.h"
#include "host/display_frame.h"
#include "host/display_window.h"
#include "host/input.h"
#include "host/input_mapping.h"
#include "host/input_source.h"
#include "host/random.h"

#include <png.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct input_state sample(void) {
    struct input_state s;
    input_sample(&s);
    return s;
}

/* ---- clock ---- */

static void ticks_follow_nanoseconds(void **state) {
    (void)state;
    uint64_t low = clock_ns(), ticks = clock_ticks(), high = clock_ns();
    assert_true(ticks >= low * 12 / 625 && ticks <= high * 12 / 625);
}

static void a_sleep_reaches_its_deadline(void **state) {
    (void)state;
    uint64_t deadline = clock_ns() + 2000000;
    clock_sleep_until(deadline);
    assert_true(clock_ns() >= deadline);
    clock_sleep_until(0); /* in the past */
}

/* The last tests: there is no way back from these two. */
static void a_virtual_clock_moves_when_it_is_told_to(void **state) {
    (void)state;
    clock_make_virtual();
    assert_int_equal(clock_ns(), 0);
    assert_int_equal(clock_unix(), CLOCK_VIRTUAL_UNIX);
    clock_advance(2 * 1000000000ull + 625);
    assert_int_equal(clock_ns(), 2 * 1000000000ull + 625);
    assert_int_equal(clock_ticks(), 2 * CLOCK_TICK_HZ + 12);
    assert_int_equal(clock_unix(), CLOCK_VIRTUAL_UNIX + 2);
    assert_int_equal(clock_file_time(5), CLOCK_VIRTUAL_UNIX);
}

static void a_fixed_sequence_is_the_same_at_each_run(void **state) {
    (void)state;
    uint8_t bytes[12], more[4];
    random_make_fixed();
    assert_true(random_bytes(bytes, sizeof bytes));
    /* The first two words of SplitMix64 from 0, as its author gives them. */
    const uint64_t words[2] = {0xe220a8397b1dcdafull, 0x6e789e6aa1b965f4ull};
    assert_memory_equal(bytes, words, sizeof bytes);
    assert_true(random_bytes(more, sizeof more));
    assert_memory_not_equal(more, bytes, sizeof more);
}

/* ---- script ---- */

static void script_error(const char *text, const char *expected) {
    struct error e = {0};
    assert_false(input_parse_script(text, "keys.txt", &e));
    assert_int_equal(e.kind, ERROR_USAGE);
    assert_string_equal(e.text, expected);
}

static void a_script_plays_by_frames(void **state) {
    (void)state;
    struct error e = {0};
    assert_true(input_parse_script("# comment\n"
                                   "10 tap a   # held to frame 13\n"
                                   "\n"
                                   "12 press zl\r\n"
                                   "5 stick left -1 0.5\n"
                                   "20 touch 1279 719\n"
                                   "21 key 0xe1\n"
                                   "30 close\n",
                                   "keys.txt", &e));
    assert_false(input_script_frame(9));
    assert_int_equal(sample().buttons, 0);
    assert_int_equal(sample().left_x, -0x7fff);
    assert_int_equal(sample().left_y, 0x4000);
    assert_false(input_script_frame(10));
    assert_int_equal(sample().buttons, INPUT_A);
    input_script_frame(13);
    assert_int_equal(sample().buttons, INPUT_A | INPUT_ZL);
    input_script_frame(14);
    assert_int_equal(sample().buttons, INPUT_ZL);
    input_script_frame(21);
    struct input_state s = sample();
    assert_int_equal(s.touch_count, 1);
    assert_int_equal(s.touches[0].x, 1279);
    assert_int_equal(s.touches[0].y, 719);
    assert_true(s.keyboard[3] >> 33 & 1);
    assert_int_equal(s.keyboard_modifiers, 2); /* left shift */
    assert_true(input_script_frame(31));
    assert_false(input_script_frame(32));
}

static void a_new_script_replaces_the_old(void **state) {
    (void)state;
    struct error e = {0};
    assert_true(input_parse_script("1 press b", "keys.txt", &e));
    input_script_frame(1);
    assert_int_equal(sample().buttons, INPUT_B);
    assert_true(input_parse_script("", "keys.txt", &e));
    assert_int_equal(sample().buttons, 0);
}

static void script_errors_name_the_line(void **state) {
    (void)state;
    script_error("1 tap a\n2 tap q\n",
                 "keys.txt:2: unknown button \"q\"; buttons are: a b x y l r zl zr plus minus left "
                 "up right down stickl stickr");
    script_error("1 jump", "keys.txt:1: unknown action \"jump\"; actions are: press release tap "
                           "stick touch untouch key unkey close");
    script_error("7", "keys.txt:1: unknown action \"\"; actions are: press release tap stick touch "
                      "untouch key unkey close");
    script_error("-1 close", "keys.txt:1: no frame number \"-1\"; write: FRAME ACTION ...");
    script_error("99999999999999999999 close", "keys.txt:1: no frame number "
                                               "\"99999999999999999999\"; write: FRAME ACTION ...");
    script_error("1 tap a b", "keys.txt:1: wrong number of words for \"tap\"; write: FRAME tap "
                              "BUTTON");
    script_error("1 stick left 2 0", "keys.txt:1: the stick's position is no pair of numbers from "
                                     "-1 to 1; write: FRAME stick left|right X Y");
    script_error("1 stick left nan 0", "keys.txt:1: the stick's position is no pair of numbers "
                                       "from -1 to 1; write: FRAME stick left|right X Y");
    script_error("1 stick up 0 0", "keys.txt:1: unknown stick \"up\"; sticks are: left right");
    script_error("1 touch 1280 0", "keys.txt:1: the touch lies outside the screen; X is 0 to 1279, "
                                   "Y is 0 to 719");
    script_error("1 key 256", "keys.txt:1: unknown key \"256\"; a key is a USB HID usage, 0 to 255 "
                              "(0x04 is A)");
}

/* ---- mapping ---- */

static void keys_have_defaults(void **state) {
    (void)state;
    input_mapping_reset();
    assert_int_equal(input_mapping.keys[SDL_SCANCODE_X], INPUT_A);
    assert_int_equal(input_mapping.keys[SDL_SCANCODE_RETURN], INPUT_PLUS);
    assert_int_equal(input_mapping.buttons[SDL_CONTROLLER_BUTTON_DPAD_UP], INPUT_UP);
    assert_int_equal(input_mapping.triggers[1], INPUT_ZR);
    uint32_t all = 0;
    for (int i = 0; i < SDL_NUM_SCANCODES; i++)
        all |= input_mapping.keys[i];
    assert_int_equal(all, (1u << TARGETS) - 1); /* everything can be reached by keyboard */
}

static void an_ini_file_changes_single_buttons(void **state) {
    (void)state;
    char path[] = "/tmp/windlass-test-XXXXXX";
    FILE *f = fdopen(mkstemp(path), "w");
    fputs("[other]\nanything = 1\n[keyboard]\na = Space, Keypad 0\nzl = none\n"
          "[controller]\na = b\nb = lefttrigger\n",
          f);
    fclose(f);
    struct error e = {0};
    input_mapping_reset();
    assert_true(input_load_mapping(path, &e));
    unlink(path);
    assert_int_equal(input_mapping.keys[SDL_SCANCODE_SPACE], INPUT_A);
    assert_int_equal(input_mapping.keys[SDL_SCANCODE_KP_0], INPUT_A);
    assert_int_equal(input_mapping.keys[SDL_SCANCODE_X], 0);
    assert_int_equal(input_mapping.keys[SDL_SCANCODE_1], 0);
    assert_int_equal(input_mapping.keys[SDL_SCANCODE_Z], INPUT_B);
    assert_int_equal(input_mapping.buttons[SDL_CONTROLLER_BUTTON_B], INPUT_A);
    assert_int_equal(input_mapping.buttons[SDL_CONTROLLER_BUTTON_A], 0);
    assert_int_equal(input_mapping.triggers[0], INPUT_B | INPUT_ZL);
    input_mapping_reset();
}

static void mapping_errors_name_the_line(void **state) {
    (void)state;
    char path[] = "/tmp/windlass-test-XXXXXX", expected[300];
    FILE *f = fdopen(mkstemp(path), "w");
    fputs("[controller]\na = b\nb = banana\n", f);
    fclose(f);
    struct error e = {0};
    assert_false(input_load_mapping(path, &e));
    unlink(path);
    snprintf(expected, sizeof expected,
             "%s:3: [controller]: unknown name \"banana\"; controller buttons are: a b x y back "
             "guide start leftstick rightstick leftshoulder rightshoulder dpup dpdown dpleft "
             "dpright lefttrigger righttrigger",
             path);
    assert_string_equal(e.text, expected);
    assert_false(input_mapping_set("keyboard", "fire", "A", &e));
    assert_non_null(strstr(e.text, "unknown console button \"fire\""));
    assert_false(input_load_mapping("/nonexistent/windlass.ini", &e));
    assert_int_equal(e.kind, ERROR_IO);
    input_mapping_reset();
}

static void sticks_move_in_a_circle(void **state) {
    (void)state;
    struct input_state s = {0};
    input_apply_targets(1u << TARGET_STICK | INPUT_X, &s);
    assert_int_equal(s.left_x, -0x7fff);
    assert_int_equal(s.left_y, 0);
    assert_int_equal(s.buttons, INPUT_X);
    s = (struct input_state){0};
    input_apply_targets(6u << (TARGET_STICK + 4), &s); /* right stick up and right */
    assert_int_equal(s.right_x, s.right_y);
    assert_in_range(s.right_x, 0x5a00, 0x5b00);
}

/* ---- display ---- */

static void the_picture_keeps_its_shape(void **state) {
    (void)state;
    static const struct {
        int w, h;
        struct rect area;
    } cases[] = {
        {1280, 720, {0, 0, 1280, 720}},
        {1280, 1024, {0, 152, 1280, 720}},
        {2000, 720, {360, 0, 1280, 720}},
        {1, 1, {0, 0, 1, 1}},
        {0, 5, {0, 0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rect r = picture_area(cases[i].w, cases[i].h, 1920, 1080);
        assert_memory_equal(&r, &cases[i].area, sizeof r);
    }
    uint32_t x, y;
    struct rect area = {100, 50, 640, 360};
    assert_true(picture_point(area, 100, 50, &x, &y));
    assert_int_equal(x + y, 0);
    assert_true(picture_point(area, 739, 409, &x, &y));
    assert_int_equal(x, 1278);
    assert_int_equal(y, 718);
    assert_false(picture_point(area, 740, 409, &x, &y));
    assert_false(picture_point(area, 99, 50, &x, &y));
}

static void a_screenshot_has_the_pixels(void **state) {
    (void)state;
    char path[] = "/tmp/windlass-test-XXXXXX";
    close(mkstemp(path));
    uint8_t pixels[3][5][4]; /* 4 pixels a row are shown, one is padding */
    for (size_t i = 0; i < sizeof pixels; i++)
        ((uint8_t *)pixels)[i] = (uint8_t)(i * 7);
    struct error e = {0};
    assert_true(display_open(&(struct display_options){.headless = true}, &e));
    assert_false(display_screenshot(path, &e));
    assert_int_equal(e.kind, ERROR_IO);
    display_present(pixels[0][0], 4, 3, sizeof pixels[0]);
    display_present(NULL, 0, 3, 16); /* refused */
    assert_int_equal(display_frames(), 1);
    assert_true(display_screenshot(path, &e));
    assert_false(display_screenshot("/nonexistent/a.png", &e));
    display_close();

    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t read[3][4][4];
    assert_true(png_image_begin_read_from_file(&image, path));
    unlink(path);
    assert_int_equal(image.width, 4);
    assert_int_equal(image.height, 3);
    assert_int_equal(image.format & PNG_FORMAT_FLAG_ALPHA, 0);
    image.format = PNG_FORMAT_RGBA;
    assert_true(png_image_finish_read(&image, NULL, read, 0, NULL));
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 4; x++)
            assert_memory_equal(read[y][x], pixels[y][x], 3);
}

static uint64_t frames_seen[4];
static unsigned closed;

static void on_frame(void *context, uint64_t frame, bool close) {
    (void)context;
    assert_int_equal(close, frame == 2);
    if (frame < 4)
        frames_seen[frame]++;
    if (frame == 3)
        display_quit();
}

static void on_close(void *context) {
    (void)context;
    closed++;
}

static void *present(void *count) {
    static const uint8_t pixel[4];
    for (uintptr_t i = 0; i < (uintptr_t)count; i++)
        display_present(pixel, 1, 1, 4);
    return NULL;
}

static void the_loop_ends_by_quit_and_by_the_script(void **state) {
    (void)state;
    struct error e = {0};
    pthread_t thread;
    assert_true(input_parse_script("2 close", "keys.txt", &e));
    assert_true(display_open(&(struct display_options){.headless = true}, &e));
    display_on_frame(on_frame, NULL);
    pthread_create(&thread, NULL, present, (void *)2);
    display_loop(on_close, NULL);
    pthread_join(thread, NULL);
    assert_int_equal(closed, 1);
    pthread_create(&thread, NULL, present, (void *)1);
    display_loop(on_close, NULL);
    pthread_join(thread, NULL);
    assert_int_equal(closed, 1);
    for (int i = 1; i < 4; i++)
        assert_int_equal(frames_seen[i], 1);
    display_on_frame(NULL, NULL);
    display_close();
    assert_int_equal(display_frames(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_follow_nanoseconds),
        cmocka_unit_test(a_sleep_reaches_its_deadline),
        cmocka_unit_test(a_script_plays_by_frames),
        cmocka_unit_test(a_new_script_replaces_the_old),
        cmocka_unit_test(script_errors_name_the_line),
        cmocka_unit_test(keys_have_defaults),
        cmocka_unit_test(an_ini_file_changes_single_buttons),
        cmocka_unit_test(mapping_errors_name_the_line),
        cmocka_unit_test(sticks_move_in_a_circle),
        cmocka_unit_test(the_picture_keeps_its_shape),
        cmocka_unit_test(a_screenshot_has_the_pixels),
        cmocka_unit_test(the_loop_ends_by_quit_and_by_the_script),
        cmocka_unit_test(a_virtual_clock_moves_when_it_is_told_to),
        cmocka_unit_test(a_fixed_sequence_is_the_same_at_each_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
