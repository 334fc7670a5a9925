/* SPDX-License-Identifier: MIT */
#include "host/timeline_file.h"

#include "host/timeline.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

pthread_mutex_t timeline_file_lock = PTHREAD_MUTEX_INITIALIZER;

static int file = -1;
static off_t end, tail; /* of what stays, and of the tail behind it */

bool timeline_file_open(const char *path, struct error *error) {
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    end = tail = 0;
    return file >= 0 || error_set(error, ERROR_IO, "%s: trace file cannot be written: %s", path,
                                  strerror(errno));
}

static bool write_at(off_t at, const char *text, size_t length) {
    while (length) {
        const ssize_t n = pwrite(file, text, length, at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text += n;
        at += n;
        length -= (size_t)n;
    }
    return true;
}

/* Not a log line: these may go into the file. */
static void give_up(void) {
    fprintf(stderr, "windlass: the trace file ends here: %s\n", strerror(errno));
    close(file);
    file = -1;
}

void timeline_file_cut(void) {
    if (file >= 0 && tail != end && ftruncate(file, end))
        give_up();
    tail = end;
}

void timeline_file_add(const char *text, size_t length) {
    timeline_file_cut();
    if (file < 0)
        return;
    if (write_at(end, text, length))
        tail = end += (off_t)length;
    else
        give_up();
}

void timeline_file_tail(const char *format, ...) {
    char text[200];
    va_list args;
    if (file < 0)
        return;
    va_start(args, format);
    const int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (write_at(tail, text, (size_t)n))
        tail += n;
}

void timeline_file_close(void) {
    if (file >= 0)
        close(file);
    file = -1;
}

/* ---- signals that end the process ---- */

static void on_signal(int number) {
    timeline_complete_in_handler();
    signal(number, SIG_DFL);
    raise(number); /* arrives when this returns, if an instruction did not raise it again */
}

void timeline_catch_signals(void) {
    static const int ending[] = {SIGHUP,  SIGINT, SIGQUIT, SIGTERM, SIGABRT,
                                 SIGSEGV, SIGBUS, SIGILL,  SIGFPE,  SIGTRAP};
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction now, ours = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
        if (!sigaction(ending[i], NULL, &now) && now.sa_handler == SIG_DFL)
            sigaction(ending[i], &ours, NULL);
    }
}
