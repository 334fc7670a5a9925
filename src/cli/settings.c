/* SPDX-License-Identifier: MIT */
#include "cli/settings.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static void print_help(const char *command, const char *about) {
    struct strbuf text = {0};
    strbuf_addf(&text, "windlass %s FILE [OPTION...]: %s\n\nLifting and compiling:\n", command,
                about);
    options_help(&build_options, &text);
    strbuf_add(&text, "\nRunning:\n");
    options_help(&program_options, &text);
    strbuf_add(&text, "\nEach option can also stand in windlass.ini ([build] and [windlass]) or in "
                      "the environment\n(--sd-folder is WINDLASS_SD_FOLDER).\n");
    fputs(text.text, stdout);
    strbuf_free(&text);
}

bool settings_read(struct settings *s, int argc, char **argv, const char *about, int *status) {
    struct error error = {0};
    char *command = argv[0];
    *status = 2;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help")) {
            print_help(command, about);
            *status = 0;
            return false;
        }
    /* The program's table is the strict one, so it has to come second. The ini file is known only
     * then, so the build table reads the command line again to win over the file. */
    char **copy = NEW_ARRAY(char *, argc + 1);
    memcpy(copy, argv, sizeof *copy * (size_t)argc);
    int left = argc, again = argc;
    bool ok = build_settings_load(&s->build, "", &left, argv, &error) &&
              program_settings_load(&s->program, &left, argv, &error) &&
              build_settings_load(&s->build, s->program.config, &again, copy, &error);
    if (!ok) {
        fprintf(stderr, "windlass %s: %s\n", command, error.text);
        return false;
    }
    if (left != 2) {
        fprintf(stderr, "windlass %s: takes one FILE (%d given); --help explains\n", command,
                left - 1);
        return false;
    }
    s->file = argv[1];
    s->build.counted = s->program.deterministic;
    return true;
}
