/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/ports.h"

/* spl: the security processor, which is not here. Programs ask for configuration items to find
 * out which custom firmware runs: none. */

#define INVALID_ITEM RESULT(26, 2)

static const struct command commands[] = {
    ABSENT(0, "GetConfig", INVALID_ITEM),
    ABSENT(5, "SetConfig", INVALID_ITEM),
    FIXED(11, "IsDevelopment", 1, 0),
    FIXED(25, "GetBootReason", 4, 0),
};
static const struct interface root = INTERFACE("IGeneralInterface", commands, NULL);

const struct port port_spl = {.name = "spl:", .root = &root};
