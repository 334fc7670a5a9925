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

#endif
