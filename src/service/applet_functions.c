/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "service/account.h"
#include "service/answers.h"
#include "service/applet.h"
#include "service/fs.h"
#include "service/settings.h"

#include <string.h>

/* IApplicationFunctions. */

#define LAUNCH_PRESELECTED_USER 2
#define PRESELECTED_MAGIC       0xc79497cau
#define PRESELECTED_BYTES       0x88

/* Storage of a preselected user: {u32 magic, u8 selected, pad 3, uid[16], zeros}. */
static result pop_launch_parameter(struct call *c) {
    const uint32_t *kind = call_in(c);
    if (*kind != LAUNCH_PRESELECTED_USER)
        return APPLET_RESULT_NO_DATA;
    uint8_t *data = memory_new(PRESELECTED_BYTES);
    memcpy(data, &(uint32_t){PRESELECTED_MAGIC}, 4);
    data[4] = 1;
    memcpy(data + 8, &account_user, sizeof account_user);
    applet_return_storage(c, data, PRESELECTED_BYTES);
    return 0;
}

/* The answer is the room that lacks: none. */
static result ensure_save_data(struct call *c) {
    return fs_ensure_save(call_in(c));
}

static result get_desired_language(struct call *c) {
    *(uint64_t *)call_out(c) = settings_language();
    return 0;
}

static result get_display_version(struct call *c) {
    strcpy(call_out(c), "1.0.0");
    return 0;
}

static result request_shutdown(struct call *c) {
    (void)c;
    process_end(PROCESS_EXITED, 0, "the program asked the console to power down or restart");
    return 0;
}

static const struct command commands[] = {
    SERVED(1, "PopLaunchParameter", pop_launch_parameter, 4, 0),
    ABSENT(10, "CreateApplicationAndPushAndRequestToStart", APPLET_RESULT_NO_DATA),
    ABSENT(12, "CreateApplicationAndRequestToStart", APPLET_RESULT_NO_DATA),
    SERVED(20, "EnsureSaveData", ensure_save_data, 16, 8),
    SERVED(21, "GetDesiredLanguage", get_desired_language, 0, 8),
    ACCEPTED(22, "SetTerminateResult"),
    SERVED(23, "GetDisplayVersion", get_display_version, 0, 16),
    FIXED(24, "GetLaunchStorageInfoForDebug", 2, 0),
    FIXED(25, "ExtendSaveData", 8, 0),
    FIXED(26, "GetSaveDataSize", 16, 0),
    FIXED(27, "CreateCacheStorage", 16, 0),
    FIXED(28, "GetSaveDataSizeMax", 16, 0),
    ACCEPTED(30, "BeginBlockingHomeButtonShortAndLongPressed"),
    ACCEPTED(31, "EndBlockingHomeButtonShortAndLongPressed"),
    ACCEPTED(32, "BeginBlockingHomeButton"),
    ACCEPTED(33, "EndBlockingHomeButton"),
    FIXED(40, "NotifyRunning", 1, 1),
    FIXED(50, "GetPseudoDeviceId", 16, 0),
    ACCEPTED(60, "SetMediaPlaybackStateForApplication"),
    FIXED(65, "IsGamePlayRecordingSupported", 1, 0),
    ACCEPTED(66, "InitializeGamePlayRecording"),
    ACCEPTED(67, "SetGamePlayRecordingState"),
    ACCEPTED(68, "RequestFlushGamePlayingMovieForDebug"),
    SERVED(70, "RequestToShutdown", request_shutdown, 0, 0),
    SERVED(71, "RequestToReboot", request_shutdown, 0, 0),
    ACCEPTED(72, "RequestToSleep"),
    SERVED(80, "ExitAndRequestToShowThanksMessage", request_shutdown, 0, 0),
    ACCEPTED(90, "EnableApplicationCrashReport"),
    ACCEPTED(100, "InitializeApplicationCopyrightFrameBuffer"),
    ACCEPTED(101, "SetApplicationCopyrightImage"),
    ACCEPTED(102, "SetApplicationCopyrightVisibility"),
    FIXED(110, "QueryApplicationPlayStatistics", 4, 0),
    FIXED(111, "QueryApplicationPlayStatisticsByUid", 4, 0),
    ABSENT(120, "ExecuteProgram", APPLET_RESULT_NO_DATA),
    ACCEPTED(121, "ClearUserChannel"),
    ACCEPTED(122, "UnpopToUserChannel"),
    FIXED(123, "GetPreviousProgramIndex", 4, 0xffffffffu),
    IDLE_EVENT(130, "GetGpuErrorDetectedSystemEvent"),
    ACCEPTED(131, "SetDelayTimeToAbortOnGpuError"),
    IDLE_EVENT(140, "GetFriendInvitationStorageChannelEvent"),
    ABSENT(141, "TryPopFromFriendInvitationStorageChannel", APPLET_RESULT_NO_DATA),
    IDLE_EVENT(150, "GetNotificationStorageChannelEvent"),
    ABSENT(151, "TryPopFromNotificationStorageChannel", APPLET_RESULT_NO_DATA),
    IDLE_EVENT(160, "GetHealthWarningDisappearedSystemEvent"),
    ACCEPTED(170, "SetHdcpAuthenticationActivated"),
    FIXED(200, "GetLastApplicationExitReason", 4, 0),
    ACCEPTED(1001, "PrepareForJit"),
};
const struct interface applet_application_functions =
    INTERFACE("IApplicationFunctions", commands, NULL, &applet_storage);
