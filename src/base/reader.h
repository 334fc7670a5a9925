/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_BASE_READER_H
#define WINDLASS_BASE_READER_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* A bounds-checked little-endian reader over bytes that are not trusted. Its first failure fills
 * the error with file kind, field and offset, and sticks: later reads give zeros and change
 * nothing, so that a parser may read a whole header and test reader_ok once. */
struct reader {
    const uint8_t *data;
    size_t size;
    size_t at;
    const char *what; /* what is read, for messages: "NRO header" */
    struct error *error;
    bool failed;
};

void reader_init(struct reader *r, const void *data, size_t size, const char *what,
                 struct error *error);
MUST_CHECK bool reader_ok(const struct reader *r);
/* Moves to an absolute offset; at most size. */
void reader_seek(struct reader *r, size_t at, const char *field);
void reader_skip(struct reader *r, size_t n, const char *field);
size_t reader_left(const struct reader *r);
uint8_t reader_u8(struct reader *r, const char *field);
uint16_t reader_u16(struct reader *r, const char *field);
uint32_t reader_u32(struct reader *r, const char *field);
uint64_t reader_u64(struct reader *r, const char *field);
/* An unsigned LEB128 number; bits beyond 64 are dropped, and at most ten bytes are read. */
uint64_t reader_uleb128(struct reader *r, const char *field);
/* The next n bytes, in place; NULL on failure. */
const uint8_t *reader_bytes(struct reader *r, size_t n, const char *field);
/* Copies the next n bytes to out; zeros on failure. */
void reader_copy(struct reader *r, void *out, size_t n, const char *field);
/* Checks that [offset, offset + size) lies inside the data; size 0 is inside anywhere up to it. */
bool reader_range(struct reader *r, uint64_t offset, uint64_t size, const char *field);
/* Reports a malformed field (ERROR_FORMAT) at the offset `at`. */
void reader_fail(struct reader *r, size_t at, const char *field, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
