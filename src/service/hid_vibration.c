/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/hid.h"

#include <string.h>

/* Vibration: the host's controllers do not shake yet, but a program that reads back what it sent
 * gets it. A device handle is {u8 style, u8 npad, u8 0 left 1 right, u8 0}. */

struct vibration {
    float low_amplitude, low_frequency, high_amplitude, high_frequency;
};

enum { DEVICE_LINEAR = 1, POSITION_LEFT = 1, POSITION_RIGHT = 2 };

static struct vibration values[2]; /* by side */

static unsigned side(const void *handle) {
    return ((const uint8_t *)handle)[2] & 1;
}

result hid_get_vibration_device_info(struct call *c) {
    uint32_t *out = call_out(c);
    out[0] = DEVICE_LINEAR;
    out[1] = side(call_in(c)) ? POSITION_RIGHT : POSITION_LEFT;
    return 0;
}

result hid_send_vibration_value(struct call *c) {
    const uint8_t *in = call_in(c);
    hid_lock();
    memcpy(&values[side(in)], in + 4, sizeof values[0]);
    hid_unlock();
    return 0;
}

result hid_get_actual_vibration_value(struct call *c) {
    hid_lock();
    memcpy(call_out(c), &values[side(call_in(c))], sizeof values[0]);
    hid_unlock();
    return 0;
}

result hid_send_vibration_values(struct call *c) {
    struct buffer handles = call_buffer_in(c, 0), sent = call_buffer_in(c, 1);
    hid_lock();
    for (size_t i = 0; 4 * (i + 1) <= handles.size && sizeof values[0] * (i + 1) <= sent.size; i++)
        memcpy(&values[side(handles.data + 4 * i)], sent.data + sizeof values[0] * i,
               sizeof values[0]);
    hid_unlock();
    return 0;
}

static const struct command list_commands[] = {
    ACCEPTED(0, "ActivateVibrationDevice"),
};
const struct interface hid_vibration_list =
    INTERFACE("IActiveVibrationDeviceList", list_commands, NULL);

result hid_create_vibration_list(struct call *c) {
    call_return_object(c, &hid_vibration_list, NULL);
    return 0;
}
