/* SPDX-License-Identifier: MIT */
#include "gpu/capture/file.h"

#include "gpu/memory/page_table.h"

#include <string.h>

bool capture_head_read(struct reader *r) {
    const uint8_t *magic = reader_bytes(r, strlen(CAPTURE_MAGIC), "magic");
    const uint32_t version = reader_u32(r, "version");
    if (reader_ok(r) && memcmp(magic, CAPTURE_MAGIC, strlen(CAPTURE_MAGIC)) != 0)
        reader_fail(r, 0, "magic", "this is no capture of a GPU");
    else if (reader_ok(r) && version != CAPTURE_VERSION)
        reader_fail(r, 8, "version", "%u is not the one that is known, %u", version,
                    CAPTURE_VERSION);
    return reader_ok(r);
}

bool capture_record_read(struct reader *r, struct capture_record *out) {
    if (!reader_left(r))
        return false;
    const size_t at = r->at;
    out->kind = reader_u32(r, "kind");
    const uint32_t zero = reader_u32(r, "zero");
    const uint64_t size = reader_u64(r, "size");
    const uint8_t *bytes = reader_bytes(r, size, "record");
    if (!reader_ok(r))
        return false;
    reader_init(&out->body, bytes, size, r->what, r->error);
    if (out->kind >= CAPTURE_CHANNEL && out->kind <= CAPTURE_NEXT && !zero)
        return true;
    reader_fail(r, at, "kind", "%u is no kind of record", out->kind);
    return false;
}

/* ---- records ---- */

enum { MOST_PAGES = 1 << 16 }; /* of a mapping */

bool capture_map_read(struct capture_record *record, struct capture_map *out) {
    struct reader *r = &record->body;
    out->table = reader_u32(r, "table");
    out->pages = reader_u32(r, "pages");
    out->address = reader_u64(r, "address");
    out->page = reader_u64(r, "page");
    if (reader_ok(r) && out->pages > MOST_PAGES)
        reader_fail(r, 4, "pages", "%u are more than a record has", out->pages);
    return reader_ok(r);
}

bool capture_page_read(struct capture_record *record, struct capture_page *out) {
    struct reader *r = &record->body;
    out->page = reader_u64(r, "page");
    out->bytes = NULL;
    if (reader_left(r))
        out->bytes = reader_bytes(r, PAGE_TABLE_PAGE, "bytes");
    return reader_ok(r);
}

bool capture_submission_read(struct capture_record *record, struct capture_submission *out) {
    struct reader *r = &record->body;
    out->channel = reader_u32(r, "channel");
    out->table = reader_u32(r, "table");
    out->added = reader_u32(r, "increments");
    out->count = reader_u32(r, "entries");
    const uint8_t *entries = reader_bytes(r, (size_t)out->count * 8, "entries");
    if (reader_ok(r))
        reader_init(&out->entries, entries, (size_t)out->count * 8, r->what, r->error);
    return reader_ok(r);
}

bool capture_channel_read(struct capture_record *record, struct capture_channel *out) {
    out->channel = reader_u32(&record->body, "channel");
    out->table = reader_u32(&record->body, "table");
    return reader_ok(&record->body);
}
