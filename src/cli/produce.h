/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_PRODUCE_H
#define WINDLASS_CLI_PRODUCE_H

#include "cli/build_settings.h"
#include "container/program.h"

#include <stddef.h>

/* From a program to its native executable, by way of the cache. */
struct product {
    char executable[4096];
    bool from_cache;
    double lift_seconds, compile_seconds; /* of the run that made it, also when it was cached */
};

MUST_CHECK bool produce(const struct program *program, const struct build_settings *settings,
                        struct product *out, struct error *error);

#endif
