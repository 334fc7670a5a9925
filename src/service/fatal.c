/* SPDX-License-Identifier: MIT */
#include "base/log.h"
#include "service/answers.h"
#include "service/ports.h"

#include <stdio.h>

/* fatal:u: the program gives up, and says with which result. */

#define POLICY_REPORT_ONLY 1 /* the program goes on; 0 and 2 show an error screen and end it */

/* {u32 result, u32 policy, u64 pid} */
static result throw(struct call * c) {
    const uint32_t *in = call_in(c);
    char reason[128];
    snprintf(reason, sizeof reason, "the program threw fatal error %04u-%04u (0x%x)",
             2000 + (in[0] & 0x1ff), in[0] >> 9 & 0x1fff, in[0]);
    if (in[1] == POLICY_REPORT_ONLY)
        log_warning(LOG_GUEST, "%s and goes on", reason);
    else
        process_end(PROCESS_BREAK, in[0], reason);
    return 0;
}

static const struct command commands[] = {
    SERVED(0, "ThrowFatal", throw, 8, 0),
    SERVED(1, "ThrowFatalWithPolicy", throw, 8, 0),
    SERVED(2, "ThrowFatalWithCpuContext", throw, 8, 0),
};
static const struct interface root = INTERFACE("IService", commands, NULL);

const struct port port_fatal = {.name = "fatal:u", .root = &root};
