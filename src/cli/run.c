/* SPDX-License-Identifier: MIT */
/* `windlass run FILE`: lift, compile (or take from the cache) and run. */
#include "cli/program/run.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/next_program.h"
#include "cli/produce.h"
#include "cli/settings.h"
#include "core/image.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A program may ask for the next one; a chain longer than this is taken for a loop. */
#define CHAIN_LIMIT 64

struct words {
    char **at;
    size_t count, room;
};

static void add(struct words *w, const char *text) {
    GROW(w->at, w->count, w->room);
    w->at[w->count++] = text ? memory_string(text) : NULL;
}

static void add_option(struct words *w, const char *name, const char *value) {
    if (*value) {
        add(w, name);
        add(w, value);
    }
}

/* Everything was resolved here, so the program gets all of it as flags again. */
static struct words command_line(const char *executable, const struct program_settings *s) {
    struct words w = {0};
    char number[32];
    add(&w, executable);
    if (s->headless)
        add(&w, "--headless");
    snprintf(number, sizeof number, "%lld", (long long)s->frames);
    add_option(&w, "--frames", number);
    snprintf(number, sizeof number, "%lld", (long long)s->heap_mib);
    add_option(&w, "--heap-mib", number);
    add_option(&w, "--screenshot", s->screenshot);
    add_option(&w, "--input", s->input);
    add_option(&w, "--report", s->report);
    add_option(&w, "--sd-folder", s->sd_folder);
    add_option(&w, "--save-folder", s->save_folder);
    add_option(&w, "--config", s->config);
    add_option(&w, "--args", s->arguments);
    add_option(&w, "--network", s->network);
    add_option(&w, "--language", s->language);
    add_option(&w, "--nickname", s->nickname);
    add_option(&w, "--schedule", s->schedule);
    if (s->deterministic)
        add(&w, "--deterministic");
    snprintf(number, sizeof number, "%lld", (long long)s->watchdog);
    add_option(&w, "--watchdog", number);
    add_option(&w, "--gdb", s->gdb);
    add_option(&w, "--trace", s->trace);
    add_option(&w, "--trace-file", s->trace_file);
    add_option(&w, "--self", s->self);
    add_option(&w, "--next-load", s->next_load);
    add(&w, NULL);
    return w;
}

static void free_words(struct words *w) {
    for (size_t i = 0; i < w->count; i++)
        free(w->at[i]);
    free(w->at);
}

static int wait_for(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status)) {
        fprintf(stderr, "windlass run: the program's process was ended by signal %d (%s)\n",
                WTERMSIG(status), strsignal(WTERMSIG(status)));
        return 128 + WTERMSIG(status);
    }
    return WEXITSTATUS(status);
}

static int run_executable(const char *executable, const struct program_settings *s) {
    struct words w = command_line(executable, s);
    pid_t child;
    int failure = posix_spawn(&child, executable, NULL, NULL, w.at, environ);
    free_words(&w);
    if (failure) {
        fprintf(stderr, "windlass run: %s: %s\n", executable, strerror(failure));
        return PROGRAM_STATUS_NOT_STARTED;
    }
    return wait_for(child);
}

/* In a process of its own, as a lifted program is: kernel and services serve one guest, and the
 * program may ask for a next one. */
static int run_interpreted(const struct program *program, struct program_settings *s) {
    struct image image;
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) {
        fprintf(stderr, "windlass run: no new process: %s\n", strerror(errno));
        return PROGRAM_STATUS_NOT_STARTED;
    }
    if (child > 0)
        return wait_for(child);
    image_make(&image, program);
    int status = program_run(&image.program, s);
    image_free(&image);
    exit(status);
}

/* A program that lies in the SD folder knows itself by its place there. */
static const char *place_on_card(const char *file, const char *sd_folder) {
    char full_file[PATH_MAX], full_folder[PATH_MAX];
    if (!realpath(file, full_file) || !realpath(sd_folder, full_folder))
        return "";
    size_t n = strlen(full_folder);
    if (strncmp(full_file, full_folder, n) != 0 || full_file[n] != '/')
        return "";
    return memory_format("sdmc:%s", full_file + n);
}

static int run_once(const struct settings *s, const char *file) {
    struct error error = {0};
    struct program program;
    int status = 1;
    if (!program_open(file, &program, &error)) {
        fprintf(stderr, "windlass run: %s\n", error.text);
        return 1;
    }
    struct program_settings settings = s->program;
    if (!*settings.self)
        settings.self = place_on_card(file, settings.sd_folder);
    if (s->build.interpret) {
        status = run_interpreted(&program, &settings);
    } else {
        struct product product;
        if (produce(&program, &s->build, &product, &error))
            status = run_executable(product.executable, &settings);
        else
            fprintf(stderr, "windlass run: %s\n", error.text);
    }
    program_close(&program);
    return status;
}

/* Runs the file, and what each program asks for next. */
static int run_chain(struct settings *s, const char *note) {
    struct error error = {0};
    struct next_program next;
    snprintf(next.file, sizeof next.file, "%s", s->file);
    for (int i = 0; i < CHAIN_LIMIT; i++) {
        bool found;
        int status = run_once(s, next.file);
        if (!next_program_read(note, s->program.sd_folder, &found, &next, &error)) {
            fprintf(stderr, "windlass run: %s\n", error.text);
            return 1;
        }
        if (!found)
            return status;
        s->program.self = next.self;
        s->program.arguments = next.arguments;
    }
    fprintf(stderr, "windlass run: %d programs loaded each other; stopped\n", CHAIN_LIMIT);
    return 1;
}

int cli_run(int argc, char **argv) {
    struct settings s;
    struct error error = {0};
    int status;
    if (!settings_read(&s, argc, argv, "lifts a program and runs it", &status))
        return status;
    s.build.debug |= *s.program.gdb != 0; /* only then all registers are there for gdb */
    if (!program_settings_folders(&s.program, &error)) {
        fprintf(stderr, "windlass run: %s\n", error.text);
        return 1;
    }
    /* A folder that nobody else can write to: the program leaves there what it wants loaded. */
    char folder[] = "/tmp/windlass-run-XXXXXX";
    if (!mkdtemp(folder)) {
        fprintf(stderr, "windlass run: no temporary folder: %s\n", strerror(errno));
        return 1;
    }
    char *note = memory_format("%s/next", folder);
    s.program.next_load = note;
    status = run_chain(&s, note);
    rmdir(folder);
    free(note);
    return status;
}
