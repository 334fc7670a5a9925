/* SPDX-License-Identifier: MIT */
/* `windlass coverage FILE`: every site where guest code touches the system, and what the lifter
 * made of it. */
#include "cli/commands.h"
#include "cli/produce.h"
#include "cli/settings.h"
#include "lift/cache.h"

#include <stdio.h>
#include <stdlib.h>

int cli_coverage(int argc, char **argv) {
    struct settings s;
    struct error error = {0};
    struct program program;
    struct lifter_setup setup;
    struct lift_stats stats = {0};
    int status;
    if (!settings_read(&s, argc, argv, "lists what the lifter made of each sensitive site",
                       &status))
        return status;
    if (!program_open(s.file, &program, &error)) {
        fprintf(stderr, "windlass coverage: %s\n", error.text);
        return 1;
    }
    char folder[] = "/tmp/windlass-coverage-XXXXXX";
    bool ok = lifter_setup(&setup, &s.build, &error) &&
              (mkdtemp(folder) || error_set(&error, ERROR_IO, "no temporary folder can be made"));
    if (ok) {
        setup.options.folder = folder;
        ok = lift_program(&program, &setup.options, &stats, &error);
        cache_abandon(folder);
    }
    if (ok)
        fputs(s.build.json ? stats.coverage_json : stats.coverage_text, stdout);
    else
        fprintf(stderr, "windlass coverage: %s\n", error.text);
    lift_stats_free(&stats);
    program_close(&program);
    return !ok;
}
