/* SPDX-License-Identifier: MIT */
#include "gpu/capture/replay.h"

#include "base/log.h"
#include "base/memory.h"
#include "gpu/capture/arena.h"
#include "gpu/channel/channel.h"
#include "gpu/engine/unknown.h"

#include <stdlib.h>
#include <string.h>

struct replay {
    const struct replay_options *options;
    struct gpu_owner owner;
    struct unknown_methods *unknown;
    struct arena arena;
    struct reader reader;
    struct page_table **tables;
    size_t table_count, table_room;
    struct gpu_channel **channels;
    size_t channel_count, channel_room;
    struct error *error;
};

/* ---- whom it belongs to ---- */

/* What was waited for had come when it was captured: all fences are reached. */
static uint32_t read_syncpoint(void *context, uint32_t id) {
    (void)context;
    (void)id;
    return INT32_MAX;
}

static void increment(void *context, uint32_t id) {
    (void)context;
    (void)id;
}

static uint64_t nanoseconds(void *context) {
    (void)context;
    return 0;
}

static void failed(void *context, struct gpu_channel *channel, const struct error *error) {
    (void)context;
    (void)channel;
    log_warning(LOG_GPU, "replay: %s", error->text);
}

static void nothing(void *context) {
    (void)context;
}

/* ---- records ---- */

static bool no_such(struct replay *r, const char *what, uint32_t number) {
    return error_set(r->error, ERROR_FORMAT, "capture: there is no %s %u", what, number);
}

static struct page_table *table_of(struct replay *r, uint32_t number) {
    if (number > r->table_count || number >= 1 << 16) {
        no_such(r, "page table", number);
        return NULL;
    }
    if (number == r->table_count) {
        GROW(r->tables, r->table_count, r->table_room);
        r->tables[r->table_count++] = page_table_new();
    }
    return r->tables[number];
}

static bool take_map(struct replay *r, struct capture_record *record) {
    struct capture_map map;
    if (!capture_map_read(record, &map))
        return false;
    struct page_table *table = table_of(r, map.table);
    for (uint32_t i = 0; table && i < map.pages; i++) {
        uint8_t *memory = arena_page(&r->arena, map.page + i);
        if (!memory || !page_table_map(table, map.address + (uint64_t)i * PAGE_TABLE_PAGE, memory,
                                       PAGE_TABLE_PAGE, r->error))
            return false;
    }
    return table != NULL;
}

static bool take_page(struct replay *r, struct capture_record *record) {
    struct capture_page page;
    if (!capture_page_read(record, &page))
        return false;
    uint8_t *memory = arena_page(&r->arena, page.page);
    if (!memory)
        return no_such(r, "page", (uint32_t)page.page);
    if (page.bytes)
        memcpy(memory, page.bytes, PAGE_TABLE_PAGE);
    else
        memset(memory, 0, PAGE_TABLE_PAGE);
    return true;
}

static bool take_channel(struct replay *r, struct capture_record *record) {
    struct capture_channel new;
    if (!capture_channel_read(record, &new))
        return false;
    struct page_table *table = table_of(r, new.table);
    if (!table || new.channel != r->channel_count)
        return !table ? false : no_such(r, "place for channel", new.channel);
    const struct channel_owner owner = {
        .renderer = r->options->renderer,
        .owner = &r->owner,
        .unknown = r->unknown,
        .increment = increment,
        .nanoseconds = nanoseconds,
        .context = r->options->context,
        .method = r->options->method,
    };
    struct gpu_channel *channel = channel_new(&owner, 0);
    GROW(r->channels, r->channel_count, r->channel_room);
    r->channels[r->channel_count++] = channel;
    channel_bind(channel, table);
    return channel_load(channel, &record->body);
}

/* ---- execution ---- */

static bool ends(const struct replay *r) {
    return r->options->ends && r->options->ends(r->options->context);
}

static void run_channels(struct replay *r) {
    for (bool did = true; did && !ends(r);) {
        did = false;
        for (size_t i = 0; i < r->channel_count; i++)
            did |= channel_has_work(r->channels[i]) &&
                   channel_run(r->channels[i], nothing, nothing, NULL) == CHANNEL_DID;
    }
    r->options->renderer->finish(r->options->renderer->context);
}

static bool queue(struct replay *r, struct capture_record *record) {
    struct capture_submission s;
    struct gpu_fence fence;
    if (!capture_submission_read(record, &s))
        return false;
    struct page_table *table = table_of(r, s.table);
    if (!table || s.channel >= r->channel_count)
        return !table ? false : no_such(r, "channel", s.channel);
    uint64_t *entries = NEW_ARRAY(uint64_t, s.count + 1);
    for (uint32_t i = 0; i < s.count; i++)
        entries[i] = reader_u64(&s.entries, "entry");
    if (r->options->submission)
        r->options->submission(r->options->context, s.channel, s.count);
    channel_bind(r->channels[s.channel], table);
    const struct gpu_submission submission = {.entries = entries, .count = s.count};
    channel_queue(r->channels[s.channel], &submission, &fence);
    free(entries);
    return true;
}

/* What a submission looked at stands behind it: it is executed when the next record of another kind
 * comes. */
static bool execute(struct replay *r) {
    struct capture_record record;
    bool waits = false;
    while (!ends(r) && capture_record_read(&r->reader, &record)) {
        if (record.kind == CAPTURE_MAP) {
            if (!take_map(r, &record))
                return false;
            continue;
        }
        if (record.kind == CAPTURE_PAGE) {
            if (!take_page(r, &record))
                return false;
            continue;
        }
        if (waits)
            run_channels(r);
        waits = record.kind == CAPTURE_SUBMISSION;
        if (waits && !queue(r, &record))
            return false;
        if (record.kind == CAPTURE_CHANNEL && !take_channel(r, &record))
            return false;
    }
    if (waits)
        run_channels(r);
    return reader_ok(&r->reader);
}

static void tell_end(struct replay *r) {
    struct strbuf text = {0};
    unknown_print(r->unknown, &text);
    if (text.length)
        log_trace(LOG_GPU, "%s", text.text);
    strbuf_free(&text);
    for (size_t i = 0; i < r->channel_count && !ends(r); i++)
        if (channel_has_work(r->channels[i]))
            log_warning(LOG_GPU, "replay: channel %zu waits for what the capture has not", i);
    if (r->options->done)
        r->options->done(r->options->context);
}

static void free_all(struct replay *r) {
    const struct renderer *renderer = r->options->renderer;
    for (size_t i = 0; i < r->channel_count; i++)
        channel_free(r->channels[i]);
    renderer->finish(renderer->context);
    for (size_t i = 0; i < r->arena.count; i++)
        renderer->forget(renderer->context, r->arena.runs[i].memory,
                         r->arena.runs[i].count * PAGE_TABLE_PAGE);
    for (size_t i = 0; i < r->table_count; i++)
        page_table_unref(r->tables[i]);
    unknown_free(r->unknown);
    arena_free(&r->arena);
    free(r->channels);
    free(r->tables);
}

bool replay_run(const struct blob *file, const struct replay_options *options,
                struct error *error) {
    struct replay r = {
        .options = options,
        .owner = {increment, read_syncpoint, nanoseconds, failed, NULL, NULL},
        .error = error,
    };
    reader_init(&r.reader, file->data, file->size, "GPU capture", error);
    if (!capture_head_read(&r.reader) || !arena_new(&r.arena, &r.reader, error))
        return false;
    r.unknown = unknown_new();
    const bool done = execute(&r);
    if (done)
        tell_end(&r);
    free_all(&r);
    return done;
}
