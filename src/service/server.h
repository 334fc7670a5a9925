/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_SERVER_H
#define WINDLASS_SERVICE_SERVER_H

#include "service/service.h"

/* A new session with a port: its client end, one reference for the caller. */
struct object *server_connect(const struct port *port);

#endif
