/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_UNKNOWN_H
#define WINDLASS_SERVICE_UNKNOWN_H

#include "service/service.h"

/* One warning for each thing that a program asks for and that is not here. */
void unknown_command(const char *port, const struct interface *interface, uint32_t id);
void unknown_port(const char *name);

#endif
