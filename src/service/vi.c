/* SPDX-License-Identifier: MIT */
#include "service/vi.h"

#include "service/ports.h"

/* vi:m, vi:s and vi:u - the roots, which only hand out the display service. */

result vi_ok(struct call *c) {
    (void)c;
    return 0;
}

static result get_display_service(struct call *c) {
    call_return_object(c, &vi_interface_display, NULL);
    return 0;
}

static const struct command manager_commands[] = {
    {2, "GetDisplayService", get_display_service, COMMAND_FULL, 4, 0},
};

static const struct command system_commands[] = {
    {1, "GetDisplayService", get_display_service, COMMAND_FULL, 4, 0},
};

static const struct command application_commands[] = {
    {0, "GetDisplayService", get_display_service, COMMAND_FULL, 4, 0},
};

static const struct interface manager =
    INTERFACE("IManagerRootService", manager_commands, NULL, &vi_interface_display);
static const struct interface system_root =
    INTERFACE("ISystemRootService", system_commands, NULL, &vi_interface_display);
static const struct interface application =
    INTERFACE("IApplicationRootService", application_commands, NULL, &vi_interface_display);

const struct port port_vi_m = {.name = "vi:m", .root = &manager};
const struct port port_vi_s = {.name = "vi:s", .root = &system_root};
const struct port port_vi_u = {.name = "vi:u", .root = &application};
