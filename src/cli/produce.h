/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_PRODUCE_H
#define WINDLASS_CLI_PRODUCE_H

#include "cli/build_settings.h"
#include "cli/paths.h"
#include "container/program.h"
#include "lift/lift.h"

/* From a program to its native executable, by way of the cache. */
struct product {
    char executable[4352];
    bool from_cache;
};

MUST_CHECK bool produce(const struct program *program, const struct build_settings *settings,
                        struct product *out, struct error *error);

/* The lifter's options for these settings; they point into *out and the settings. */
struct lifter_setup {
    struct lift_options options;
    struct runtime_paths paths;
    const char *archives[2];
};
MUST_CHECK bool lifter_setup(struct lifter_setup *out, const struct build_settings *settings,
                             struct error *error);

#endif
