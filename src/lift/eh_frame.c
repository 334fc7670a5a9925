/* SPDX-License-Identifier: MIT */
#include "lift/eh_frame.h"

#include "base/reader.h"

#include <string.h>

/* Format: Linux Standard Base Core 5.0, 10.6 (Exception Frames); pointer encodings 10.5. */

enum {
    ENCODING_OMIT = 0xff,
    ENCODING_FORMAT = 0x0f,
    ENCODING_PCREL = 0x10,
    ENCODING_APPLICATION = 0x70,
};

/* A pointer in the given encoding; `here` is the guest address of reader offset 0. */
static bool read_pointer(struct reader *r, uint8_t encoding, uint64_t here, uint64_t *out) {
    uint64_t at = here + r->at;
    switch (encoding & ENCODING_FORMAT) {
    case 0x0: /* absolute */
    case 0x4:
    case 0xc:
        *out = reader_u64(r, "pointer");
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
    uint8_t application = encoding & ENCODING_APPLICATION;
    if (application == ENCODING_PCREL)
        *out += at;
    else if (application)
        return false;
    return !r->failed;
}

/* The FDE pointer encoding of the CIE at offset `at`, which the reader is left at. */
static bool cie_encoding(struct reader *r, size_t at, uint64_t here, uint8_t *encoding) {
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
    reader_uleb128(r, "LEB128");
    reader_uleb128(r, "LEB128");
    if (version == 1)
        reader_u8(r, "return register");
    else
        reader_uleb128(r, "LEB128");
    *encoding = 0;
    if (letters[0] != 'z')
        return n == 0 && !r->failed;
    reader_uleb128(r, "LEB128");
    for (size_t i = 1; i < n; i++) {
        uint64_t personality;
        if (letters[i] == 'R')
            *encoding = reader_u8(r, "FDE encoding");
        else if (letters[i] == 'L')
            reader_u8(r, "LSDA encoding");
        else if (letters[i] == 'P' &&
                 !read_pointer(r, reader_u8(r, "personality encoding"), here, &personality))
            return false;
    }
    return !r->failed && *encoding != ENCODING_OMIT;
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
    size_t found = 0, cie_at = SIZE_MAX, next = 0;
    uint8_t encoding = 0;
    while (reader_left(&r) >= 8) {
        uint32_t length = reader_u32(&r, "length");
        size_t body = r.at;
        if (!length || length == UINT32_MAX || length > size - body)
            break;
        next = body + length;
        uint32_t id = reader_u32(&r, "CIE pointer");
        if (id) {
            if (id > body)
                break;
            if (body - id != cie_at) {
                cie_at = body - id;
                if (!cie_encoding(&r, cie_at, here, &encoding))
                    break;
            }
            uint64_t start;
            reader_seek(&r, body + 4, "FDE");
            if (!read_pointer(&r, encoding, here, &start))
                break;
            if (text_holds(t, start)) {
                t->marks[text_index(t, start)] |= MARK_FDE;
                found++;
            }
        }
        reader_seek(&r, next, "next record");
    }
    return found;
}
