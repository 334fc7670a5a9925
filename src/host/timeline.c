/* SPDX-License-Identifier: MIT */
#include "host/timeline.h"

#include "base/memory.h"
#include "base/strbuf.h"
#include "host/clock.h"
#include "host/timeline_file.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Tracks and their events. Locks, in this order: the list, tracks, the file's. Only a flush holds
 * several tracks at a time, under the list's lock. */

#define CHUNK_BYTES (32u << 10) /* from here on a buffer goes to the file */

struct timeline_track {
    pthread_mutex_t lock;
    enum timeline_group group;
    uint64_t id;
    unsigned depth;         /* open slices, */
    unsigned written_depth; /* as of what is in the file */
    bool has_arguments;
    bool locked; /* by a flush */
    struct strbuf text;
    struct timeline_track *next;
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct timeline_track *first;
static bool on; /* atomic */
static _Thread_local struct timeline_track *own;

bool timeline_on(void) {
    return __atomic_load_n(&on, __ATOMIC_ACQUIRE);
}

/* ",\n" stands before each event: the file's first is the name of a group. */
static void add_head(struct timeline_track *t, char kind) {
    const uint64_t ns = clock_ns();
    strbuf_addf(&t->text, ",\n{\"ph\":\"%c\",\"pid\":%d,\"tid\":%llu,\"ts\":%llu.%03u", kind,
                (int)t->group, (unsigned long long)t->id, (unsigned long long)(ns / 1000),
                (unsigned)(ns % 1000));
}

static void add_name(struct timeline_track *t, const char *category, const char *name) {
    strbuf_addf(&t->text, ",\"cat\":\"%s\",\"name\":", category);
    strbuf_add_json(&t->text, name);
}

static void add_track_name(struct timeline_track *t, const char *name) {
    add_head(t, 'M');
    strbuf_add(&t->text, ",\"name\":\"thread_name\",\"args\":{\"name\":");
    strbuf_add_json(&t->text, name);
    strbuf_add(&t->text, "}}");
    add_head(t, 'M');
    strbuf_addf(&t->text, ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%llu}}",
                (unsigned long long)t->id);
}

/* What is written to a closed file is lost, and is not kept either. */
static void empty_locked(struct timeline_track *t) {
    timeline_file_add(t->text.text, t->text.length);
    t->written_depth = t->depth;
    strbuf_clear(&t->text);
}

static void write_locked(struct timeline_track *t) {
    pthread_mutex_lock(&timeline_file_lock);
    empty_locked(t);
    pthread_mutex_unlock(&timeline_file_lock);
}

struct timeline_track *timeline_track_new(enum timeline_group group, uint64_t id,
                                          const char *name) {
    if (!timeline_on())
        return NULL;
    struct timeline_track *t = NEW(struct timeline_track);
    *t = (struct timeline_track){.group = group, .id = id};
    pthread_mutex_init(&t->lock, NULL);
    add_track_name(t, name);
    pthread_mutex_lock(&list_lock);
    t->next = first;
    first = t;
    pthread_mutex_unlock(&list_lock);
    return t;
}

void timeline_track_free(struct timeline_track *t) {
    if (!t)
        return;
    pthread_mutex_lock(&list_lock);
    struct timeline_track **at = &first;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    for (; t->depth; t->depth--) {
        add_head(t, TIMELINE_END);
        strbuf_add(&t->text, "}");
    }
    write_locked(t);
    pthread_mutex_unlock(&list_lock);
    strbuf_free(&t->text);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

void timeline_set_own(struct timeline_track *t) {
    own = t;
}

struct timeline_track *timeline_own(void) {
    return own;
}

/* ---- events ---- */

void timeline_start(struct timeline_track *t, enum timeline_kind kind, const char *category,
                    const char *name) {
    if (!t)
        return;
    pthread_mutex_lock(&t->lock);
    t->has_arguments = false;
    add_head(t, (char)kind);
    if (kind == TIMELINE_BEGIN)
        t->depth++;
    else if (kind == TIMELINE_END)
        t->depth--;
    if (kind != TIMELINE_END)
        add_name(t, category, name);
    if (kind == TIMELINE_INSTANT)
        strbuf_add(&t->text, ",\"s\":\"t\""); /* drawn on its track alone */
}

static void add_argument(struct timeline_track *t, const char *name, size_t length) {
    strbuf_addf(&t->text, "%s\"%.*s\":", t->has_arguments ? "," : ",\"args\":{", (int)length, name);
    t->has_arguments = true;
}

/* As text: JSON's numbers are exact to 53 bits only, and readers think in hexadecimal here. */
void timeline_hex(struct timeline_track *t, const char *name, size_t length, uint64_t value) {
    if (!t)
        return;
    add_argument(t, name, length);
    strbuf_addf(&t->text, "\"0x%llx\"", (unsigned long long)value);
}

void timeline_number(struct timeline_track *t, const char *name, uint64_t value) {
    if (!t)
        return;
    add_argument(t, name, strlen(name));
    strbuf_addf(&t->text, "%llu", (unsigned long long)value);
}

void timeline_text(struct timeline_track *t, const char *name, const char *value) {
    if (!t)
        return;
    add_argument(t, name, strlen(name));
    strbuf_add_json(&t->text, value);
}

void timeline_finish(struct timeline_track *t) {
    if (!t)
        return;
    strbuf_add(&t->text, t->has_arguments ? "}}" : "}");
    if (t->text.length >= CHUNK_BYTES)
        write_locked(t);
    pthread_mutex_unlock(&t->lock);
}

void timeline_arrow(struct timeline_track *t, bool to, uint64_t id) {
    if (!t)
        return;
    pthread_mutex_lock(&t->lock);
    add_head(t, to ? 'f' : 's');
    add_name(t, "sched", "wake");
    strbuf_addf(&t->text, ",\"id\":%llu%s}", (unsigned long long)id, to ? ",\"bp\":\"e\"" : "");
    pthread_mutex_unlock(&t->lock);
}

/* ---- the whole file ---- */

bool timeline_open(const char *path, const char *program, struct error *error) {
    struct strbuf head = {0};
    strbuf_addf(&head,
                "[\n{\"ph\":\"M\",\"pid\":%d,\"tid\":0,\"ts\":0,\"name\":\"process_name\","
                "\"args\":{\"name\":\"virtual cores\"}},\n"
                "{\"ph\":\"M\",\"pid\":%d,\"tid\":0,\"ts\":0,\"name\":\"process_name\","
                "\"args\":{\"name\":",
                TIMELINE_CORES, TIMELINE_PROGRAM);
    strbuf_add_json(&head, program);
    strbuf_add(&head, "}}");
    const bool ok = timeline_file_open(path, error);
    pthread_mutex_lock(&timeline_file_lock);
    timeline_file_add(head.text, head.length);
    pthread_mutex_unlock(&timeline_file_lock);
    strbuf_free(&head);
    __atomic_store_n(&on, ok, __ATOMIC_RELEASE);
    return ok;
}

/* Slices that are open end, in the file, where it ends now. */
static void end_slices(const struct timeline_track *t) {
    const uint64_t ns = clock_ns();
    for (unsigned i = 0; i < t->written_depth; i++)
        timeline_file_tail(",\n{\"ph\":\"E\",\"pid\":%d,\"tid\":%llu,\"ts\":%llu.%03u}",
                           (int)t->group, (unsigned long long)t->id,
                           (unsigned long long)(ns / 1000), (unsigned)(ns % 1000));
}

/* In a signal handler: what cannot be locked soon is held by the code below the handler. Such a
 * track keeps its last events, and what was being written to the file starts anew. */
static bool lock(pthread_mutex_t *m, bool in_handler) {
    struct timespec at;
    if (!in_handler)
        return !pthread_mutex_lock(m);
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_sec++;
    return !pthread_mutex_timedlock(m, &at);
}

/* Nothing is allocated here, so that a signal handler may do it. */
static void complete(bool in_handler, bool last) {
    if (!timeline_on() || !lock(&list_lock, in_handler))
        return;
    for (struct timeline_track *t = first; t; t = t->next)
        t->locked = lock(&t->lock, in_handler);
    const bool file_locked = lock(&timeline_file_lock, in_handler);
    for (struct timeline_track *t = first; t; t = t->next)
        if (t->locked)
            empty_locked(t);
    timeline_file_cut();
    for (struct timeline_track *t = first; t; t = t->next)
        end_slices(t);
    timeline_file_tail("\n]\n");
    if (last) {
        timeline_file_close();
        __atomic_store_n(&on, false, __ATOMIC_RELEASE);
    }
    if (file_locked)
        pthread_mutex_unlock(&timeline_file_lock);
    for (struct timeline_track *t = first; t; t = t->next)
        if (t->locked)
            pthread_mutex_unlock(&t->lock);
    pthread_mutex_unlock(&list_lock);
}

void timeline_flush(void) {
    complete(false, false);
}

void timeline_close(void) {
    complete(false, true);
}

void timeline_complete_in_handler(void) {
    complete(true, true);
}
