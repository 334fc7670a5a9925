/* SPDX-License-Identifier: MIT */
#include "cli/build_settings.h"

#include "cli/program/folders.h"

#define AT(field) offsetof(struct build_settings, field)

static const struct option rows[] = {
    {"optimise", OPTION_NUMBER, AT(optimise), "N", NULL, "clang's level for lifted code: 1, 2, 3"},
    {"float", OPTION_CHOICE, AT(float_mode), "HOW", "auto|exact|fast",
     "auto: exact as far as the program can see; fast: other NaNs, no FPSR"},
    {"machine", OPTION_CHOICE, AT(machine), "LEVEL", "auto|x86-64-v2|x86-64-v3|x86-64-v4",
     "the oldest processor that it shall run on (auto: this one)"},
    {"calls", OPTION_CHOICE, AT(calls), "HOW", "standard|any",
     "any: code behind pointers may break the procedure call standard; slower"},
    {"debug", OPTION_FLAG, AT(debug), NULL, NULL, "registers exact at every instruction; slower"},
    {"jobs", OPTION_NUMBER, AT(jobs), "N", NULL, "parallel compiles (cores and memory decide)"},
    {"launcher", OPTION_TEXT, AT(launcher), "COMMAND", NULL,
     "in front of clang: ccache, distcc, ..."},
    {"cache-folder", OPTION_TEXT, AT(cache_folder), "DIR", NULL,
     "where compiled programs are kept"},
    {"cache-mib", OPTION_NUMBER, AT(cache_mib), "N", NULL, "its size limit (4096)"},
    {"output", OPTION_TEXT, AT(output), "PATH", NULL, "what build and lift make"},
    {"json", OPTION_FLAG, AT(json), NULL, NULL, "info and coverage for machines"},
    {"interpret", OPTION_FLAG, AT(interpret), NULL, NULL, "run without lifting: slow, no compiler"},
    {"quiet", OPTION_FLAG, AT(quiet), NULL, NULL, "no progress and no summary"},
    {"lift-report", OPTION_TEXT, AT(lift_report), "FILE.json", NULL, "figures of lift and compile"},
};
/* The words that it does not know are for the program's own table. */
const struct option_table build_options = {"build", rows, sizeof rows / sizeof *rows, true};

bool build_settings_load(struct build_settings *s, const char *ini, int *argc, char **argv,
                         struct error *error) {
    *s = (struct build_settings){
        .optimise = 2,
        .float_mode = "auto",
        .calls = "standard",
        .machine = "auto",
        .launcher = "",
        .cache_folder = folder_cache("programs"),
        .cache_mib = 4096,
        .output = "",
        .lift_report = "",
    };
    return options_from_ini(&build_options, s, ini, error) &&
           options_from_environment(&build_options, s, error) &&
           options_from_arguments(&build_options, s, argc, argv, error);
}
