/* SPDX-License-Identifier: MIT */
#include "gpu/memory/watch_hash.h"

#include "base/memory.h"
#include "gpu/memory/watch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* Four streams of multiply and rotate, as fast as memory. Odd numbers with well-mixed bits: the
 * fractions of the golden ratio and of roots of small primes. */
static uint64_t hash_page(const uint8_t *bytes) {
    static const uint64_t keys[4] = {0x9e3779b97f4a7c15, 0x6a09e667f3bcc909, 0xbb67ae8584caa73b,
                                     0x3c6ef372fe94f82b};
    uint64_t state[4];
    memcpy(state, keys, sizeof state);
    for (size_t at = 0; at < WATCH_PAGE; at += sizeof state)
        for (size_t i = 0; i < 4; i++) {
            uint64_t word;
            memcpy(&word, bytes + at + 8 * i, sizeof word);
            state[i] = (state[i] ^ word) * keys[i];
            state[i] = state[i] << 29 | state[i] >> 35;
        }
    uint64_t hash = 0;
    for (size_t i = 0; i < 4; i++)
        hash = (hash ^ state[i]) * keys[3 - i] + (hash >> 31);
    return hash ? hash : 1;
}

/* Hashes of pages one behind the other. The kernel reads: pages without access must not end us. */
enum { AT_ONCE = 16 };
static void hash_pages(uint64_t page, size_t count, uint64_t *hashes) {
    uint8_t bytes[AT_ONCE * WATCH_PAGE];
    while (count) {
        const struct iovec to = {bytes, count * WATCH_PAGE},
                           from = {(void *)(uintptr_t)page, count * WATCH_PAGE};
        const ssize_t got = process_vm_readv(getpid(), &to, 1, &from, 1, 0);
        const size_t whole = got > 0 ? (size_t)got / WATCH_PAGE : 0;
        for (size_t i = 0; i < whole; i++)
            *hashes++ = hash_page(bytes + i * WATCH_PAGE);
        if (whole == count)
            return;
        *hashes++ = 0; /* here it ended */
        page += (whole + 1) * WATCH_PAGE;
        count -= whole + 1;
    }
}

static size_t slot_of(const struct page_hashes *h, uint64_t page) {
    size_t slot = (size_t)((page / WATCH_PAGE) * 0x9e3779b97f4a7c15ull >> 32) & (h->room - 1);
    while (h->slots[slot].page && h->slots[slot].page != page)
        slot = (slot + 1) & (h->room - 1);
    return slot;
}

static void make_room(struct page_hashes *h) {
    if (2 * (h->count + 1) <= h->room)
        return;
    const struct page_hashes old = *h;
    h->room = old.room ? 2 * old.room : 256;
    h->slots = NEW_ARRAY(struct page_hash, h->room);
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].page)
            h->slots[slot_of(h, old.slots[i].page)] = old.slots[i];
    free(old.slots);
}

void page_hashes_free(struct page_hashes *h) {
    free(h->slots);
    *h = (struct page_hashes){0};
}

/* Calls for each page of the range with its hash. */
static void each_page(struct page_hashes *h, uint64_t start, uint64_t end,
                      void (*call)(struct page_hashes *h, uint64_t page, uint64_t hash,
                                   void *context),
                      void *context) {
    uint64_t hashes[AT_ONCE];
    for (uint64_t page = start; page < end;) {
        const uint64_t left = (end - page) / WATCH_PAGE;
        const size_t count = left < AT_ONCE ? (size_t)left : AT_ONCE;
        hash_pages(page, count, hashes);
        for (size_t i = 0; i < count; i++, page += WATCH_PAGE)
            call(h, page, hashes[i], context);
    }
}

static void add_page(struct page_hashes *h, uint64_t page, uint64_t hash, void *context) {
    (void)context;
    make_room(h);
    struct page_hash *slot = &h->slots[slot_of(h, page)];
    h->count += !slot->page;
    *slot = (struct page_hash){page, hash};
}

void page_hashes_add(struct page_hashes *h, uint64_t start, uint64_t end) {
    each_page(h, start, end, add_page, NULL);
}

void page_hashes_remove(struct page_hashes *h, uint64_t start, uint64_t end) {
    for (uint64_t page = start; page < end && h->count; page += WATCH_PAGE) {
        size_t hole = slot_of(h, page);
        if (!h->slots[hole].page)
            continue;
        h->slots[hole].page = 0;
        h->count--;
        /* Those behind it that were pushed away by it may have to come nearer. */
        for (size_t at = (hole + 1) & (h->room - 1); h->slots[at].page;
             at = (at + 1) & (h->room - 1)) {
            const struct page_hash moved = h->slots[at];
            h->slots[at].page = 0;
            h->slots[slot_of(h, moved.page)] = moved;
        }
    }
}

struct changes {
    uint64_t run; /* where a run of changed pages begins; 0: there is none */
    void (*written)(void *context, const uint8_t *range, uint64_t size);
    void *context;
};

static void end_run(struct changes *c, uint64_t end) {
    if (c->run && c->written)
        c->written(c->context, (const uint8_t *)(uintptr_t)c->run, end - c->run);
    c->run = 0;
}

static void look_at(struct page_hashes *h, uint64_t page, uint64_t hash, void *context) {
    struct changes *c = context;
    struct page_hash *slot = &h->slots[slot_of(h, page)];
    if (!slot->page || slot->hash == hash) {
        end_run(c, page);
        return;
    }
    slot->hash = hash;
    c->run = c->run ? c->run : page;
}

void page_hashes_scan(struct page_hashes *h, uint64_t start, uint64_t end,
                      void (*written)(void *context, const uint8_t *range, uint64_t size),
                      void *context) {
    struct changes changes = {.written = written, .context = context};
    if (!h->count)
        return;
    each_page(h, start, end, look_at, &changes);
    end_run(&changes, end);
}
