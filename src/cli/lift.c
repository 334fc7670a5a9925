/* SPDX-License-Identifier: MIT */
/* `windlass lift FILE --output DIR`: the C files and their build.ninja, for reading or for building
 * by hand. */
#include "cli/commands.h"
#include "cli/produce.h"
#include "cli/settings.h"

#include <stdio.h>

int cli_lift(int argc, char **argv) {
    struct settings s;
    struct error error = {0};
    struct program program;
    struct lifter_setup setup;
    struct lift_stats stats = {0};
    char folder[4096];
    int status;
    if (!settings_read(&s, argc, argv, "writes a program's C files into a folder", &status))
        return status;
    if (!program_open(s.file, &program, &error)) {
        fprintf(stderr, "windlass lift: %s\n", error.text);
        return 1;
    }
    snprintf(folder, sizeof folder, "%s.lifted", program.modules[0].name);
    bool ok = lifter_setup(&setup, &s.build, &error);
    if (ok) {
        setup.options.folder = *s.build.output ? s.build.output : folder;
        ok = lift_program(&program, &setup.options, &stats, &error);
    }
    if (!ok)
        fprintf(stderr, "windlass lift: %s\n", error.text);
    else
        printf("%s: %zu functions, %zu instructions in %zu C files, %.2f s\n"
               "build it with: ninja -C %s\n",
               setup.options.folder, stats.functions, stats.instructions, stats.c_files,
               stats.seconds, setup.options.folder);
    program_close(&program);
    return !ok;
}
