/* SPDX-License-Identifier: MIT */
#include "gpu/engine/three_engine.h"
#include "gpu/engine/three_methods.h"

/* SET_REPORT_SEMAPHORE_D (clb197.h). */
enum { RELEASE, ACQUIRE, REPORT_ONLY, TRAP };
enum {
    REDUCES = 1 << 3,
    SUB_REPORT_AT = 5,
    REDUCTION_AT = 9,
    SIGNED_AT = 17,
    REPORT_AT = 23,
    ONE_WORD_AT = 28,
};

static uint32_t reduce(unsigned operation, bool is_signed, uint32_t old, uint32_t value) {
    const bool less = is_signed ? (int32_t)old < (int32_t)value : old < value;
    switch (operation) {
    case 0:
        return old + value;
    case 1:
        return less ? old : value;
    case 2:
        return less ? value : old;
    case 3: /* as CUDA's atomicInc and atomicDec */
        return old >= value ? 0 : old + 1;
    case 4:
        return old == 0 || old > value ? value : old - 1;
    case 5:
        return old & value;
    case 6:
        return old | value;
    default:
        return old ^ value;
    }
}

/* Rare: the CPU does it, when all before it is done. */
static void release_reduced(struct three_engine *e, uint64_t address, uint32_t payload,
                            uint32_t data) {
    const struct renderer *r = e->shared->renderer;
    uint32_t word = 0;
    r->finish(r->context);
    const struct engine_memory memory = three_memory(e);
    if (engine_read(&memory, address, &word, sizeof word)) {
        word = reduce(data >> REDUCTION_AT & 7, data >> SIGNED_AT & 1, word, payload);
        if (engine_write(&memory, address, &word, sizeof word))
            return;
    }
    if (e->error.kind == ERROR_NONE)
        error_set(&e->error, ERROR_GUEST, "report: the word at 0x%lx is not mapped",
                  (unsigned long)address);
}

void three_report(struct three_engine *e, uint32_t data) {
    const uint32_t *r = e->front.registers + THREE_REPORT_A;
    const unsigned operation = data & 3;
    const struct report report = {
        .address = (uint64_t)(r[0] & 0xff) << 32 | r[1],
        .counter = (uint8_t)(operation == REPORT_ONLY ? data >> REPORT_AT & 31 : REPORT_PAYLOAD),
        .stream = data >> SUB_REPORT_AT & 7,
        .payload = r[2],
        .one_word = data >> ONE_WORD_AT & 1,
    };
    const struct renderer *renderer = e->shared->renderer;
    if (operation == ACQUIRE || operation == TRAP)
        three_unknown(e, THREE_REPORT_D, data, "waiting for a semaphore, traps");
    else if (operation == RELEASE && data & REDUCES)
        release_reduced(e, report.address, report.payload, data);
    else
        renderer->report(renderer->context, e->shared->pages, &report);
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
