/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/ports.h"

/* psm: power. A machine on the mains whose battery is full and never changes. */

#define DOUBLE_100     0x4059000000000000ull
#define ENOUGH_POWER   1
#define VOLTAGE_NORMAL 3

static const struct command session_commands[] = {
    IDLE_EVENT(0, "BindStateChangeEvent"),
    ACCEPTED(1, "UnbindStateChangeEvent"),
    ACCEPTED(2, "SetChargerTypeChangeEventEnabled"),
    ACCEPTED(3, "SetPowerSupplyChangeEventEnabled"),
    ACCEPTED(4, "SetBatteryVoltageStateChangeEventEnabled"),
};
static const struct interface session = INTERFACE("IPsmSession", session_commands, NULL);

ANSWER_OBJECT(open_session, session)

static const struct command commands[] = {
    FIXED(0, "GetBatteryChargePercentage", 4, 100),
    FIXED(1, "GetChargerType", 4, ENOUGH_POWER),
    ACCEPTED(2, "EnableBatteryCharging"),
    ACCEPTED(3, "DisableBatteryCharging"),
    FIXED(4, "IsBatteryChargingEnabled", 1, 1),
    ACCEPTED(5, "AcquireControllerPowerSupply"),
    ACCEPTED(6, "ReleaseControllerPowerSupply"),
    SERVED(7, "OpenSession", open_session, 0, 0),
    ACCEPTED(8, "EnableEnoughPowerChargeEmulation"),
    ACCEPTED(9, "DisableEnoughPowerChargeEmulation"),
    ACCEPTED(10, "EnableFastBatteryCharging"),
    ACCEPTED(11, "DisableFastBatteryCharging"),
    FIXED(12, "GetBatteryVoltageState", 4, VOLTAGE_NORMAL),
    FIXED(13, "GetRawBatteryChargePercentage", 8, DOUBLE_100),
    FIXED(14, "IsEnoughPowerSupplied", 1, 1),
    FIXED(15, "GetBatteryAgePercentage", 8, DOUBLE_100),
    IDLE_EVENT(16, "GetBatteryChargeInfoEvent"),
    FIXED(17, "GetBatteryChargeInfoFields", 0x54, 0),
};
static const struct interface root = INTERFACE("IPsmServer", commands, NULL, &session);

const struct port port_psm = {.name = "psm", .root = &root};
