/* SPDX-License-Identifier: MIT */
/* `windlass cache list|clear`: the compiled programs that are kept. */
#include "lift/cache.h"

#include "cli/build_settings.h"
#include "cli/commands.h"
#include "cli/program/folders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int list(const struct build_settings *s) {
    size_t count;
    uint64_t total = 0;
    struct cache_entry *entries = cache_list(s->cache_folder, &count);
    for (size_t i = 0; i < count; i++) {
        char when[32] = "";
        struct tm tm;
        if (localtime_r(&entries[i].used, &tm))
            strftime(when, sizeof when, "%Y-%m-%d %H:%M", &tm);
        printf("%.12s  %s  %7.1f MiB  %s\n", entries[i].key, when,
               (double)entries[i].bytes / (1 << 20), entries[i].title);
        total += entries[i].bytes;
    }
    printf("%zu programs, %.1f of %lld MiB in %s\n", count, (double)total / (1 << 20),
           (long long)s->cache_mib, s->cache_folder);
    free(entries);
    return 0;
}

int cli_cache(int argc, char **argv) {
    struct build_settings s;
    struct error error = {0};
    if (!build_settings_load(&s, folder_config("windlass.ini"), &argc, argv, &error)) {
        fprintf(stderr, "windlass cache: %s\n", error.text);
        return 2;
    }
    if (argc == 2 && !strcmp(argv[1], "list"))
        return list(&s);
    if (argc == 2 && !strcmp(argv[1], "clear")) {
        printf("%zu programs removed from %s\n", cache_clear(s.cache_folder), s.cache_folder);
        return 0;
    }
    fprintf(stderr, "windlass cache: say list or clear [--cache-folder DIR]\n");
    return 2;
}
