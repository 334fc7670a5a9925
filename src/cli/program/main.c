/* SPDX-License-Identifier: MIT */
/* The main function of every executable that `windlass build` makes. */
#include "cli/program/run.h"

#include <stdio.h>
#include <string.h>

static int help(const char *name) {
    struct strbuf text = {0};
    strbuf_addf(&text, "%s: %s, made native by windlass %s\n\nOptions:\n", name,
                lifted_program.title, WINDLASS_VERSION);
    options_help(&program_options, &text);
    fputs(text.text, stdout);
    strbuf_free(&text);
    return 0;
}

int main(int argc, char **argv) {
    struct program_settings settings;
    struct error error = {0};
    if (argc == 2 && !strcmp(argv[1], "--help"))
        return help(argv[0]);
    if (!program_settings_load(&settings, &argc, argv, &error)) {
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
        return 2;
    }
    if (argc > 1) {
        fprintf(stderr, "%s: '%s' is no option; words for the program go into --args\n", argv[0],
                argv[1]);
        return 2;
    }
    return program_run(&lifted_program, &settings);
}
