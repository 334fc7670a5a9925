/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_TOOL_H
#define WINDLASS_LIFT_TOOL_H

#include "base/error.h"

/* False with a message where no program can be run by the first word of the command, a name in PATH
 * or a path. `what` it is for and the `advice` stand in the message. */
MUST_CHECK bool tool_require(const char *command, const char *what, const char *advice,
                             struct error *error);

#endif
