/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_PROGRAM_SETTINGS_H
#define WINDLASS_CLI_PROGRAM_SETTINGS_H

#include "base/options.h"

/* What a lifted program can be told at run time: by `windlass run`, and by the executable that
 * `windlass build` makes. */
struct program_settings {
    const char *portable;    /* folder that holds sd/, save/ and windlass.ini; "" for XDG */
    const char *sd_folder;   /* "": from portable or XDG */
    const char *save_folder; /* likewise */
    const char *config;      /* windlass.ini */
    const char *arguments;   /* words of the guest's command line behind its own path */
    bool headless;
    int64_t frames; /* 0: no limit */
    const char *screenshot;
    const char *input;
    const char *report;
    const char *gpu; /* a part of the device's name; "": the best */
    bool gpu_validate;
    const char *gpu_storage; /* "1", or "0": images are not written back */
    const char *gpu_link;    /* "fast", "never", "always" */
    const char *gpu_capture; /* file of what the GPU does; "": none */
    int64_t gpu_capture_first, gpu_capture_frames;
    const char *network;
    const char *language;
    const char *nickname;
    int64_t heap_mib; /* 0: the default */
    const char *schedule;
    bool deterministic;
    int64_t watchdog; /* seconds; 0: none */
    const char *gdb;  /* port; "": none */
    const char *trace;
    const char *trace_file;
    const char *self;      /* path of the program on the SD card, "" for the default */
    const char *next_load; /* where to leave what the guest wants loaded next */
};

extern const struct option_table program_options;

/* Defaults, windlass.ini, environment, then the command line (options are taken out of argv). */
MUST_CHECK bool program_settings_load(struct program_settings *s, int *argc, char **argv,
                                      struct error *error);
/* Fills the folders that were left empty, and makes them. */
MUST_CHECK bool program_settings_folders(struct program_settings *s, struct error *error);

#endif
