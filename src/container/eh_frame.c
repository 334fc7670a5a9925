/* SPDX-License-Identifier: MIT */
#include "container/module.h"

#include <string.h>

/* Where the call frame information lies (Linux Standard Base, "Exception Frames"). Only its place
 * is of interest here; every record is checked, so that what is found can be trusted. */

enum {
    DW_EH_PE_absptr = 0x00,
    DW_EH_PE_sdata4 = 0x0b,
    DW_EH_PE_sdata8 = 0x0c,
    DW_EH_PE_pcrel = 0x10,
};

/* A pcrel pointer of the encodings that compilers write for this CPU; false: another encoding. */
static bool encoded(struct reader *r, uint8_t encoding, uint64_t *out) {
    uint64_t here = r->at;
    switch (encoding) {
    case DW_EH_PE_pcrel | DW_EH_PE_sdata4:
        *out = here + (uint64_t)(int64_t)(int32_t)reader_u32(r, "pointer");
        return reader_ok(r);
    case DW_EH_PE_pcrel | DW_EH_PE_sdata8:
    case DW_EH_PE_pcrel | DW_EH_PE_absptr:
        *out = here + reader_u64(r, "pointer");
        return reader_ok(r);
    default:
        return false;
    }
}

/* The encoding of the pointers in the FDEs of a CIE whose version is the next byte. */
static bool cie_encoding(struct reader *r, uint8_t *encoding) {
    uint8_t version = reader_u8(r, "CIE version");
    if (version != 1 && version != 3)
        return false;
    const char *augmentation = (const char *)r->data + r->at;
    if (!memchr(augmentation, 0, reader_left(r)) || augmentation[0] != 'z')
        return false;
    reader_skip(r, strlen(augmentation) + 1, "augmentation");
    reader_uleb128(r, "LEB128"); /* code alignment */
    reader_uleb128(r, "LEB128"); /* data alignment */
    if (version == 1)
        reader_skip(r, 1, "return register");
    else
        reader_uleb128(r, "LEB128");
    reader_uleb128(r, "LEB128"); /* length of the augmentation data */
    *encoding = DW_EH_PE_absptr;
    for (const char *c = augmentation + 1; *c; c++) {
        if (*c == 'R') {
            *encoding = reader_u8(r, "FDE encoding");
        } else if (*c == 'L') {
            reader_skip(r, 1, "LSDA encoding");
        } else if (*c == 'P') {
            uint8_t kind = reader_u8(r, "personality encoding") & 0x0f;
            reader_skip(r, kind == DW_EH_PE_sdata4 ? 4 : 8, "personality");
        } else if (*c != 'S' && *c != 'B' && *c != 'G') {
            return false;
        }
    }
    return reader_ok(r);
}

struct walk {
    const struct module *m;
    uint64_t begin, limit; /* image addresses */
    uint64_t cie;          /* the last CIE read, and the pointer encoding of its FDEs */
    uint8_t encoding;
    size_t entries;
};

static bool read_cie(struct walk *w, uint64_t at) {
    struct reader r;
    if (w->cie == at)
        return true;
    reader_init(&r, w->m->image, w->limit, ".eh_frame", NULL);
    reader_seek(&r, at + 4, "CIE");
    if (reader_u32(&r, "CIE id") != 0 || !cie_encoding(&r, &w->encoding))
        return false;
    w->cie = at;
    return true;
}

static bool read_fde(struct walk *w, struct reader *r, uint64_t id_at, uint32_t delta) {
    const struct segment *text = &w->m->segments[SEGMENT_TEXT];
    uint64_t start;
    if (delta > id_at - w->begin || delta % 4 || !read_cie(w, id_at - delta) ||
        !encoded(r, w->encoding, &start))
        return false;
    w->entries++;
    return start >= text->address && start - text->address < text->memory_size && start % 4 == 0;
}

/* Reads records from w->begin on; returns where the first byte that is none lies. */
static uint64_t walk_records(struct walk *w) {
    struct reader r;
    uint64_t at = w->begin;
    w->cie = UINT64_MAX;
    w->entries = 0;
    while (at + 12 <= w->limit) {
        reader_init(&r, w->m->image, w->limit, ".eh_frame", NULL);
        reader_seek(&r, at, "record");
        uint32_t length = reader_u32(&r, "length");
        uint64_t id_at = r.at;
        if (length < 8 || length % 4 || length > w->limit - id_at)
            break;
        uint32_t id = reader_u32(&r, "id");
        if (!(id ? read_fde(w, &r, id_at, id) : read_cie(w, at)))
            break;
        at = id_at + length;
    }
    return at;
}

void eh_frame_from_header(struct module *m, uint64_t address, uint64_t size) {
    struct reader r;
    reader_init(&r, m->image, m->image_size, ".eh_frame_hdr", NULL);
    reader_seek(&r, address, "header");
    uint8_t version = reader_u8(&r, "version"), encoding = reader_u8(&r, "encoding");
    reader_skip(&r, 2, "table encodings");
    struct walk w = {.m = m, .limit = m->image_size};
    if (size < 8 || version != 1 || !encoded(&r, encoding, &w.begin) || w.begin >= m->image_size)
        return;
    uint64_t end = walk_records(&w);
    if (w.entries) {
        m->eh_frame = w.begin;
        m->eh_frame_size = end - w.begin;
    }
}

/* A CIE begins {length, 0, version 1, "zR" or "zPLR"}; the longest row of records wins. A row that
 * breaks off is passed over as a whole: what starts inside it breaks off at the same place. */
void eh_frame_scan(struct module *m) {
    const struct segment *s = &m->segments[SEGMENT_RODATA];
    struct walk w = {.m = m, .limit = s->address + s->file_size};
    for (uint64_t at = s->address; at + 12 <= w.limit;) {
        const uint8_t *p = m->image + at;
        if (memcmp(p + 4, "\0\0\0\0\1z", 6) != 0) {
            at += 4;
            continue;
        }
        w.begin = at;
        uint64_t end = walk_records(&w);
        if (w.entries && end - at > m->eh_frame_size) {
            m->eh_frame = at;
            m->eh_frame_size = end - at;
        }
        at = end > at ? end & ~(uint64_t)3 : at + 4;
    }
}
