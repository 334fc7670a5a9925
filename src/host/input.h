/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_INPUT_H
#define WINDLASS_HOST_INPUT_H

#include "base/error.h"

#include <stdint.h>

/* What the user holds down now, in the console's terms: merged from keyboard, game controllers,
 * the mouse on the window, and the input script. */

/* Bits of input_state.buttons, as HidNpadButton. */
enum {
    INPUT_A = 1 << 0,
    INPUT_B = 1 << 1,
    INPUT_X = 1 << 2,
    INPUT_Y = 1 << 3,
    INPUT_STICK_L = 1 << 4,
    INPUT_STICK_R = 1 << 5,
    INPUT_L = 1 << 6,
    INPUT_R = 1 << 7,
    INPUT_ZL = 1 << 8,
    INPUT_ZR = 1 << 9,
    INPUT_PLUS = 1 << 10,
    INPUT_MINUS = 1 << 11,
    INPUT_LEFT = 1 << 12,
    INPUT_UP = 1 << 13,
    INPUT_RIGHT = 1 << 14,
    INPUT_DOWN = 1 << 15,
};

struct input_state {
    uint64_t buttons;
    int32_t left_x, left_y, right_x, right_y; /* -0x7fff .. 0x7fff, up and right positive */
    uint32_t touch_count;
    struct {
        uint32_t id, x, y; /* 1280 x 720 */
    } touches[16];
    int32_t mouse_x, mouse_y, mouse_wheel;
    uint32_t mouse_buttons; /* 1 left, 2 right, 4 middle */
    uint64_t keyboard_modifiers;
    uint64_t keyboard[4]; /* bit n: USB HID usage n is down */
};

void input_sample(struct input_state *out); /* from any thread */

/* Input script: lines "FRAME ACTION ...", '#' comments. Actions: press BUTTON, release BUTTON,
 * tap BUTTON (held for 4 frames), stick left|right X Y (-1..1), touch X Y, untouch, key USAGE,
 * unkey USAGE, close (as the window's close button). FRAME counts presented frames. Buttons by
 * lower-case name: a b x y l r zl zr plus minus left up right down stickl stickr. */
MUST_CHECK bool input_load_script(const char *path, struct error *error);
MUST_CHECK bool input_parse_script(const char *text, const char *name, struct error *error);
/* Applies the script's actions up to this frame; true when one of them was "close". */
bool input_script_frame(uint64_t frame);

/* Reads [keyboard] and [controller] of windlass.ini: BUTTON = key or controller button name. */
MUST_CHECK bool input_load_mapping(const char *ini_path, struct error *error);

#endif
