/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_PATHS_H
#define WINDLASS_CLI_PATHS_H

#include "base/error.h"

/* Where the run-time library and the headers of generated code lie: $WINDLASS_RUNTIME, else beside
 * this executable (a build folder), else ../lib/windlass from it (an installed one). */
struct runtime_paths {
    char folder[4096];
    char archive[4200]; /* libwindlass_rt.a */
    char include[4200]; /* holds a64/ and core/ */
};

MUST_CHECK bool runtime_paths_find(struct runtime_paths *out, struct error *error);

#endif
