/* SPDX-License-Identifier: MIT */
#include "service/fs.h"

#include "base/log.h"
#include "base/memory.h"
#include "host/clock.h"
#include "service/answers.h"
#include "service/time_service.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* IFileSystem: a folder of the host. Paths come as a buffer each, with their NUL inside. */

struct filesystem {
    struct sandbox *folder;
    bool card; /* the SD card, where the program's own file stands */
    bool read_only;
};

void *fs_filesystem_new(struct sandbox *folder, bool card, bool read_only) {
    struct filesystem *f = NEW(struct filesystem);
    *f = (struct filesystem){folder, card, read_only};
    return f;
}

static void filesystem_close(void *data) {
    sandbox_close(((struct filesystem *)data)->folder);
    free(data);
}

/* Path number n of the request, normalised. */
static int path_in(struct call *c, unsigned n, char out[SANDBOX_PATH]) {
    struct buffer b = call_buffer_in(c, n);
    int status = b.data ? sandbox_normalise((const char *)b.data, b.size, out) : EINVAL;
    if (status) {
        log_trace(LOG_FS, "a path was refused: %s", strerror(status));
    }
    return status;
}

/* A change at one path. */
static result change(struct call *c, int (*call)(struct sandbox *s, const char *path)) {
    const struct filesystem *f = call_data(c);
    char path[SANDBOX_PATH];
    int status = path_in(c, 0, path);
    if (status == 0) {
        status = f->read_only ? EROFS : call(f->folder, path);
        log_trace(LOG_FS, "change %s: %s", path, strerror(status));
    }
    return fs_result(status);
}

static result create_file(struct call *c) {
    const struct filesystem *f = call_data(c);
    const struct {
        uint32_t option, pad;
        int64_t size;
    } *in = call_in(c);
    char path[SANDBOX_PATH];
    int status = path_in(c, 0, path);
    if (status == 0 && in->size < 0) {
        status = EINVAL;
    }
    if (status == 0 && f->card && fs_self_is(path)) {
        status = EEXIST;
    }
    int64_t free_bytes = 0, total;
    if (status == 0 && in->size > 0) {
        status = fs_space(f->folder, &free_bytes, &total);
        status = status == 0 && in->size > free_bytes ? ENOSPC : status;
    }
    if (status == 0) {
        status = f->read_only ? EROFS : sandbox_create_file(f->folder, path, in->size);
    }
    return fs_result(status);
}

static result delete_file(struct call *c) {
    return change(c, sandbox_delete_file);
}

static result create_folder(struct call *c) {
    return change(c, sandbox_create_folder);
}

static result delete_folder(struct call *c) {
    return change(c, sandbox_delete_folder);
}

static int delete_tree_itself(struct sandbox *s, const char *path) {
    return sandbox_delete_tree(s, path, true);
}

static int delete_tree_inside(struct sandbox *s, const char *path) {
    return sandbox_delete_tree(s, path, false);
}

static result delete_tree(struct call *c) {
    return change(c, delete_tree_itself);
}

static result clean_tree(struct call *c) {
    return change(c, delete_tree_inside);
}

static result rename_entry(struct call *c, bool folder) {
    const struct filesystem *f = call_data(c);
    char from[SANDBOX_PATH], to[SANDBOX_PATH];
    int status = path_in(c, 0, from);
    if (status == 0) {
        status = path_in(c, 1, to);
    }
    if (status == 0) {
        status = f->read_only ? EROFS : sandbox_rename(f->folder, from, to, folder);
        log_trace(LOG_FS, "rename %s to %s: %s", from, to, strerror(status));
    }
    return fs_result(status);
}

static result rename_file(struct call *c) {
    return rename_entry(c, false);
}

static result rename_folder(struct call *c) {
    return rename_entry(c, true);
}

/* The entry at the request's path, the program's own file included. */
static int stat_in(struct call *c, struct sandbox_info *info) {
    const struct filesystem *f = call_data(c);
    char path[SANDBOX_PATH];
    int status = path_in(c, 0, path);
    if (status == 0) {
        status = sandbox_stat(f->folder, path, info);
    }
    if (status == ENOENT && f->card && fs_self_is(path)) {
        *info = (struct sandbox_info){.size = (int64_t)service_options.self_file_size};
        status = 0;
    }
    return status;
}

static result get_entry_type(struct call *c) {
    struct sandbox_info info;
    int status = stat_in(c, &info);
    *(uint32_t *)call_out(c) = status == 0 && !info.folder;
    return fs_result(status);
}

static result open_file(struct call *c) {
    const struct filesystem *f = call_data(c);
    uint32_t mode = *(const uint32_t *)call_in(c);
    bool write = mode & (FS_MODE_WRITE | FS_MODE_APPEND);
    char path[SANDBOX_PATH];
    struct fs_source source = {.fd = -1};
    if (!(mode & (FS_MODE_READ | FS_MODE_WRITE)) ||
        mode & ~(FS_MODE_READ | FS_MODE_WRITE | FS_MODE_APPEND)) {
        return FS_BAD_ARGUMENT;
    }
    int status = path_in(c, 0, path);
    if (status == 0) {
        status =
            write && f->read_only ? EROFS : sandbox_open_file(f->folder, path, write, &source.fd);
        log_trace(LOG_FS, "open %s, mode %u: %s", path, mode, strerror(status));
    }
    if (status == ENOENT && f->card && fs_self_is(path)) {
        status = write ? EROFS : fs_self_open(&source) ? 0 : ENOENT;
    }
    if (status) {
        return fs_result(status);
    }
    call_return_object(c, &fs_interface_file, fs_file_new(source, mode));
    return 0;
}

/* Adds the program's own file to its folder's list where the host has no such file. */
static void add_self(struct sandbox_list *list, const char *name) {
    for (size_t i = 0; i < list->count; i++) {
        if (sandbox_same_name(list->entries[i].name, name)) {
            return;
        }
    }
    list->entries = memory_resize(list->entries, (list->count + 1) * sizeof *list->entries);
    list->entries[list->count++] = (struct sandbox_entry){
        .name = memory_string(name), .size = (int64_t)service_options.self_file_size};
}

static result open_folder(struct call *c) {
    const struct filesystem *f = call_data(c);
    char path[SANDBOX_PATH];
    struct sandbox_list list;
    int status = path_in(c, 0, path);
    if (status == 0) {
        status = sandbox_list(f->folder, path, &list);
        log_trace(LOG_FS, "list %s: %s", path, strerror(status));
    }
    if (status) {
        return fs_result(status);
    }
    const char *own = f->card ? fs_self_in(path) : NULL;
    if (own) {
        add_self(&list, own);
    }
    call_return_object(c, &fs_interface_directory,
                       fs_directory_new(list, *(const uint32_t *)call_in(c)));
    return 0;
}

static result space(struct call *c, bool total) {
    const struct filesystem *f = call_data(c);
    int64_t bytes[2] = {0, 0};
    int status = fs_space(f->folder, &bytes[0], &bytes[1]);
    *(int64_t *)call_out(c) = bytes[total];
    return fs_result(status);
}

static result get_free_space(struct call *c) {
    return space(c, false);
}

static result get_total_space(struct call *c) {
    return space(c, true);
}

/* The card keeps local time; programs convert with the system's time zone. */
static int64_t local_time(int64_t host) {
    return time_local_from_unix(clock_file_time(host));
}

static result get_time_stamp(struct call *c) {
    struct sandbox_info info;
    int status = stat_in(c, &info);
    if (status) {
        return fs_result(status);
    }
    const struct {
        int64_t created, modified, accessed;
        uint64_t valid;
    } out = {local_time(info.created), local_time(info.modified), local_time(info.accessed), 1};
    memcpy(call_out(c), &out, sizeof out);
    return 0;
}

static const struct command commands[] = {
    SERVED(0, "CreateFile", create_file, 0x10, 0),
    SERVED(1, "DeleteFile", delete_file, 0, 0),
    SERVED(2, "CreateDirectory", create_folder, 0, 0),
    SERVED(3, "DeleteDirectory", delete_folder, 0, 0),
    SERVED(4, "DeleteDirectoryRecursively", delete_tree, 0, 0),
    SERVED(5, "RenameFile", rename_file, 0, 0),
    SERVED(6, "RenameDirectory", rename_folder, 0, 0),
    SERVED(7, "GetEntryType", get_entry_type, 0, 4),
    SERVED(8, "OpenFile", open_file, 4, 0),
    SERVED(9, "OpenDirectory", open_folder, 4, 0),
    ACCEPTED(10, "Commit"),
    SERVED(11, "GetFreeSpaceSize", get_free_space, 0, 8),
    SERVED(12, "GetTotalSpaceSize", get_total_space, 0, 8),
    SERVED(13, "CleanDirectoryRecursively", clean_tree, 0, 0),
    SERVED(14, "GetFileTimeStampRaw", get_time_stamp, 0, 0x20),
    ABSENT(15, "QueryEntry", FS_NOT_IMPLEMENTED),
    FIXED(16, "GetFileSystemAttribute", 0xc0, 0),
};

const struct interface fs_interface_filesystem = INTERFACE(
    "IFileSystem", commands, filesystem_close, &fs_interface_file, &fs_interface_directory);
