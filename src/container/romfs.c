/* SPDX-License-Identifier: MIT */
#include "container/romfs.h"

#include "base/memory.h"
#include "base/reader.h"
#include "container/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* RomFS, public as the format of homebrew's read-only files.
 *   header: header size (0x50), then {offset, size} of: folder hash table, folders, file hash
 *   table, files; then the offset of the contents. All of 64 bits.
 *   folder: parent, next sibling, first folder, first file, next of the hash chain, name length
 *   file:   parent, next sibling, offset (64), size (64), next of the hash chain, name length
 * The name follows, padded to 4 bytes. An entry is named by its offset in its table. */
enum { HEADER_SIZE = 0x50, FOLDER_SIZE = 0x18, FILE_SIZE = 0x20 };
enum { PATH_LIMIT = 0x1000 };

bool romfs_open(struct romfs *fs, const void *data, size_t size, struct error *error) {
    struct reader r;
    *fs = (struct romfs){.data = data, .size = size};
    reader_init(&r, data, size, "RomFS header", error);
    uint64_t header_size = reader_u64(&r, "header size");
    if (reader_ok(&r) && header_size != HEADER_SIZE)
        reader_fail(&r, 0, "header size", "0x%llx instead of 0x50",
                    (unsigned long long)header_size);
    static const char *const names[] = {"folder hash table", "folder table", "file hash table",
                                        "file table"};
    struct romfs_table tables[4];
    for (int i = 0; i < 4; i++) {
        tables[i].offset = reader_u64(&r, names[i]);
        tables[i].size = reader_u64(&r, names[i]);
    }
    fs->contents = reader_u64(&r, "contents");
    for (int i = 0; i < 4; i++)
        reader_range(&r, tables[i].offset, tables[i].size, names[i]);
    reader_range(&r, fs->contents, 0, "contents");
    if (reader_ok(&r) && tables[1].size < FOLDER_SIZE)
        reader_fail(&r, 0x18, "folder table", "0x%llx bytes hold no root",
                    (unsigned long long)tables[1].size);
    fs->folders = tables[1];
    fs->files = tables[3];
    return reader_ok(&r);
}

static bool read_entry(const struct romfs *fs, bool is_folder, uint32_t at, struct romfs_entry *out,
                       struct error *error) {
    const struct romfs_table *t = is_folder ? &fs->folders : &fs->files;
    struct reader r;
    reader_init(&r, fs->data + t->offset, t->size,
                is_folder ? "RomFS folder table" : "RomFS file table", error);
    *out = (struct romfs_entry){.is_folder = is_folder, .at = at};
    out->folders = out->files = ROMFS_NONE;
    reader_seek(&r, at, "entry");
    reader_skip(&r, 4, "parent");
    out->next = reader_u32(&r, "sibling");
    if (is_folder) {
        out->folders = reader_u32(&r, "first folder");
        out->files = reader_u32(&r, "first file");
    } else {
        out->offset = reader_u64(&r, "file offset");
        out->size = reader_u64(&r, "file size");
    }
    reader_skip(&r, 4, "hash chain");
    uint32_t length = reader_u32(&r, "name length");
    if (reader_ok(&r) && length >= sizeof out->name)
        reader_fail(&r, r.at - 4, "name length", "%u bytes, at most %zu are taken", length,
                    sizeof out->name - 1);
    const uint8_t *name = reader_bytes(&r, length, "name");
    if (!is_folder && reader_ok(&r) &&
        (out->offset > fs->size - fs->contents ||
         out->size > fs->size - fs->contents - out->offset))
        reader_fail(&r, at + 8, "file offset",
                    "0x%llx bytes from 0x%llx reach beyond the contents, 0x%llx",
                    (unsigned long long)out->size, (unsigned long long)out->offset,
                    (unsigned long long)(fs->size - fs->contents));
    if (!reader_ok(&r))
        return false;
    text_clean(out->name, name, length);
    out->offset += is_folder ? 0 : fs->contents;
    return true;
}

bool romfs_root(const struct romfs *fs, struct romfs_entry *out, struct error *error) {
    return read_entry(fs, true, 0, out, error);
}

void romfs_list(const struct romfs *fs, const struct romfs_entry *folder, struct romfs_list *list) {
    *list = (struct romfs_list){fs, folder->folders, folder->files, 0};
    list->left = fs->folders.size / FOLDER_SIZE + fs->files.size / FILE_SIZE;
}

bool romfs_next(struct romfs_list *list, struct romfs_entry *out, bool *end, struct error *error) {
    bool is_folder = list->folder != ROMFS_NONE;
    uint32_t *at = is_folder ? &list->folder : &list->file;
    *end = *at == ROMFS_NONE;
    if (*end)
        return true;
    if (list->left-- == 0)
        return error_set(error, ERROR_FORMAT,
                         "RomFS %s table: sibling at offset 0x%x: the siblings run in a circle",
                         is_folder ? "folder" : "file", *at + 4);
    if (!read_entry(list->fs, is_folder, *at, out, error))
        return false;
    *at = out->next;
    return true;
}

static bool find_child(const struct romfs *fs, struct romfs_entry *entry, const char *name,
                       size_t length, bool *found, struct error *error) {
    struct romfs_list list;
    struct romfs_entry child;
    bool end = false;
    *found = false;
    romfs_list(fs, entry, &list);
    while (!*found) {
        if (!romfs_next(&list, &child, &end, error))
            return false;
        if (end)
            return true;
        *found = strlen(child.name) == length && !memcmp(child.name, name, length);
    }
    *entry = child;
    return true;
}

bool romfs_lookup(const struct romfs *fs, const char *path, struct romfs_entry *out,
                  struct error *error) {
    if (!romfs_root(fs, out, error))
        return false;
    for (const char *name = path; *name;) {
        size_t length = strcspn(name, "/");
        if (length) {
            bool found;
            if (!find_child(fs, out, name, length, &found, error))
                return false;
            if (!found)
                return error_set(error, ERROR_IO, "RomFS: there is no \"%s\"", path);
        }
        name += length + (name[length] == '/');
    }
    return true;
}

size_t romfs_read(const struct romfs *fs, const struct romfs_entry *file, uint64_t offset,
                  void *out, size_t n) {
    if (file->is_folder || offset >= file->size)
        return 0;
    if (n > file->size - offset)
        n = file->size - offset;
    memcpy(out, fs->data + file->offset + offset, n);
    return n;
}

/* One folder on the way from the root to what is visited, and the length of its path. */
struct level {
    struct romfs_list list;
    size_t path_length;
};

struct walk {
    bool (*visit)(void *context, const char *path, const struct romfs_entry *entry);
    void *context;
    struct level *levels;
    size_t depth, room;
    size_t left; /* entries that there can be at most: more is a circle */
    char path[PATH_LIMIT];
    bool stopped;
};

/* Each level adds a byte or more to the path, so that PATH_LIMIT bounds the depth as well. */
static bool walk_entry(struct walk *w, const struct romfs *fs, size_t path_length,
                       const struct romfs_entry *entry, struct error *error) {
    if (w->left-- == 0)
        return error_set(error, ERROR_FORMAT,
                         "RomFS: more entries than its tables can hold; folders run in a circle");
    int n = snprintf(w->path + path_length, PATH_LIMIT - path_length, "%s%s",
                     path_length ? "/" : "", entry->name);
    if ((size_t)n >= PATH_LIMIT - path_length)
        return error_set(error, ERROR_LIMIT, "RomFS: a path of more than %d bytes", PATH_LIMIT);
    w->stopped = !w->visit(w->context, w->path, entry);
    if (!entry->is_folder)
        return true;
    if (!n)
        return error_set(error, ERROR_FORMAT, "RomFS: a folder has no name");
    GROW(w->levels, w->depth, w->room);
    romfs_list(fs, entry, &w->levels[w->depth].list);
    w->levels[w->depth++].path_length = path_length + (size_t)n;
    return true;
}

bool romfs_walk(const struct romfs *fs,
                bool (*visit)(void *context, const char *path, const struct romfs_entry *entry),
                void *context, struct error *error) {
    struct walk w = {.visit = visit, .context = context};
    struct romfs_entry entry;
    bool ok = romfs_root(fs, &entry, error);
    w.left = fs->folders.size / FOLDER_SIZE + fs->files.size / FILE_SIZE;
    if (ok) {
        GROW(w.levels, w.depth, w.room);
        romfs_list(fs, &entry, &w.levels[0].list);
        w.levels[w.depth++].path_length = 0;
    }
    while (ok && w.depth && !w.stopped) {
        struct level *top = &w.levels[w.depth - 1];
        bool end;
        ok = romfs_next(&top->list, &entry, &end, error);
        if (ok && end)
            w.depth--;
        else if (ok)
            ok = walk_entry(&w, fs, top->path_length, &entry, error);
    }
    free(w.levels);
    return ok;
}
