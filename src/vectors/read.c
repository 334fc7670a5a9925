/* SPDX-License-Identifier: MIT */
#include "vectors/vectors.h"

#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#define ZSTD_FIRST_BYTES "\x28\xb5\x2f\xfd" /* RFC 8878, 3.1.1 */

static bool too_long(const char *path, struct error *error) {
    return error_set(error, ERROR_LIMIT,
                     "%s: more than the %zu MiB of text that are taken; split it", path,
                     VECTORS_TEXT_LIMIT >> 20);
}

static bool unpack(const char *path, const void *packed, size_t size, struct strbuf *out,
                   struct error *error) {
    ZSTD_DStream *stream = ZSTD_createDStream();
    ZSTD_inBuffer in = {packed, size, 0};
    char room[1 << 16];
    size_t left = 1; /* 0 at the end of a frame */
    bool ok = stream || error_set(error, ERROR_LIMIT, "%s: zstd has no memory", path);
    while (ok && (in.pos < in.size || left)) {
        ZSTD_outBuffer piece = {room, sizeof room, 0};
        const size_t before = in.pos;
        left = ZSTD_decompressStream(stream, &piece, &in);
        if (ZSTD_isError(left))
            ok = error_set(error, ERROR_FORMAT, "%s: damaged zstd data behind byte %zu: %s", path,
                           in.pos, ZSTD_getErrorName(left));
        else if (left && in.pos == before && !piece.pos)
            ok = error_set(error, ERROR_FORMAT,
                           "%s: the zstd data ends in the middle: the file was "
                           "cut off after %zu bytes",
                           path, size);
        else if (piece.pos > VECTORS_TEXT_LIMIT - out->length)
            ok = too_long(path, error);
        else
            strbuf_add_bytes(out, room, piece.pos);
    }
    ZSTD_freeDStream(stream);
    return ok;
}

static bool read_input(const char *path, struct strbuf *out, struct error *error) {
    char room[1 << 16];
    ssize_t n;
    while ((n = read(STDIN_FILENO, room, sizeof room)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
        if ((size_t)n > VECTORS_TEXT_LIMIT - out->length)
            return too_long(path, error);
        strbuf_add_bytes(out, room, (size_t)n);
    }
    return true;
}

static bool parse_any(const char *path, const void *data, size_t size, struct vectors *out,
                      struct error *error) {
    struct strbuf text = {0};
    if (size < 4 || memcmp(data, ZSTD_FIRST_BYTES, 4) != 0)
        return vectors_parse(path, data, size, out, error);
    const bool ok = unpack(path, data, size, &text, error) &&
                    vectors_parse(path, text.text, text.length, out, error);
    strbuf_free(&text);
    return ok;
}

bool vectors_open(const char *path, struct vectors *out, struct error *error) {
    bool ok;
    *out = (struct vectors){0};
    if (!strcmp(path, "-")) {
        struct strbuf text = {0};
        ok = read_input("standard input", &text, error) &&
             parse_any("standard input", text.text ? text.text : "", text.length, out, error);
        strbuf_free(&text);
    } else {
        struct blob file = {0};
        ok = file_read(path, VECTORS_TEXT_LIMIT, &file, error) &&
             parse_any(path, file.data, file.size, out, error);
        blob_free(&file);
    }
    return ok;
}
