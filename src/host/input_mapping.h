/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_INPUT_MAPPING_H
#define WINDLASS_HOST_INPUT_MAPPING_H

#include "base/error.h"
#include "host/input.h"

#include <SDL_gamecontroller.h>
#include <SDL_scancode.h>
#include <stdint.h>

/* What keys and controller buttons stand for. A target is a bit: a console button as in
 * input_state.buttons, or a direction of a stick. */
enum {
    TARGET_STICK = 16, /* bits 16 to 23: left stick left, up, right, down, then the right stick */
    TARGETS = 24,
};

struct input_mapping {
    uint32_t keys[SDL_NUM_SCANCODES];
    uint32_t buttons[SDL_CONTROLLER_BUTTON_MAX];
    uint32_t triggers[2]; /* left, right */
};

extern struct input_mapping input_mapping;

void input_mapping_reset(void); /* the defaults that docs/input.md lists */
/* One line of windlass.ini; `value` is a list of names with commas, "none" for nothing. */
MUST_CHECK bool input_mapping_set(const char *section, const char *name, const char *value,
                                  struct error *error);
/* Adds to *out what the targets stand for. */
void input_apply_targets(uint32_t targets, struct input_state *out);

#endif
