/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_SM_H
#define WINDLASS_SERVICE_SM_H

#include "service/service.h"

/* The port by name among service_ports, NULL if there is none. */
const struct port *sm_find(const char name[8]);
/* Makes sm: reachable through svcConnectToNamedPort. */
void sm_start(void);

#endif
