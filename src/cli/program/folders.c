/* SPDX-License-Identifier: MIT */
#include "cli/program/folders.h"

#include "base/memory.h"

#include <stdlib.h>

/* The specification says that a relative path in the variable is to be ignored. */
static const char *below_xdg(const char *variable, const char *below_home, const char *below) {
    const char *base = getenv(variable);
    if (base && *base == '/')
        return memory_format("%s/windlass/%s", base, below);
    const char *home = getenv("HOME");
    return memory_format("%s/%s/windlass/%s", home ? home : "/tmp", below_home, below);
}

const char *folder_data(const char *below) {
    return below_xdg("XDG_DATA_HOME", ".local/share", below);
}

const char *folder_config(const char *below) {
    return below_xdg("XDG_CONFIG_HOME", ".config", below);
}

const char *folder_cache(const char *below) {
    return below_xdg("XDG_CACHE_HOME", ".cache", below);
}
