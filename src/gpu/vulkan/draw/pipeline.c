/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline_parts.h"

#include "base/log.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    uint64_t hash;
    struct pipeline_key key;
    struct pipeline pipeline; /* none: the device made none */
    VkPipeline own;           /* what was made here; none: it is the worker's */
    struct entry *next;       /* of the same bucket */
    const struct pipeline_job *job;
    struct entry *next_linked; /* whose job has not ended */
};

enum { BUCKETS = 4096, PIPELINES_MOST = 1 << 16 /* that a program can make us keep */ };

/* All of it belongs to the thread that draws, but for the parts (pipeline_parts.h).
 */
struct pipelines {
    struct vulkan *vk;
    struct pipeline_layouts *layouts;
    struct pipeline_parts *parts; /* NULL: pipelines are made whole */
    struct pipeline_list *list;   /* NULL: none is kept */
    struct pipeline_worker *worker;
    uint64_t worker_ended; /* jobs, when it was looked at last */
    struct entry *buckets[BUCKETS];
    struct entry *linked;
    VkPipeline *computes; /* made here */
    size_t compute_count, compute_room;
    struct pipelines_counts counts;
    size_t count;
};

bool pipelines_new(struct vulkan *vk, const struct pipelines_options *options,
                   struct pipelines **out, struct error *error) {
    struct pipelines *p = NEW(struct pipelines);
    p->vk = vk;
    p->parts = options->library ? pipeline_parts_new(vk) : NULL;
    p->layouts = pipeline_layouts_new(vk, options->library);
    if (options->folder && options->program)
        p->list = pipeline_list_open(vk, options->folder, options->program);
    const struct pipeline_worker_options worker = {
        .vk = vk,
        .parts = p->parts,
        .folder = p->list ? options->folder : NULL,
        .list = p->list,
    };
    if ((p->list || p->parts) && !pipeline_worker_new(&worker, &p->worker, error)) {
        pipelines_free(p);
        return false;
    }
    *out = p;
    return true;
}

void pipelines_stop(struct pipelines *p) {
    if (p->worker)
        pipeline_worker_stop(p->worker);
}

void pipelines_abandon(struct pipelines *p) {
    if (p->worker)
        pipeline_worker_abandon(p->worker);
}

void pipelines_free(struct pipelines *p) {
    if (!p)
        return;
    pipelines_stop(p);
    pipeline_list_close(p->list);
    pipeline_worker_free(p->worker);
    for (unsigned i = 0; i < BUCKETS; i++)
        while (p->buckets[i]) {
            struct entry *e = p->buckets[i];
            p->buckets[i] = e->next;
            vkDestroyPipeline(p->vk->device, e->own, NULL);
            free(e);
        }
    for (size_t i = 0; i < p->compute_count; i++)
        vkDestroyPipeline(p->vk->device, p->computes[i], NULL);
    free(p->computes);
    pipeline_parts_free(p->parts);
    pipeline_layouts_free(p->layouts);
    free(p);
}

/* ---- making one ---- */

/* Parts that cannot be made or linked (memory is short, or the driver is at its limits) are no
 * reason to draw nothing. */
static bool link_parts(struct pipelines *p, const struct pipeline_source *source, struct entry *e) {
    static bool failed;
    VkPipeline parts[PIPELINE_PARTS];
    struct error error;
    if (!pipeline_parts_find(p->parts, source, parts, &error) ||
        !pipeline_link(p->vk, e->pipeline.layout, parts, false, &e->own, &error)) {
        log_once(&failed, LOG_GPU, "a pipeline of parts: %s; it is made whole", error.text);
        return false;
    }
    p->counts.linked++;
    e->pipeline.pipeline = e->own;
    e->job = pipeline_worker_optimize(p->worker, source->recipe, e->pipeline.layout, parts);
    e->next_linked = p->linked;
    p->linked = e;
    return true;
}

static bool make(struct pipelines *p, const struct pipeline_source *source, struct entry *e,
                 struct error *error) {
    if (!pipeline_layout_find(p->layouts, source->sets, EVERY_STAGE, &e->pipeline.layout, error))
        return false;
    if (p->worker)
        e->pipeline.pipeline = pipeline_worker_take(p->worker, source->recipe);
    if (e->pipeline.pipeline || (p->parts && link_parts(p, source, e)))
        return true;
    if (!pipeline_make(p->vk, source, &e->own, error))
        return false;
    p->counts.made++;
    e->pipeline.pipeline = e->own;
    return true;
}

static struct entry *add(struct pipelines *p, const struct pipeline_key *key, uint64_t hash,
                         const struct shader_unit *const units[PIPELINE_STAGES]) {
    struct entry *e = NEW(struct entry);
    struct error error;
    struct pipeline_recipe recipe;
    struct pipeline_source source = {.recipe = &recipe, .layouts = p->layouts};
    e->hash = hash;
    e->key = *key;
    e->next = p->buckets[hash % BUCKETS];
    p->buckets[hash % BUCKETS] = e;
    p->count++;
    pipeline_recipe_of(key, units, &recipe);
    for (unsigned i = 0; i < PIPELINE_STAGES; i++) {
        source.modules[i] = units[i] ? units[i]->module : VK_NULL_HANDLE;
        source.sets[i] = units[i] ? units[i]->layout : NULL;
    }
    if (!make(p, &source, e, &error)) {
        p->counts.refused++;
        log_warning(LOG_GPU, "a pipeline (%016lx): %s; what it draws is left out",
                    (unsigned long)hash, error.text);
    } else if (p->list) {
        pipeline_list_used(p->list, &recipe);
    }
    return e;
}

const struct pipeline *pipelines_find(struct pipelines *p, const struct pipeline_key *key,
                                      const struct shader_unit *const units[PIPELINE_STAGES]) {
    const uint64_t hash = pipeline_hash(key->vertices_hash, &key->rest, sizeof key->rest);
    struct entry *e = p->buckets[hash % BUCKETS];
    while (e && (e->hash != hash || memcmp(&e->key, key, sizeof *key)))
        e = e->next;
    static bool many;
    if (!e && p->count == PIPELINES_MOST) {
        log_once(&many, LOG_GPU, "more than %d pipelines; what others draw is left out",
                 PIPELINES_MOST);
        return NULL;
    }
    if (!e)
        e = add(p, key, hash, units);
    return e->pipeline.pipeline ? &e->pipeline : NULL;
}

bool pipelines_find_compute(struct pipelines *p, const struct shader_unit *unit,
                            VkPipelineLayout layout, VkPipeline *out, struct error *error) {
    struct pipeline_recipe recipe;
    pipeline_recipe_of_compute(unit, &recipe);
    *out = p->worker ? pipeline_worker_take(p->worker, &recipe) : VK_NULL_HANDLE;
    if (!*out) {
        if (!pipeline_make_compute(p->vk, layout, unit->module, out, error))
            return false;
        p->counts.computes++;
        GROW(p->computes, p->compute_count, p->compute_room);
        p->computes[p->compute_count++] = *out;
    }
    if (p->list)
        pipeline_list_used(p->list, &recipe);
    return true;
}

/* ---- what was made better ---- */

void pipelines_update(struct pipelines *p) {
    if (!p->linked || pipeline_worker_ended(p->worker) == p->worker_ended)
        return;
    p->worker_ended = pipeline_worker_ended(p->worker);
    for (struct entry **at = &p->linked; *at;) {
        struct entry *e = *at;
        VkPipeline made;
        if (!pipeline_job_ended(p->worker, e->job, &made)) {
            at = &e->next_linked;
            continue;
        }
        if (made)
            e->pipeline.pipeline = made;
        *at = e->next_linked;
    }
}

void pipelines_count(struct pipelines *p, struct pipelines_counts *out) {
    struct pipeline_worker_counts w = {0};
    if (p->worker)
        pipeline_worker_count(p->worker, &w);
    *out = p->counts;
    out->ahead = w.ahead;
    out->optimized = w.optimized;
    out->waiting = w.waiting;
    out->parts = p->parts ? pipeline_parts_count(p->parts) : 0;
}

void pipelines_describe(struct pipelines *p, struct strbuf *out) {
    struct pipelines_counts c;
    pipelines_count(p, &c);
    strbuf_addf(out,
                "gpu: pipelines: %lu made whole and %lu linked at draws, %lu made at launches, %lu "
                "made ahead, %lu linked again, of %lu parts; %lu refused, %lu not yet made\n",
                c.made, c.linked, c.computes, c.ahead, c.optimized, c.parts, c.refused, c.waiting);
}
