/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_SANDBOX_H
#define WINDLASS_HOST_SANDBOX_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* A folder of the host that an untrusted program may work in, and never leave. Paths are
 * normalised as text ('..' stops at the root) and then walked component by component from the
 * root's descriptor without following any symbolic link, so neither the text nor what lies in the
 * folder can lead outside. Names are found exactly first, then without regard to case, as on a FAT
 * card. Fallible calls return 0 or an errno value. */
struct sandbox;

#define SANDBOX_PATH 0x301 /* room for a path with its NUL; a component has at most 255 bytes */

/* ENOENT, ENOTDIR, EACCES, ...; the folder itself may be a link. */
struct sandbox *sandbox_open(const char *folder, struct error *error);
void sandbox_close(struct sandbox *s);

/* Reads a path from a buffer of `size` bytes that may lack its NUL and writes its absolute form:
 * "/", "/a/b". ENAMETOOLONG: no NUL within SANDBOX_PATH bytes, or a component is too long; EINVAL:
 * a character that a FAT name cannot have, or bytes that are no UTF-8. */
int sandbox_normalise(const char *path, size_t size, char out[SANDBOX_PATH]);
/* True where a name may stand in a path: for listings, so that each listed name can be opened. */
bool sandbox_name_ok(const char *name);
/* Equal without regard to case (ASCII, Latin-1, Greek and Cyrillic letters). */
bool sandbox_same_name(const char *a, const char *b);

/* All below take normalised paths. Only regular files and folders exist for them. */

struct sandbox_info {
    bool folder;
    int64_t size;
    int64_t created, modified, accessed; /* seconds since 1970 */
};

int sandbox_stat(struct sandbox *s, const char *path, struct sandbox_info *out);
/* A descriptor of the file for reading, or for reading and writing; the caller closes it. */
int sandbox_open_file(struct sandbox *s, const char *path, bool write, int *fd_out);
/* EEXIST where the name is taken. */
int sandbox_create_file(struct sandbox *s, const char *path, int64_t size);
int sandbox_create_folder(struct sandbox *s, const char *path);
/* The folder and its parents, as far as they are missing. */
int sandbox_create_folders(struct sandbox *s, const char *path);
int sandbox_delete_file(struct sandbox *s, const char *path);
int sandbox_delete_folder(struct sandbox *s, const char *path); /* ENOTEMPTY; EBUSY for the root */
/* What is in the folder, and with `itself` the folder too. */
int sandbox_delete_tree(struct sandbox *s, const char *path, bool itself);
/* EEXIST where the new name is another entry. */
int sandbox_rename(struct sandbox *s, const char *from, const char *to, bool folder);
int sandbox_space(struct sandbox *s, int64_t *free_out, int64_t *total_out);

struct sandbox_entry {
    char *name;
    bool folder;
    int64_t size;
};

struct sandbox_list {
    struct sandbox_entry *entries; /* sorted by name */
    size_t count;
};

int sandbox_list(struct sandbox *s, const char *path, struct sandbox_list *out);
void sandbox_list_free(struct sandbox_list *list);

#endif
