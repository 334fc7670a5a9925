/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_SETTINGS_H
#define WINDLASS_CLI_SETTINGS_H

#include "cli/build_settings.h"
#include "cli/program/settings.h"

/* Both option tables of one command line, and the file that it names. */
struct settings {
    struct build_settings build;
    struct program_settings program;
    const char *file;
};

/* Reads argv of a command that takes one FILE. On failure the message was printed, and *status is
 * the exit status; --help is such a "failure" with status 0. `about` is the command's line of
 * help. */
bool settings_read(struct settings *s, int argc, char **argv, const char *about, int *status);

#endif
