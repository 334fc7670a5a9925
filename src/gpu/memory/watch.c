/* SPDX-License-Identifier: MIT */
#include "gpu/memory/watch.h"

#include "base/memory.h"
#include "gpu/memory/range_map.h"
#include "gpu/memory/watch_hash.h"
#include "gpu/memory/watch_kernel.h"

#include <pthread.h>
#include <stdlib.h>

enum { BY_KERNEL = 1, BY_HASH = 2 };

struct watch {
    bool kernel_can;
    struct kernel_watch kernel;
    struct range_map *methods; /* of what was added */
    pthread_mutex_t lock;      /* of the hashes */
    struct page_hashes hashes;
};

struct watch *watch_new(enum watch_kind kind) {
    struct watch *w = NEW(struct watch);
    w->kernel_can = kind == WATCH_BEST && kernel_watch_open(&w->kernel);
    w->methods = range_map_new();
    pthread_mutex_init(&w->lock, NULL);
    return w;
}

void watch_free(struct watch *w) {
    if (!w)
        return;
    if (w->kernel_can)
        kernel_watch_close(&w->kernel);
    range_map_free(w->methods);
    page_hashes_free(&w->hashes);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

const char *watch_method(const struct watch *w) {
    return w->kernel_can ? "write protection" : "hashes of pages";
}

bool watch_is_best(const struct watch *w) {
    return w->kernel_can;
}

static void add(struct watch *w, uint64_t start, uint64_t end) {
    if (w->kernel_can && kernel_watch_add(&w->kernel, start, end)) {
        range_map_set(w->methods, start, end, BY_KERNEL);
        return;
    }
    pthread_mutex_lock(&w->lock);
    page_hashes_add(&w->hashes, start, end);
    pthread_mutex_unlock(&w->lock);
    range_map_set(w->methods, start, end, BY_HASH);
}

void watch_add(struct watch *w, const uint8_t *range, uint64_t size) {
    watch_remove(w, range, size);
    add(w, (uint64_t)(uintptr_t)range, (uint64_t)(uintptr_t)range + size);
}

static void forget_hashes(struct watch *w, uint64_t start, uint64_t end) {
    pthread_mutex_lock(&w->lock);
    page_hashes_remove(&w->hashes, start, end);
    pthread_mutex_unlock(&w->lock);
}

void watch_remove(struct watch *w, const uint8_t *range, uint64_t size) {
    const uint64_t start = (uint64_t)(uintptr_t)range, end = start + size;
    struct range part;
    for (uint64_t at = start; range_map_next(w->methods, at, end, &part); at = part.end)
        if (part.value == BY_KERNEL)
            kernel_watch_remove(&w->kernel, part.start, part.end);
        else
            forget_hashes(w, part.start, part.end);
    range_map_set(w->methods, start, end, 0);
}

void watch_scan(struct watch *w, const uint8_t *range, uint64_t size,
                void (*written)(void *context, const uint8_t *range, uint64_t size),
                void *context) {
    const uint64_t start = (uint64_t)(uintptr_t)range, end = start + size;
    struct range part;
    for (uint64_t at = start; range_map_next(w->methods, at, end, &part); at = part.end) {
        if (part.value == BY_HASH) {
            pthread_mutex_lock(&w->lock);
            page_hashes_scan(&w->hashes, part.start, part.end, written, context);
            pthread_mutex_unlock(&w->lock);
        } else if (!kernel_watch_scan(&w->kernel, part.start, part.end, written, context)) {
            /* Other memory lies there now, or the same under another mapping of the kernel. */
            add(w, part.start, part.end);
            written(context, (const uint8_t *)(uintptr_t)part.start, part.end - part.start);
        }
    }
}

void watch_ignore(struct watch *w, const uint8_t *range, uint64_t size) {
    const uint64_t start = (uint64_t)(uintptr_t)range, end = start + size;
    if (w->kernel_can)
        kernel_watch_ignore(&w->kernel, start, end);
    pthread_mutex_lock(&w->lock);
    page_hashes_scan(&w->hashes, start, end, NULL, NULL);
    pthread_mutex_unlock(&w->lock);
}
