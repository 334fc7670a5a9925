/* SPDX-License-Identifier: MIT */
#include "service/hid.h"

#include "service/hid_memory.h"

#include <string.h>

/* Npad entries: which controller the program sees, and its states. */

enum { ATTRIBUTE_CONNECTED = 1, ATTRIBUTE_WIRED = 2, ATTRIBUTE_LEFT = 4, ATTRIBUTE_RIGHT = 0x10 };
enum { COLOUR_OK = 0, COLOUR_NONE = 2 };

/* Bits of the system properties. */
enum {
    POWERED_SINGLE = 1 << 3,
    POWERED_LEFT = 1 << 4,
    POWERED_RIGHT = 1 << 5,
    ORIENTED_ABXY = 1 << 11,
    HAS_PLUS = 1 << 13,
    HAS_MINUS = 1 << 14,
};
#define PROPERTIES_ALL (ORIENTED_ABXY | HAS_PLUS | HAS_MINUS)
#define BATTERY_FULL   4

/* Colours are RGBA with red in the low byte. */
#define COLOUR_GREY 0xff323232u
#define COLOUR_DARK 0xff0f0f0fu
#define COLOUR_BLUE 0xffe6b90au
#define COLOUR_RED  0xff283cffu

struct style {
    uint32_t bit; /* in style masks */
    uint32_t id_bit;
    unsigned entry;
    uint16_t lifo;
    uint16_t six_axis[2];
    uint32_t attributes, device_type, properties;
    uint8_t footer;
    bool single; /* one Joy-Con alone */
};

/* In the order of preference. */
static const struct style styles[] = {
    {1 << 0,
     1 << 0,
     0,
     NPAD_FULL_KEY,
     {NPAD_SIX_FULL_KEY, 0},
     ATTRIBUTE_CONNECTED | ATTRIBUTE_WIRED,
     0x1,
     PROPERTIES_ALL | POWERED_SINGLE,
     12,
     false},
    {1 << 2,
     1 << 0,
     0,
     NPAD_DUAL,
     {NPAD_SIX_DUAL_LEFT, NPAD_SIX_DUAL_RIGHT},
     ATTRIBUTE_CONNECTED | ATTRIBUTE_LEFT | ATTRIBUTE_RIGHT,
     0x30,
     PROPERTIES_ALL | POWERED_LEFT | POWERED_RIGHT,
     5,
     false},
    {1 << 1,
     1 << 8,
     8,
     NPAD_HANDHELD,
     {NPAD_SIX_HANDHELD, 0},
     0x3f,
     0xc,
     PROPERTIES_ALL | POWERED_LEFT | POWERED_RIGHT,
     4,
     false},
    {1 << 3,
     1 << 0,
     0,
     NPAD_LEFT,
     {NPAD_SIX_LEFT, 0},
     ATTRIBUTE_CONNECTED | ATTRIBUTE_LEFT,
     0x10,
     HAS_MINUS | POWERED_LEFT,
     0,
     true},
    {1 << 4,
     1 << 0,
     0,
     NPAD_RIGHT,
     {NPAD_SIX_RIGHT, 0},
     ATTRIBUTE_CONNECTED | ATTRIBUTE_RIGHT,
     0x20,
     ORIENTED_ABXY | HAS_PLUS | POWERED_RIGHT,
     0,
     true},
};
#define STYLE_COUNT (sizeof styles / sizeof styles[0])

static struct npad_support support;
static const struct style *current; /* what the shared memory shows */
static struct event *style_events[HID_NPAD_ENTRIES];

struct npad_state {
    uint64_t number, buttons;
    int32_t left_x, left_y, right_x, right_y;
    uint32_t attributes, reserved;
};
_Static_assert(sizeof(struct npad_state) == HID_NPAD_STATE, "npad state");

struct six_axis_state {
    uint64_t delta_ns, number;
    float acceleration[3], angular_velocity[3], angle[3], direction[3][3];
    uint32_t attributes, reserved;
};
_Static_assert(sizeof(struct six_axis_state) == HID_SIX_AXIS_STATE, "six axis state");

unsigned npad_entry_of(uint32_t id) {
    if (id < 8)
        return id;
    return id == NPAD_ID_HANDHELD ? 8 : id == NPAD_ID_OTHER ? 9 : HID_NPAD_ENTRIES;
}

void npad_set_styles_locked(uint32_t mask) {
    support.styles = mask;
}

void npad_set_ids_locked(uint32_t ids) {
    support.ids = ids;
}

uint32_t npad_styles_locked(void) {
    return support.styles;
}

static const struct style *wanted(void) {
    for (size_t i = 0; i < STYLE_COUNT; i++)
        if ((!support.styles || support.styles & styles[i].bit) &&
            (!support.ids || support.ids & styles[i].id_bit))
            return &styles[i];
    return NULL;
}

struct event *npad_style_event_locked(unsigned entry) {
    if (!style_events[entry])
        style_events[entry] = event_new(true);
    return style_events[entry];
}

static void put32(uint8_t *npad, size_t at, uint32_t value) {
    memcpy(npad + at, &value, sizeof value);
}

static void put_colours(uint8_t *npad, const struct style *s) {
    bool full = s && s->lifo == NPAD_FULL_KEY;
    const uint32_t full_key[] = {full ? COLOUR_OK : COLOUR_NONE, COLOUR_GREY, COLOUR_DARK};
    const uint32_t joy[] = {s && !full ? COLOUR_OK : COLOUR_NONE, COLOUR_BLUE, COLOUR_DARK,
                            COLOUR_RED, COLOUR_DARK};
    memcpy(npad + NPAD_FULL_KEY_COLOUR, full_key, sizeof full_key);
    memcpy(npad + NPAD_JOY_COLOUR, joy, sizeof joy);
}

/* The entry's header says what is connected; s is NULL when nothing is. */
static void put_header(uint8_t *npad, const struct style *s) {
    put_colours(npad, s);
    put32(npad, NPAD_ASSIGNMENT, s && s->single);
    put32(npad, NPAD_DEVICE_TYPE, s ? s->device_type : 0);
    put32(npad, NPAD_SYSTEM_PROPERTIES, s ? s->properties : 0);
    for (size_t i = 0; i < 3; i++)
        put32(npad, NPAD_BATTERY + 4 * i, s ? BATTERY_FULL : 0);
    npad[NPAD_FOOTER_TYPE] = s ? s->footer : 0;
    __atomic_store_n((uint32_t *)(npad + NPAD_STYLE_SET), s ? s->bit : 0, __ATOMIC_RELEASE);
}

/* Old clients read the system-ext LIFO of every entry, new ones that of the entry's style. */
static void push_state(uint8_t *npad, const struct style *s, struct npad_state state) {
    hid_lifo_push(npad + s->lifo, &state, sizeof state, 0);
    hid_lifo_push(npad + NPAD_SYSTEM_EXT, &state, sizeof state, 0);
}

static void push_six_axis(uint8_t *npad, const struct style *s) {
    for (size_t i = 0; i < 2; i++) {
        /* At rest, flat on the table. */
        struct six_axis_state state = {.delta_ns = 5000000,
                                       .acceleration = {0, 0, -1},
                                       .direction = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                       .attributes = ATTRIBUTE_CONNECTED};
        if (s->six_axis[i])
            hid_lifo_push(npad + s->six_axis[i], &state, sizeof state, 8);
    }
}

static uint8_t *entry_at(uint8_t *memory, unsigned entry) {
    return memory + HID_NPAD + entry * HID_NPAD_BYTES;
}

static void switch_to(uint8_t *memory, const struct style *next) {
    if (current) {
        uint8_t *npad = entry_at(memory, current->entry);
        put_header(npad, NULL);
        push_state(npad, current, (struct npad_state){0});
        if (style_events[current->entry])
            event_signal(style_events[current->entry]);
    }
    current = next;
    if (next) {
        put_header(entry_at(memory, next->entry), next);
        if (style_events[next->entry])
            event_signal(style_events[next->entry]);
    }
}

/* The system adds a button for each direction in which a stick is pushed halfway or further. */
static uint64_t stick_buttons(int32_t x, int32_t y, unsigned first) {
    const int32_t half = 0x4000;
    uint64_t bits = (uint64_t)(x <= -half) | (uint64_t)(y >= half) << 1 |
                    (uint64_t)(x >= half) << 2 | (uint64_t)(y <= -half) << 3;
    return bits << first;
}

void npad_push_locked(uint8_t *memory, const struct input_state *input) {
    const struct style *next = wanted();
    if (next != current)
        switch_to(memory, next);
    if (!current)
        return;
    struct npad_state state = {
        .buttons = input->buttons | stick_buttons(input->left_x, input->left_y, 16) |
                   stick_buttons(input->right_x, input->right_y, 20),
        .left_x = input->left_x,
        .left_y = input->left_y,
        .right_x = input->right_x,
        .right_y = input->right_y,
        .attributes = current->attributes,
    };
    uint8_t *npad = entry_at(memory, current->entry);
    push_state(npad, current, state);
    push_six_axis(npad, current);
}
