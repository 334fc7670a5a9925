/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_BASE_FILE_H
#define WINDLASS_BASE_FILE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* A whole file in memory. */
struct blob {
    uint8_t *data;
    size_t size;
};

/* Files above `limit` bytes are refused (ERROR_LIMIT). */
MUST_CHECK bool file_read(const char *path, size_t limit, struct blob *out, struct error *error);
/* Writes to a temporary name beside it and renames, so that a reader never sees half a file. */
MUST_CHECK bool file_write(const char *path, const void *data, size_t size, struct error *error);
/* mkdir -p */
MUST_CHECK bool file_make_folders(const char *path, struct error *error);
void blob_free(struct blob *b);

#endif
