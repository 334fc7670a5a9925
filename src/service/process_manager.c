/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/ports.h"

/* pm:info and pm:bm. The program runs where homebrew runs on the console: in the album's place. */

#define ALBUM_PROGRAM_ID 0x010000000000100dull
#define NO_PROCESS       RESULT(15, 1)

static result get_program_id(struct call *c) {
    const uint64_t *pid = call_in(c);
    if (*pid != PROCESS_ID)
        return NO_PROCESS;
    *(uint64_t *)call_out(c) = ALBUM_PROGRAM_ID;
    return 0;
}

static const struct command info_commands[] = {
    SERVED(0, "GetProgramId", get_program_id, 8, 8),
};
static const struct interface info = INTERFACE("IInformationInterface", info_commands, NULL);

static const struct command boot_commands[] = {
    FIXED(0, "GetBootMode", 4, 0),
};
static const struct interface boot = INTERFACE("IBootModeInterface", boot_commands, NULL);

const struct port port_pm_info = {.name = "pm:info", .root = &info};
const struct port port_pm_bm = {.name = "pm:bm", .root = &boot};
