/* SPDX-License-Identifier: MIT */
#include "service/hid.h"

#include "service/answers.h"
#include "service/hid_memory.h"
#include "service/ports.h"

#include <string.h>

/* hid: commands. What is pressed travels through the shared memory. */

#define NOT_FOUND     RESULT(202, 123) /* no such controller id */
#define NO_PALMA      RESULT(202, 122) /* style not supported */
#define INTERFACE_USB 3                /* wired */

static uint64_t hold_type; /* hid_lock */

static result get_shared_memory(struct call *c) {
    call_return_copy(c, hid_shared_memory());
    return 0;
}

static const struct command resource_commands[] = {
    SERVED(0, "GetSharedMemoryHandle", get_shared_memory, 0, 0),
};
static const struct interface resource = INTERFACE("IAppletResource", resource_commands, NULL);

static result create_applet_resource(struct call *c) {
    if (!hid_shared_memory())
        return NOT_FOUND;
    call_return_object(c, &resource, NULL);
    return 0;
}

static result set_styles(struct call *c) {
    hid_lock();
    npad_set_styles_locked(*(const uint32_t *)call_in(c));
    hid_unlock();
    hid_update();
    return 0;
}

static result get_styles(struct call *c) {
    hid_lock();
    *(uint32_t *)call_out(c) = npad_styles_locked();
    hid_unlock();
    return 0;
}

static result set_ids(struct call *c) {
    struct buffer b = call_buffer_in(c, 0);
    uint32_t ids = NPAD_IDS_SET;
    for (size_t i = 0; 4 * (i + 1) <= b.size; i++) {
        uint32_t id;
        memcpy(&id, b.data + 4 * i, sizeof id);
        unsigned entry = npad_entry_of(id);
        if (entry == HID_NPAD_ENTRIES)
            return NOT_FOUND;
        ids |= 1u << entry;
    }
    hid_lock();
    npad_set_ids_locked(ids);
    hid_unlock();
    hid_update();
    return 0;
}

static result acquire_style_event(struct call *c) {
    unsigned entry = npad_entry_of(*(const uint32_t *)call_in(c));
    if (entry == HID_NPAD_ENTRIES)
        return NOT_FOUND;
    hid_lock();
    call_return_copy(c, event_readable(npad_style_event_locked(entry)));
    hid_unlock();
    return 0;
}

static result get_led_pattern(struct call *c) {
    static const uint8_t patterns[8] = {0x1, 0x3, 0x7, 0xf, 0x9, 0x5, 0xd, 0x6};
    const uint32_t *id = call_in(c);
    *(uint64_t *)call_out(c) = *id < 8 ? patterns[*id] : 0;
    return 0;
}

static result set_hold_type(struct call *c) {
    hid_lock();
    hold_type = ((const uint64_t *)call_in(c))[1];
    hid_unlock();
    return 0;
}

static result get_hold_type(struct call *c) {
    hid_lock();
    *(uint64_t *)call_out(c) = hold_type;
    hid_unlock();
    return 0;
}

static const struct command commands[] = {
    SERVED(0, "CreateAppletResource", create_applet_resource, 0, 0),
    ACCEPTED(1, "ActivateDebugPad"),
    ACCEPTED(11, "ActivateTouchScreen"),
    ACCEPTED(21, "ActivateMouse"),
    ACCEPTED(31, "ActivateKeyboard"),
    ACCEPTED(32, "SendKeyboardLockKeyEvent"),
    ACCEPTED(66, "StartSixAxisSensor"),
    ACCEPTED(67, "StopSixAxisSensor"),
    FIXED(68, "IsSixAxisSensorFusionEnabled", 1, 1),
    ACCEPTED(69, "EnableSixAxisSensorFusion"),
    ACCEPTED(70, "SetSixAxisSensorFusionParameters"),
    FIXED(71, "GetSixAxisSensorFusionParameters", 8, 0),
    ACCEPTED(72, "ResetSixAxisSensorFusionParameters"),
    ACCEPTED(79, "SetGyroscopeZeroDriftMode"),
    FIXED(80, "GetGyroscopeZeroDriftMode", 4, 1),
    ACCEPTED(81, "ResetGyroscopeZeroDriftMode"),
    FIXED(82, "IsSixAxisSensorAtRest", 1, 1),
    FIXED(83, "IsFirmwareUpdateAvailableForSixAxisSensor", 1, 0),
    ACCEPTED(91, "ActivateGesture"),
    SERVED(100, "SetSupportedNpadStyleSet", set_styles, 4, 0),
    SERVED(101, "GetSupportedNpadStyleSet", get_styles, 0, 4),
    SERVED(102, "SetSupportedNpadIdType", set_ids, 0, 0),
    ACCEPTED(103, "ActivateNpad"),
    ACCEPTED(104, "DeactivateNpad"),
    SERVED(106, "AcquireNpadStyleSetUpdateEventHandle", acquire_style_event, 4, 0),
    ACCEPTED(107, "DisconnectNpad"),
    SERVED(108, "GetPlayerLedPattern", get_led_pattern, 4, 8),
    ACCEPTED(109, "ActivateNpadWithRevision"),
    SERVED(120, "SetNpadJoyHoldType", set_hold_type, 16, 0),
    SERVED(121, "GetNpadJoyHoldType", get_hold_type, 0, 8),
    ACCEPTED(122, "SetNpadJoyAssignmentModeSingleByDefault"),
    ACCEPTED(123, "SetNpadJoyAssignmentModeSingle"),
    ACCEPTED(124, "SetNpadJoyAssignmentModeDual"),
    ACCEPTED(125, "MergeSingleJoyAsDualJoy"),
    ACCEPTED(126, "StartLrAssignmentMode"),
    ACCEPTED(127, "StopLrAssignmentMode"),
    ACCEPTED(128, "SetNpadHandheldActivationMode"),
    FIXED(129, "GetNpadHandheldActivationMode", 8, 0),
    ACCEPTED(130, "SwapNpadAssignment"),
    FIXED(131, "IsUnintendedHomeButtonInputProtectionEnabled", 1, 0),
    ACCEPTED(132, "EnableUnintendedHomeButtonInputProtection"),
    FIXED(133, "SetNpadJoyAssignmentModeSingleWithDestination", 8, 0),
    ACCEPTED(134, "SetNpadAnalogStickUseCenterClamp"),
    ACCEPTED(135, "SetNpadCaptureButtonAssignment"),
    ACCEPTED(136, "ClearNpadCaptureButtonAssignment"),
    SERVED(200, "GetVibrationDeviceInfo", hid_get_vibration_device_info, 4, 8),
    SERVED(201, "SendVibrationValue", hid_send_vibration_value, 20, 0),
    SERVED(202, "GetActualVibrationValue", hid_get_actual_vibration_value, 4, 16),
    SERVED(203, "CreateActiveVibrationDeviceList", hid_create_vibration_list, 0, 0),
    ACCEPTED(204, "PermitVibration"),
    FIXED(205, "IsVibrationPermitted", 1, 1),
    SERVED(206, "SendVibrationValues", hid_send_vibration_values, 0, 0),
    ACCEPTED(207, "SendVibrationGcErmCommand"),
    FIXED(208, "GetActualVibrationGcErmCommand", 8, 0),
    ACCEPTED(209, "BeginPermitVibrationSession"),
    ACCEPTED(210, "EndPermitVibrationSession"),
    FIXED(211, "IsVibrationDeviceMounted", 1, 1),
    ACCEPTED(300, "ActivateConsoleSixAxisSensor"),
    ACCEPTED(301, "StartConsoleSixAxisSensor"),
    ACCEPTED(302, "StopConsoleSixAxisSensor"),
    FIXED(400, "IsUsbFullKeyControllerEnabled", 1, 0),
    ACCEPTED(401, "EnableUsbFullKeyController"),
    FIXED(402, "IsUsbFullKeyControllerConnected", 1, 1),
    FIXED(405, "GetNpadInterfaceType", 1, INTERFACE_USB),
    ABSENT(500, "GetPalmaConnectionHandle", NO_PALMA),
    ABSENT(501, "InitializePalma", NO_PALMA),
    ACCEPTED(1000, "SetNpadCommunicationMode"),
    FIXED(1001, "GetNpadCommunicationMode", 8, 3),
    ACCEPTED(1002, "SetTouchScreenConfiguration"),
    FIXED(1003, "IsFirmwareUpdateNeededForNotification", 1, 0),
};
static const struct interface root =
    INTERFACE("IHidServer", commands, NULL, &resource, &hid_vibration_list);

const struct port port_hid = {.name = "hid", .root = &root};
