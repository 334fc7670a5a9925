/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_HID_MEMORY_H
#define WINDLASS_SERVICE_HID_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* hid's shared memory: where things stand in it, and its one data structure, the LIFO.
 *
 * LIFO: u64 unused, u64 slots (17), u64 tail, u64 count; then 17 slots of {u64 sampling number,
 * state}. The newest state is in slot `tail`; readers take up to `count` slots that end there, and
 * read again, for ever, while two neighbours' sampling numbers do not differ by exactly 1. The
 * slot after the tail is being written, so that count never passes 16. */
#define HID_MEMORY_BYTES 0x40000

#define HID_LIFO_SLOTS  17
#define HID_LIFO_MAX    16
#define HID_LIFO_HEADER 0x20
#define HID_LIFO_TAIL   0x10
#define HID_LIFO_COUNT  0x18
#define HID_SLOT_STATE  8 /* where the state stands behind its slot's number */

enum hid_block {
    HID_DEBUG_PAD = 0,
    HID_TOUCH = 0x400,
    HID_MOUSE = 0x3400,
    HID_KEYBOARD = 0x3800,
    HID_HOME_BUTTON = 0x4c00,
    HID_SLEEP_BUTTON = 0x4e00,
    HID_CAPTURE_BUTTON = 0x5000,
    HID_NPAD = 0x9a00,
    HID_GESTURE = 0x3ba00,
};

/* State sizes (a slot is 8 bytes larger), and where a state holds its own sampling number. */
#define HID_DEBUG_PAD_STATE 0x20
#define HID_TOUCH_STATE     0x290
#define HID_MOUSE_STATE     0x28
#define HID_KEYBOARD_STATE  0x30
#define HID_BUTTON_STATE    0x10
#define HID_NPAD_STATE      0x28
#define HID_GC_STATE        0x10
#define HID_SIX_AXIS_STATE  0x60
#define HID_GESTURE_STATE   0x60

/* One npad entry. */
#define HID_NPAD_BYTES   0x5000
#define HID_NPAD_ENTRIES 10
enum hid_npad_offset {
    NPAD_STYLE_SET = 0,
    NPAD_ASSIGNMENT = 4,
    NPAD_FULL_KEY_COLOUR = 8,
    NPAD_JOY_COLOUR = 0x14,
    NPAD_FULL_KEY = 0x28,
    NPAD_HANDHELD = 0x378,
    NPAD_DUAL = 0x6c8,
    NPAD_LEFT = 0xa18,
    NPAD_RIGHT = 0xd68,
    NPAD_PALMA = 0x10b8,
    NPAD_SYSTEM_EXT = 0x1408,
    NPAD_SIX_FULL_KEY = 0x1758,
    NPAD_SIX_HANDHELD = 0x1e60,
    NPAD_SIX_DUAL_LEFT = 0x2568,
    NPAD_SIX_DUAL_RIGHT = 0x2c70,
    NPAD_SIX_LEFT = 0x3378,
    NPAD_SIX_RIGHT = 0x3a80,
    NPAD_DEVICE_TYPE = 0x4188,
    NPAD_SYSTEM_PROPERTIES = 0x4190,
    NPAD_BATTERY = 0x419c,
    NPAD_FOOTER_ATTRIBUTE = 0x41a8,
    NPAD_FOOTER_TYPE = 0x41ac,
    NPAD_GC_TRIGGER = 0x4228,
};

/* Writes the headers of all LIFOs into zeroed memory. */
void hid_memory_init(uint8_t *memory);
/* Publishes a state of `bytes`; its sampling number is put at number_at inside it (8 for six-axis
 * states, else 0). One writer at a time. */
void hid_lifo_push(uint8_t *lifo, void *state, size_t bytes, size_t number_at);

#endif
