/* SPDX-License-Identifier: MIT */
#include "cli/program/settings.h"

#include "base/file.h"
#include "base/memory.h"
#include "cli/program/folders.h"

#include <string.h>

#define AT(field) offsetof(struct program_settings, field)

static const struct option rows[] = {
    {"headless", OPTION_FLAG, AT(headless), NULL, NULL, "no window; pictures by --screenshot"},
    {"frames", OPTION_NUMBER, AT(frames), "N", NULL, "end after N presented frames"},
    {"screenshot", OPTION_TEXT, AT(screenshot), "FILE.png", NULL, "the last frame, when it ends"},
    {"input", OPTION_TEXT, AT(input), "FILE", NULL, "input script: lines 'FRAME press plus' ..."},
    {"report", OPTION_TEXT, AT(report), "FILE.json", NULL, "how it ended, for machines"},
    {"sd-folder", OPTION_TEXT, AT(sd_folder), "DIR", NULL, "host folder that is the SD card"},
    {"save-folder", OPTION_TEXT, AT(save_folder), "DIR", NULL, "host folder of save data"},
    {"portable", OPTION_TEXT, AT(portable), "DIR", NULL, "keep everything in DIR"},
    {"config", OPTION_TEXT, AT(config), "FILE", NULL, "windlass.ini to read"},
    {"args", OPTION_TEXT, AT(arguments), "WORDS", NULL, "arguments for the guest program"},
    {"gpu", OPTION_TEXT, AT(gpu), "NAME", NULL, "Vulkan device: a part of its name"},
    {"gpu-validate", OPTION_FLAG, AT(gpu_validate), NULL, NULL, "with Vulkan's validation layer"},
    {"gpu-storage", OPTION_CHOICE, AT(gpu_storage), NULL, "1|0",
     "0: what the GPU draws stays out of the program's memory, for measuring"},
    {"gpu-link", OPTION_CHOICE, AT(gpu_link), NULL, "fast|never|always",
     "pipelines are linked of parts at first: where the device does so fast, never, wherever it "
     "can"},
    {"gpu-capture", OPTION_TEXT, AT(gpu_capture), "FILE", NULL,
     "keep what the GPU does, for windlass gpu"},
    {"gpu-capture-first", OPTION_NUMBER, AT(gpu_capture_first), "N", NULL,
     "from when N frames have been presented on"},
    {"gpu-capture-frames", OPTION_NUMBER, AT(gpu_capture_frames), "N", NULL,
     "for N frames (0: until the end)"},
    {"network", OPTION_CHOICE, AT(network), NULL, "none|loopback|all", "what its sockets reach"},
    {"language", OPTION_TEXT, AT(language), "CODE", NULL, "system language (en-US)"},
    {"nickname", OPTION_TEXT, AT(nickname), "NAME", NULL, "name of the one user"},
    {"heap-mib", OPTION_NUMBER, AT(heap_mib), "N", NULL, "memory that the system tells of"},
    {"schedule", OPTION_CHOICE, AT(schedule), NULL, "cores|free",
     "guest threads share three cores as on the console, or run as the host lets them"},
    {"deterministic", OPTION_FLAG, AT(deterministic), NULL, NULL,
     "one fixed schedule, virtual time: the same input gives the same run"},
    {"watchdog", OPTION_NUMBER, AT(watchdog), "SECONDS", NULL,
     "say what threads wait for when none has run for so long (5); 0: never"},
    {"gdb", OPTION_TEXT, AT(gdb), "PORT", NULL, "wait for gdb on this port of 127.0.0.1 (0: any)"},
    {"trace", OPTION_TEXT, AT(trace), "AREAS", NULL,
     "svc,ipc,sched,fs,vi,nvdrv,gpu,hid,net or all"},
    {"trace-file", OPTION_TEXT, AT(trace_file), "FILE", NULL,
     "trace goes there; .json: for Perfetto or Chrome's viewer"},
    {"self", OPTION_TEXT, AT(self), "PATH", NULL, "its own path, as sdmc:/switch/x/x.nro"},
    {"next-load", OPTION_TEXT, AT(next_load), "FILE", NULL, "what it asks to load next goes there"},
};
const struct option_table program_options = {"windlass", rows, sizeof rows / sizeof *rows, false};

static const struct program_settings defaults = {
    .portable = "",
    .sd_folder = "",
    .save_folder = "",
    .config = "",
    .arguments = "",
    .screenshot = "",
    .input = "",
    .report = "",
    .gpu = "",
    .gpu_storage = "1",
    .gpu_link = "fast",
    .gpu_capture = "",
    .network = "loopback",
    .language = "en-US",
    .nickname = "windlass",
    .schedule = "cores",
    .watchdog = 5,
    .gdb = "",
    .trace = "",
    .trace_file = "",
    .self = "",
    .next_load = "",
};

bool program_settings_load(struct program_settings *s, int *argc, char **argv,
                           struct error *error) {
    /* The command line is read twice: --portable and --config say which ini file comes first. */
    struct program_settings first = defaults;
    int count = *argc;
    char **words = NEW_ARRAY(char *, count + 1);
    memcpy(words, argv, sizeof *words * (size_t)count);
    if (!options_from_environment(&program_options, &first, error) ||
        !options_from_arguments(&program_options, &first, &count, words, error))
        return false;
    const char *ini = first.config;
    if (!*ini)
        ini = *first.portable ? memory_format("%s/windlass.ini", first.portable)
                              : folder_config("windlass.ini");
    *s = defaults;
    if (!options_from_ini(&program_options, s, ini, error) ||
        !options_from_environment(&program_options, s, error) ||
        !options_from_arguments(&program_options, s, argc, argv, error))
        return false;
    s->config = ini;
    return true;
}

bool program_settings_folders(struct program_settings *s, struct error *error) {
    bool portable = *s->portable;
    if (!*s->sd_folder)
        s->sd_folder = portable ? memory_format("%s/sd", s->portable) : folder_data("sd");
    if (!*s->save_folder)
        s->save_folder = portable ? memory_format("%s/save", s->portable) : folder_data("save");
    return file_make_folders(s->sd_folder, error) && file_make_folders(s->save_folder, error);
}
