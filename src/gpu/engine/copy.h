/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_COPY_H
#define WINDLASS_GPU_ENGINE_COPY_H

#include "gpu/engine/memory.h"

#include "base/error.h"

/* The copy engine, class B0B5: lines between surfaces, either of which is pitch or block-linear,
 * with components that change places. Methods are those of NVIDIA's published clb0b5.h. */

enum { COPY_CLASS = 0xb0b5, COPY_METHODS = 0x200 };

struct copy_engine {
    uint32_t registers[COPY_METHODS];
    const struct engine_memory *memory;
    uint64_t (*timestamp)(void *context); /* nanoseconds, for semaphores */
    void *context;
    const _Atomic bool *ends; /* true: the process ends, and no line more is copied; NULL: never */
};

/* A method; LAUNCH_DMA does the copy before it returns. Fails where the copy asks for what the
 * engine has not, or memory is not mapped; what can be copied then has been. */
MUST_CHECK bool copy_method(struct copy_engine *e, unsigned method, uint32_t data,
                            struct error *error);

#endif
