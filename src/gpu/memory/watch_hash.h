/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_MEMORY_WATCH_HASH_H
#define WINDLASS_GPU_MEMORY_WATCH_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Pages and hashes of what they held, for watch.h where the kernel does not help. One thread at a
 * time. */

struct page_hash {
    uint64_t page; /* its address; 0: none */
    uint64_t hash; /* 0: it cannot be read */
};

struct page_hashes {
    struct page_hash *slots; /* open addressing, twice as many as pages at least */
    size_t count, room;
};

void page_hashes_free(struct page_hashes *h);
void page_hashes_add(struct page_hashes *h, uint64_t start, uint64_t end);
void page_hashes_remove(struct page_hashes *h, uint64_t start, uint64_t end);
/* Takes new hashes; calls, where that is wanted, for runs of pages whose hash was another. */
void page_hashes_scan(struct page_hashes *h, uint64_t start, uint64_t end,
                      void (*written)(void *context, const uint8_t *range, uint64_t size),
                      void *context);

#endif
