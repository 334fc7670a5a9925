/* SPDX-License-Identifier: MIT */
#include "lift/cache.h"

#include "base/file.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <mbedtls/sha256.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_ROOM 4352

static void hexadecimal(const uint8_t hash[32], char out[CACHE_KEY_SIZE]) {
    for (int i = 0; i < 32; i++)
        snprintf(out + 2 * i, 3, "%02x", hash[i]);
}

bool cache_key(const uint8_t program_sha256[32], const char *archive, const char *options,
               char key[CACHE_KEY_SIZE], struct error *error) {
    /* windlass itself is the lifter. */
    const char *const makers[] = {archive, "/proc/self/exe"};
    uint8_t hash[32];
    char program[CACHE_KEY_SIZE], versions[2][96];
    for (int i = 0; i < 2; i++) {
        struct stat st;
        if (stat(makers[i], &st) < 0)
            return error_set(error, ERROR_TOOL, "%s: %s", makers[i], strerror(errno));
        snprintf(versions[i], sizeof versions[i], "%jd %jd.%09ld", (intmax_t)st.st_size,
                 (intmax_t)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
    }
    hexadecimal(program_sha256, program);
    char *text = memory_format("%s\n%s\n%s\n%s\n%s\n", program, WINDLASS_VERSION, versions[0],
                               versions[1], options);
    bool ok = mbedtls_sha256_ret((const unsigned char *)text, strlen(text), hash, 0) == 0;
    free(text);
    hexadecimal(hash, key);
    return ok || error_set(error, ERROR_LIMIT, "SHA-256 failed");
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *walk) {
    (void)st, (void)type, (void)walk;
    return remove(path);
}

static void remove_tree(const char *path) {
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

bool cache_find(const char *folder, const char *key) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s/%s", folder, key, CACHE_EXECUTABLE);
    if (access(path, X_OK) != 0)
        return false;
    snprintf(path, sizeof path, "%s/%s", folder, key);
    utimensat(AT_FDCWD, path, NULL, 0);
    return true;
}

bool cache_begin(const char *folder, const char *key, char *out, size_t room, struct error *error) {
    if (!file_make_folders(folder, error))
        return false;
    if ((size_t)snprintf(out, room, "%s/%.16s.%ld.tmp", folder, key, (long)getpid()) >= room)
        return error_set(error, ERROR_LIMIT, "%s: path too long", folder);
    remove_tree(out);
    return file_make_folders(out, error);
}

static bool kept(const char *name) {
    return !strcmp(name, CACHE_EXECUTABLE) || !strcmp(name, CACHE_FIGURES) ||
           !strcmp(name, CACHE_TITLE);
}

static void remove_rest(const char *built) {
    DIR *d = opendir(built);
    for (struct dirent *e; d && (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || kept(e->d_name))
            continue;
        char path[PATH_ROOM];
        snprintf(path, sizeof path, "%s/%s", built, e->d_name);
        remove_tree(path);
    }
    if (d)
        closedir(d);
}

bool cache_commit(const char *folder, const char *key, const char *built, struct error *error) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, key);
    remove_rest(built);
    if (rename(built, path) == 0)
        return true;
    if (errno != EEXIST && errno != ENOTEMPTY) {
        error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
        remove_tree(built);
        return false;
    }
    remove_tree(built); /* another process made the same entry meanwhile */
    return true;
}

void cache_abandon(const char *built) {
    remove_tree(built);
}

static bool is_key(const char *name) {
    return strlen(name) == CACHE_KEY_SIZE - 1 && strspn(name, "0123456789abcdef") == strlen(name);
}

/* "KEY.PID.tmp" of a process that is gone. */
static bool is_left_behind(const char *name) {
    const char *dot = strchr(name, '.');
    long pid = dot ? strtol(dot + 1, NULL, 10) : 0;
    return pid > 0 && strstr(name, ".tmp") && kill((pid_t)pid, 0) < 0 && errno == ESRCH;
}

static uint64_t folder_bytes(const char *path) {
    uint64_t bytes = 0;
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d));) {
        struct stat st;
        if (fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode))
            bytes += (uint64_t)st.st_size;
    }
    if (d)
        closedir(d);
    return bytes;
}

static void describe(const char *folder, const char *key, struct cache_entry *out) {
    char path[PATH_ROOM];
    struct stat st;
    snprintf(path, sizeof path, "%s/%s", folder, key);
    *out = (struct cache_entry){.bytes = folder_bytes(path)};
    memcpy(out->key, key, CACHE_KEY_SIZE);
    if (stat(path, &st) == 0)
        out->used = st.st_mtime;
    snprintf(path, sizeof path, "%s/%s/%s", folder, key, CACHE_TITLE);
    FILE *f = fopen(path, "re");
    if (f && fgets(out->title, sizeof out->title, f))
        out->title[strcspn(out->title, "\n")] = 0;
    if (f)
        fclose(f);
}

static int later_first(const void *a, const void *b) {
    const struct cache_entry *x = a, *y = b;
    return (x->used < y->used) - (x->used > y->used);
}

struct cache_entry *cache_list(const char *folder, size_t *count) {
    struct cache_entry *list = NULL;
    size_t room = 0;
    *count = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        if (is_key(e->d_name)) {
            GROW(list, *count, room);
            describe(folder, e->d_name, &list[(*count)++]);
        } else if (is_left_behind(e->d_name)) {
            char path[PATH_ROOM];
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            remove_tree(path);
        }
    }
    if (d)
        closedir(d);
    if (*count)
        qsort(list, *count, sizeof *list, later_first);
    return list;
}

static void remove_entry(const char *folder, const char *key) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, key);
    remove_tree(path);
}

void cache_trim(const char *folder, uint64_t limit_bytes, const char *keep) {
    size_t count;
    uint64_t total = 0;
    struct cache_entry *list = cache_list(folder, &count);
    for (size_t i = 0; i < count; i++)
        if (keep && !strcmp(list[i].key, keep))
            total += list[i].bytes;
    for (size_t i = 0; i < count; i++) {
        if (keep && !strcmp(list[i].key, keep))
            continue;
        total += list[i].bytes;
        if (total > limit_bytes)
            remove_entry(folder, list[i].key);
    }
    free(list);
}

size_t cache_clear(const char *folder) {
    size_t count;
    struct cache_entry *list = cache_list(folder, &count);
    for (size_t i = 0; i < count; i++)
        remove_entry(folder, list[i].key);
    free(list);
    return count;
}
