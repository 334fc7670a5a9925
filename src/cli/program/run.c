/* SPDX-License-Identifier: MIT */
#include "cli/program/run.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "cli/program/folders.h"
#include "cli/program/report.h"
#include "core/core.h"
#include "core/memory.h"
#include "gdb/server.h"
#include "host/clock.h"
#include "host/display.h"
#include "host/input.h"
#include "host/random.h"
#include "host/timeline.h"
#include "kernel/baton.h"
#include "kernel/process.h"
#include "kernel/ticker.h"
#include "service/applet.h"
#include "service/service.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How long a program may take to end after it was told that its window is closed. */
#define CLOSE_GRACE_NS 5000000000ull

struct run {
    const struct lifted_program *program;
    struct program_settings *settings;
    uint64_t first_frame_ns;
};

static void stop_after_grace(void) {
    process_end(PROCESS_STOPPED, 0, "the window was closed and the program did not end");
}

/* The input script closes the window in the guest's time, the display's loop somewhat later. */
static void on_close(void *unused) {
    (void)unused;
    static bool closed;
    static const struct ticker grace = {"grace", 1, CLOSE_GRACE_NS, stop_after_grace};
    struct error error;
    if (__atomic_exchange_n(&closed, true, __ATOMIC_ACQ_REL))
        return;
    applet_request_exit();
    if (!ticker_start(&grace, &error))
        fprintf(stderr, "windlass: %s\n", error.text);
}

static void on_frame(void *context, uint64_t frame, bool close) {
    struct run *run = context;
    if (!run->first_frame_ns)
        run->first_frame_ns = clock_ns();
    if (close)
        on_close(NULL);
    if (run->settings->frames && frame >= (uint64_t)run->settings->frames)
        process_end(PROCESS_STOPPED, 0, "");
}

/* The event loop keeps the main thread, so another one waits for the guest to end. */
static void *quit_display_at_end(void *exit) {
    process_wait(-1, exit);
    display_quit();
    return NULL;
}

/* "sdmc:/switch/NAME/NAME.nro" where the settings name no other path. */
static const char *self_path(const struct run *run) {
    if (*run->settings->self)
        return run->settings->self;
    const char *name = run->program->name;
    return memory_format("sdmc:/switch/%s/%s.nro", name, name);
}

/* The program changes into its own folder at start, so the folder has to be there. */
static bool make_self_folder(const struct run *run, const char *self, struct error *error) {
    const char *below = strchr(self, '/');
    char *folder = memory_format("%s%s", run->settings->sd_folder, below ? below : "");
    char *end = strrchr(folder, '/');
    if (end)
        *end = 0;
    bool ok = file_make_folders(folder, error);
    free(folder);
    return ok;
}

/* libnx splits the line at white space and knows double quotes but no escapes. */
static const char *command_line(const struct run *run, const char *self) {
    bool quote = strpbrk(self, " \t") != NULL;
    return memory_format("%s%s%s%s%s", quote ? "\"" : "", self, quote ? "\"" : "",
                         *run->settings->arguments ? " " : "", run->settings->arguments);
}

/* The track of lines that no guest thread writes; between those of cores and of threads. */
#define HOST_TRACK_ID 16
static struct timeline_track *host_track;

static void trace_line(const char *area, const char *text) {
    struct timeline_track *track = timeline_own() ? timeline_own() : host_track;
    timeline_start(track, TIMELINE_INSTANT, area, text);
    timeline_finish(track);
}

/* Lines, or a timeline where the name says JSON. */
static bool open_trace(const struct run *run, struct error *error) {
    const char *path = run->settings->trace_file, *dot = strrchr(path, '.');
    if (!dot || strcmp(dot, ".json") != 0)
        return log_open(path) ||
               error_set(error, ERROR_IO, "%s: trace file cannot be written", path);
    if (!timeline_open(path, run->program->name, error))
        return false;
    host_track = timeline_track_new(TIMELINE_PROGRAM, HOST_TRACK_ID, "host threads");
    log_to(trace_line);
    return true;
}

/* Before anybody asks for the time or for random bytes. */
static bool make_deterministic(const struct run *run, struct error *error) {
    if (!run->settings->deterministic)
        return true;
    if (!run->program->counted)
        return error_set(error, ERROR_USAGE,
                         "deterministic: %s was built without it; build it again with `windlass "
                         "build --deterministic`",
                         run->program->name);
    if (!strcmp(run->settings->schedule, "free"))
        return error_set(error, ERROR_USAGE,
                         "deterministic: goes with --schedule cores, not with free");
    if (*run->settings->gdb)
        return error_set(error, ERROR_USAGE,
                         "deterministic: a debugger stops threads at times of its own; leave out "
                         "--gdb");
    clock_make_virtual();
    random_make_fixed();
    baton_use(!run->settings->headless);
    return true;
}

static bool start_host(struct run *run, struct error *error) {
    const struct program_settings *s = run->settings;
    if (!make_deterministic(run, error))
        return false;
    if (*s->trace && !log_enable(s->trace))
        return error_set(error, ERROR_USAGE, "trace: '%s' has an unknown area; there are %s",
                         s->trace,
                         "svc, ipc, sched, fs, vi, nvdrv, hid, net, lift, core, guest, all");
    if (*s->trace_file && !open_trace(run, error))
        return false;
    if (access(s->config, F_OK) == 0 && !input_load_mapping(s->config, error))
        return false;
    if (*s->input && !input_load_script(s->input, error))
        return false;
    const char *title = *run->program->title ? run->program->title : run->program->name;
    const struct display_options display = {.title = title, .headless = s->headless};
    display_on_frame(on_frame, run);
    if (!display_open(&display, error))
        return false;
    if (timeline_on())
        timeline_catch_signals(); /* those that the display left */
    return true;
}

static bool start_gdb(const struct run *run, struct error *error) {
    const char *port = run->settings->gdb;
    char *end;
    if (!*port)
        return true;
    const unsigned long number = strtoul(port, &end, 10);
    if (*port < '0' || *port > '9' || *end || number > UINT16_MAX)
        return error_set(error, ERROR_USAGE, "--gdb: '%s' is no port; 0 to 65535 are", port);
    return gdb_server_start(run->program, (uint16_t)number, error);
}

static bool start_guest(struct run *run, struct error *error) {
    const struct program_settings *s = run->settings;
    const char *self = self_path(run);
    service_options = (struct service_options){
        .sd_folder = s->sd_folder,
        .save_folder = s->save_folder,
        .self_path = self,
        .self_file = run->program->file,
        .self_file_size = run->program->file_size,
        .network = s->network,
        .language = s->language,
        .nickname = s->nickname,
        .gpu = {.device = s->gpu,
                .cache_folder = folder_cache("gpu"),
                .program = run->program->name,
                .validate = s->gpu_validate,
                .no_storage = !strcmp(s->gpu_storage, "0"),
                .link = !strcmp(s->gpu_link, "never")    ? GPU_LINK_NEVER
                        : !strcmp(s->gpu_link, "always") ? GPU_LINK_ALWAYS
                                                         : GPU_LINK_WHERE_FAST,
                .synchronous = s->deterministic,
                .capture = s->gpu_capture,
                .capture_first = s->gpu_capture_first,
                .capture_frames = s->gpu_capture_frames},
    };
    struct process_options process = {
        .argv = command_line(run, self),
        .heap_limit = (uint64_t)s->heap_mib << 20,
        .watchdog = (unsigned)s->watchdog,
        .free_threads = !strcmp(s->schedule, "free"),
    };
    if (!random_bytes(process.random_seed, sizeof process.random_seed))
        return error_set(error, ERROR_IO, "the host gives no random numbers");
    return start_gdb(run, error) && make_self_folder(run, self, error) &&
           guest_memory_init(error) && core_load(run->program, error) &&
           service_start(&service_options, error) && process_start(run->program, &process, error);
}

static int exit_status(const struct process_exit *exit) {
    switch (exit->end) {
    case PROCESS_FAULT:
    case PROCESS_BREAK:
    case PROCESS_DEVICE:
        return PROGRAM_STATUS_FAULT;
    case PROCESS_STOPPED:
        return 0;
    default:
        return exit->status & 0xff ? (int)(exit->status & 0xff) : exit->status != 0;
    }
}

static int not_started(const struct program_settings *s, const struct error *error) {
    struct error ignored;
    timeline_close();
    fprintf(stderr, "windlass: %s\n", error->text);
    if (*s->report && !report_write_not_started(s->report, error, &ignored))
        fprintf(stderr, "windlass: %s\n", ignored.text);
    return PROGRAM_STATUS_NOT_STARTED;
}

static void leave_next_load(const char *path, const struct process_exit *exit) {
    struct error error;
    char *text = memory_format("%s\n%s\n", exit->next_load_path, exit->next_load_argv);
    if (!file_write(path, text, strlen(text), &error))
        fprintf(stderr, "windlass: %s\n", error.text);
    free(text);
}

int program_run(const struct lifted_program *program, struct program_settings *settings) {
    static struct run run;
    static struct process_exit exit;
    struct error error = {0};
    run = (struct run){.program = program, .settings = settings};
    if (!program_settings_folders(settings, &error) || !start_host(&run, &error))
        return not_started(settings, &error);
    if (!start_guest(&run, &error)) {
        display_close();
        return not_started(settings, &error);
    }
    pthread_t waiter;
    if (pthread_create(&waiter, NULL, quit_display_at_end, &exit) != 0) {
        error_set(&error, ERROR_LIMIT, "the host gives no more threads");
        return not_started(settings, &error);
    }
    display_loop(on_close, NULL);
    pthread_join(waiter, NULL);
    gdb_server_end(exit_status(&exit));
    timeline_close();

    if (*settings->screenshot && !display_screenshot(settings->screenshot, &error))
        fprintf(stderr, "windlass: %s\n", error.text);
    if (exit.next_load_path[0]) {
        if (*settings->next_load)
            leave_next_load(settings->next_load, &exit);
        else
            fprintf(stderr, "windlass: the program asks to load %s next; `windlass run` does so\n",
                    exit.next_load_path);
    }
    if (exit.reason[0])
        fprintf(stderr, "windlass: %s\n", exit.reason);
    struct strbuf gpu = {0};
    const bool gpu_ended = service_gpu_end(&gpu);
    if (gpu.length)
        log_trace(LOG_GPU, "at the end:\n%s", gpu.text);
    const struct report report = {
        .program = program,
        .exit = &exit,
        .exit_status = exit_status(&exit),
        .frames = display_frames(),
        .first_frame_ns = run.first_frame_ns,
        .gpu = gpu.length ? gpu.text : "",
    };
    if (*settings->report && !report_write(settings->report, &report, &error))
        fprintf(stderr, "windlass: %s\n", error.text);
    display_close();
    if (!gpu_ended) {
        fflush(NULL);
        _exit(exit_status(&exit));
    }
    return exit_status(&exit);
}
