/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_VECTORS_H
#define WINDLASS_CLI_VECTORS_H

#include "base/options.h"
#include "cli/build_settings.h"

/* What the two halves of `windlass vectors` share. */

/* Options of lifting, then the strict table; words that are left stand in argv. */
MUST_CHECK bool vectors_settings(struct build_settings *build, const struct option_table *table,
                                 void *settings, int *argc, char **argv, struct error *error);
/* Prints the error; returns the status. */
int vectors_failed(const char *word, const struct error *error, int status);

extern const struct option_table vectors_make_options;
int vectors_make_command(int argc, char **argv);

#endif
