/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/ports.h"

#include <string.h>

/* lbl: the screen's light. The host's stays as it is; what a program sets, it reads back. */

enum { LIGHT_ON = 2 };

static uint32_t brightness = FLOAT_ONE; /* a float's bits; atomic */

static result set_brightness(struct call *c) {
    __atomic_store_n(&brightness, *(const uint32_t *)call_in(c), __ATOMIC_RELAXED);
    return 0;
}

static result get_brightness(struct call *c) {
    *(uint32_t *)call_out(c) = __atomic_load_n(&brightness, __ATOMIC_RELAXED);
    return 0;
}

static const struct command commands[] = {
    ACCEPTED(0, "SaveCurrentSetting"),
    ACCEPTED(1, "LoadCurrentSetting"),
    SERVED(2, "SetCurrentBrightnessSetting", set_brightness, 4, 0),
    SERVED(3, "GetCurrentBrightnessSetting", get_brightness, 0, 4),
    ACCEPTED(4, "ApplyCurrentBrightnessSettingToBacklight"),
    SERVED(5, "GetBrightnessSettingAppliedToBacklight", get_brightness, 0, 4),
    ACCEPTED(6, "SwitchBacklightOn"),
    ACCEPTED(7, "SwitchBacklightOff"),
    FIXED(8, "GetBacklightSwitchStatus", 4, LIGHT_ON),
    FIXED(14, "IsAutoBrightnessControlEnabled", 1, 0),
    FIXED(18, "IsAutoBrightnessControlSupported", 1, 0),
};
static const struct interface root = INTERFACE("ILblController", commands, NULL);

const struct port port_lbl = {.name = "lbl", .root = &root};
