/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CONTAINER_ROMFS_H
#define WINDLASS_CONTAINER_ROMFS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Read access to a RomFS image in memory. The image is not trusted: every offset is checked where
 * it is used, and links that run in a circle are an error, not a hang. */

struct romfs_table {
    uint64_t offset, size;
};

struct romfs {
    const uint8_t *data; /* not owned */
    size_t size;
    struct romfs_table folders, files;
    uint64_t contents; /* where the data of the files begins */
};

struct romfs_entry {
    char name[0x301]; /* clean text; "" for the root */
    bool is_folder;
    uint32_t at;             /* of the entry in its table */
    uint32_t next;           /* the next entry of the same folder and kind */
    uint32_t folders, files; /* the first ones inside a folder */
    uint64_t offset, size;   /* a file's bytes, inside the image */
};

struct romfs_list {
    const struct romfs *fs;
    uint32_t folder, file; /* what comes next */
    size_t left;           /* entries that there can be at most */
};

#define ROMFS_NONE UINT32_MAX

/* `data` must live as long as the struct. */
MUST_CHECK bool romfs_open(struct romfs *fs, const void *data, size_t size, struct error *error);
MUST_CHECK bool romfs_root(const struct romfs *fs, struct romfs_entry *out, struct error *error);
/* "a/b.txt", with or without a slash in front; "." and ".." are not followed. ERROR_IO: no such
 * entry. */
MUST_CHECK bool romfs_lookup(const struct romfs *fs, const char *path, struct romfs_entry *out,
                             struct error *error);
/* Lists a folder: first its folders, then its files. */
void romfs_list(const struct romfs *fs, const struct romfs_entry *folder, struct romfs_list *list);
/* True and *end false: *out is the next entry. True and *end true: that was all. */
MUST_CHECK bool romfs_next(struct romfs_list *list, struct romfs_entry *out, bool *end,
                           struct error *error);
/* Copies up to n bytes from `offset` of a file; returns how many there were. */
size_t romfs_read(const struct romfs *fs, const struct romfs_entry *file, uint64_t offset,
                  void *out, size_t n);
/* Visits everything below the root, a folder before what is in it; `path` has no slash in front.
 * Stops early when visit returns false (the walk itself then returns true). */
MUST_CHECK bool romfs_walk(const struct romfs *fs,
                           bool (*visit)(void *context, const char *path,
                                         const struct romfs_entry *entry),
                           void *context, struct error *error);

#endif
