/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_SHARED_H
#define WINDLASS_GPU_ENGINE_SHARED_H

#include "gpu/renderer.h"

/* What the engines of a channel have in common. Belongs to the channel; `pages` may change between
 * two methods. */

struct unknown_methods;

struct constant_buffer {
    uint64_t address;
    uint32_t size; /* bytes; 0: nothing is bound */
};

struct engine_shared {
    const struct renderer *renderer;
    const struct page_table *pages;
    struct unknown_methods *unknown;
    /* A command increments a syncpoint: in stream order, work before it may still be running (who
     * implements it waits through renderer->after). */
    void (*increment)(void *context, uint32_t syncpoint);
    uint64_t (*nanoseconds)(void *context); /* for semaphores that engines write themselves */
    void *context;
    const _Atomic bool *ends; /* true: the process is at its end, macros too; NULL: never */
};

/* Memory as it is mapped now. */
static inline struct engine_memory shared_memory(const struct engine_shared *s) {
    return s->renderer->memory(s->renderer->context, s->pages);
}

#endif
