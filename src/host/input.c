/* SPDX-License-Identifier: MIT */
#include "host/input.h"

#include "host/input_source.h"

#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct input_state sources[INPUT_SOURCES];

void input_publish(enum input_source source, const struct input_state *state) {
    pthread_mutex_lock(&lock);
    sources[source] = *state;
    pthread_mutex_unlock(&lock);
}

static int32_t further(int32_t a, int32_t b) {
    return (a < 0 ? -a : a) >= (b < 0 ? -b : b) ? a : b;
}

/* The console's modifier bits that USB HID usages 0xe0 to 0xe7 stand for: control, shift, left and
 * right alt, gui. */
static uint64_t modifiers_of(const uint64_t keyboard[4]) {
    static const uint8_t bits[8] = {1 << 0, 1 << 1, 1 << 2, 1 << 4, 1 << 0, 1 << 1, 1 << 3, 1 << 4};
    uint64_t modifiers = 0;
    for (unsigned i = 0; i < 8; i++)
        if (keyboard[3] >> (0xe0 - 0xc0 + i) & 1)
            modifiers |= bits[i];
    return modifiers;
}

static void merge(struct input_state *out, const struct input_state *in) {
    out->buttons |= in->buttons;
    out->left_x = further(out->left_x, in->left_x);
    out->left_y = further(out->left_y, in->left_y);
    out->right_x = further(out->right_x, in->right_x);
    out->right_y = further(out->right_y, in->right_y);
    for (uint32_t i = 0; i < in->touch_count && out->touch_count < 16; i++) {
        out->touches[out->touch_count] = in->touches[i];
        out->touches[out->touch_count].id = out->touch_count;
        out->touch_count++;
    }
    out->mouse_x += in->mouse_x; /* only one source moves it */
    out->mouse_y += in->mouse_y;
    out->mouse_wheel += in->mouse_wheel;
    out->mouse_buttons |= in->mouse_buttons;
    out->keyboard_modifiers |= in->keyboard_modifiers;
    for (int i = 0; i < 4; i++)
        out->keyboard[i] |= in->keyboard[i];
}

void input_sample(struct input_state *out) {
    memset(out, 0, sizeof *out);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < INPUT_SOURCES; i++)
        merge(out, &sources[i]);
    pthread_mutex_unlock(&lock);
    out->keyboard_modifiers |= modifiers_of(out->keyboard);
}

static const struct {
    const char *name;
    uint64_t bit;
} buttons[] = {
    {"a", INPUT_A},
    {"b", INPUT_B},
    {"x", INPUT_X},
    {"y", INPUT_Y},
    {"l", INPUT_L},
    {"r", INPUT_R},
    {"zl", INPUT_ZL},
    {"zr", INPUT_ZR},
    {"plus", INPUT_PLUS},
    {"minus", INPUT_MINUS},
    {"left", INPUT_LEFT},
    {"up", INPUT_UP},
    {"right", INPUT_RIGHT},
    {"down", INPUT_DOWN},
    {"stickl", INPUT_STICK_L},
    {"stickr", INPUT_STICK_R},
};

uint64_t input_button(const char *name) {
    for (size_t i = 0; i < sizeof buttons / sizeof *buttons; i++)
        if (!strcmp(buttons[i].name, name))
            return buttons[i].bit;
    return 0;
}

const char *input_button_list(void) {
    return "a b x y l r zl zr plus minus left up right down stickl stickr";
}
