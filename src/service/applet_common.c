/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/applet.h"

#include <string.h>

/* ICommonStateGetter: messages, focus, and the mode that the machine is in. It is a handheld one:
 * its screen is the window of 1280 x 720. */

#define IN_FOCUS    1
#define RESOLUTION  (1280ull | 720ull << 32)
#define CONFIG_1020 0x00020003u /* CPU 1020 MHz, GPU 384 MHz: handheld's usual configuration */

static result get_event_handle(struct call *c) {
    call_return_copy(c, event_readable(applet_message_event()));
    return 0;
}

static result receive_message(struct call *c) {
    return applet_receive_message(call_out(c));
}

/* ILockAccessor: nobody else takes the lock, so it is always there to be had. */
static result try_lock(struct call *c) {
    bool wants_event = ((const uint8_t *)call_in(c))[0];
    *(uint8_t *)call_out(c) = 1;
    return wants_event ? answer_signalled_event(c) : 0;
}

static const struct command lock_commands[] = {
    SERVED(1, "TryLock", try_lock, 1, 1),
    ACCEPTED(2, "Unlock"),
    SIGNALLED_EVENT(3, "GetEvent"),
    FIXED(4, "IsLocked", 1, 0),
};
const struct interface applet_lock_accessor = INTERFACE("ILockAccessor", lock_commands, NULL);

ANSWER_OBJECT(open_lock, applet_lock_accessor)

static const struct command commands[] = {
    SERVED(0, "GetEventHandle", get_event_handle, 0, 0),
    SERVED(1, "ReceiveMessage", receive_message, 0, 4),
    FIXED(2, "GetThisAppletKind", 8, 0),
    ACCEPTED(3, "AllowToEnterSleep"),
    ACCEPTED(4, "DisallowToEnterSleep"),
    FIXED(5, "GetOperationMode", 1, 0),
    FIXED(6, "GetPerformanceMode", 4, 0),
    FIXED(7, "GetCradleStatus", 1, 0),
    FIXED(8, "GetBootMode", 1, 0),
    FIXED(9, "GetCurrentFocusState", 1, IN_FOCUS),
    ACCEPTED(10, "RequestToAcquireSleepLock"),
    ACCEPTED(11, "ReleaseSleepLock"),
    ACCEPTED(12, "ReleaseSleepLockTransiently"),
    SIGNALLED_EVENT(13, "GetAcquiredSleepLockEvent"),
    ABSENT(20, "PushToGeneralChannel", APPLET_RESULT_NO_DATA),
    SERVED(30, "GetHomeButtonReaderLockAccessor", open_lock, 0, 0),
    SERVED(31, "GetReaderLockAccessorEx", open_lock, 4, 0),
    SERVED(32, "GetWriterLockAccessorEx", open_lock, 4, 0),
    FIXED(40, "GetCradleFwVersion", 16, 0),
    FIXED(50, "IsVrModeEnabled", 1, 0),
    ACCEPTED(51, "SetVrModeEnabled"),
    ACCEPTED(52, "SetLcdBacklighOffEnabled"),
    ACCEPTED(53, "BeginVrModeEx"),
    ACCEPTED(54, "EndVrModeEx"),
    FIXED(55, "IsInControllerFirmwareUpdateSection", 1, 0),
    ACCEPTED(59, "SetVrPositionForDebug"),
    FIXED(60, "GetDefaultDisplayResolution", 8, RESOLUTION),
    IDLE_EVENT(61, "GetDefaultDisplayResolutionChangeEvent"),
    FIXED(62, "GetHdcpAuthenticationState", 4, 0),
    IDLE_EVENT(63, "GetHdcpAuthenticationStateChangeEvent"),
    ACCEPTED(64, "SetTvPowerStateMatchingMode"),
    ACCEPTED(66, "SetCpuBoostMode"),
    ACCEPTED(67, "CancelCpuBoostMode"),
    FIXED(68, "GetBuiltInDisplayType", 4, 0),
    ACCEPTED(80, "PerformSystemButtonPressingIfInFocus"),
    ACCEPTED(90, "SetPerformanceConfigurationChangedNotification"),
    FIXED(91, "GetCurrentPerformanceConfiguration", 4, CONFIG_1020),
    ACCEPTED(100, "SetHandlingHomeButtonShortPressedEnabled"),
    FIXED(200, "GetOperationModeSystemInfo", 4, 0),
    FIXED(300, "GetSettingsPlatformRegion", 1, 1),
};
const struct interface applet_common_state =
    INTERFACE("ICommonStateGetter", commands, NULL, &applet_lock_accessor);
