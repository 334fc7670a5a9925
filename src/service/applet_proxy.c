/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/applet.h"
#include "service/ports.h"

/* appletOE and appletAE: the roots, and the proxy through which an applet reaches its interfaces.
 * The program runs alone, so that every child without data of its own stands for shared state. */

ANSWER_OBJECT(open_common_state, applet_common_state)
ANSWER_OBJECT(open_self_controller, applet_self_controller)
ANSWER_OBJECT(open_window_controller, applet_window_controller)
ANSWER_OBJECT(open_audio_controller, applet_audio_controller)
ANSWER_OBJECT(open_display_controller, applet_display_controller)
ANSWER_OBJECT(open_debug_functions, applet_debug_functions)
ANSWER_OBJECT(open_application_functions, applet_application_functions)
ANSWER_OBJECT(open_library_creator, applet_library_creator)
ANSWER_OBJECT(open_library_self, applet_library_self)
ANSWER_OBJECT(open_process_winding, applet_process_winding)

/* No home menu stands above the program: these interfaces exist and are empty. */
static const struct interface home_menu_functions = {.name = "IHomeMenuFunctions"};
static const struct interface global_state_controller = {.name = "IGlobalStateController"};
static const struct interface application_creator = {.name = "IApplicationCreator"};
static const struct interface overlay_functions = {.name = "IOverlayFunctions"};
static const struct interface common_functions = {.name = "IAppletCommonFunctions"};

ANSWER_OBJECT(open_home_menu_functions, home_menu_functions)
ANSWER_OBJECT(open_global_state_controller, global_state_controller)
ANSWER_OBJECT(open_application_creator, application_creator)
ANSWER_OBJECT(open_overlay_functions, overlay_functions)
ANSWER_OBJECT(open_common_functions, common_functions)

#define PROXY_COMMANDS                                                                             \
    SERVED(0, "GetCommonStateGetter", open_common_state, 0, 0),                                    \
        SERVED(1, "GetSelfController", open_self_controller, 0, 0),                                \
        SERVED(2, "GetWindowController", open_window_controller, 0, 0),                            \
        SERVED(3, "GetAudioController", open_audio_controller, 0, 0),                              \
        SERVED(4, "GetDisplayController", open_display_controller, 0, 0),                          \
        SERVED(11, "GetLibraryAppletCreator", open_library_creator, 0, 0),                         \
        SERVED(1000, "GetDebugFunctions", open_debug_functions, 0, 0)

#define PROXY_OPENS                                                                                \
    &applet_common_state, &applet_self_controller, &applet_window_controller,                      \
        &applet_audio_controller, &applet_display_controller, &applet_library_creator,             \
        &applet_debug_functions

static const struct command application_commands[] = {
    PROXY_COMMANDS,
    SERVED(20, "GetApplicationFunctions", open_application_functions, 0, 0),
};
static const struct command library_commands[] = {
    PROXY_COMMANDS,
    SERVED(10, "GetProcessWindingController", open_process_winding, 0, 0),
    SERVED(20, "OpenLibraryAppletSelfAccessor", open_library_self, 0, 0),
    SERVED(21, "GetAppletCommonFunctions", open_common_functions, 0, 0),
    SERVED(22, "GetHomeMenuFunctions", open_home_menu_functions, 0, 0),
    SERVED(23, "GetGlobalStateController", open_global_state_controller, 0, 0),
};
static const struct command system_commands[] = {
    PROXY_COMMANDS,
    SERVED(20, "GetHomeMenuFunctions", open_home_menu_functions, 0, 0),
    SERVED(21, "GetGlobalStateController", open_global_state_controller, 0, 0),
    SERVED(22, "GetApplicationCreator", open_application_creator, 0, 0),
    SERVED(23, "GetAppletCommonFunctions", open_common_functions, 0, 0),
};
static const struct command overlay_commands[] = {
    PROXY_COMMANDS,
    SERVED(20, "GetOverlayFunctions", open_overlay_functions, 0, 0),
    SERVED(21, "GetAppletCommonFunctions", open_common_functions, 0, 0),
};

static const struct interface application_proxy = INTERFACE(
    "IApplicationProxy", application_commands, NULL, PROXY_OPENS, &applet_application_functions);
static const struct interface library_proxy = INTERFACE(
    "ILibraryAppletProxy", library_commands, NULL, PROXY_OPENS, &applet_process_winding,
    &applet_library_self, &common_functions, &home_menu_functions, &global_state_controller);
static const struct interface system_proxy =
    INTERFACE("ISystemAppletProxy", system_commands, NULL, PROXY_OPENS, &home_menu_functions,
              &global_state_controller, &application_creator, &common_functions);
static const struct interface overlay_proxy =
    INTERFACE("IOverlayAppletProxy", overlay_commands, NULL, PROXY_OPENS, &overlay_functions,
              &common_functions);

ANSWER_OBJECT(open_application_proxy, application_proxy)
ANSWER_OBJECT(open_library_proxy, library_proxy)
ANSWER_OBJECT(open_system_proxy, system_proxy)
ANSWER_OBJECT(open_overlay_proxy, overlay_proxy)

static const struct command oe_commands[] = {
    SERVED(0, "OpenApplicationProxy", open_application_proxy, 0, 0),
};
static const struct command ae_commands[] = {
    SERVED(100, "OpenSystemAppletProxy", open_system_proxy, 0, 0),
    SERVED(200, "OpenLibraryAppletProxyOld", open_library_proxy, 0, 0),
    SERVED(201, "OpenLibraryAppletProxy", open_library_proxy, 0, 0),
    SERVED(300, "OpenOverlayAppletProxy", open_overlay_proxy, 0, 0),
    SERVED(350, "OpenSystemApplicationProxy", open_application_proxy, 0, 0),
};
static const struct interface oe_root =
    INTERFACE("IApplicationProxyService", oe_commands, NULL, &application_proxy);
static const struct interface ae_root =
    INTERFACE("IAllSystemAppletProxiesService", ae_commands, NULL, &system_proxy, &library_proxy,
              &overlay_proxy, &application_proxy);

const struct port port_applet_oe = {.name = "appletOE", .root = &oe_root};
const struct port port_applet_ae = {.name = "appletAE", .root = &ae_root};
