/* SPDX-License-Identifier: MIT */
#include "kernel/shared_memory.h"
#include "kernel/ticker.h"
#include "service/hid.h"
#include "service/hid_memory.h"

#include <pthread.h>
#include <string.h>

/* Touch, mouse, keyboard and npad states, at a fixed pace and whenever hid_update is called. */

#define PERIOD_NS 5000000ull

enum { TOUCH_MAX = 16, TOUCH_START = 1, TOUCH_DIAMETER = 15 };
enum { MOUSE_CONNECTED = 2 };

struct touch {
    uint64_t delta_ns;
    uint32_t attributes, finger, x, y, diameter_x, diameter_y;
    int32_t angle;
    uint32_t reserved;
};
struct touch_state {
    uint64_t number;
    int32_t count;
    uint32_t reserved;
    struct touch touches[TOUCH_MAX];
};
_Static_assert(sizeof(struct touch_state) == HID_TOUCH_STATE, "touch state");

struct mouse_state {
    uint64_t number;
    int32_t x, y, delta_x, delta_y, wheel_x, wheel_y;
    uint32_t buttons, attributes;
};
_Static_assert(sizeof(struct mouse_state) == HID_MOUSE_STATE, "mouse state");

struct keyboard_state {
    uint64_t number, modifiers, keys[4];
};
_Static_assert(sizeof(struct keyboard_state) == HID_KEYBOARD_STATE, "keyboard state");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct shared_memory *shared;
static uint8_t *memory;
static struct input_state last;

void hid_lock(void) {
    pthread_mutex_lock(&lock);
}

void hid_unlock(void) {
    pthread_mutex_unlock(&lock);
}

struct object *hid_shared_memory(void) {
    return shared ? shared_memory_object(shared) : NULL;
}

static bool was_down(uint32_t finger) {
    for (uint32_t i = 0; i < last.touch_count; i++)
        if (last.touches[i].id == finger)
            return true;
    return false;
}

static void push_touch(const struct input_state *in) {
    struct touch_state state = {0};
    uint32_t count = in->touch_count < TOUCH_MAX ? in->touch_count : TOUCH_MAX;
    state.count = (int32_t)count;
    for (uint32_t i = 0; i < count; i++)
        state.touches[i] =
            (struct touch){.delta_ns = PERIOD_NS,
                           .attributes = was_down(in->touches[i].id) ? 0 : TOUCH_START,
                           .finger = in->touches[i].id,
                           .x = in->touches[i].x,
                           .y = in->touches[i].y,
                           .diameter_x = TOUCH_DIAMETER,
                           .diameter_y = TOUCH_DIAMETER};
    hid_lifo_push(memory + HID_TOUCH, &state, sizeof state, 0);
}

static void push_mouse(const struct input_state *in) {
    struct mouse_state state = {.x = in->mouse_x,
                                .y = in->mouse_y,
                                .delta_x = in->mouse_x - last.mouse_x,
                                .delta_y = in->mouse_y - last.mouse_y,
                                .wheel_y = in->mouse_wheel - last.mouse_wheel,
                                .buttons = in->mouse_buttons,
                                .attributes = MOUSE_CONNECTED};
    hid_lifo_push(memory + HID_MOUSE, &state, sizeof state, 0);
}

static void push_keyboard(const struct input_state *in) {
    struct keyboard_state state = {.modifiers = in->keyboard_modifiers};
    memcpy(state.keys, in->keyboard, sizeof state.keys);
    hid_lifo_push(memory + HID_KEYBOARD, &state, sizeof state, 0);
}

static void push_debug_pad(void) {
    uint8_t state[HID_DEBUG_PAD_STATE] = {0};
    hid_lifo_push(memory + HID_DEBUG_PAD, state, sizeof state, 0);
}

void hid_update(void) {
    struct input_state now;
    input_sample(&now);
    hid_lock();
    if (memory) {
        push_debug_pad();
        push_touch(&now);
        push_mouse(&now);
        push_keyboard(&now);
        npad_push_locked(memory, &now);
        last = now;
    }
    hid_unlock();
}

bool hid_start(struct error *error) {
    if (shared)
        return true;
    shared = shared_memory_new(HID_MEMORY_BYTES, 3, 1, error);
    if (!shared)
        return false;
    uint8_t *host = shared_memory_host(shared);
    hid_memory_init(host);
    hid_lock();
    memory = host;
    hid_unlock();
    hid_update();
    static const struct ticker updates = {"hid", 1, PERIOD_NS, hid_update};
    return ticker_start(&updates, error);
}
