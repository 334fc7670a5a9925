/* SPDX-License-Identifier: MIT */
#include "host/input_window.h"

#include "base/log.h"
#include "host/input_mapping.h"
#include "host/input_source.h"

#include <SDL.h>

/* All of this lives on the window's thread. */
enum { CONTROLLERS = 8, TRIGGER_PRESSED = 0x4000 };
static SDL_GameController *controllers[CONTROLLERS];
static bool keys_down[SDL_NUM_SCANCODES];
static struct input_state mouse;

static void publish_keyboard(void) {
    struct input_state state = {0};
    uint32_t targets = 0;
    for (unsigned i = 0; i < SDL_NUM_SCANCODES; i++) {
        if (!keys_down[i])
            continue;
        targets |= input_mapping.keys[i];
        if (i < 256) /* SDL's scancodes are USB HID usages */
            state.keyboard[i / 64] |= 1ull << (i % 64);
    }
    input_apply_targets(targets, &state);
    SDL_Keymod mod = SDL_GetModState();
    state.keyboard_modifiers = (mod & KMOD_CAPS ? 1u << 8 : 0) | (mod & KMOD_SCROLL ? 1u << 9 : 0) |
                               (mod & KMOD_NUM ? 1u << 10 : 0);
    input_publish(INPUT_FROM_KEYBOARD, &state);
}

/* SDL's axes have down positive and reach -0x8000. */
static int32_t axis(SDL_GameController *c, SDL_GameControllerAxis which, bool flip) {
    int32_t value = SDL_GameControllerGetAxis(c, which);
    if (value < -INPUT_STICK_RANGE)
        value = -INPUT_STICK_RANGE;
    /* Worn sticks rest a little off the centre, which games of the console read as zero. */
    if (value > -3000 && value < 3000)
        return 0;
    return flip ? -value : value;
}

static void add_controller(SDL_GameController *c, struct input_state *state) {
    uint32_t targets = 0;
    for (int i = 0; i < SDL_CONTROLLER_BUTTON_MAX; i++)
        if (SDL_GameControllerGetButton(c, (SDL_GameControllerButton)i))
            targets |= input_mapping.buttons[i];
    if (SDL_GameControllerGetAxis(c, SDL_CONTROLLER_AXIS_TRIGGERLEFT) > TRIGGER_PRESSED)
        targets |= input_mapping.triggers[0];
    if (SDL_GameControllerGetAxis(c, SDL_CONTROLLER_AXIS_TRIGGERRIGHT) > TRIGGER_PRESSED)
        targets |= input_mapping.triggers[1];
    state->left_x = axis(c, SDL_CONTROLLER_AXIS_LEFTX, false);
    state->left_y = axis(c, SDL_CONTROLLER_AXIS_LEFTY, true);
    state->right_x = axis(c, SDL_CONTROLLER_AXIS_RIGHTX, false);
    state->right_y = axis(c, SDL_CONTROLLER_AXIS_RIGHTY, true);
    input_apply_targets(targets, state);
}

/* All controllers play as one: the console's handheld mode has one player. */
static void publish_controllers(void) {
    struct input_state all = {0};
    for (int i = 0; i < CONTROLLERS; i++) {
        if (!controllers[i])
            continue;
        struct input_state one = {0};
        add_controller(controllers[i], &one);
        all.buttons |= one.buttons;
        if (one.left_x || one.left_y)
            all.left_x = one.left_x, all.left_y = one.left_y;
        if (one.right_x || one.right_y)
            all.right_x = one.right_x, all.right_y = one.right_y;
    }
    input_publish(INPUT_FROM_CONTROLLER, &all);
}

static void controller_added(int device) {
    for (int i = 0; i < CONTROLLERS; i++) {
        if (controllers[i])
            continue;
        controllers[i] = SDL_GameControllerOpen(device);
        if (!controllers[i])
            log_warning(LOG_HID, "game controller %d cannot be used: %s", device, SDL_GetError());
        return;
    }
    log_warning(LOG_HID, "game controller %d is not used: there are %d already", device,
                CONTROLLERS);
}

static void controller_removed(SDL_JoystickID id) {
    for (int i = 0; i < CONTROLLERS; i++) {
        SDL_GameController *c = controllers[i];
        if (!c || SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(c)) != id)
            continue;
        SDL_GameControllerClose(c);
        controllers[i] = NULL;
    }
}

static void mouse_at(int x, int y, struct rect area) {
    uint32_t px, py;
    bool inside = picture_point(area, x, y, &px, &py);
    if (inside) {
        mouse.mouse_x = (int32_t)px;
        mouse.mouse_y = (int32_t)py;
        mouse.touches[0].x = px;
        mouse.touches[0].y = py;
    }
    /* A finger that slides off the screen has left it. */
    mouse.touch_count = inside && (mouse.mouse_buttons & 1);
}

static void mouse_button(const SDL_MouseButtonEvent *e, struct rect area) {
    uint32_t bit = e->button == SDL_BUTTON_LEFT     ? 1
                   : e->button == SDL_BUTTON_RIGHT  ? 2
                   : e->button == SDL_BUTTON_MIDDLE ? 4
                                                    : 0;
    if (e->type == SDL_MOUSEBUTTONDOWN)
        mouse.mouse_buttons |= bit;
    else
        mouse.mouse_buttons &= ~bit;
    mouse_at(e->x, e->y, area);
}

void input_window_event(const SDL_Event *e, struct rect area) {
    switch (e->type) {
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        keys_down[e->key.keysym.scancode] = e->type == SDL_KEYDOWN;
        publish_keyboard();
        break;
    case SDL_WINDOWEVENT:
        if (e->window.event != SDL_WINDOWEVENT_FOCUS_LOST)
            break;
        SDL_memset(keys_down, 0, sizeof keys_down); /* their releases go to another window */
        publish_keyboard();
        break;
    case SDL_MOUSEMOTION:
        mouse_at(e->motion.x, e->motion.y, area);
        input_publish(INPUT_FROM_MOUSE, &mouse);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        mouse_button(&e->button, area);
        input_publish(INPUT_FROM_MOUSE, &mouse);
        break;
    case SDL_MOUSEWHEEL:
        mouse.mouse_wheel += e->wheel.y;
        input_publish(INPUT_FROM_MOUSE, &mouse);
        break;
    case SDL_CONTROLLERDEVICEADDED:
        controller_added(e->cdevice.which);
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        controller_removed(e->cdevice.which);
        publish_controllers();
        break;
    case SDL_CONTROLLERAXISMOTION:
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        publish_controllers();
        break;
    default:
        break;
    }
}

void input_window_open(void) {
    /* A machine without controllers, or a container without udev, is no reason to fail. */
    if (SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) < 0)
        log_warning(LOG_HID, "no game controllers: %s", SDL_GetError());
}

void input_window_close(void) {
    for (int i = 0; i < CONTROLLERS; i++) {
        if (controllers[i])
            SDL_GameControllerClose(controllers[i]);
        controllers[i] = NULL;
    }
    static const struct input_state nothing;
    input_publish(INPUT_FROM_KEYBOARD, &nothing);
    input_publish(INPUT_FROM_CONTROLLER, &nothing);
    input_publish(INPUT_FROM_MOUSE, &nothing);
}
