/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/ports.h"

/* bpc and spsm: to power off or restart the console is to end the program. */

static result power_off(struct call *c) {
    (void)c;
    process_end(PROCESS_EXITED, 0, "the program asked the console to power off or restart");
    return 0;
}

static const struct command board_commands[] = {
    SERVED(0, "ShutdownSystem", power_off, 0, 0),
    SERVED(1, "RebootSystem", power_off, 0, 0),
};
static const struct interface board = INTERFACE("IBoardPowerControlManager", board_commands, NULL);

static const struct command state_commands[] = {
    SERVED(1, "Shutdown", power_off, 0, 0),
};
static const struct interface state = INTERFACE("IPowerStateInterface", state_commands, NULL);

const struct port port_bpc = {.name = "bpc", .root = &board};
const struct port port_spsm = {.name = "spsm", .root = &state};
