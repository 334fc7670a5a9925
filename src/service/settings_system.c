/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/ports.h"
#include "service/settings.h"

#include <stdio.h>
#include <string.h>

/* set:sys: the system's own settings. */

#define DEFAULT_VERSION (19u << 16 | 0u << 8 | 1u)
#define NOT_FOUND       RESULT(105, 11)

/* {u8 major, minor, micro, pad, revision major, minor, pad 2}; +8 char platform[0x20]; +0x28
 * hash[0x40]; +0x68 display version[0x18]; +0x80 display title[0x80] */
#define FIRMWARE_VERSION_BYTES 0x100

static result get_firmware_version(struct call *c) {
    uint32_t version = service_options.hos_version ? service_options.hos_version : DEFAULT_VERSION;
    unsigned major = version >> 16 & 0xff, minor = version >> 8 & 0xff, micro = version & 0xff;
    uint8_t out[FIRMWARE_VERSION_BYTES] = {(uint8_t)major, (uint8_t)minor, (uint8_t)micro};
    strcpy((char *)out + 8, "NX");
    snprintf((char *)out + 0x68, 0x18, "%u.%u.%u", major, minor, micro);
    snprintf((char *)out + 0x80, 0x80, "Firmware for NX %u.%u.%u-1.0", major, minor, micro);
    struct buffer b = call_buffer_out(c, 0);
    if (b.size)
        memcpy(b.data, out, b.size < sizeof out ? b.size : sizeof out);
    return 0;
}

static result get_serial_number(struct call *c) {
    strcpy(call_out(c), "XAW00000000000");
    return 0;
}

static const struct command commands[] = {
    SERVED(3, "GetFirmwareVersion", get_firmware_version, 0, 0),
    SERVED(4, "GetFirmwareVersion2", get_firmware_version, 0, 0),
    FIXED(7, "GetLockScreenFlag", 1, 0),
    FIXED(23, "GetColorSetId", 4, 0),
    ABSENT(37, "GetSettingsItemValueSize", NOT_FOUND),
    ABSENT(38, "GetSettingsItemValue", NOT_FOUND),
    FIXED(47, "GetQuestFlag", 1, 0),
    FIXED(65, "GetUsb30EnableFlag", 1, 0),
    SERVED(68, "GetSerialNumber", get_serial_number, 0, 0x18),
    FIXED(69, "GetNfcEnableFlag", 1, 0),
    FIXED(73, "GetWirelessLanEnableFlag", 1, 0),
    SERVED(77, "GetDeviceNickName", settings_nickname, 0, 0),
    FIXED(79, "GetProductModel", 4, 1),
    FIXED(88, "GetBluetoothEnableFlag", 1, 0),
    FIXED(99, "GetBatteryPercentageFlag", 1, 0),
    FIXED(136, "GetKeyboardLayout", 4, 1),
};
static const struct interface root = INTERFACE("ISystemSettingsServer", commands, NULL);

const struct port port_set_sys = {.name = "set:sys", .root = &root};
