/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/ports.h"

/* apm: performance modes. The host runs as fast as it runs, so that any configuration is taken and
 * the current one is the handheld's. */

#define MODE_NORMAL 0
#define CONFIG_1020 0x00020003u /* CPU 1020 MHz, GPU 384 MHz */

static const struct command session_commands[] = {
    ACCEPTED(0, "SetPerformanceConfiguration"),
    FIXED(1, "GetPerformanceConfiguration", 4, CONFIG_1020),
    ACCEPTED(2, "SetCpuOverclockEnabled"),
};
static const struct interface session = INTERFACE("ISession", session_commands, NULL);

ANSWER_OBJECT(open_session, session)

static const struct command commands[] = {
    SERVED(0, "OpenSession", open_session, 0, 0),
    FIXED(1, "GetPerformanceMode", 4, MODE_NORMAL),
    FIXED(6, "IsCpuOverclockEnabled", 1, 0),
};
static const struct interface root = INTERFACE("IManager", commands, NULL, &session);

static const struct command system_commands[] = {
    ACCEPTED(0, "RequestPerformanceMode"),
    IDLE_EVENT(1, "GetPerformanceEvent"),
    FIXED(2, "GetThrottlingState", 0x28, 0),
    FIXED(3, "GetLastThrottlingState", 0x28, 0),
    ACCEPTED(4, "ClearLastThrottlingState"),
    ACCEPTED(6, "SetCpuBoostMode"),
    FIXED(7, "GetCurrentPerformanceConfiguration", 4, CONFIG_1020),
};
static const struct interface system_root = INTERFACE("ISystemManager", system_commands, NULL);

const struct port port_apm = {.name = "apm", .root = &root};
const struct port port_apm_p = {.name = "apm:p", .root = &root};
const struct port port_apm_sys = {.name = "apm:sys", .root = &system_root};
