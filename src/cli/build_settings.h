/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_BUILD_SETTINGS_H
#define WINDLASS_CLI_BUILD_SETTINGS_H

#include "base/options.h"

/* How a program is lifted and compiled: options of run, build, lift, coverage and cache. */
struct build_settings {
    int64_t optimise;
    int64_t jobs;
    const char *launcher;
    const char *cache_folder;
    int64_t cache_mib;
    const char *output;
    const char *float_mode; /* auto, exact, fast */
    const char *calls;      /* standard, any */
    const char *machine;    /* auto, x86-64-v2, ... */
    bool debug;
    bool counted; /* follows from the program's --deterministic */
    bool json;
    bool interpret;
    bool quiet;
    const char *lift_report;
};

extern const struct option_table build_options;

/* Defaults, windlass.ini, environment and command line, as program_settings_load; the ini file is
 * the one that program_settings_load found. */
MUST_CHECK bool build_settings_load(struct build_settings *s, const char *ini, int *argc,
                                    char **argv, struct error *error);

#endif
