/* SPDX-License-Identifier: MIT */
#include "host/input_mapping.h"

#include "base/memory.h"
#include "host/input_source.h"

#include <SDL_keyboard.h>
#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct input_mapping input_mapping;

static const char *const stick_names[TARGETS - TARGET_STICK] = {
    "lstick_left", "lstick_up", "lstick_right", "lstick_down",
    "rstick_left", "rstick_up", "rstick_right", "rstick_down",
};

/* target, keys, controller buttons */
static const char *const defaults[][3] = {
    {"a", "X", "a"},
    {"b", "Z", "b"},
    {"x", "V", "x"},
    {"y", "C", "y"},
    {"l", "Q", "leftshoulder"},
    {"r", "E", "rightshoulder"},
    {"zl", "1", "lefttrigger"},
    {"zr", "3", "righttrigger"},
    {"plus", "Return", "start"},
    {"minus", "Backspace", "back"},
    {"left", "Left", "dpleft"},
    {"up", "Up", "dpup"},
    {"right", "Right", "dpright"},
    {"down", "Down", "dpdown"},
    {"stickl", "F", "leftstick"},
    {"stickr", "G", "rightstick"},
    {"lstick_left", "A", "none"},
    {"lstick_up", "W", "none"},
    {"lstick_right", "D", "none"},
    {"lstick_down", "S", "none"},
    {"rstick_left", "J", "none"},
    {"rstick_up", "I", "none"},
    {"rstick_right", "L", "none"},
    {"rstick_down", "K", "none"},
};

static uint32_t target_of(const char *name) {
    uint32_t target = (uint32_t)input_button(name);
    for (unsigned i = 0; !target && i < TARGETS - TARGET_STICK; i++)
        if (!strcmp(stick_names[i], name))
            target = 1u << (TARGET_STICK + i);
    return target;
}

static uint32_t *key_slot(const char *name) {
    SDL_Scancode code = SDL_GetScancodeFromName(name);
    return code == SDL_SCANCODE_UNKNOWN ? NULL : &input_mapping.keys[code];
}

static uint32_t *controller_slot(const char *name) {
    if (!strcmp(name, "lefttrigger"))
        return &input_mapping.triggers[0];
    if (!strcmp(name, "righttrigger"))
        return &input_mapping.triggers[1];
    SDL_GameControllerButton button = SDL_GameControllerGetButtonFromString(name);
    return button == SDL_CONTROLLER_BUTTON_INVALID ? NULL : &input_mapping.buttons[button];
}

static void release_keys(uint32_t target) {
    for (size_t i = 0; i < SDL_NUM_SCANCODES; i++)
        input_mapping.keys[i] &= ~target;
}

static void release_controller(uint32_t target) {
    for (size_t i = 0; i < SDL_CONTROLLER_BUTTON_MAX; i++)
        input_mapping.buttons[i] &= ~target;
    input_mapping.triggers[0] &= ~target;
    input_mapping.triggers[1] &= ~target;
}

static const struct device {
    const char *section;
    uint32_t *(*slot)(const char *name);
    void (*release)(uint32_t target);
    const char *allowed;
} devices[] = {
    {"keyboard", key_slot, release_keys,
     "keys have SDL's names: A, Left, Return, Left Shift, Keypad 5"},
    {"controller", controller_slot, release_controller,
     "controller buttons are: a b x y back guide start leftstick rightstick leftshoulder "
     "rightshoulder dpup dpdown dpleft dpright lefttrigger righttrigger"},
};

static bool assign(const struct device *d, uint32_t target, char *list, struct error *error) {
    d->release(target);
    for (char *rest = list, *name; (name = strsep(&rest, ","));) {
        name += strspn(name, " \t");
        size_t n = strlen(name);
        while (n && (name[n - 1] == ' ' || name[n - 1] == '\t'))
            name[--n] = 0;
        if (!n || !strcmp(name, "none"))
            continue;
        uint32_t *slot = d->slot(name);
        if (!slot)
            return error_set(error, ERROR_USAGE, "[%s]: unknown name \"%s\"; %s", d->section, name,
                             d->allowed);
        *slot |= target;
    }
    return true;
}

bool input_mapping_set(const char *section, const char *name, const char *value,
                       struct error *error) {
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        if (strcmp(devices[i].section, section))
            continue;
        uint32_t target = target_of(name);
        if (!target)
            return error_set(error, ERROR_USAGE,
                             "[%s]: unknown console button \"%s\"; there are: %s, and lstick_ and "
                             "rstick_ with left up right down",
                             section, name, input_button_list());
        char *list = memory_string(value);
        bool ok = assign(&devices[i], target, list, error);
        free(list);
        return ok;
    }
    return true; /* another part's section */
}

void input_mapping_reset(void) {
    memset(&input_mapping, 0, sizeof input_mapping);
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
        for (size_t d = 0; d < 2; d++) {
            uint32_t *slot = devices[d].slot(defaults[i][1 + d]);
            if (slot)
                *slot |= target_of(defaults[i][0]);
        }
}

__attribute__((constructor)) static void start_with_defaults(void) {
    input_mapping_reset();
}

/* inih tells the number of the first wrong line only as its result, so the text waits here. */
static int on_ini_line(void *context, const char *section, const char *name, const char *value) {
    struct error *first = context, e = {0};
    if (input_mapping_set(section, name, value, &e))
        return 1;
    if (first->kind == ERROR_NONE)
        *first = e;
    return 0;
}

bool input_load_mapping(const char *ini_path, struct error *error) {
    struct error first = {0};
    int line = ini_parse(ini_path, on_ini_line, &first);
    if (line == 0)
        return true;
    if (line < 0)
        return error_set(error, ERROR_IO, "%s: %s", ini_path, strerror(errno));
    if (first.kind == ERROR_NONE)
        return error_set(error, ERROR_USAGE,
                         "%s:%d: neither a [section], NAME = VALUE nor a ; comment", ini_path,
                         line);
    return error_set(error, ERROR_USAGE, "%s:%d: %s", ini_path, line, first.text);
}

void input_apply_targets(uint32_t targets, struct input_state *out) {
    out->buttons |= targets & 0xffff;
    int32_t axes[4] = {0}; /* left x, left y, right x, right y */
    for (unsigned stick = 0; stick < 2; stick++) {
        uint32_t bits = targets >> (TARGET_STICK + 4 * stick);
        int32_t x = (int)(bits >> 2 & 1) - (int)(bits & 1);
        int32_t y = (int)(bits >> 1 & 1) - (int)(bits >> 3 & 1);
        /* A stick moves in a circle: a diagonal is sqrt(1/2) of the way on each axis. */
        int32_t reach = x && y ? INPUT_STICK_RANGE * 181 / 256 : INPUT_STICK_RANGE;
        axes[2 * stick] = x * reach;
        axes[2 * stick + 1] = y * reach;
    }
    if (axes[0] || axes[1])
        out->left_x = axes[0], out->left_y = axes[1];
    if (axes[2] || axes[3])
        out->right_x = axes[2], out->right_y = axes[3];
}
