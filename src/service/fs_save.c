/* SPDX-License-Identifier: MIT */
#include "service/fs.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Save data: SAVES/PROGRAM/KIND-... . The program is the name of its file, or the id that the
 * request names. */

enum save_type {
    SAVE_SYSTEM,
    SAVE_ACCOUNT,
    SAVE_BCAT,
    SAVE_DEVICE,
    SAVE_TEMPORARY,
    SAVE_CACHE,
    SAVE_SYSTEM_BCAT,
    SAVE_TYPES,
};

struct attribute {
    uint64_t application;
    uint8_t user[16];
    uint64_t system;
    uint8_t type, rank;
    uint16_t index;
    uint8_t rest[0x1c];
};
_Static_assert(sizeof(struct attribute) == 0x40, "a save data attribute on the wire");

struct space_and_attribute {
    uint8_t space, pad[7];
    struct attribute attribute;
};

/* The program's own name as a folder: its file's name without the ending. */
static char *own_name(void) {
    const char *path = service_options.self_path ? service_options.self_path : "";
    const char *slash = strrchr(path, '/');
    char *name = memory_string(slash ? slash + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot) {
        *dot = 0;
    }
    if (!sandbox_name_ok(name)) {
        free(name);
        name = memory_string("program");
    }
    return name;
}

/* The host folder of a save, or NULL where the request makes no sense; free it. */
static char *save_path(const struct attribute *a) {
    static const char *const kinds[SAVE_TYPES] = {"system",    "account", "bcat",       "device",
                                                  "temporary", "cache",   "system-bcat"};
    if (!service_options.save_folder || a->type >= SAVE_TYPES) {
        return NULL;
    }
    char *name = a->application ? memory_format("%016" PRIx64, a->application) : own_name();
    if (a->type == SAVE_SYSTEM || a->type == SAVE_SYSTEM_BCAT) {
        free(name);
        name = memory_format("system-%016" PRIx64, a->system);
    }
    uint64_t user[2];
    memcpy(user, a->user, sizeof user);
    char *path =
        memory_format("%s/%s/%s-%016" PRIx64 "%016" PRIx64 "-%u", service_options.save_folder, name,
                      kinds[a->type], user[1], user[0], a->index);
    free(name);
    return path;
}

static result create(const struct attribute *a) {
    char *path = save_path(a);
    struct error error = {0};
    if (!path) {
        return FS_BAD_ARGUMENT;
    }
    struct sandbox *there = sandbox_open(path, &error);
    sandbox_close(there);
    bool made = !there && file_make_folders(path, &error);
    if (!there && !made) {
        log_warning(LOG_FS, "cannot make save data: %s", error.text);
    }
    free(path);
    return there ? FS_EXISTS : made ? 0 : FS_NO_WRITE;
}

result fs_create_save(struct call *c) {
    struct attribute a;
    memcpy(&a, call_in(c), sizeof a);
    return create(&a);
}

result fs_create_system_save(struct call *c) {
    struct attribute a;
    memcpy(&a, call_in(c), sizeof a);
    a.type = SAVE_SYSTEM;
    return create(&a);
}

static result open_save(struct call *c, bool read_only) {
    struct space_and_attribute in;
    memcpy(&in, call_in(c), sizeof in);
    char *path = save_path(&in.attribute);
    struct error error = {0};
    if (!path) {
        return FS_BAD_ARGUMENT;
    }
    struct sandbox *folder = sandbox_open(path, &error);
    free(path);
    if (!folder) {
        log_trace(LOG_FS, "%s", error.text);
        return FS_TARGET_NOT_FOUND;
    }
    call_return_object(c, &fs_interface_filesystem, fs_filesystem_new(folder, false, read_only));
    return 0;
}

result fs_open_save(struct call *c) {
    return open_save(c, false);
}

result fs_open_read_only_save(struct call *c) {
    return open_save(c, true);
}

result fs_delete_save(struct call *c) {
    struct space_and_attribute in;
    memcpy(&in, call_in(c), sizeof in);
    char *path = save_path(&in.attribute);
    struct error error = {0};
    struct sandbox *folder = path ? sandbox_open(path, &error) : NULL;
    free(path);
    if (!folder) {
        return FS_TARGET_NOT_FOUND;
    }
    /* The emptied folder stays: to the program an empty save. */
    int status = sandbox_delete_tree(folder, "/", false);
    sandbox_close(folder);
    return fs_result(status);
}

result fs_ensure_save(const uint8_t user[16]) {
    struct attribute a = {.type = SAVE_ACCOUNT};
    memcpy(a.user, user, sizeof a.user);
    result code = create(&a);
    return code == FS_EXISTS ? 0 : code;
}
