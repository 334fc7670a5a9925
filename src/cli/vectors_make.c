/* SPDX-License-Identifier: MIT */
#include "cli/vectors.h"

static const struct option rows[] = {
    {"rows", OPTION_TEXT, 0, "PATTERN", NULL, "rows of the instruction table, by name (*)"},
};
const struct option_table vectors_make_options = {"vectors", rows, 1, false};
int vectors_make_command(int argc, char **argv) {
    (void)argc, (void)argv;
    return 2;
}
