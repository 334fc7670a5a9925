/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_PROGRAM_RUN_H
#define WINDLASS_CLI_PROGRAM_RUN_H

#include "cli/program/settings.h"
#include "core/lifted.h"

/* Runs a program on the kernel and services of this process until it ends; once a process.
 * Returns the exit status: 0 after a clean end, the low byte of the guest's result (1 where that
 * byte is 0) after any other end of its own, 70 after a fault or svcBreak, 71 when it could not be
 * started. */
int program_run(const struct lifted_program *program, struct program_settings *settings);

enum { PROGRAM_STATUS_FAULT = 70, PROGRAM_STATUS_NOT_STARTED = 71 };

#endif
