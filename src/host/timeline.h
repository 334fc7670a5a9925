/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_TIMELINE_H
#define WINDLASS_HOST_TIMELINE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A trace that Perfetto (ui.perfetto.dev) and Chrome's viewer open: JSON in the Trace Event Format,
 * whose public description says what each letter and field means. Each track has a buffer of its
 * own, which goes to the file when it is full: memory is bounded, the file is not. The file is a
 * whole one after timeline_flush and timeline_close, and when a signal ends the process.
 *
 * An event is written in parts, with its track locked between the two calls that frame them:
 *
 *     timeline_start(track, TIMELINE_BEGIN, "svc", "SleepThread");
 *     timeline_hex(track, "ns", 2, 1000);
 *     timeline_finish(track);
 *
 * A track NULL is none, and nothing is written; there is none while no file is open. */

struct timeline_track;

/* Rows of the viewer belong to processes; these are ours. */
enum timeline_group {
    TIMELINE_CORES = 1,
    TIMELINE_PROGRAM,
};

enum timeline_kind {
    TIMELINE_BEGIN = 'B', /* a slice: these nest, */
    TIMELINE_END = 'E',   /* and this ends the innermost; its name is not written */
    TIMELINE_INSTANT = 'i',
};

/* Over what may be open. `program` names the rows of its threads. */
MUST_CHECK bool timeline_open(const char *path, const char *program, struct error *error);
/* Signals that nobody handles yet complete the file before they end the process. */
void timeline_catch_signals(void);
bool timeline_on(void);
/* The file is whole up to here. */
void timeline_flush(void);
/* The same for good: what is written from now on is dropped. */
void timeline_close(void);

/* Until timeline_track_free. Ids are unique over all groups. */
struct timeline_track *timeline_track_new(enum timeline_group group, uint64_t id, const char *name);
void timeline_track_free(struct timeline_track *t);

/* The calling thread's track. */
void timeline_set_own(struct timeline_track *t);
struct timeline_track *timeline_own(void);

void timeline_start(struct timeline_track *t, enum timeline_kind kind, const char *category,
                    const char *name);
/* Arguments of the event: a name need not end with a zero. */
void timeline_hex(struct timeline_track *t, const char *name, size_t length, uint64_t value);
void timeline_number(struct timeline_track *t, const char *name, uint64_t value);
void timeline_text(struct timeline_track *t, const char *name, const char *value);
void timeline_finish(struct timeline_track *t);
/* An arrow from the slice that is open on the one track to the one that is open on the other; both
 * ends have the same id, which is used once. */
void timeline_arrow(struct timeline_track *t, bool to, uint64_t id);

#endif
