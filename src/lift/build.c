/* SPDX-License-Identifier: MIT */
#include "lift/lift.h"

#include "base/memory.h"
#include "lift/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* One clang on a file of the default size takes 130 to 200 MB. */
#define COMPILER_MIB 256

unsigned output_jobs(const struct lift_options *options) {
    if (options->jobs)
        return options->jobs;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned long free_kib = 0;
    char line[128];
    FILE *f = fopen("/proc/meminfo", "re");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "MemAvailable: %lu kB", &free_kib) == 1)
            break;
    if (f)
        fclose(f);
    unsigned long by_memory = free_kib / (COMPILER_MIB * 1024ul);
    if (!by_memory)
        by_memory = 1;
    return cores < 1 ? 1 : (unsigned long)cores < by_memory ? (unsigned)cores : (unsigned)by_memory;
}

/* Starts ninja with stdout and stderr in a pipe. */
static pid_t start_ninja(const struct lift_options *options, FILE **output, struct error *error) {
    char jobs[16];
    int fds[2];
    snprintf(jobs, sizeof jobs, "%u", output_jobs(options));
    if (pipe2(fds, O_CLOEXEC) < 0)
        return error_set(error, ERROR_IO, "pipe for ninja: %s", strerror(errno)), -1;
    pid_t child = fork();
    if (child < 0) {
        error_set(error, ERROR_IO, "ninja cannot be started: %s", strerror(errno));
        close(fds[0]);
        close(fds[1]);
        return -1;
    }
    if (!child) {
        dup2(fds[1], STDOUT_FILENO);
        dup2(fds[1], STDERR_FILENO);
        execlp("ninja", "ninja", "-C", options->folder, "-j", jobs, (char *)NULL);
        dprintf(STDERR_FILENO, "ninja cannot be run (%s): install ninja-build\n", strerror(errno));
        _exit(127);
    }
    close(fds[1]);
    *output = fdopen(fds[0], "r");
    return child;
}

/* Reads what ninja says: progress lines go to the caller, the rest is kept. */
static void follow_output(const struct lift_options *options, FILE *output, struct strbuf *kept) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, output) > 0) {
        size_t done, total;
        if (sscanf(line, "[%zu/%zu]", &done, &total) == 2) {
            if (options->progress)
                options->progress(options->context, "compile", done, total);
        } else if (strncmp(line, "ninja: Entering", 15) != 0) {
            strbuf_add(kept, line);
        }
    }
    free(line);
}

bool lift_build(const struct lift_options *options, struct strbuf *executable,
                struct error *error) {
    FILE *output;
    pid_t child = start_ninja(options, &output, error);
    if (child < 0)
        return false;
    struct strbuf kept = {0};
    int status = 0;
    follow_output(options, output, &kept);
    fclose(output);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    bool ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!ok) {
        char *log = memory_format("%s/build.log", options->folder);
        struct error ignored;
        const char *text = kept.text ? kept.text : "";
        bool kept_log = file_write(log, text, kept.length, &ignored);
        error_set(error, ERROR_TOOL, "%s: compiling the lifted C failed (all of it in %s):\n%.800s",
                  options->folder, kept_log ? log : "no file: the folder is not writable", text);
        free(log);
    } else {
        strbuf_clear(executable);
        strbuf_addf(executable, "%s/program", options->folder);
    }
    strbuf_free(&kept);
    return ok;
}
