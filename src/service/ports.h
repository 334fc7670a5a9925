/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_PORTS_H
#define WINDLASS_SERVICE_PORTS_H

#include "service/service.h"

/* The ports' tables, each defined in its own file; ports.c lists them. */
extern const struct port port_sm;

/* What runs from service_start until the process ends, a line a port that needs it. */
typedef bool port_start(struct error *error);
extern port_start *const port_starts[]; /* ends with NULL */

#endif
