/* SPDX-License-Identifier: MIT */
#include "damage.h"

#include "base/memory.h"
#include "gpu/capture/file.h"
#include "gpu/engine/method_table.h"
#include "gpu/memory/page_table.h"
#include "gpu/shader/mutate.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = PAGE_TABLE_PAGE };

/* ---- what is where ---- */

/* Mappings and pages as they are met. All captures of tests have one page table. */
struct known {
    struct capture_map *maps;
    size_t map_count, map_room;
    struct {
        uint64_t page;
        size_t at;
    } *pages;
    size_t page_count, page_room;
};

static bool page_bytes(const struct known *k, uint64_t page, size_t *at) {
    for (size_t i = k->page_count; i-- > 0;)
        if (k->pages[i].page == page) {
            *at = k->pages[i].at;
            return true;
        }
    return false;
}

/* Where the byte at an address is in the capture. */
static bool find(const struct known *k, uint64_t address, size_t *at) {
    for (size_t i = k->map_count; i-- > 0;) {
        const struct capture_map *m = &k->maps[i];
        if (address >= m->address && address - m->address < (uint64_t)m->pages * PAGE &&
            page_bytes(k, m->page + (address - m->address) / PAGE, at)) {
            *at += address % PAGE;
            return true;
        }
    }
    return false;
}

static uint32_t word_at(const struct damage *d, size_t at) {
    uint32_t word;
    memcpy(&word, d->capture.data + at, sizeof word);
    return word;
}

static void add_site(struct part *p, struct site s) {
    GROW(p->sites, p->site_count, p->site_room);
    p->sites[p->site_count++] = s;
}

static void walk_entry(const struct damage *d, struct part *p, const struct known *k,
                       struct gpfifo_entry e) {
    struct command now = {0};
    for (uint32_t i = 0; i < e.words; i++) {
        size_t at;
        if (!find(k, e.address + 4ull * i, &at))
            return;
        if (!now.count) {
            const bool known = command_decode(word_at(d, at), &now);
            add_site(p, (struct site){at, true, now.method, now.subchannel});
            if (!known || now.mode == COMMAND_IMMEDIATE || now.mode == COMMAND_END)
                now.count = 0;
            continue;
        }
        add_site(p, (struct site){at, false, now.method, now.subchannel});
        now.count--;
        if (now.mode == COMMAND_INCREASING || now.mode == COMMAND_ONCE)
            now.method++;
        if (now.mode == COMMAND_ONCE)
            now.mode = COMMAND_SAME;
    }
}

static void walk(const struct damage *d, struct part *p, const struct known *k) {
    for (size_t i = 0; i < p->count; i++) {
        uint64_t entry;
        memcpy(&entry, d->capture.data + p->entries + 8 * i, sizeof entry);
        walk_entry(d, p, k, gpfifo_decode(entry));
    }
}

static void learn(struct damage *d, struct known *k, struct capture_record *record, size_t behind) {
    struct capture_map map;
    struct capture_page page;
    struct capture_submission s;
    if (record->kind == CAPTURE_MAP && capture_map_read(record, &map)) {
        GROW(k->maps, k->map_count, k->map_room);
        k->maps[k->map_count++] = map;
        GROW(d->addresses, d->address_count, d->address_room);
        d->addresses[d->address_count++] = map.address;
    } else if (record->kind == CAPTURE_PAGE && capture_page_read(record, &page) && page.bytes) {
        GROW(k->pages, k->page_count, k->page_room);
        k->pages[k->page_count].page = page.page;
        k->pages[k->page_count++].at = behind - PAGE;
        GROW(d->pages, d->page_count, d->page_room);
        d->pages[d->page_count++] = behind - PAGE;
    } else if (record->kind == CAPTURE_SUBMISSION && capture_submission_read(record, &s)) {
        GROW(d->parts, d->part_count, d->part_room);
        d->parts[d->part_count++] = (struct part){behind - 8ull * s.count, s.count, NULL, 0, 0};
    }
}

bool damage_new(struct damage *d, const char *path, struct error *error) {
    struct reader r;
    struct capture_record record;
    struct known k = {0};
    bool waits = false;
    *d = (struct damage){0};
    if (!file_read(path, 1ull << 30, &d->capture, error))
        return false;
    reader_init(&r, d->capture.data, d->capture.size, path, error);
    bool ok = capture_head_read(&r);
    while (ok && capture_record_read(&r, &record)) {
        /* What a submission looked at follows it. */
        if (waits && record.kind != CAPTURE_MAP && record.kind != CAPTURE_PAGE)
            walk(d, &d->parts[d->part_count - 1], &k);
        if (record.kind != CAPTURE_MAP && record.kind != CAPTURE_PAGE)
            waits = record.kind == CAPTURE_SUBMISSION;
        learn(d, &k, &record, r.at);
    }
    if (waits)
        walk(d, &d->parts[d->part_count - 1], &k);
    free(k.maps);
    free(k.pages);
    ok = ok && reader_ok(&r);
    if (ok && (d->part_count < 2 || !d->page_count))
        ok = error_set(error, ERROR_FORMAT, "%s: there is nothing to damage", path);
    if (!ok)
        damage_free(d);
    return ok;
}

void damage_free(struct damage *d) {
    for (size_t i = 0; i < d->part_count; i++)
        free(d->parts[i].sites);
    free(d->parts);
    free(d->pages);
    free(d->addresses);
    blob_free(&d->capture);
}

/* ---- damage ---- */

static uint32_t value(const struct damage *d) {
    static const uint32_t edges[] = {0,          1,          2,          0xff,       0x100,
                                     0xffff,     0x10000,    0x1ffff,    0x7fffffff, 0x80000000,
                                     0xffffffff, 0xfffffffc, 0xfffff000, 0x7fc00000, 0x7f800000,
                                     0xff7fffff, 0x3f800000, 0xbf800000, 0x4f000000, 1};
    switch (mutate_below(6)) {
    case 0:
        return edges[mutate_below(sizeof edges / sizeof *edges)];
    case 1:
        return (uint32_t)mutate_below(64);
    case 2:
        return (uint32_t)d->addresses[mutate_below(d->address_count)] +
               4 * (uint32_t)mutate_below(1024);
    case 3:
        return 1u << mutate_below(32);
    case 4:
        return (uint32_t)mutate_below(0x2000);
    default:
        return (uint32_t)mutate_random();
    }
}

static uint32_t changed(const struct damage *d, uint32_t old) {
    switch (mutate_below(5)) {
    case 0:
        return old ^ 1u << mutate_below(32);
    case 1:
        return old + (uint32_t)mutate_below(9) - 4;
    case 2: { /* one field of a few bits */
        const unsigned at = (unsigned)mutate_below(32), width = 1 + (unsigned)mutate_below(8);
        const uint32_t mask = ((1u << width) - 1) << at;
        return (old & ~mask) | ((uint32_t)mutate_random() & mask);
    }
    default:
        return value(d);
    }
}

static void put(struct blob *b, size_t at, uint32_t word) {
    memcpy(b->data + at, &word, sizeof word);
}

/* Another method of the class, by its table. */
static uint32_t other_method(const struct site *s, uint32_t old) {
    static const struct method_table *const tables[] = {
        &three_methods, &compute_methods, &inline_methods, &two_d_methods, &copy_methods};
    const struct method_table *t = tables[s->subchannel % 5];
    const struct method_row *rows[2048];
    size_t count = 0;
    for (unsigned p = 0; p < 4 && t->parts[p]; p++)
        for (const struct method_row *r = t->parts[p]; r->name && count < 2048; r++)
            rows[count++] = r;
    const struct method_row *r = rows[mutate_below(count)];
    const uint32_t method = (r->address + (uint32_t)mutate_below(r->count) * r->stride) / 4u;
    return (old & ~0x1fffu) | (method & 0x1fff);
}

static void damage_site(const struct damage *d, const struct part *p, struct blob *b) {
    const struct site *s = &p->sites[mutate_below(p->site_count)];
    const uint32_t old = word_at(d, s->at);
    /* Methods of the host wait for others; nobody comes. */
    if (s->method < COMMAND_HOST_METHODS)
        return;
    if (!s->header)
        put(b, s->at, changed(d, old));
    else if (old >> 29 == COMMAND_IMMEDIATE && mutate_below(4))
        put(b, s->at, (old & ~0x1fff0000u) | (changed(d, old >> 16 & 0x1fff) & 0x1fff) << 16);
    else if (mutate_below(16))
        put(b, s->at, other_method(s, old));
    else /* what follows is read as something else, which ends most channels soon */
        put(b, s->at, changed(d, old));
}

static void damage_memory(const struct damage *d, struct blob *b) {
    const size_t page = d->pages[mutate_below(d->page_count)];
    const size_t room = mutate_below(2) ? 64 : PAGE / 4;
    const size_t at = page + 4 * mutate_below(room);
    put(b, at, changed(d, word_at(d, at)));
}

static void silence(struct blob *b, const struct part *p) {
    memset(b->data + p->entries, 0, 8 * p->count);
}

struct blob damage_make(const struct damage *d) {
    struct blob b = {memory_new(d->capture.size), d->capture.size};
    memcpy(b.data, d->capture.data, b.size);
    const size_t first = 1 + mutate_below(d->part_count - 1), length = 1 + mutate_below(3);
    for (size_t i = 1; i < d->part_count; i++) {
        const struct part *p = &d->parts[i];
        if (i < first || i >= first + length) {
            silence(&b, p);
            continue;
        }
        for (size_t n = p->site_count ? 1 + mutate_below(8) : 0; n--;)
            damage_site(d, p, &b);
    }
    for (size_t n = mutate_below(4); n--;)
        damage_memory(d, &b);
    return b;
}
