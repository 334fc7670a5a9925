/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_HID_H
#define WINDLASS_SERVICE_HID_H

#include "host/input.h"
#include "service/service.h"

/* Creates the shared memory and the thread that fills it. */
bool hid_start(struct error *error);
/* Samples the host's input now, beside the thread's own pace. From any thread. */
void hid_update(void);

/* ---- for the port's own files; the state is guarded by hid_lock ---- */

void hid_lock(void);
void hid_unlock(void);
struct object *hid_shared_memory(void); /* NULL before hid_start */

/* hid_npad.c. What the program supports decides which controller the host's input is: the first
 * of Pro Controller, Joy-Con pair, console, left and right Joy-Con that it takes. */
struct npad_support {
    uint32_t styles; /* mask of SetSupportedNpadStyleSet; 0: never set, all */
    uint32_t ids;    /* bit n: id n, bit 8: handheld, bit 9: other; 0: never set, all */
};
#define NPAD_IDS_SET     (1u << 31)
#define NPAD_ID_OTHER    0x10u
#define NPAD_ID_HANDHELD 0x20u
/* Entry of a controller id, or HID_NPAD_ENTRIES where there is none. */
unsigned npad_entry_of(uint32_t id);
void npad_set_styles_locked(uint32_t styles);
void npad_set_ids_locked(uint32_t ids);
uint32_t npad_styles_locked(void);
void npad_push_locked(uint8_t *memory, const struct input_state *input);
/* The event that fires when the style of an entry changes. */
struct event *npad_style_event_locked(unsigned entry);

/* hid_vibration.c */
result hid_get_vibration_device_info(struct call *c);
result hid_send_vibration_value(struct call *c);
result hid_get_actual_vibration_value(struct call *c);
result hid_send_vibration_values(struct call *c);
result hid_create_vibration_list(struct call *c);
extern const struct interface hid_vibration_list;

#endif
