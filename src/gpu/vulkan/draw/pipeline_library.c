/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline_parts.h"

#include "base/blocking.h"
#include "base/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct part {
    uint64_t hash;
    enum pipeline_part which;
    struct pipeline_recipe recipe; /* what of it this part is made of */
    VkPipeline pipeline;           /* none: somebody makes it, or nobody could */
    bool being_made;
    struct part *next;
};

enum { BUCKETS = 1024 };

struct pipeline_parts {
    struct vulkan *vk;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t made;
    struct part *buckets[BUCKETS];
    uint64_t count;
};

struct pipeline_parts *pipeline_parts_new(struct vulkan *vk) {
    struct pipeline_parts *p = NEW(struct pipeline_parts);
    p->vk = vk;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->made, NULL);
    return p;
}

void pipeline_parts_free(struct pipeline_parts *p) {
    if (!p)
        return;
    for (unsigned i = 0; i < BUCKETS; i++)
        while (p->buckets[i]) {
            struct part *part = p->buckets[i];
            p->buckets[i] = part->next;
            vkDestroyPipeline(p->vk->device, part->pipeline, NULL);
            free(part);
        }
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->made);
    free(p);
}

/* With the lock held. */
static struct part *part_of(struct pipeline_parts *p, const struct pipeline_recipe *recipe,
                            enum pipeline_part which) {
    const uint64_t hash = pipeline_recipe_hash(recipe) + which;
    struct part **bucket = &p->buckets[hash % BUCKETS];
    for (struct part *part = *bucket; part; part = part->next)
        if (part->hash == hash && part->which == which &&
            !memcmp(&part->recipe, recipe, sizeof *recipe))
            return part;
    struct part *part = NEW(struct part);
    part->hash = hash;
    part->which = which;
    memcpy(&part->recipe, recipe, sizeof *recipe);
    part->next = *bucket;
    *bucket = part;
    return part;
}

/* One that failed is tried again: memory may have become free. */
static bool find(struct pipeline_parts *p, const struct pipeline_source *source,
                 enum pipeline_part which, VkPipeline *out, struct error *error) {
    struct pipeline_recipe recipe;
    struct pipeline_source of = *source;
    bool ok = true;
    pipeline_recipe_part(source->recipe, which, &recipe);
    of.recipe = &recipe;
    blocking_call("a part of a pipeline");
    pthread_mutex_lock(&p->lock);
    struct part *part = part_of(p, &recipe, which);
    while (part->being_made)
        pthread_cond_wait(&p->made, &p->lock);
    if (!part->pipeline) {
        VkPipeline made;
        part->being_made = true;
        pthread_mutex_unlock(&p->lock);
        ok = pipeline_make_part(p->vk, &of, which, &made, error);
        pthread_mutex_lock(&p->lock);
        part->pipeline = ok ? made : VK_NULL_HANDLE;
        part->being_made = false;
        p->count += ok;
        pthread_cond_broadcast(&p->made);
    }
    *out = part->pipeline;
    pthread_mutex_unlock(&p->lock);
    return ok;
}

bool pipeline_parts_find(struct pipeline_parts *p, const struct pipeline_source *source,
                         VkPipeline out[PIPELINE_PARTS], struct error *error) {
    for (unsigned i = 0; i < PIPELINE_PARTS; i++)
        if (!find(p, source, (enum pipeline_part)i, &out[i], error))
            return false;
    return true;
}

uint64_t pipeline_parts_count(struct pipeline_parts *p) {
    pthread_mutex_lock(&p->lock);
    const uint64_t count = p->count;
    pthread_mutex_unlock(&p->lock);
    return count;
}
