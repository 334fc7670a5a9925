/* SPDX-License-Identifier: MIT */
#include "service/hid_memory.h"

#include <string.h>

static uint64_t *word(uint8_t *lifo, size_t at) {
    return (uint64_t *)(lifo + at);
}

static void init_lifo(uint8_t *lifo) {
    *word(lifo, 8) = HID_LIFO_SLOTS;
}

static void init_npad(uint8_t *npad) {
    static const uint16_t lifos[] = {
        NPAD_FULL_KEY,     NPAD_HANDHELD,      NPAD_DUAL,           NPAD_LEFT,
        NPAD_RIGHT,        NPAD_PALMA,         NPAD_SYSTEM_EXT,     NPAD_SIX_FULL_KEY,
        NPAD_SIX_HANDHELD, NPAD_SIX_DUAL_LEFT, NPAD_SIX_DUAL_RIGHT, NPAD_SIX_LEFT,
        NPAD_SIX_RIGHT,    NPAD_GC_TRIGGER,
    };
    for (size_t i = 0; i < sizeof lifos / sizeof lifos[0]; i++)
        init_lifo(npad + lifos[i]);
}

void hid_memory_init(uint8_t *memory) {
    static const uint32_t lifos[] = {
        HID_DEBUG_PAD,   HID_TOUCH,        HID_MOUSE,          HID_KEYBOARD,
        HID_HOME_BUTTON, HID_SLEEP_BUTTON, HID_CAPTURE_BUTTON, HID_GESTURE,
    };
    for (size_t i = 0; i < sizeof lifos / sizeof lifos[0]; i++)
        init_lifo(memory + lifos[i]);
    for (size_t i = 0; i < HID_NPAD_ENTRIES; i++)
        init_npad(memory + HID_NPAD + i * HID_NPAD_BYTES);
}

void hid_lifo_push(uint8_t *lifo, void *state, size_t bytes, size_t number_at) {
    size_t slot_bytes = HID_SLOT_STATE + bytes;
    uint64_t tail = *word(lifo, HID_LIFO_TAIL), count = *word(lifo, HID_LIFO_COUNT);
    uint8_t *newest = lifo + HID_LIFO_HEADER + tail % HID_LIFO_SLOTS * slot_bytes;
    uint64_t number = count ? *(uint64_t *)newest + 1 : 0;
    uint64_t next = count ? (tail + 1) % HID_LIFO_SLOTS : 0;
    uint8_t *slot = lifo + HID_LIFO_HEADER + next * slot_bytes;

    memcpy((uint8_t *)state + number_at, &number, sizeof number);
    memcpy(slot + HID_SLOT_STATE, state, bytes);
    __atomic_store_n((uint64_t *)slot, number, __ATOMIC_RELEASE);
    __atomic_store_n(word(lifo, HID_LIFO_TAIL), next, __ATOMIC_RELEASE);
    if (count < HID_LIFO_MAX)
        __atomic_store_n(word(lifo, HID_LIFO_COUNT), count + 1, __ATOMIC_RELEASE);
}
