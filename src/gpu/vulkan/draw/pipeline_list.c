/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline_parts.h"

#include "base/blocking.h"
#include "base/log.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A change of what members of a recipe mean changes the name. */
static const char kind[] = "WLLIST01";

enum { LIST_MOST = 1 << 13, STARTS_KEPT = 16 /* without being used */, BUCKETS = 1024 };

struct record {
    struct pipeline_recipe recipe;
    uint32_t starts; /* that it was not used in */
    uint32_t reserved;
};

struct pipeline_list {
    struct vulkan *vk;
    char *folder, *path;
    struct record *old; /* as they were read */
    size_t old_count;
    struct record *used; /* in this start, in order */
    size_t used_count, used_room;
    int32_t buckets[BUCKETS], *next; /* of `used`, by hash; -1: none */
    size_t next_room;
};

static uint64_t hash_text(const char *text) {
    uint64_t hash = 0xcbf29ce484222325;
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 0x100000001b3;
    return hash;
}

static char *path_of(const char *folder, const char *program) {
    return memory_format("%s/pipelines-%016lx.list", folder, (unsigned long)hash_text(program));
}

bool pipelines_are_listed(const char *folder, const char *program) {
    char *path = path_of(folder, program);
    blocking_call("the list of pipelines");
    const bool there = access(path, R_OK) == 0;
    free(path);
    return there;
}

/* Damage is found by the file's hash; what is unsound was written by another version. */
static void take_sound(struct pipeline_list *l, const struct blob *file) {
    const size_t count = file->size / sizeof(struct record);
    l->old = NEW_ARRAY(struct record, count + 1);
    for (size_t i = 0; i < count && l->old_count < LIST_MOST; i++) {
        struct record *r = &l->old[l->old_count];
        memcpy(r, file->data + i * sizeof *r, sizeof *r);
        l->old_count += pipeline_recipe_is_sound(&r->recipe);
    }
}

struct pipeline_list *pipeline_list_open(struct vulkan *vk, const char *folder,
                                         const char *program) {
    struct pipeline_list *l = NEW(struct pipeline_list);
    struct blob file;
    l->vk = vk;
    l->folder = memory_string(folder);
    l->path = path_of(folder, program);
    for (unsigned i = 0; i < BUCKETS; i++)
        l->buckets[i] = -1;
    if (pipeline_file_read(vk, l->path, kind, sizeof(struct record), &file)) {
        take_sound(l, &file);
        blob_free(&file);
    }
    return l;
}

size_t pipeline_list_count(const struct pipeline_list *l) {
    return l->old_count;
}

const struct pipeline_recipe *pipeline_list_at(const struct pipeline_list *l, size_t i) {
    return &l->old[i].recipe;
}

void pipeline_list_used(struct pipeline_list *l, const struct pipeline_recipe *recipe) {
    int32_t *bucket = &l->buckets[pipeline_recipe_hash(recipe) % BUCKETS];
    for (int32_t i = *bucket; i >= 0; i = l->next[i])
        if (!memcmp(&l->used[i].recipe, recipe, sizeof *recipe))
            return;
    if (l->used_count == LIST_MOST)
        return;
    size_t count = l->used_count;
    GROW(l->next, count, l->next_room);
    GROW(l->used, l->used_count, l->used_room);
    struct record *r = &l->used[l->used_count];
    memset(r, 0, sizeof *r);
    memcpy(&r->recipe, recipe, sizeof *recipe);
    l->next[l->used_count] = *bucket;
    *bucket = (int32_t)l->used_count++;
}

static bool is_used(const struct pipeline_list *l, const struct pipeline_recipe *recipe) {
    for (int32_t i = l->buckets[pipeline_recipe_hash(recipe) % BUCKETS]; i >= 0; i = l->next[i])
        if (!memcmp(&l->used[i].recipe, recipe, sizeof *recipe))
            return true;
    return false;
}

/* Those of this start, then those of others that are not too long ago. */
static void store(struct pipeline_list *l) {
    struct error error = {0};
    struct record *all = NEW_ARRAY(struct record, l->used_count + l->old_count);
    size_t count = l->used_count;
    memcpy(all, l->used, count * sizeof *all);
    for (size_t i = 0; i < l->old_count && count < LIST_MOST; i++) {
        if (l->old[i].starts + 1 > STARTS_KEPT || is_used(l, &l->old[i].recipe))
            continue;
        memcpy(&all[count], &l->old[i], sizeof *all);
        all[count++].starts++;
    }
    if (!pipeline_file_write(l->vk, l->folder, l->path, kind, sizeof *all, all, count * sizeof *all,
                             &error))
        log_warning(LOG_GPU, "the list of pipelines is not kept: %s", error.text);
    free(all);
}

void pipeline_list_close(struct pipeline_list *l) {
    if (!l)
        return;
    if (l->used_count)
        store(l);
    free(l->old);
    free(l->used);
    free(l->next);
    free(l->folder);
    free(l->path);
    free(l);
}
