/* SPDX-License-Identifier: MIT */
#include "lift/tool.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool can_run(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

static bool is_in_path(const char *name) {
    const char *folder = getenv("PATH");
    for (const char *end; folder; folder = *end ? end + 1 : NULL) {
        end = strchrnul(folder, ':');
        const int length = (int)(end - folder);
        char *path = memory_format("%.*s/%s", length ? length : 1, length ? folder : ".", name);
        bool found = can_run(path);
        free(path);
        if (found)
            return true;
    }
    return false;
}

bool tool_require(const char *command, const char *what, const char *advice, struct error *error) {
    char *name = memory_format("%.*s", (int)strcspn(command, " \t"), command);
    bool found = *name && (strchr(name, '/') ? can_run(name) : is_in_path(name));
    if (!found)
        error_set(error, ERROR_TOOL, "%s '%s' cannot be run: %s", what, name, advice);
    free(name);
    return found;
}
