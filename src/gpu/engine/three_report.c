/* SPDX-License-Identifier: MIT */
#include "gpu/engine/report.h"
#include "gpu/engine/three_engine.h"
#include "gpu/engine/three_methods.h"

void three_report(struct three_engine *e, uint32_t data) {
    const uint32_t *registers = e->front.registers + THREE_REPORT_A;
    switch (report_execute(e->shared, registers, data)) {
    case REPORT_DONE:
        break;
    case REPORT_NOT_THERE:
        three_unknown(e, THREE_REPORT_D, data, "waiting for a semaphore, traps");
        break;
    case REPORT_NOT_MAPPED:
        if (e->error.kind == ERROR_NONE)
            (void)report_not_mapped(registers, &e->error);
        break;
    }
}

/* CLEAR_REPORT_VALUE has numbers of its own. */
void three_clear_counter(struct three_engine *e, uint32_t type) {
    static const uint8_t counters[32] = {
        [0x01] = REPORT_SAMPLES_64,
        [0x02] = 10, /* of early depth culling */
        [0x03] = 30,
        [0x04] = 4,
        [0x10] = REPORT_STREAM_WRITTEN,
        [0x11] = REPORT_STREAM_NEEDED,
        [0x12] = REPORT_VERTICES,
        [0x13] = REPORT_PRIMITIVES,
        [0x15] = REPORT_VERTEX_SHADERS,
        [0x16] = REPORT_TESS_CONTROL_SHADERS,
        [0x17] = REPORT_TESS_EVALUATION_SHADERS,
        [0x18] = REPORT_TESS_PRIMITIVES,
        [0x1a] = REPORT_GEOMETRY_SHADERS,
        [0x1b] = REPORT_GEOMETRY_PRIMITIVES,
        [0x1c] = REPORT_CLIPPER_IN,
        [0x1d] = REPORT_CLIPPER_OUT,
        [0x1e] = REPORT_FRAGMENT_SHADERS,
        [0x1f] = REPORT_PRIMITIVES_OUT,
    };
    const struct renderer *r = e->shared->renderer;
    const uint8_t counter = counters[type & 31];
    if (counter)
        r->reset_counter(r->context, counter);
    else
        three_unknown(e, THREE_CLEAR_COUNTER, type, "no such counter");
}
