/* SPDX-License-Identifier: MIT */
/* The kernel's documents: filesystems/proc (MemAvailable), admin-guide/cgroup-v2 (memory.max),
 * admin-guide/cgroup-v1/memory. */
#include "lift/free_memory.h"

#include "base/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The two versions of control groups say the same in files of other names. */
struct hierarchy {
    const char *controllers; /* in /proc/self/cgroup */
    const char *mount, *limit, *usage;
    const char *cache; /* in memory.stat: file pages that are given back when memory is wanted */
};

static const struct hierarchy hierarchies[] = {
    {"", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"},
    {"memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
     "total_inactive_file"},
};

/* The number behind `key` in a file of lines "key number"; with a NULL key the file's only number.
 * False where there is none, which is what "max" is, too. */
static bool read_number(const char *path, const char *key, uint64_t *out) {
    char line[256];
    FILE *f = fopen(path, "re");
    bool found = false;
    while (f && !found && fgets(line, sizeof line, f)) {
        char *number = line, *end;
        if (key) {
            size_t n = strlen(key);
            if (strncmp(line, key, n) != 0 || (line[n] != ' ' && line[n] != ':'))
                continue;
            number = line + n + 1;
        }
        errno = 0;
        *out = strtoull(number, &end, 10);
        found = end != number && !errno;
    }
    if (f)
        fclose(f);
    return found;
}

static bool read_in(const char *folder, const char *name, const char *key, uint64_t *out) {
    char *path = memory_format("%s/%s", folder, name);
    bool ok = read_number(path, key, out);
    free(path);
    return ok;
}

static uint64_t left_in(const struct hierarchy *h, const char *folder) {
    uint64_t limit, usage, cache;
    if (!read_in(folder, h->limit, NULL, &limit) || !read_in(folder, h->usage, NULL, &usage))
        return UINT64_MAX;
    if (read_in(folder, "memory.stat", h->cache, &cache))
        usage -= cache < usage ? cache : usage;
    return limit > usage ? limit - usage : 0;
}

/* A group's limit holds for all groups in it: the least of them counts. In a container the path may
 * be one of the host that cannot be seen; what can be is among its parents. */
static uint64_t left_on_path(const struct hierarchy *h, const char *root, char *path) {
    uint64_t least = UINT64_MAX;
    for (;;) {
        char *folder = memory_format("%s%s%s", root, h->mount, path);
        uint64_t left = left_in(h, folder);
        free(folder);
        if (left < least)
            least = left;
        char *slash = strrchr(path, '/');
        if (!slash)
            return least;
        *slash = 0;
    }
}

/* Is the name in the list "a,b,c"? */
static bool names(const char *list, const char *name) {
    size_t n = strlen(name);
    if (!n)
        return !*list;
    for (const char *p = strstr(list, name); p; p = strstr(p + 1, name))
        if ((p == list || p[-1] == ',') && (p[n] == ',' || !p[n]))
            return true;
    return false;
}

static uint64_t left_in_groups(const char *root) {
    char line[4096];
    uint64_t least = UINT64_MAX;
    char *list = memory_format("%s/proc/self/cgroup", root);
    FILE *f = fopen(list, "re");
    while (f && fgets(line, sizeof line, f)) { /* number:controllers:path */
        line[strcspn(line, "\n")] = 0;
        char *controllers = strchr(line, ':'),
             *path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        *path++ = 0;
        for (size_t i = 0; i < sizeof hierarchies / sizeof *hierarchies; i++) {
            if (!names(controllers + 1, hierarchies[i].controllers))
                continue;
            uint64_t left = left_on_path(&hierarchies[i], root, path);
            least = left < least ? left : least;
        }
    }
    if (f)
        fclose(f);
    free(list);
    return least;
}

uint64_t free_memory(const char *root) {
    uint64_t kib, groups = left_in_groups(root);
    char *path = memory_format("%s/proc/meminfo", root);
    uint64_t available = UINT64_MAX;
    if (read_number(path, "MemAvailable", &kib))
        available = kib < UINT64_MAX / 1024 ? kib * 1024 : UINT64_MAX;
    free(path);
    return available < groups ? available : groups;
}
