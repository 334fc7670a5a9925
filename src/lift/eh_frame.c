/* SPDX-License-Identifier: MIT */
#include "lift/eh_frame.h"

#include "lift/landing.h"

/* Format: Linux Standard Base Core 5.0, 10.6 (Exception Frames). */

/* What the FDEs of a CIE need of it. */
struct cie {
    size_t at;        /* offset in the reader */
    uint8_t pointers; /* encoding */
    uint8_t table;    /* encoding of the pointer to the exception table; EH_OMIT: there is none */
};

/* The letters of the augmentation string after 'z', and their data. */
static bool read_augmentation(struct reader *r, const char *letters, uint64_t here,
                              struct cie *out) {
    uint64_t personality;
    reader_uleb128(r, "size of augmentation");
    for (const char *c = letters; *c; c++)
        if (*c == 'R')
            out->pointers = reader_u8(r, "FDE encoding");
        else if (*c == 'L')
            out->table = reader_u8(r, "LSDA encoding");
        else if (*c == 'P' && !eh_read(r, reader_u8(r, "personality encoding"), here, &personality))
            return false;
    return !r->failed && out->pointers != EH_OMIT;
}

/* Moves the reader. */
static bool read_cie(struct reader *r, size_t at, uint64_t here, struct cie *out) {
    *out = (struct cie){.at = at, .table = EH_OMIT};
    reader_seek(r, at, "CIE");
    uint32_t length = reader_u32(r, "CIE length");
    uint32_t id = reader_u32(r, "CIE id");
    if (r->failed || length < 8 || length == UINT32_MAX || id != 0)
        return false;
    uint8_t version = reader_u8(r, "CIE version");
    char letters[8];
    size_t n = 0;
    do {
        letters[n] = (char)reader_u8(r, "augmentation");
    } while (letters[n] && ++n < sizeof letters);
    if (r->failed || n == sizeof letters)
        return false;
    reader_uleb128(r, "code alignment");
    reader_uleb128(r, "data alignment");
    if (version == 1)
        reader_u8(r, "return register");
    else
        reader_uleb128(r, "return register");
    if (letters[0] != 'z')
        return n == 0 && !r->failed;
    return read_augmentation(r, letters + 1, here, out);
}

/* The FDE whose begin the reader is at: marks it, and reads its exception table. False: what
 * follows cannot be trusted. */
static bool read_fde(struct text *t, struct reader *r, const struct cie *cie, uint64_t here) {
    uint64_t start, bytes, table;
    if (!eh_read(r, cie->pointers, here, &start))
        return false;
    if (!text_holds(t, start))
        return true;
    t->marks[text_index(t, start)] |= MARK_FDE;
    if (cie->table & EH_INDIRECT) /* or omitted */
        return true;
    if (!eh_read(r, cie->pointers & EH_FORMAT, here, &bytes))
        return false;
    reader_uleb128(r, "size of augmentation");
    if (eh_read(r, cie->table, here, &table) && table)
        landing_read(t, table, start, bytes);
    return !r->failed;
}

size_t eh_frame_mark(struct text *t) {
    const struct module *m = t->module;
    if (m->eh_frame >= m->image_size)
        return 0;
    uint64_t size = m->image_size - m->eh_frame;
    if (m->eh_frame_size && m->eh_frame_size < size)
        size = m->eh_frame_size;
    if (!m->eh_frame)
        return 0;
    struct reader r;
    struct error ignored;
    reader_init(&r, t->image + m->eh_frame, (size_t)size, ".eh_frame", &ignored);
    uint64_t here = t->base + m->eh_frame;
    size_t found = 0, next = 0;
    struct cie cie = {.at = SIZE_MAX};
    while (reader_left(&r) >= 8) {
        uint32_t length = reader_u32(&r, "length");
        size_t body = r.at;
        if (!length || length == UINT32_MAX || length > size - body)
            break;
        next = body + length;
        uint32_t id = reader_u32(&r, "CIE pointer");
        if (id) {
            if (id > body || (body - id != cie.at && !read_cie(&r, body - id, here, &cie)))
                break;
            reader_seek(&r, body + 4, "FDE");
            if (!read_fde(t, &r, &cie, here))
                break;
            found++;
        }
        reader_seek(&r, next, "next record");
    }
    landing_sort(t);
    return found;
}
