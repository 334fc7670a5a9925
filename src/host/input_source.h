/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_INPUT_SOURCE_H
#define WINDLASS_HOST_INPUT_SOURCE_H

#include "host/input.h"

/* Where input comes from. Each source owns one state and publishes it whole; input_sample merges
 * them. */
enum input_source {
    INPUT_FROM_KEYBOARD,
    INPUT_FROM_CONTROLLER,
    INPUT_FROM_MOUSE,
    INPUT_FROM_SCRIPT,
    INPUT_SOURCES,
};

void input_publish(enum input_source source, const struct input_state *state);

/* Button names of scripts and mappings ("a", "plus"); 0 for an unknown one. */
uint64_t input_button(const char *name);
/* "a b x ..." for messages. */
const char *input_button_list(void);

#define INPUT_STICK_RANGE 0x7fff

#endif
