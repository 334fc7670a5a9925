/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_INLINE_PORT_H
#define WINDLASS_GPU_ENGINE_INLINE_PORT_H

#include "gpu/engine/inline.h"
#include "gpu/engine/shared.h"

/* Inline data as classes of a channel have it: into the memory that is mapped when it ends. */

struct inline_port {
    struct inline_engine engine;
    struct engine_memory memory;
};

MUST_CHECK bool inline_port_method(struct inline_port *p, const struct engine_shared *shared,
                                   unsigned method, uint32_t data, struct error *error);
void inline_port_free(struct inline_port *p);
/* False: LAUNCH_DMA asks for a semaphore or a reduction, which are not there. */
bool inline_launch_known(uint32_t launch);

#endif
