/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_BASE_LOG_H
#define WINDLASS_BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>

/* Trace events, one line each on stderr (or the file of --trace-file), prefixed by area:
 *   svc, ipc, sched, fs, vi, nvdrv, gpu, hid, net, lift, core, guest
 * --trace svc,ipc turns areas on; "all" turns on every one. Warnings are always written. Where
 * the trace is a timeline (host/timeline.h) lines go to it, and warnings to stderr as well. */
enum log_area {
    LOG_CORE,
    LOG_SVC,
    LOG_IPC,
    LOG_SCHED,
    LOG_FS,
    LOG_VI,
    LOG_NVDRV,
    LOG_HID,
    LOG_NET,
    LOG_LIFT,
    LOG_GUEST, /* text that the guest itself prints: OutputDebugString, lm, stdout */
    LOG_GPU,
    LOG_AREAS,
};

/* Parses "svc,ipc"; false on an unknown name. */
bool log_enable(const char *list);
bool log_open(const char *path);
typedef void log_sink(const char *area, const char *text);
void log_to(log_sink *sink);
/* Traces that come now are left out: the program has ended. */
void log_end_traces(void);
bool log_on(enum log_area area);
void log_trace(enum log_area area, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_warning(enum log_area area, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The latest warning of the process, for the verdict of a run; "" where there was none. */
void log_last_warning(char *text, size_t room);
/* A warning given once for each `once` flag: tables of unknown commands use it. */
void log_once(bool *once, enum log_area area, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
