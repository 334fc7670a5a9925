/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GDB_SERVER_H
#define WINDLASS_GDB_SERVER_H

#include "base/error.h"
#include "core/lifted.h"

/* `--gdb PORT`: gdb connects to this process and debugs the guest in it (docs/gdb.md). One gdb at a
 * time, from this machine only. */

/* Before process_start: listens on the port (0: a free one), says where on stderr, and has all
 * guest threads wait for gdb at their first instruction. The program must have been lifted for
 * debugging, or be interpreted. */
MUST_CHECK bool gdb_server_start(const struct lifted_program *program, uint16_t port,
                                 struct error *error);
/* The process has ended: gdb is told the status. Nothing happens where there is no server. */
void gdb_server_end(int status);

#endif
