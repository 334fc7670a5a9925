/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/applet.h"
#include "service/layer.h"

#include <string.h>

/* ISelfController and the small controllers beside it. */

static result self_exit(struct call *c) {
    (void)c;
    process_end(PROCESS_EXITED, 0, "");
    return 0;
}

static result lock_exit(struct call *c) {
    (void)c;
    applet_lock_exit();
    return 0;
}

static result unlock_exit(struct call *c) {
    (void)c;
    applet_unlock_exit();
    return 0;
}

static result create_layer(struct call *c) {
    uint64_t *out = call_out(c);
    out[0] = layer_create();
    return out[0] ? 0 : APPLET_RESULT_NO_LAYER;
}

/* Display layer and recording layer; nothing is recorded from the second. */
static result create_separable_layer(struct call *c) {
    uint64_t *out = call_out(c);
    out[0] = layer_create();
    out[1] = layer_create();
    return out[0] && out[1] ? 0 : APPLET_RESULT_NO_LAYER;
}

static const struct command self_commands[] = {
    SERVED(0, "Exit", self_exit, 0, 0),
    SERVED(1, "LockExit", lock_exit, 0, 0),
    SERVED(2, "UnlockExit", unlock_exit, 0, 0),
    ACCEPTED(3, "EnterFatalSection"),
    ACCEPTED(4, "LeaveFatalSection"),
    SIGNALLED_EVENT(9, "GetLibraryAppletLaunchableEvent"),
    ACCEPTED(10, "SetScreenShotPermission"),
    ACCEPTED(11, "SetOperationModeChangedNotification"),
    ACCEPTED(12, "SetPerformanceModeChangedNotification"),
    ACCEPTED(13, "SetFocusHandlingMode"),
    ACCEPTED(14, "SetRestartMessageEnabled"),
    ACCEPTED(15, "SetScreenShotAppletIdentityInfo"),
    ACCEPTED(16, "SetOutOfFocusSuspendingEnabled"),
    ACCEPTED(17, "SetControllerFirmwareUpdateSection"),
    ACCEPTED(18, "SetRequiresCaptureButtonShortPressedMessage"),
    ACCEPTED(19, "SetAlbumImageOrientation"),
    ACCEPTED(20, "SetDesirableKeyboardLayout"),
    SERVED(40, "CreateManagedDisplayLayer", create_layer, 0, 8),
    ABSENT(41, "IsSystemBufferSharingEnabled", APPLET_RESULT_NO_DATA),
    SERVED(44, "CreateManagedDisplaySeparableLayer", create_separable_layer, 0, 16),
    ACCEPTED(45, "SetManagedDisplayLayerSeparationMode"),
    ACCEPTED(50, "SetHandlesRequestToDisplay"),
    ACCEPTED(51, "ApproveToDisplay"),
    ACCEPTED(60, "OverrideAutoSleepTimeAndDimmingTime"),
    ACCEPTED(61, "SetMediaPlaybackState"),
    ACCEPTED(62, "SetIdleTimeDetectionExtension"),
    FIXED(63, "GetIdleTimeDetectionExtension", 4, 0),
    ACCEPTED(64, "SetInputDetectionSourceSet"),
    ACCEPTED(65, "ReportUserIsActive"),
    FIXED(66, "GetCurrentIlluminance", 4, 0),
    FIXED(67, "IsIlluminanceAvailable", 1, 0),
    ACCEPTED(68, "SetAutoSleepDisabled"),
    FIXED(69, "IsAutoSleepDisabled", 1, 0),
    FIXED(71, "GetCurrentIlluminanceEx", 8, 0),
    ACCEPTED(72, "SetInputDetectionPolicy"),
    ACCEPTED(80, "SetWirelessPriorityMode"),
    FIXED(90, "GetAccumulatedSuspendedTickValue", 8, 0),
    IDLE_EVENT(91, "GetAccumulatedSuspendedTickChangedEvent"),
    ACCEPTED(100, "SetAlbumImageTakenNotificationEnabled"),
    ACCEPTED(110, "SetApplicationAlbumUserData"),
};
const struct interface applet_self_controller = INTERFACE("ISelfController", self_commands, NULL);

static const struct command window_commands[] = {
    FIXED(1, "GetAppletResourceUserId", 8, APPLET_RESOURCE_USER),
    FIXED(2, "GetAppletResourceUserIdOfCallerApplet", 8, APPLET_RESOURCE_USER),
    ACCEPTED(10, "AcquireForegroundRights"),
    ACCEPTED(11, "ReleaseForegroundRights"),
    ACCEPTED(12, "RejectToChangeIntoBackground"),
    ACCEPTED(20, "SetAppletWindowVisibility"),
    ACCEPTED(21, "SetAppletGpuTimeSlice"),
};
const struct interface applet_window_controller =
    INTERFACE("IWindowController", window_commands, NULL);

static const struct command audio_commands[] = {
    ACCEPTED(0, "SetExpectedMasterVolume"),
    FIXED(1, "GetMainAppletExpectedMasterVolume", 4, FLOAT_ONE),
    FIXED(2, "GetLibraryAppletExpectedMasterVolume", 4, FLOAT_ONE),
    ACCEPTED(3, "ChangeMainAppletMasterVolume"),
    ACCEPTED(4, "SetTransparentVolumeRate"),
};
const struct interface applet_audio_controller =
    INTERFACE("IAudioController", audio_commands, NULL);

/* No other applet leaves a picture behind: what there is to capture is nothing. */
static const struct command display_commands[] = {
    ABSENT(5, "GetLastForegroundCaptureImageEx", APPLET_RESULT_NO_DATA),
    ABSENT(6, "GetLastApplicationCaptureImageEx", APPLET_RESULT_NO_DATA),
    ABSENT(7, "GetCallerAppletCaptureImageEx", APPLET_RESULT_NO_DATA),
    ACCEPTED(8, "TakeScreenShotOfOwnLayer"),
    ACCEPTED(9, "CopyBetweenCaptureBuffers"),
    ACCEPTED(20, "ClearCaptureBuffer"),
    ABSENT(22, "AcquireLastForegroundCaptureSharedBuffer", APPLET_RESULT_NO_DATA),
    ACCEPTED(23, "ReleaseLastForegroundCaptureSharedBuffer"),
    ABSENT(24, "AcquireCallerAppletCaptureSharedBuffer", APPLET_RESULT_NO_DATA),
    ACCEPTED(25, "ReleaseCallerAppletCaptureSharedBuffer"),
    ABSENT(26, "AcquireLastApplicationCaptureSharedBuffer", APPLET_RESULT_NO_DATA),
    ACCEPTED(27, "ReleaseLastApplicationCaptureSharedBuffer"),
    ACCEPTED(28, "TakeScreenShotOfOwnLayerEx"),
};
const struct interface applet_display_controller =
    INTERFACE("IDisplayController", display_commands, NULL);

const struct interface applet_debug_functions = {.name = "IDebugFunctions"};
