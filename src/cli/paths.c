/* SPDX-License-Identifier: MIT */
#include "cli/paths.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool complete(struct runtime_paths *p, const char *folder) {
    snprintf(p->folder, sizeof p->folder, "%s", folder);
    snprintf(p->archive, sizeof p->archive, "%s/libwindlass_rt.a", p->folder);
    snprintf(p->include, sizeof p->include, "%s/include", p->folder);
    return access(p->archive, R_OK) == 0 && access(p->include, R_OK) == 0;
}

bool runtime_paths_find(struct runtime_paths *out, struct error *error) {
    const char *named = getenv("WINDLASS_RUNTIME");
    if (named && *named)
        return complete(out, named) ||
               error_set(error, ERROR_TOOL,
                         "WINDLASS_RUNTIME=%s holds no libwindlass_rt.a and include/", named);
    char self[4000] = "";
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    const char *folder = dirname(self);
    char candidate[4096];
    static const char *const below[] = {"runtime", "../lib/windlass"};
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        snprintf(candidate, sizeof candidate, "%s/%s", folder, below[i]);
        if (complete(out, candidate))
            return true;
    }
    return error_set(error, ERROR_TOOL,
                     "no run-time library (libwindlass_rt.a) in %s/runtime or %s/../lib/windlass; "
                     "build windlass as a whole, or name the folder in WINDLASS_RUNTIME",
                     folder, folder);
}
