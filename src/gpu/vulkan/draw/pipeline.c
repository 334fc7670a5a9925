/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline.h"

#include "base/log.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    uint64_t hash;
    struct pipeline_key key;
    struct pipeline pipeline; /* none: the device made none */
    struct entry *next;       /* of the same bucket */
};

enum { BUCKETS = 4096, PIPELINES_MOST = 1 << 16 /* that a program can make us keep */ };

struct pipelines {
    struct vulkan *vk;
    char *folder; /* NULL: nothing is kept */
    VkPipelineCache cache;
    struct pipeline_layouts *layouts;
    struct entry *buckets[BUCKETS];
    struct pipelines_counts counts;
};

bool pipelines_new(struct vulkan *vk, const char *cache_folder, struct pipelines **out,
                   struct error *error) {
    struct pipelines *p = NEW(struct pipelines);
    p->vk = vk;
    if (!pipeline_store_open(vk, cache_folder, &p->cache, error)) {
        free(p);
        return false;
    }
    p->folder = cache_folder ? memory_string(cache_folder) : NULL;
    p->layouts = pipeline_layouts_new(vk);
    *out = p;
    return true;
}

void pipelines_free(struct pipelines *p) {
    if (!p)
        return;
    pipeline_store_close(p->vk, p->counts.made ? p->folder : NULL, p->cache);
    for (unsigned i = 0; i < BUCKETS; i++)
        while (p->buckets[i]) {
            struct entry *e = p->buckets[i];
            p->buckets[i] = e->next;
            vkDestroyPipeline(p->vk->device, e->pipeline.pipeline, NULL);
            free(e);
        }
    pipeline_layouts_free(p->layouts);
    free(p->folder);
    free(p);
}

/* FNV-1a by words. */
static uint64_t hash_words(uint64_t hash, const void *from, size_t size) {
    const uint8_t *bytes = from;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        hash = (hash ^ word) * 0x100000001b3;
        hash ^= hash >> 29;
    }
    return hash;
}

uint64_t pipeline_vertices_hash(const struct pipeline_vertices *v) {
    uint64_t hash =
        hash_words(0xcbf29ce484222325, v->attributes, v->attribute_count * sizeof *v->attributes);
    return hash_words(hash, v->bindings, v->binding_count * sizeof *v->bindings);
}

const struct pipeline *pipelines_find(struct pipelines *p, const struct pipeline_key *key,
                                      const struct shader_unit *const units[PIPELINE_STAGES]) {
    const uint64_t hash = hash_words(key->vertices_hash, &key->rest, sizeof key->rest);
    struct entry **bucket = &p->buckets[hash % BUCKETS];
    for (struct entry *e = *bucket; e; e = e->next)
        if (e->hash == hash && !memcmp(&e->key, key, sizeof *key))
            return e->pipeline.pipeline ? &e->pipeline : NULL;
    static bool many;
    if (p->counts.made + p->counts.refused == PIPELINES_MOST) {
        log_once(&many, LOG_GPU, "more than %d pipelines; what others draw is left out",
                 PIPELINES_MOST);
        return NULL;
    }
    struct entry *e = NEW(struct entry);
    struct error error = {0};
    e->hash = hash;
    e->key = *key;
    e->next = *bucket;
    *bucket = e;
    if (pipeline_layout_find(p->layouts, units, &e->pipeline.layout, &error) &&
        pipeline_make(p->vk, p->cache, e->pipeline.layout, key, units, &e->pipeline.pipeline,
                      &error)) {
        p->counts.made++;
        return &e->pipeline;
    }
    e->pipeline.pipeline = VK_NULL_HANDLE;
    p->counts.refused++;
    log_warning(LOG_GPU, "a pipeline (%016lx): %s; what it draws is left out", hash, error.text);
    return NULL;
}

void pipelines_count(const struct pipelines *p, struct pipelines_counts *out) {
    *out = p->counts;
}
