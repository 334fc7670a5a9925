/* SPDX-License-Identifier: MIT */
#include "gpu/channel/channel.h"

#include "base/log.h"
#include "base/memory.h"
#include "gpu/capture/capture.h"
#include "gpu/channel/flight.h"
#include "gpu/channel/host.h"
#include "gpu/command/words.h"
#include "gpu/engine/engines.h"
#include "gpu/engine/unknown.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SET_OBJECT = 0, CLASS_MASK = 0xffff };
/* A program that never waits must not use up memory: 32,768 submissions of 16 entries. */
enum { SUBMISSION_COST = 16, MOST_QUEUED = 1 << 20 };

struct submission {
    struct submission *next;
    uint64_t *entries;
    size_t count, at;
    struct gpu_fence wait, done;
    uint64_t number; /* in the flight recorder */
    uint32_t added;
    bool waits;
};

struct gpu_channel {
    struct channel_owner owner;
    struct page_table *pages;
    struct submission *first, *last;
    size_t queued; /* entries in it, and SUBMISSION_COST for each submission */
    uint32_t syncpoint, promised;

    struct engine_shared shared;
    struct engines *engines;
    struct host_engine host;
    uint16_t classes[COMMAND_SUBCHANNELS];
    struct command_reader reader;
    uint32_t *words; /* of the entry being read */
    size_t word_count, word_at, word_room;

    /* for the flight recorder */
    uint64_t words_read;
    uint16_t last_class, last_method;
    uint32_t last_data;

    bool failed;
    struct error error;
};

/* ---- what words do ---- */

/* The channel is at its end: what it was given cannot be executed. */
static void fail(struct gpu_channel *c, const struct error *error) {
    c->failed = true;
    c->error = *error;
    c->reader.stop = true;
}

/* An engine could not do what a method asks; the words behind it may make sense all the same. Each
 * method's first failure is told, all are counted. */
static void complain(struct gpu_channel *c, unsigned subchannel, unsigned method, uint32_t data,
                     const struct error *error) {
    if (unknown_count(c->owner.unknown, c->classes[subchannel], method, data, NULL,
                      "failed, or what it waited with"))
        log_warning(LOG_GPU, "%s; the channel goes on behind it", error->text);
}

static bool is_ended(const struct gpu_channel *c) {
    return c->owner.ends && atomic_load_explicit(c->owner.ends, memory_order_relaxed);
}

static void take(void *context, unsigned subchannel, unsigned method, uint32_t data,
                 unsigned left) {
    struct gpu_channel *c = context;
    struct error error;
    c->reader.stop = is_ended(c);
    if (c->reader.stop)
        return;
    c->words_read++;
    c->last_class = c->classes[subchannel];
    c->last_method = (uint16_t)method;
    c->last_data = data;
    if (c->owner.method)
        c->owner.method(c->owner.context, subchannel, c->classes[subchannel], method, data, left);
    if (method >= COMMAND_HOST_METHODS) {
        if (!engines_method(c->engines, c->classes[subchannel], method, data, left, &error))
            complain(c, subchannel, method, data, &error);
        return;
    }
    if (!engines_flush(c->engines, &error))
        complain(c, subchannel, method, data, &error);
    if (method == SET_OBJECT)
        c->classes[subchannel] = data & CLASS_MASK;
    else if (!host_method(&c->host, &c->shared, method, data, &error))
        fail(c, &error);
    c->reader.stop = c->reader.stop || c->host.wait != HOST_GOES_ON;
}

/* Who wants to see each method gets them one by one. */
static size_t take_words(void *context, unsigned subchannel, unsigned method, const uint32_t *words,
                         size_t count) {
    struct gpu_channel *c = context;
    if (c->owner.method || method < COMMAND_HOST_METHODS || is_ended(c))
        return 0;
    const uint16_t class = c->classes[subchannel];
    const size_t taken = engines_words(c->engines, class, method, words, count);
    if (!taken)
        return 0;
    c->words_read += taken;
    c->last_class = class;
    c->last_method = (uint16_t)method;
    c->last_data = words[taken - 1];
    return taken;
}

/* ---- entries ---- */

static bool fetch(struct gpu_channel *c, uint64_t word, struct error *error) {
    const struct gpfifo_entry e = gpfifo_decode(word);
    c->word_at = 0;
    c->word_count = e.words;
    if (c->word_room < e.words) {
        free(c->words);
        c->words = memory_new(e.words * sizeof *c->words);
        c->word_room = e.words;
    }
    const struct engine_memory memory =
        c->owner.renderer->memory(c->owner.renderer->context, c->pages);
    return engine_read(&memory, e.address, c->words, e.words * sizeof *c->words) ||
           error_set(error, ERROR_GUEST,
                     "a channel was given %u command words at GPU address 0x%lx, where not all of "
                     "them are mapped",
                     e.words, (unsigned long)e.address);
}

/* The submission's words, up to the end or to where they have to wait. True: the end. */
static bool execute(struct gpu_channel *c, struct submission *s) {
    struct error error;
    while (!c->failed) {
        if (is_ended(c) || !host_goes_on(&c->host, &c->shared, c->owner.owner))
            return false;
        if (c->word_at < c->word_count)
            c->word_at +=
                command_read(&c->reader, c->words + c->word_at, c->word_count - c->word_at);
        else if (s->at == s->count)
            return true;
        else if (!fetch(c, s->entries[s->at++], &error))
            fail(c, &error);
    }
    return true;
}

/* ---- submissions ---- */

static bool may_begin(const struct gpu_channel *c, const struct submission *s) {
    const struct gpu_owner *o = c->owner.owner;
    return !s->waits ||
           host_reached(o->syncpoint_read(o->context, s->wait.syncpoint), s->wait.value);
}

static void end(struct gpu_channel *c, const struct submission *s) {
    const struct renderer *r = c->owner.renderer;
    struct error error;
    if (!engines_flush(c->engines, &error))
        complain(c, c->reader.now.subchannel, c->reader.now.method, 0, &error);
    if (!c->failed) {
        for (uint32_t i = 0; i < s->added; i++)
            c->owner.increment(c->owner.context, c->syncpoint);
        r->flush(r->context);
        return;
    }
    /* Whoever waits for what was promised must not wait for ever. */
    const struct gpu_owner *o = c->owner.owner;
    r->finish(r->context);
    while (!host_reached(o->syncpoint_read(o->context, c->syncpoint), s->done.value))
        o->syncpoint_increment(o->context, c->syncpoint);
    o->channel_failed(o->context, c, &c->error);
}

/* What the flight recorder knows of the submission; with the GPU's lock held. */
static void tell_flight(struct gpu_channel *c, const struct submission *s,
                        enum flight_state state) {
    struct flight_record *r = s->number ? flight_find(c->owner.flight, s->number) : NULL;
    if (!r)
        return;
    r->state = (uint8_t)state;
    r->words = c->words_read;
    r->class = c->last_class;
    r->method = c->last_method;
    r->data = c->last_data;
}

static void note(struct gpu_channel *c, const struct submission *s) {
    if (c->owner.capture && *c->owner.capture)
        capture_begin_submission(*c->owner.capture, c, c->pages, channel_save, s->entries, s->count,
                                 s->added);
}

enum channel_step channel_run(struct gpu_channel *c, void (*lock)(void *context),
                              void (*unlock)(void *context), void *context) {
    const struct renderer *r = c->owner.renderer;
    lock(context);
    struct submission *s = c->first;
    unlock(context);
    if (!s || (!c->failed && s->at == 0 && c->word_at == c->word_count && !may_begin(c, s)))
        return CHANNEL_WAITS;
    const size_t at = s->at, word_at = c->word_at;
    if (s->at == 0) {
        c->words_read = 0;
        note(c, s);
        r->begin(r->context);
    }
    const bool whole = execute(c, s);
    lock(context);
    tell_flight(c, s, c->failed ? FLIGHT_FAILED : whole ? FLIGHT_READ : FLIGHT_BEGUN);
    unlock(context);
    if (!whole) {
        const bool moved = s->at != at || c->word_at != word_at;
        if (moved)
            r->flush(r->context);
        return moved ? CHANNEL_DID : CHANNEL_WAITS;
    }
    end(c, s);
    c->word_at = c->word_count = 0;
    lock(context);
    c->first = s->next;
    c->last = c->first ? c->last : NULL;
    c->queued -= s->count + SUBMISSION_COST;
    unlock(context);
    free(s->entries);
    free(s);
    return CHANNEL_DID;
}

void channel_queue(struct gpu_channel *c, const struct gpu_submission *s, struct gpu_fence *fence) {
    struct submission *new = NEW(struct submission);
    new->entries = memory_new(s->count * sizeof *new->entries + 1);
    memcpy(new->entries, s->entries, s->count * sizeof *new->entries);
    new->count = s->count;
    new->added = s->added;
    new->waits = s->wait != NULL;
    if (s->wait)
        new->wait = *s->wait;
    c->promised += s->increments + s->added;
    *fence = new->done = (struct gpu_fence){c->syncpoint, c->promised};
    if (c->owner.flight)
        new->number = flight_add(c->owner.flight, fence, s->count);
    *(c->last ? &c->last->next : &c->first) = new;
    c->last = new;
    c->queued += new->count + SUBMISSION_COST;
}

bool channel_full(const struct gpu_channel *c, size_t entries) {
    return c->queued + SUBMISSION_COST > MOST_QUEUED ||
           entries > MOST_QUEUED - SUBMISSION_COST - c->queued;
}

void *channel_context(const struct gpu_channel *c) {
    return c->owner.context;
}

bool channel_has_work(const struct gpu_channel *c) {
    return c->first != NULL;
}

/* ---- the channel ---- */

struct gpu_channel *channel_new(const struct channel_owner *owner, uint32_t syncpoint) {
    struct gpu_channel *c = NEW(struct gpu_channel);
    c->owner = *owner;
    c->syncpoint = syncpoint;
    c->promised = owner->owner->syncpoint_read(owner->owner->context, syncpoint);
    c->pages = page_table_new();
    c->shared = (struct engine_shared){
        .renderer = c->owner.renderer,
        .pages = c->pages,
        .unknown = c->owner.unknown,
        .increment = c->owner.increment,
        .nanoseconds = c->owner.nanoseconds,
        .context = c->owner.context,
        .ends = c->owner.ends,
    };
    c->engines = engines_new(&c->shared);
    c->reader = (struct command_reader){.sink = take, .run = take_words, .context = c};
    return c;
}

void channel_bind(struct gpu_channel *c, struct page_table *pages) {
    page_table_ref(pages);
    page_table_unref(c->pages);
    c->pages = pages;
    c->shared.pages = pages;
}

void channel_free(struct gpu_channel *c) {
    engines_free(c->engines);
    page_table_unref(c->pages);
    while (c->first) {
        struct submission *s = c->first;
        c->first = s->next;
        free(s->entries);
        free(s);
    }
    free(c->words);
    free(c);
}

bool channel_failed(const struct gpu_channel *c, struct error *error) {
    if (c->failed)
        *error = c->error;
    return c->failed;
}

/* ---- captures ---- */

/* The parser's state as well: a command may go on in the next submission. */
void channel_save(const void *channel, struct strbuf *out) {
    const struct gpu_channel *c = channel;
    strbuf_add_bytes(out, c->classes, sizeof c->classes);
    strbuf_add_bytes(out, c->host.registers, sizeof c->host.registers);
    strbuf_add_bytes(out, &c->reader.now, sizeof c->reader.now);
    engines_save(c->engines, out);
}

bool channel_load(struct gpu_channel *c, struct reader *r) {
    reader_copy(r, c->classes, sizeof c->classes, "classes");
    reader_copy(r, c->host.registers, sizeof c->host.registers, "host registers");
    reader_copy(r, &c->reader.now, sizeof c->reader.now, "command");
    c->reader.now.subchannel %= COMMAND_SUBCHANNELS;
    c->reader.now.method %= COMMAND_METHODS;
    return engines_load(c->engines, r);
}
