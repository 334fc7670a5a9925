/* SPDX-License-Identifier: MIT */
#include "base/reader.h"

#include <stdio.h>
#include <string.h>

void reader_init(struct reader *r, const void *data, size_t size, const char *what,
                 struct error *error) {
    *r = (struct reader){.data = data, .size = size, .what = what, .error = error};
}

bool reader_ok(const struct reader *r) {
    return !r->failed;
}

void reader_fail(struct reader *r, size_t at, const char *field, const char *format, ...) {
    if (r->failed)
        return;
    r->failed = true;
    char detail[512];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    error_set(r->error, ERROR_FORMAT, "%s: %s at offset 0x%zx: %s", r->what, field, at, detail);
}

static bool take(struct reader *r, size_t n, const char *field) {
    if (r->failed)
        return false;
    if (n > r->size - r->at) {
        reader_fail(r, r->at, field, "needs %zu bytes, the file has %zu left", n, r->size - r->at);
        return false;
    }
    return true;
}

void reader_seek(struct reader *r, size_t at, const char *field) {
    if (r->failed)
        return;
    if (at > r->size)
        reader_fail(r, at, field, "lies beyond the end, 0x%zx", r->size);
    else
        r->at = at;
}

void reader_skip(struct reader *r, size_t n, const char *field) {
    if (take(r, n, field))
        r->at += n;
}

size_t reader_left(const struct reader *r) {
    return r->failed ? 0 : r->size - r->at;
}

static uint64_t little_endian(struct reader *r, size_t n, const char *field) {
    if (!take(r, n, field))
        return 0;
    uint64_t value = 0;
    for (size_t i = n; i-- > 0;)
        value = value << 8 | r->data[r->at + i];
    r->at += n;
    return value;
}

uint8_t reader_u8(struct reader *r, const char *field) {
    return (uint8_t)little_endian(r, 1, field);
}

uint16_t reader_u16(struct reader *r, const char *field) {
    return (uint16_t)little_endian(r, 2, field);
}

uint32_t reader_u32(struct reader *r, const char *field) {
    return (uint32_t)little_endian(r, 4, field);
}

uint64_t reader_u64(struct reader *r, const char *field) {
    return little_endian(r, 8, field);
}

uint64_t reader_uleb128(struct reader *r, const char *field) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
        uint8_t byte = reader_u8(r, field);
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
    }
    return value;
}

const uint8_t *reader_bytes(struct reader *r, size_t n, const char *field) {
    if (!take(r, n, field))
        return NULL;
    const uint8_t *p = r->data + r->at;
    r->at += n;
    return p;
}

void reader_copy(struct reader *r, void *out, size_t n, const char *field) {
    const uint8_t *p = reader_bytes(r, n, field);
    if (p)
        memcpy(out, p, n);
    else
        memset(out, 0, n);
}

bool reader_range(struct reader *r, uint64_t offset, uint64_t size, const char *field) {
    if (r->failed)
        return false;
    if (offset > r->size || size > r->size - offset) {
        reader_fail(r, (size_t)(offset > r->size ? r->size : offset), field,
                    "0x%llx bytes from 0x%llx reach beyond the end, 0x%zx",
                    (unsigned long long)size, (unsigned long long)offset, r->size);
        return false;
    }
    return true;
}
