/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/renderer.h"

#include "base/log.h"
#include "base/memory.h"
#include "gpu/vulkan/backend.h"
#include "gpu/vulkan/draw/pipeline.h"

#include <stdlib.h>

/* ---- work and its order ---- */

static void tell_loss(struct backend *b) {
    struct error error;
    if (b->told_loss || !vulkan_lost(b->vk, &error))
        return;
    b->told_loss = true;
    if (b->owner.device_lost)
        b->owner.device_lost(b->owner.context, &error);
}

static void begin(void *context) {
    struct backend *b = context;
    tell_loss(b);
    memory_scan(b->memory);
}

static void after(void *context, void (*call)(void *argument), void *argument) {
    struct backend *b = context;
    batch_after(b->batches, call, argument);
}

static void flush(void *context) {
    struct backend *b = context;
    batch_submit(b->batches);
    tell_loss(b);
}

static void finish(void *context) {
    struct backend *b = context;
    batch_wait(b->batches, batch_number(b->batches));
    tell_loss(b);
}

static void rest(void *context) {
    struct backend *b = context;
    pipelines_stop(b->pipelines);
}

static void abandon(void *context) {
    struct backend *b = context;
    log_warning(LOG_GPU, "the GPU is still at work when the program ends; it is not waited for");
    batches_abandon(b->batches);
    pipelines_abandon(b->pipelines);
}

static void forget(void *context, const uint8_t *range, uint64_t size) {
    struct backend *b = context;
    textures_settle(b->textures, range, size);
    memory_forget(b->memory, range, size);
    textures_forget(b->textures, range, size);
}

/* ---- operations ---- */

static void clear(void *context, const struct three_state *state, uint32_t what) {
    struct backend *b = context;
    backend_clear(b, state, what);
    batch_limit(b->batches);
}

static void draw(void *context, const struct three_state *state, const struct draw *d) {
    struct backend *b = context;
    backend_draw(b, state, d);
    batch_limit(b->batches);
}

static void dispatch(void *context, const struct compute_launch *launch) {
    struct backend *b = context;
    backend_dispatch(b, launch);
    batch_limit(b->batches);
}

static void blit(void *context, const struct blit *what) {
    struct backend *b = context;
    backend_blit(b, what);
    batch_limit(b->batches);
}

static void report(void *context, const struct page_table *pages, const struct report *what) {
    struct backend *b = context;
    backend_report(b, pages, what);
    batch_limit(b->batches);
}

/* ---- memory for engines ---- */

/* An address space as engines see it. They may keep it, so it stays until the end. */
struct view {
    struct view *next;
    struct backend *backend;
    const struct page_table *pages;
    uint64_t generation; /* of the pages, when memory was told what they map */
};

static uint8_t *span(void *context, uint64_t address, uint64_t *length, bool writes) {
    const struct view *v = context;
    uint8_t *at = page_table_find(v->pages, address, *length, length);
    if (!at)
        return NULL;
    memory_wait(v->backend->memory, at, *length, writes);
    if (writes)
        memory_cpu_wrote(v->backend->memory, at, *length);
    return at;
}

static void expect(void *context, uint64_t address, uint8_t *memory, uint64_t size) {
    struct backend *b = context;
    (void)address;
    memory_expect(b->memory, memory, size);
}

static struct engine_memory memory_of(void *context, const struct page_table *pages) {
    struct backend *b = context;
    struct view *v = b->views;
    while (v && v->pages != pages)
        v = v->next;
    if (!v) {
        v = NEW(struct view);
        *v = (struct view){.next = b->views, .backend = b, .pages = pages};
        b->views = v;
    }
    const uint64_t generation = page_table_generation(pages);
    if (v->generation != generation) {
        v->generation = generation;
        page_table_each(pages, expect, b);
    }
    return (struct engine_memory){span, v};
}

/* ---- all of it ---- */

static void describe(void *context, struct strbuf *out) {
    const struct backend *b = context;
    struct textures_counts t;
    struct shaders_counts s;
    textures_count(b->textures, &t);
    shaders_count(b->shaders, &s);
    strbuf_addf(out, "gpu: %s\n", b->vk->properties.deviceName);
    batches_describe(b->batches, out);
    memory_describe(b->memory, out);
    drawing_describe(b->drawing, out);
    pipelines_describe(b->pipelines, out);
    dispatching_describe(b->dispatching, out);
    strbuf_addf(out,
                "gpu: %lu programs, %lu modules, %lu refused; %lu images, read %lu regions of %lu "
                "bytes, stored %lu regions of %lu bytes\n",
                (unsigned long)s.programs, (unsigned long)s.units, (unsigned long)s.refused,
                (unsigned long)t.images, (unsigned long)t.read_regions, (unsigned long)t.read_bytes,
                (unsigned long)t.stored_regions, (unsigned long)t.stored_bytes);
}

static void free_parts(void *context) {
    struct backend *b = context;
    if (b->batches)
        finish(b);
    while (b->views) {
        struct view *v = b->views;
        b->views = v->next;
        free(v);
    }
    blitting_free(b->blitting);
    queries_free(b->queries);
    dispatching_free(b->dispatching);
    drawing_free(b->drawing);
    pipelines_free(b->pipelines);
    descriptors_free(b->descriptors);
    shaders_free(b->shaders);
    textures_free(b->textures);
    guest_memory_free(b->memory);
    batches_free(b->batches);
    if (b->vk)
        pipeline_store_close(b->vk, b->options.cache_folder);
    vulkan_close(b->vk);
    free(b);
}

/* Where work is to be the same in each run nothing may depend on when a better pipeline comes. */
static bool links_parts(const struct vulkan *vk, const struct gpu_options *o) {
    switch (o->link) {
    case GPU_LINK_NEVER:
        return false;
    case GPU_LINK_ALWAYS:
        return vk->pipeline_library;
    case GPU_LINK_WHERE_FAST:
        break;
    }
    return vk->links_fast && !o->synchronous;
}

static bool make_pipelines(struct backend *b, struct error *error) {
    const struct pipelines_options options = {
        .folder = b->options.cache_folder,
        .program = b->options.program,
        .library = links_parts(b->vk, &b->options),
    };
    return pipelines_new(b->vk, &options, &b->pipelines, error);
}

static bool make_parts(struct backend *b, const struct gpu_options *o, struct error *error) {
    if (!vulkan_open(o->device, o->validate, &b->vk, error))
        return false;
    if (o->copies) {
        b->vk->import_align = 0;
        b->vk->host_orders = false;
    }
    return pipeline_store_open(b->vk, o->cache_folder, error) &&
           batches_new(b->vk, &b->batches, error) &&
           guest_memory_new(b->vk, b->batches, &b->memory, error) &&
           textures_new(b->vk, b->batches, b->memory, o->no_storage, &b->textures, error) &&
           shaders_new(b->vk, b->memory, o->cache_folder, &b->shaders, error) &&
           descriptors_new(b->vk, b->batches, b->memory, b->textures, &b->descriptors, error) &&
           make_pipelines(b, error) && drawing_new(b, &b->drawing, error) &&
           dispatching_new(b, &b->dispatching, error) && queries_new(b, &b->queries, error) &&
           blitting_new(b, &b->blitting, error);
}

bool vulkan_renderer_new(const struct gpu_options *options, const struct gpu_owner *owner,
                         struct renderer *out, struct error *error) {
    struct backend *b = NEW(struct backend);
    b->owner = *owner;
    b->options = *options;
    if (!make_parts(b, options, error)) {
        free_parts(b);
        return false;
    }
    *out = (struct renderer){
        .context = b,
        .begin = begin,
        .clear = clear,
        .draw = draw,
        .dispatch = dispatch,
        .blit = blit,
        .report = report,
        .reset_counter = backend_reset_counter,
        .after = after,
        .flush = flush,
        .finish = finish,
        .rest = rest,
        .abandon = abandon,
        .forget = forget,
        .describe = describe,
        .free = free_parts,
        .memory = memory_of,
    };
    return true;
}
