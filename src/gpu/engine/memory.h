/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_MEMORY_H
#define WINDLASS_GPU_ENGINE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What engines see of memory: GPU addresses of 40 bits, in pieces that lie together on the host. */
struct engine_memory {
    /* The host's place of an address. *length comes in as the bytes that are wanted, and goes out
     * as those that lie there, at most as many. NULL: nothing is mapped. `writes`: they are about
     * to change. */
    uint8_t *(*span)(void *context, uint64_t address, uint64_t *length, bool writes);
    void *context;
};

/* False: not all of it is mapped; what is has been copied. What is read elsewhere is zero. */
bool engine_read(const struct engine_memory *m, uint64_t address, void *out, uint64_t size);
bool engine_write(const struct engine_memory *m, uint64_t address, const void *in, uint64_t size);

/* A stretch of memory for many small pieces. Where it lies together it is looked up once; `writes`:
 * all of it counts as about to change. */
struct engine_window {
    const struct engine_memory *memory;
    uint64_t address, size;
    uint8_t *data; /* NULL: pieces are looked up one by one */
};
struct engine_window engine_window(const struct engine_memory *m, uint64_t address, uint64_t size,
                                   bool writes);
/* As engine_read and engine_write; of pieces that do not lie in it too. */
bool engine_window_read(const struct engine_window *w, uint64_t address, void *out, uint64_t size);
bool engine_window_write(const struct engine_window *w, uint64_t address, const void *in,
                         uint64_t size);

#endif
