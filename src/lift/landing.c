/* SPDX-License-Identifier: MIT */
#include "lift/landing.h"

#include "base/memory.h"

#include <stdlib.h>

/* Format of a table: GCC's "Exception Handling Tables" (gcc_except_table), which clang writes too.
 * A header of three encodings, then one record a range of code: start and length of the range and
 * the landing pad (0: none), from the function's begin on, and what catches there. */

bool eh_read(struct reader *r, uint8_t encoding, uint64_t here, uint64_t *out) {
    uint64_t at = here + r->at;
    switch (encoding & EH_FORMAT) {
    case 0x0: /* absolute */
    case 0x4:
    case 0xc:
        *out = reader_u64(r, "pointer");
        break;
    case 0x1:
        *out = reader_uleb128(r, "pointer");
        break;
    case 0x2:
        *out = reader_u16(r, "pointer");
        break;
    case 0xa:
        *out = (uint64_t)(int64_t)(int16_t)reader_u16(r, "pointer");
        break;
    case 0x3:
        *out = reader_u32(r, "pointer");
        break;
    case 0xb:
        *out = (uint64_t)(int64_t)(int32_t)reader_u32(r, "pointer");
        break;
    default:
        return false;
    }
    uint8_t application = encoding & EH_APPLICATION;
    if (application == EH_PCREL)
        *out += *out ? at : 0;
    else if (application)
        return false;
    return !r->failed;
}

struct header {
    uint64_t pads; /* what landing pads count from */
    uint8_t encoding;
    size_t end; /* of the records, as reader offset */
};

static bool read_header(struct reader *r, uint64_t here, uint64_t function, struct header *h) {
    h->pads = function;
    uint8_t start = reader_u8(r, "encoding of the landing pads' base");
    if (start != EH_OMIT && !eh_read(r, start, here, &h->pads))
        return false;
    if (reader_u8(r, "encoding of types") != EH_OMIT)
        reader_uleb128(r, "types");
    h->encoding = reader_u8(r, "encoding of call sites");
    uint64_t bytes = reader_uleb128(r, "size of call sites");
    h->end = r->at + (size_t)bytes;
    return !r->failed && !(h->encoding & EH_APPLICATION) && bytes <= reader_left(r);
}

static void add(struct text *t, uint64_t start, uint64_t end, uint64_t pad) {
    if (!text_holds(t, start) || end <= start || end > t->end || !text_holds(t, pad) ||
        t->landing_count >= t->count)
        return;
    GROW(t->landings, t->landing_count, t->landing_room);
    t->landings[t->landing_count++] =
        (struct landing){(uint32_t)text_index(t, start), (uint32_t)text_index(t, (end - 1) & ~3ull),
                         (uint32_t)text_index(t, pad)};
    t->marks[text_index(t, pad)] |= MARK_LANDING;
}

void landing_read(struct text *t, uint64_t table, uint64_t function, uint64_t bytes) {
    const uint64_t image = t->module->image_size;
    if (table < t->base || table - t->base >= image)
        return;
    struct reader r;
    struct error ignored;
    struct header h;
    reader_init(&r, t->image + (table - t->base), (size_t)(image - (table - t->base)),
                "exception table", &ignored);
    if (!read_header(&r, table, function, &h))
        return;
    /* Ranges ascend, so that no table has more of them than its function has words. */
    for (uint64_t last = 0; r.at < h.end && !r.failed;) {
        uint64_t start, length, pad;
        if (!eh_read(&r, h.encoding, table, &start) || !eh_read(&r, h.encoding, table, &length) ||
            !eh_read(&r, h.encoding, table, &pad))
            return;
        reader_uleb128(&r, "action");
        if (r.failed || start < last || start > bytes || length > bytes - start || !length)
            return;
        last = start + length;
        if (pad)
            add(t, function + start, function + last, h.pads + pad);
    }
}

static int compare(const void *a, const void *b) {
    const struct landing *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

void landing_sort(struct text *t) {
    if (t->landing_count)
        qsort(t->landings, t->landing_count, sizeof *t->landings, compare);
}

uint32_t landing_of(const struct text *t, uint32_t index) {
    size_t low = 0, high = t->landing_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->landings[middle].first <= index)
            low = middle + 1;
        else
            high = middle;
    }
    return low && index <= t->landings[low - 1].last ? t->landings[low - 1].pad : UINT32_MAX;
}
