/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_PROGRAM_REPORT_H
#define WINDLASS_CLI_PROGRAM_REPORT_H

#include "base/error.h"
#include "core/lifted.h"
#include "kernel/process.h"

/* The machine-readable verdict of a run (--report). */
struct report {
    const struct lifted_program *program;
    const struct process_exit *exit;
    int exit_status;
    uint64_t frames;
    uint64_t first_frame_ns; /* from process start; 0: no frame was presented */
    const char *gpu;         /* lines; "": the program has not used it */
};

MUST_CHECK bool report_write(const char *path, const struct report *report, struct error *error);
MUST_CHECK bool report_write_not_started(const char *path, const struct error *why,
                                         struct error *error);

#endif
