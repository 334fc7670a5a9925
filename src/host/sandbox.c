/* SPDX-License-Identifier: MIT */
#include "host/sandbox.h"

#include "base/blocking.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

struct sandbox {
    int root;
};

/* Where a path leads: an open parent folder and the name in it as it stands on the host. */
struct place {
    int parent;
    char name[256];
    bool exists;
    struct stat stat;
};

struct sandbox *sandbox_open(const char *folder, struct error *error) {
    blocking_call("open");
    int root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root < 0) {
        error_set(error, ERROR_IO, "%s: cannot open the folder: %s", folder, strerror(errno));
        return NULL;
    }
    struct sandbox *s = NEW(struct sandbox);
    s->root = root;
    return s;
}

void sandbox_close(struct sandbox *s) {
    if (s) {
        blocking_call("close");
        close(s->root);
        free(s);
    }
}

/* Opens a folder's entry `name` as a folder for listing; never through a link. */
static DIR *open_folder_at(int parent, const char *name) {
    blocking_call("open");
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) {
        return NULL;
    }
    DIR *dir = fdopendir(fd);
    if (!dir) {
        close(fd);
    }
    return dir;
}

/* Replaces name by the entry that has it without regard to case; false where there is none. */
static bool find_folded(int parent, char name[256]) {
    DIR *dir = open_folder_at(parent, ".");
    bool found = false;
    struct dirent *e;
    while (dir && !found && (e = readdir(dir))) {
        if (sandbox_same_name(e->d_name, name)) {
            found = true;
            snprintf(name, 256, "%s", e->d_name);
        }
    }
    if (dir) {
        closedir(dir);
    }
    return found;
}

static int stat_entry(int parent, char name[256], struct stat *out) {
    blocking_call("stat");
    if (fstatat(parent, name, out, AT_SYMLINK_NOFOLLOW) == 0) {
        return 0;
    }
    if (errno == ENOENT && find_folded(parent, name) &&
        fstatat(parent, name, out, AT_SYMLINK_NOFOLLOW) == 0) {
        return 0;
    }
    return errno;
}

/* Walks to the parent of the last component. With 0, p->parent is the caller's to close; the last
 * component may be missing (p->exists). The root is the name "." in itself. Links count as
 * missing, and so does everything that is neither file nor folder: ELOOP. */
static int walk(struct sandbox *s, const char *path, struct place *p) {
    blocking_call("stat");
    *p = (struct place){.parent = fcntl(s->root, F_DUPFD_CLOEXEC, 0), .name = "."};
    if (p->parent < 0) {
        return errno;
    }
    const char *at = path + 1;
    if (!*at) {
        p->exists = true;
        if (fstat(p->parent, &p->stat) == 0) {
            return 0;
        }
    }
    int status = EIO;
    while (*at) {
        size_t n = strcspn(at, "/");
        snprintf(p->name, sizeof p->name, "%.*s", (int)n, at);
        at += n;
        status = stat_entry(p->parent, p->name, &p->stat);
        p->exists = status == 0;
        if (p->exists && !S_ISREG(p->stat.st_mode) && !S_ISDIR(p->stat.st_mode)) {
            status = ELOOP;
            break;
        }
        if (!*at) {
            if (p->exists || status == ENOENT) {
                return 0;
            }
            break;
        }
        at++;
        int next =
            status ? -1
                   : openat(p->parent, p->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (next < 0) {
            status = status ? status : errno;
            break;
        }
        close(p->parent);
        p->parent = next;
    }
    close(p->parent);
    return status;
}

/* walk() to an entry that must be there. */
static int find(struct sandbox *s, const char *path, struct place *p) {
    int status = walk(s, path, p);
    if (status == 0 && !p->exists) {
        close(p->parent);
        return ENOENT;
    }
    return status;
}

static int done(struct place *p, bool ok) {
    int status = ok ? 0 : errno;
    blocking_call("close");
    close(p->parent);
    return status;
}

int sandbox_stat(struct sandbox *s, const char *path, struct sandbox_info *out) {
    struct place p;
    int status = find(s, path, &p);
    if (status) {
        return status;
    }
    *out = (struct sandbox_info){.folder = S_ISDIR(p.stat.st_mode),
                                 .size = S_ISREG(p.stat.st_mode) ? p.stat.st_size : 0,
                                 .created = p.stat.st_ctime,
                                 .modified = p.stat.st_mtime,
                                 .accessed = p.stat.st_atime};
    return done(&p, true);
}

int sandbox_open_file(struct sandbox *s, const char *path, bool write, int *fd_out) {
    struct place p;
    int status = find(s, path, &p);
    if (status) {
        return status;
    }
    if (!S_ISREG(p.stat.st_mode)) {
        close(p.parent);
        return EISDIR;
    }
    /* O_NONBLOCK and the second look: the entry may have become a pipe since. */
    int fd =
        openat(p.parent, p.name, (write ? O_RDWR : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    status = done(&p, fd >= 0);
    struct stat now;
    if (fd >= 0 && (fstat(fd, &now) || !S_ISREG(now.st_mode))) {
        close(fd);
        return EISDIR;
    }
    *fd_out = fd;
    return status;
}

int sandbox_create_file(struct sandbox *s, const char *path, int64_t size) {
    struct place p;
    int status = walk(s, path, &p);
    if (status) {
        return status;
    }
    if (p.exists) {
        close(p.parent);
        return EEXIST;
    }
    int fd = openat(p.parent, p.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    bool ok = fd >= 0;
    if (ok && size > 0 && ftruncate(fd, size)) {
        status = errno;
        unlinkat(p.parent, p.name, 0);
        errno = status;
        ok = false;
    }
    status = done(&p, ok);
    if (fd >= 0) {
        close(fd);
    }
    return status;
}

int sandbox_create_folder(struct sandbox *s, const char *path) {
    struct place p;
    int status = walk(s, path, &p);
    if (status) {
        return status;
    }
    if (p.exists) {
        close(p.parent);
        return EEXIST;
    }
    return done(&p, mkdirat(p.parent, p.name, 0777) == 0);
}

int sandbox_create_folders(struct sandbox *s, const char *path) {
    char part[SANDBOX_PATH];
    size_t length = strnlen(path, SANDBOX_PATH - 1);
    for (size_t n = 1; n <= length; n++) {
        if (path[n] != '/' && path[n] != 0) {
            continue;
        }
        memcpy(part, path, n);
        part[n] = 0;
        int status = n > 1 ? sandbox_create_folder(s, part) : EEXIST;
        if (status && status != EEXIST) {
            return status;
        }
    }
    return 0;
}

int sandbox_delete_file(struct sandbox *s, const char *path) {
    struct place p;
    int status = find(s, path, &p);
    if (status) {
        return status;
    }
    if (!S_ISREG(p.stat.st_mode)) {
        close(p.parent);
        return EISDIR;
    }
    return done(&p, unlinkat(p.parent, p.name, 0) == 0);
}

int sandbox_delete_folder(struct sandbox *s, const char *path) {
    if (!path[1]) {
        return EBUSY;
    }
    struct place p;
    int status = find(s, path, &p);
    return status ? status : done(&p, unlinkat(p.parent, p.name, AT_REMOVEDIR) == 0);
}

/* Empties the folder `name` of parent. Links in it are removed as links, never entered. */
static int empty_folder(int parent, const char *name, int depth) {
    DIR *dir = depth > 128 ? NULL : open_folder_at(parent, name);
    if (!dir) {
        return depth > 128 ? ENAMETOOLONG : errno;
    }
    int status = 0;
    struct dirent *e;
    while (status == 0 && (e = readdir(dir))) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) {
            continue;
        }
        int fd = dirfd(dir);
        if (unlinkat(fd, e->d_name, 0) == 0) {
            continue;
        }
        if (errno == EISDIR || errno == EPERM) {
            status = empty_folder(fd, e->d_name, depth + 1);
            if (status == 0 && unlinkat(fd, e->d_name, AT_REMOVEDIR)) {
                status = errno;
            }
        } else {
            status = errno;
        }
    }
    closedir(dir);
    return status;
}

int sandbox_delete_tree(struct sandbox *s, const char *path, bool itself) {
    if (itself && !path[1]) {
        return EBUSY;
    }
    struct place p;
    int status = find(s, path, &p);
    if (status) {
        return status;
    }
    status = empty_folder(p.parent, p.name, 0);
    errno = status;
    return done(&p, status == 0 && (!itself || unlinkat(p.parent, p.name, AT_REMOVEDIR) == 0));
}

int sandbox_rename(struct sandbox *s, const char *from, const char *to, bool folder) {
    if (!from[1] || !to[1]) {
        return EBUSY;
    }
    struct place a, b;
    int status = find(s, from, &a);
    if (status) {
        return status;
    }
    if (S_ISDIR(a.stat.st_mode) != folder) {
        close(a.parent);
        return folder ? ENOTDIR : EISDIR;
    }
    status = walk(s, to, &b);
    if (status) {
        close(a.parent);
        return status;
    }
    /* A change of case only: the folded look-up finds the entry itself, so take the new name. */
    bool same = b.exists && a.stat.st_ino == b.stat.st_ino && a.stat.st_dev == b.stat.st_dev;
    if (same) {
        snprintf(b.name, sizeof b.name, "%s", strrchr(to, '/') + 1);
    }
    errno = EEXIST;
    bool ok = (!b.exists || same) && renameat(a.parent, a.name, b.parent, b.name) == 0;
    status = done(&b, ok);
    close(a.parent);
    return status;
}

int sandbox_space(struct sandbox *s, int64_t *free_out, int64_t *total_out) {
    blocking_call("statvfs");
    struct statvfs v;
    if (fstatvfs(s->root, &v)) {
        return errno;
    }
    *free_out = (int64_t)(v.f_bavail * v.f_frsize);
    *total_out = (int64_t)(v.f_blocks * v.f_frsize);
    return 0;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct sandbox_entry *)a)->name, ((const struct sandbox_entry *)b)->name);
}

int sandbox_list(struct sandbox *s, const char *path, struct sandbox_list *out) {
    *out = (struct sandbox_list){0};
    struct place p;
    int status = find(s, path, &p);
    if (status) {
        return status;
    }
    DIR *dir = open_folder_at(p.parent, p.name);
    status = done(&p, dir != NULL);
    size_t room = 0;
    struct dirent *e;
    while (dir && (e = readdir(dir))) {
        struct stat st;
        if (!sandbox_name_ok(e->d_name) ||
            fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) ||
            (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))) {
            continue;
        }
        GROW(out->entries, out->count, room);
        bool folder = S_ISDIR(st.st_mode);
        out->entries[out->count++] = (struct sandbox_entry){
            .name = memory_string(e->d_name), .folder = folder, .size = folder ? 0 : st.st_size};
    }
    if (dir) {
        closedir(dir);
    }
    if (out->count) {
        qsort(out->entries, out->count, sizeof *out->entries, by_name);
    }
    return status;
}

void sandbox_list_free(struct sandbox_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->entries[i].name);
    }
    free(list->entries);
    *list = (struct sandbox_list){0};
}
