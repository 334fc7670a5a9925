/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translation_file.h"

#include "gpu/shader/record.h"
#include "gpu/shader/translator_version.h"

#include "base/blocking.h"
#include "base/log.h"
#include "base/memory.h"

#include <dirent.h>
#include <fcntl.h>
#include <mbedtls/sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX    ".spirv"
#define PATH_ROOM 4352

/* ---- keys ---- */

static void add_blob(struct strbuf *out, const void *bytes, size_t size) {
    const uint64_t length = size;
    strbuf_add_bytes(out, &length, sizeof length);
    strbuf_add_bytes(out, bytes, size);
}

static bool name_of(const struct strbuf *all, char out[TRANSLATION_KEY_SIZE], struct error *error) {
    uint8_t hash[32];
    if (mbedtls_sha256_ret((const uint8_t *)all->text, all->length, hash, 0) != 0)
        return error_set(error, ERROR_LIMIT, "SHA-256 failed");
    for (unsigned i = 0; i < sizeof hash; i++)
        snprintf(out + 2 * i, 3, "%02x", hash[i]);
    return true;
}

bool translation_key(const struct shader_program *p, const struct shader_key *key,
                     char out[TRANSLATION_KEY_SIZE], struct error *error) {
    struct strbuf all = {0};
    strbuf_add(&all, TRANSLATOR_VERSION);
    const uint32_t stage = p->stage;
    add_blob(&all, &stage, sizeof stage);
    add_blob(&all, p->header, sizeof p->header);
    add_blob(&all, p->sph, sizeof p->sph);
    add_blob(&all, p->code.data, p->code.size);
    add_blob(&all, p->constants.data, p->constants.size);
    if (p->first_size) {
        add_blob(&all, &p->first_size, sizeof p->first_size);
        add_blob(&all, p->first_sph, sizeof p->first_sph);
    }
    record_write(&record_key, key, &all);
    for (size_t i = 0; i < key->fact_count; i++)
        record_write(&record_fact, &key->facts[i], &all);
    if (key->capture)
        add_blob(&all, key->capture, sizeof *key->capture);
    if (key->seldom)
        add_blob(&all, key->seldom, sizeof *key->seldom);
    const bool ok = name_of(&all, out, error);
    strbuf_free(&all);
    return ok;
}

/* ---- files ---- */

static void path_of(const char *folder, const char *key, char path[PATH_ROOM]) {
    snprintf(path, PATH_ROOM, "%s/%s" SUFFIX, folder, key);
}

bool translation_load(const char *folder, const char *name, struct shader_translation *out) {
    char path[PATH_ROOM];
    struct blob in = {0};
    struct error error = {0};
    path_of(folder, name, path);
    blocking_call("a translated shader's file");
    if (access(path, F_OK) != 0)
        return false;
    const bool ok = file_read(path, TRANSLATION_LIMIT, &in, &error) &&
                    translation_read(in.data, in.size, out, &error);
    blob_free(&in);
    if (ok)
        utimensat(AT_FDCWD, path, NULL, 0); /* used now */
    else
        log_warning(LOG_CORE, "%s: %s; it is made again", path, error.text);
    return ok;
}

static void store(const char *folder, const char *name, const struct shader_translation *t) {
    static bool warned;
    char path[PATH_ROOM];
    struct strbuf bytes = {0};
    struct error error = {0};
    path_of(folder, name, path);
    if (!file_make_folders(folder, &error) || !translation_write(t, &bytes, &error) ||
        !file_write(path, bytes.text, bytes.length, &error))
        log_once(&warned, LOG_CORE, "translated shaders are not kept: %s", error.text);
    strbuf_free(&bytes);
}

bool shader_translate_cached(const char *folder, const struct shader_program *program,
                             const struct shader_key *key, char name[TRANSLATION_KEY_SIZE],
                             struct shader_translation *out, struct error *error) {
    if (!translation_key(program, key, name, error))
        return false;
    if (folder && translation_load(folder, name, out))
        return true;
    if (!shader_translate(program, key, out, error))
        return false;
    if (folder)
        store(folder, name, out);
    return true;
}

bool translation_keep(const char *folder, const struct shader_translation *t,
                      char name[TRANSLATION_KEY_SIZE], struct error *error) {
    char path[PATH_ROOM];
    struct strbuf bytes = {0};
    const bool ok = translation_write(t, &bytes, error) && name_of(&bytes, name, error);
    strbuf_free(&bytes);
    if (!ok || !folder)
        return ok;
    blocking_call("a shader's file");
    path_of(folder, name, path);
    if (access(path, F_OK) != 0)
        store(folder, name, t);
    return true;
}

/* ---- which stay ---- */

struct entry {
    char name[TRANSLATION_KEY_SIZE + sizeof SUFFIX];
    uint64_t size;
    struct timespec used;
};

static bool is_entry(const char *name) {
    return strlen(name) == TRANSLATION_KEY_SIZE - 1 + strlen(SUFFIX) &&
           strspn(name, "0123456789abcdef") == TRANSLATION_KEY_SIZE - 1 &&
           !strcmp(name + TRANSLATION_KEY_SIZE - 1, SUFFIX);
}

static int later_first(const void *a, const void *b) {
    const struct timespec x = ((const struct entry *)a)->used, y = ((const struct entry *)b)->used;
    return x.tv_sec != y.tv_sec ? (x.tv_sec < y.tv_sec) - (x.tv_sec > y.tv_sec)
                                : (x.tv_nsec < y.tv_nsec) - (x.tv_nsec > y.tv_nsec);
}

void translation_cache_trim(const char *folder, uint64_t limit) {
    struct entry *list = NULL;
    size_t count = 0, room = 0;
    uint64_t total = 0;
    blocking_call("the folder of translated shaders");
    DIR *d = opendir(folder);
    if (!d)
        return;
    for (struct dirent *e; (e = readdir(d));) {
        struct stat st;
        if (!is_entry(e->d_name) || fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        GROW(list, count, room);
        list[count] = (struct entry){.size = (uint64_t)st.st_size, .used = st.st_mtim};
        strcpy(list[count++].name, e->d_name);
    }
    if (count)
        qsort(list, count, sizeof *list, later_first);
    for (size_t i = 0; i < count; i++) {
        total += list[i].size;
        if (total > limit)
            unlinkat(dirfd(d), list[i].name, 0);
    }
    closedir(d);
    free(list);
}
