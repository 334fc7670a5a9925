/* SPDX-License-Identifier: MIT */
#include "gpu/capture/capture.h"

#include "base/memory.h"
#include "gpu/capture/file.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PAGE = PAGE_TABLE_PAGE };

/* ---- sets of pages ---- */

struct slot {
    uint64_t key; /* of a page in memory: its number; of a mapping: table and page of the address */
    uint64_t page; /* of a mapping: what was there */
    uint8_t *copy; /* of a page: the bytes that the file has */
    bool used;
};

struct page_set {
    struct slot *slots;
    size_t count, room; /* a power of two */
};

static struct slot *slot_of(const struct page_set *s, uint64_t key) {
    size_t at = (key * UINT64_C(0x9e3779b97f4a7c15)) >> 20 & (s->room - 1);
    while (s->slots[at].used && s->slots[at].key != key)
        at = (at + 1) & (s->room - 1);
    return &s->slots[at];
}

/* The key's slot; `used` says whether it was there. The caller fills a new one. */
static struct slot *find(struct page_set *s, uint64_t key) {
    if (2 * s->count >= s->room) {
        const struct page_set old = *s;
        s->room = old.room ? old.room * 2 : 1024;
        s->slots = NEW_ARRAY(struct slot, s->room);
        for (size_t i = 0; i < old.room; i++)
            if (old.slots[i].used)
                *slot_of(s, old.slots[i].key) = old.slots[i];
        free(old.slots);
    }
    return slot_of(s, key);
}

/* ---- the file ---- */

struct table {
    struct capture *capture;
    struct page_table *pages;
    uint32_t number;
};

struct capture {
    pthread_mutex_t lock; /* threads of the program look at memory, too */
    FILE *file;
    char *path;
    bool failed;
    struct page_set pages, mappings;
    struct table **tables;
    size_t table_count, table_room;
    const void **channels;
    size_t channel_count, channel_room;
};

static void put(struct capture *c, const void *bytes, size_t size) {
    if (size && fwrite(bytes, 1, size, c->file) != size)
        c->failed = true;
}

static void put_head(struct capture *c, uint32_t kind, uint64_t size) {
    put(c, (const uint32_t[]){kind, 0}, 8);
    put(c, &size, 8);
}

static bool is_zero(const uint8_t *bytes) {
    static const uint8_t zeros[PAGE];
    return !memcmp(bytes, zeros, PAGE);
}

static void put_page(struct capture *c, struct slot *slot, const uint8_t *bytes) {
    if (!slot->copy)
        slot->copy = memory_new(PAGE);
    memcpy(slot->copy, bytes, PAGE);
    const bool zero = is_zero(slot->copy);
    put_head(c, CAPTURE_PAGE, zero ? 8 : 8 + PAGE);
    put(c, &slot->key, 8);
    if (!zero)
        put(c, slot->copy, PAGE);
}

static uint64_t number_of(const uint8_t *memory) {
    return (uintptr_t)memory / PAGE;
}

/* The page as it is now. The program may have given the memory back: false. */
static bool read_page(uint64_t page, uint8_t *out) {
    const struct iovec to = {out, PAGE}, from = {(void *)(uintptr_t)(page * PAGE), PAGE};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == PAGE;
}

/* ---- what is looked at ---- */

static void note_mapping(struct capture *c, uint32_t table, uint64_t address, uint64_t page) {
    struct slot *slot = find(&c->mappings, (uint64_t)table << 40 | address / PAGE);
    if (slot->used && slot->page == page)
        return;
    c->mappings.count += !slot->used;
    *slot =
        (struct slot){.key = (uint64_t)table << 40 | address / PAGE, .page = page, .used = true};
    put_head(c, CAPTURE_MAP, 24);
    put(c, (const uint32_t[]){table, 1}, 8);
    put(c, (const uint64_t[]){address, page}, 16);
}

static void note_page(struct capture *c, uint64_t page) {
    struct slot *slot = find(&c->pages, page);
    if (slot->used)
        return;
    uint8_t bytes[PAGE] = {0};
    if (!read_page(page, bytes))
        return;
    *slot = (struct slot){.key = page, .used = true};
    c->pages.count++;
    put_page(c, slot, bytes);
}

static void found(void *context, uint64_t address, uint8_t *memory, uint64_t size) {
    const struct table *t = context;
    struct capture *c = t->capture;
    const uint64_t in_page = address % PAGE;
    pthread_mutex_lock(&c->lock);
    for (uint64_t done = 0; done < size + in_page; done += PAGE) {
        const uint64_t page = number_of(memory - in_page + done);
        note_mapping(c, t->number, address - in_page + done, page);
        note_page(c, page);
    }
    pthread_mutex_unlock(&c->lock);
}

static void note_changes(struct capture *c) {
    uint8_t bytes[PAGE];
    for (size_t i = 0; i < c->pages.room; i++) {
        struct slot *slot = &c->pages.slots[i];
        if (slot->used && read_page(slot->key, bytes) && memcmp(slot->copy, bytes, PAGE) != 0)
            put_page(c, slot, bytes);
    }
}

/* ---- channels ---- */

static uint32_t table_number(struct capture *c, struct page_table *pages) {
    for (size_t i = 0; i < c->table_count; i++)
        if (c->tables[i]->pages == pages)
            return (uint32_t)i;
    GROW(c->tables, c->table_count, c->table_room);
    struct table *t = NEW(struct table);
    *t = (struct table){c, page_table_ref(pages), (uint32_t)c->table_count};
    c->tables[c->table_count++] = t;
    return t->number;
}

/* True: it is new. */
static bool channel_number(struct capture *c, const void *channel, uint32_t *out) {
    for (size_t i = 0; i < c->channel_count; i++)
        if (c->channels[i] == channel) {
            *out = (uint32_t)i;
            return false;
        }
    GROW(c->channels, c->channel_count, c->channel_room);
    *out = (uint32_t)c->channel_count;
    c->channels[c->channel_count++] = channel;
    return true;
}

void capture_begin_submission(struct capture *c, const void *channel, struct page_table *pages,
                              void (*save)(const void *channel, struct strbuf *out),
                              const uint64_t *entries, size_t count, uint32_t added) {
    uint32_t number;
    pthread_mutex_lock(&c->lock);
    const size_t tables = c->table_count;
    const uint32_t table = table_number(c, pages);
    put_head(c, CAPTURE_NEXT, 0);
    note_changes(c);
    if (channel_number(c, channel, &number)) {
        struct strbuf state = {0};
        save(channel, &state);
        put_head(c, CAPTURE_CHANNEL, 8 + state.length);
        put(c, (const uint32_t[]){number, table}, 8);
        put(c, state.text, state.length);
        strbuf_free(&state);
    }
    put_head(c, CAPTURE_SUBMISSION, 16 + count * 8);
    put(c, (const uint32_t[]){number, table, added, (uint32_t)count}, 16);
    put(c, entries, count * 8);
    pthread_mutex_unlock(&c->lock);
    if (table == tables)
        page_table_listen(pages, found, c->tables[table]);
}

/* ---- begin and end ---- */

bool capture_new(const char *path, struct capture **out, struct error *error) {
    FILE *file = fopen(path, "wbe");
    if (!file)
        return error_set(error, ERROR_IO, "%s: cannot be written", path);
    struct capture *c = NEW(struct capture);
    pthread_mutex_init(&c->lock, NULL);
    c->file = file;
    c->path = memory_string(path);
    put(c, CAPTURE_MAGIC, strlen(CAPTURE_MAGIC));
    put(c, (const uint32_t[]){CAPTURE_VERSION}, 4);
    *out = c;
    return true;
}

static void free_set(struct page_set *s) {
    for (size_t i = 0; i < s->room; i++)
        free(s->slots[i].copy);
    free(s->slots);
}

bool capture_end(struct capture *c, struct error *error) {
    for (size_t i = 0; i < c->table_count; i++) {
        page_table_listen(c->tables[i]->pages, NULL, NULL); /* from here on nobody calls */
        page_table_unref(c->tables[i]->pages);
        free(c->tables[i]);
    }
    const bool written = fclose(c->file) == 0 && !c->failed;
    if (!written)
        error_set(error, ERROR_IO, "%s: not all of the capture could be written", c->path);
    free(c->tables);
    free(c->channels);
    free_set(&c->pages);
    free_set(&c->mappings);
    free(c->path);
    pthread_mutex_destroy(&c->lock);
    free(c);
    return written;
}
