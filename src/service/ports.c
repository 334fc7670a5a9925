/* SPDX-License-Identifier: MIT */
#include "service/ports.h"

/* The machine's ports, in the order of docs/services.md. */
const struct port *const service_ports[] = {
    &port_sm,
};
const size_t service_port_count = sizeof service_ports / sizeof service_ports[0];

port_start *const port_starts[] = {
    NULL,
};
