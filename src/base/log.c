/* SPDX-License-Identifier: MIT */
#include "base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const names[LOG_AREAS] = {
    [LOG_CORE] = "core", [LOG_SVC] = "svc",   [LOG_IPC] = "ipc",     [LOG_SCHED] = "sched",
    [LOG_FS] = "fs",     [LOG_VI] = "vi",     [LOG_NVDRV] = "nvdrv", [LOG_HID] = "hid",
    [LOG_NET] = "net",   [LOG_LIFT] = "lift", [LOG_GUEST] = "guest", [LOG_GPU] = "gpu",
};
static bool enabled[LOG_AREAS];
static FILE *out;
static log_sink *sink;
static bool traces_ended; /* atomic */

bool log_enable(const char *list) {
    while (*list) {
        size_t n = strcspn(list, ",");
        bool found = n == 0;
        for (int i = 0; i < LOG_AREAS; i++)
            if ((n == 3 && !strncmp(list, "all", 3)) ||
                (strlen(names[i]) == n && !strncmp(list, names[i], n)))
                found = enabled[i] = true;
        if (!found)
            return false;
        list += n + (list[n] == ',');
    }
    return true;
}

bool log_open(const char *path) {
    FILE *file = fopen(path, "we");
    if (file)
        out = file;
    return file != NULL;
}

void log_to(log_sink *to) {
    sink = to;
}

void log_end_traces(void) {
    __atomic_store_n(&traces_ended, true, __ATOMIC_RELEASE);
}

bool log_on(enum log_area area) {
    return enabled[area];
}

/* One write a line, so that lines of several threads never mix. */
static void line(enum log_area area, bool warning, const char *format, va_list args) {
    char text[2048];
    int n = snprintf(text, sizeof text, "[%s] ", names[area]);
    const char *inner = text + n;
    n += snprintf(text + n, sizeof text - (size_t)n, "%s", warning ? "warning: " : "");
    vsnprintf(text + n, sizeof text - (size_t)n - 1, format, args);
    if (sink)
        sink(names[area], inner);
    if (sink && !warning)
        return;
    strcat(text, "\n");
    fputs(text, out ? out : stderr);
}

void log_trace(enum log_area area, const char *format, ...) {
    if (!enabled[area] || __atomic_load_n(&traces_ended, __ATOMIC_ACQUIRE))
        return;
    va_list args;
    va_start(args, format);
    line(area, false, format, args);
    va_end(args);
}

static pthread_mutex_t last_lock = PTHREAD_MUTEX_INITIALIZER;
static char last_warning[512];

static void warn(enum log_area area, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    line(area, true, format, args);
    pthread_mutex_lock(&last_lock);
    vsnprintf(last_warning, sizeof last_warning, format, again);
    pthread_mutex_unlock(&last_lock);
    va_end(again);
}

void log_last_warning(char *text, size_t room) {
    pthread_mutex_lock(&last_lock);
    snprintf(text, room, "%s", last_warning);
    pthread_mutex_unlock(&last_lock);
}

void log_warning(enum log_area area, const char *format, ...) {
    va_list args;
    va_start(args, format);
    warn(area, format, args);
    va_end(args);
}

void log_once(bool *once, enum log_area area, const char *format, ...) {
    if (__atomic_exchange_n(once, true, __ATOMIC_RELAXED))
        return;
    va_list args;
    va_start(args, format);
    warn(area, format, args);
    va_end(args);
}
