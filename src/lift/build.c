/* SPDX-License-Identifier: MIT */
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "lift/jobs.h"
#include "lift/output.h"
#include "lift/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Messages and progress lines in the form that is read here, whatever the user has set. Where
 * memory ends nevertheless, the kernel takes a compiler and not another program of the user's. */
static void become_ninja(const char *folder, unsigned jobs) {
    char number[16];
    setenv("LC_ALL", "C", 1);
    setenv("NINJA_STATUS", "[%f/%t] ", 1);
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        dprintf(fd, "500");
        close(fd);
    }
    snprintf(number, sizeof number, "%u", jobs);
    execlp("ninja", "ninja", "-C", folder, "-j", number, (char *)NULL);
    dprintf(STDERR_FILENO, "ninja cannot be run (%s): install ninja-build\n", strerror(errno));
    _exit(127);
}

/* Starts ninja with stdout and stderr in a pipe. */
static pid_t start_ninja(const struct lift_options *options, unsigned jobs, FILE **output,
                         struct error *error) {
    int fds[2];
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
        become_ninja(options->folder, jobs);
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

/* False where ninja cannot be started; *made: it made everything, else *kept says why not. */
static bool run_ninja(const struct lift_options *options, unsigned jobs, struct strbuf *kept,
                      bool *made, struct error *error) {
    FILE *output;
    int status = 0;
    pid_t child = start_ninja(options, jobs, &output, error);
    if (child < 0)
        return false;
    strbuf_clear(kept);
    follow_output(options, output, kept);
    fclose(output);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    *made = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return true;
}

/* The shell's word for a process that got SIGKILL, or the compiler's for a part of its own. */
static bool names_killed(const char *text) {
    for (const char *p = text; (p = strstr(p, "Killed")); p++)
        if ((p == text || p[-1] == '\n' || p[-1] == ' ') && (p[6] == '\n' || !p[6]))
            return true;
    return false;
}

/* Removes the objects that the link's comparison of hashes named, in lines of diff ("< HASH  NAME",
 * "> HASH  NAME"); the number of them. */
static unsigned remove_damaged(const struct lift_options *options, const char *text) {
    unsigned removed = 0;
    for (const char *p = text, *end; *p; p = *end ? end + 1 : end) {
        char hash[65], name[128];
        end = strchrnul(p, '\n');
        if ((*p != '<' && *p != '>') ||
            sscanf(p + 1, " %64[0-9a-f]  %127[a-z0-9_.]", hash, name) != 2)
            continue;
        char *path = memory_format("%s/%s", options->folder, name);
        removed += unlink(path) == 0;
        free(path);
    }
    return removed;
}

static bool check_tools(const struct lift_options *options, struct error *error) {
    const char *compiler = options->compiler ? options->compiler : LIFT_COMPILER;
    return tool_require(compiler, "the compiler", "install clang-19", error) &&
           tool_require("ninja", "the build tool", "install ninja-build", error) &&
           (!options->launcher ||
            tool_require(options->launcher, "the launcher of compilers",
                         "install it, or leave --launcher (WINDLASS_LAUNCHER) out", error));
}

static bool failed(const struct lift_options *options, const struct strbuf *kept,
                   struct error *error) {
    char *log = memory_format("%s/build.log", options->folder);
    struct error ignored;
    const char *text = kept->text ? kept->text : "";
    const char *why = names_killed(text) ? " for want of memory" : "";
    bool kept_log = file_write(log, text, kept->length, &ignored);
    error_set(error, ERROR_TOOL, "%s: compiling the lifted C failed%s (all of it in %s):\n%.800s",
              options->folder, why, kept_log ? log : "no file: the folder is not writable", text);
    free(log);
    return false;
}

/* Again and again while something can be done about what went wrong. */
static bool build(const struct lift_options *options, struct strbuf *kept, struct error *error) {
    unsigned jobs = options->jobs ? options->jobs : jobs_now();
    for (bool made = false, repaired = false;;) {
        if (!run_ninja(options, jobs, kept, &made, error))
            return false;
        if (made)
            return true;
        const char *text = kept->text ? kept->text : "";
        if (names_killed(text) && jobs > 1) {
            jobs /= 2;
            log_warning(LOG_LIFT,
                        "a compiler was killed, most likely for want of memory: going on with %u "
                        "at a time",
                        jobs);
        } else if (!repaired && remove_damaged(options, text)) {
            repaired = true;
            log_warning(LOG_LIFT, "objects were not what the compiler made, and are made again");
        } else {
            return failed(options, kept, error);
        }
    }
}

bool lift_build(const struct lift_options *options, struct strbuf *executable,
                struct error *error) {
    struct strbuf kept = {0};
    bool ok = check_tools(options, error) && build(options, &kept, error);
    if (ok) {
        strbuf_clear(executable);
        strbuf_addf(executable, "%s/program", options->folder);
    }
    strbuf_free(&kept);
    return ok;
}
