/* SPDX-License-Identifier: MIT */
#include "container/romfs_tree.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The console refuses longer names and paths (FS_MAX_PATH). */
enum { NAME_LIMIT = 0x300, DEPTH_LIMIT = 64 };

static struct romfs_node *new_node(struct romfs_node *parent, const char *name, size_t length,
                                   bool is_folder) {
    struct romfs_node *n = NEW(struct romfs_node);
    n->name = memory_format("%.*s", (int)length, name);
    n->is_folder = is_folder;
    n->parent = parent ? parent : n;
    return n;
}

struct romfs_node *romfs_tree_new(void) {
    return new_node(NULL, "", 0, true);
}

void romfs_tree_free(struct romfs_node *n) {
    for (size_t i = 0; i < n->child_count; i++)
        romfs_tree_free(n->children[i]);
    free(n->children);
    free(n->name);
    blob_free(&n->contents);
    free(n);
}

/* The child of that name; a new one, in its place in the order, where there is none. NULL: there is
 * one of the other kind. */
static struct romfs_node *child(struct romfs_node *folder, const char *name, size_t length,
                                bool is_folder) {
    size_t i = 0;
    for (; i < folder->child_count; i++) {
        struct romfs_node *c = folder->children[i];
        int order = strncmp(c->name, name, length);
        if (!order && !c->name[length])
            return c->is_folder == is_folder ? c : NULL;
        if (order > 0 || !order)
            break;
    }
    struct romfs_node *n = new_node(folder, name, length, is_folder);
    GROW(folder->children, folder->child_count, folder->child_room);
    memmove(folder->children + i + 1, folder->children + i,
            (folder->child_count - i) * sizeof *folder->children);
    folder->children[i] = n;
    folder->child_count++;
    return n;
}

static struct romfs_node *make_path(struct romfs_node *root, const char *path, bool is_folder,
                                    struct error *error) {
    struct romfs_node *n = root;
    for (int depth = 0; *path; depth++) {
        size_t length = strcspn(path, "/");
        bool last = !path[length + (path[length] == '/')];
        if (length == 0 || length > NAME_LIMIT || depth == DEPTH_LIMIT) {
            error_set(error, ERROR_LIMIT,
                      "RomFS: \"%s\" is empty, longer than %d bytes, or below %d folders", path,
                      NAME_LIMIT, DEPTH_LIMIT);
            return NULL;
        }
        n = child(n, path, length, is_folder || !last);
        if (!n) {
            error_set(error, ERROR_USAGE, "RomFS: \"%s\" would be a file and a folder", path);
            return NULL;
        }
        path += length + (path[length] == '/');
    }
    return n;
}

bool romfs_tree_add(struct romfs_node *root, const char *path, const void *bytes, size_t size,
                    struct error *error) {
    struct romfs_node *n = make_path(root, path, false, error);
    if (!n)
        return false;
    blob_free(&n->contents);
    n->contents = (struct blob){memory_new(size), size};
    if (size)
        memcpy(n->contents.data, bytes, size);
    return true;
}

static bool add_host(struct romfs_node *folder, const char *path, int depth, size_t *total,
                     struct error *error);

static bool add_host_entry(struct romfs_node *folder, const char *path, const char *name, int depth,
                           size_t *total, struct error *error) {
    struct stat st;
    if (lstat(path, &st) < 0)
        return error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
    if (!S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode))
        return error_set(error, ERROR_UNSUPPORTED,
                         "%s: neither a file nor a folder; a RomFS holds only these", path);
    struct romfs_node *n = child(folder, name, strlen(name), S_ISDIR(st.st_mode));
    if (n->is_folder)
        return add_host(n, path, depth + 1, total, error);
    if (!file_read(path, ROMFS_SIZE_LIMIT - *total, &n->contents, error))
        return false;
    *total += n->contents.size;
    return true;
}

static bool add_host(struct romfs_node *folder, const char *path, int depth, size_t *total,
                     struct error *error) {
    if (depth > DEPTH_LIMIT)
        return error_set(error, ERROR_LIMIT, "%s: more than %d folders deep", path, DEPTH_LIMIT);
    DIR *dir = opendir(path);
    if (!dir)
        return error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
    bool ok = true;
    for (struct dirent *e; ok && (e = readdir(dir));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        char *inner = memory_format("%s/%s", path, e->d_name);
        ok = add_host_entry(folder, inner, e->d_name, depth, total, error);
        free(inner);
    }
    closedir(dir);
    return ok;
}

bool romfs_tree_add_host(struct romfs_node *root, const char *folder, struct error *error) {
    size_t total = 0;
    return add_host(root, folder, 0, &total, error);
}
