/* SPDX-License-Identifier: MIT */
/* `windlass coverage FILE`: every site where guest code touches the system, and what the lifter
 * made of it. */
#include "cli/commands.h"
#include "cli/settings.h"
#include "kernel/svc.h"
#include "lift/lift.h"

#include <stdio.h>

static const char *svc_name(uint32_t number) {
    const struct svc_row *row = svc_find(number);
    return row ? row->name : NULL;
}

int cli_coverage(int argc, char **argv) {
    static const struct lift_options options;
    struct settings s;
    struct error error = {0};
    struct program program;
    struct strbuf out = {0};
    int status;
    if (!settings_read(&s, argc, argv, "lists what the lifter made of each sensitive site",
                       &status))
        return status;
    if (!program_open(s.file, &program, &error)) {
        fprintf(stderr, "windlass coverage: %s\n", error.text);
        return 1;
    }
    bool ok = lift_coverage(&program, &options, svc_name, s.build.json, &out, &error);
    if (ok)
        fputs(out.text, stdout);
    else
        fprintf(stderr, "windlass coverage: %s\n", error.text);
    strbuf_free(&out);
    program_close(&program);
    return !ok;
}
