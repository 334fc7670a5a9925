/* SPDX-License-Identifier: MIT */
#include "gpu/engine/inline_port.h"

bool inline_port_method(struct inline_port *p, const struct engine_shared *shared, unsigned method,
                        uint32_t data, struct error *error) {
    p->engine.memory = &p->memory;
    if (method == INLINE_DATA)
        p->memory = shared_memory(shared);
    return inline_method(&p->engine, method, data, error);
}

void inline_port_free(struct inline_port *p) {
    inline_free(&p->engine);
}

/* LAUNCH_DMA (cla140.h). */
enum { REDUCES = 1 << 1, COMPLETION_AT = 4, COMPLETION_SEMAPHORE = 2 };

bool inline_launch_known(uint32_t launch) {
    return (launch >> COMPLETION_AT & 3) != COMPLETION_SEMAPHORE && !(launch & REDUCES);
}
