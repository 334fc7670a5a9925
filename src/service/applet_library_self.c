/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/applet.h"

/* What a program sees of itself when it runs as a library applet ("applet mode"): started by
 * nobody that would hand it data. */

static result exit_and_return(struct call *c) {
    (void)c;
    process_end(PROCESS_EXITED, 0, "");
    return 0;
}

#define SELF_APPLET 0x15u /* the album, whose place homebrew loaders take */

static const struct command self_commands[] = {
    ABSENT(0, "PopInData", APPLET_RESULT_NO_DATA),
    ACCEPTED(1, "PushOutData"),
    ABSENT(2, "PopInteractiveInData", APPLET_RESULT_NO_DATA),
    ACCEPTED(3, "PushInteractiveOutData"),
    IDLE_EVENT(5, "GetPopInDataEvent"),
    IDLE_EVENT(6, "GetPopInteractiveInDataEvent"),
    SERVED(10, "ExitProcessAndReturn", exit_and_return, 0, 0),
    FIXED(11, "GetLibraryAppletInfo", 8, SELF_APPLET),
    FIXED(12, "GetMainAppletIdentityInfo", 16, 0),
    FIXED(13, "CanUseApplicationCore", 1, 1),
    FIXED(14, "GetCallerAppletIdentityInfo", 16, 0),
    FIXED(16, "GetMainAppletStorageId", 1, 0),
    FIXED(19, "GetDesirableKeyboardLayout", 4, 1),
    ABSENT(20, "PopExtraStorage", APPLET_RESULT_NO_DATA),
    IDLE_EVENT(25, "GetPopExtraStorageEvent"),
    SERVED(80, "RequestExitToSelf", exit_and_return, 0, 0),
    IDLE_EVENT(130, "GetGpuErrorDetectedSystemEvent"),
    FIXED(150, "ShouldSetGpuTimeSliceManually", 1, 0),
};
const struct interface applet_library_self =
    INTERFACE("ILibraryAppletSelfAccessor", self_commands, NULL);

static const struct command winding_commands[] = {
    FIXED(0, "GetLaunchReason", 4, 0),
    ABSENT(11, "OpenCallingLibraryApplet", APPLET_RESULT_NO_DATA),
    ABSENT(22, "PopContext", APPLET_RESULT_NO_DATA),
};
const struct interface applet_process_winding =
    INTERFACE("IProcessWindingController", winding_commands, NULL);
