/* SPDX-License-Identifier: MIT */
#include "gpu/engine/report.h"

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
static bool release_reduced(const struct engine_shared *s, uint64_t address, uint32_t payload,
                            uint32_t data) {
    uint32_t word = 0;
    s->renderer->finish(s->renderer->context);
    const struct engine_memory memory = shared_memory(s);
    if (!engine_read(&memory, address, &word, sizeof word))
        return false;
    word = reduce(data >> REDUCTION_AT & 7, data >> SIGNED_AT & 1, word, payload);
    return engine_write(&memory, address, &word, sizeof word);
}

static uint64_t address_of(const uint32_t registers[3]) {
    return (uint64_t)(registers[0] & 0xff) << 32 | registers[1];
}

enum report_result report_execute(const struct engine_shared *s, const uint32_t registers[3],
                                  uint32_t data) {
    const unsigned operation = data & 3;
    const struct report report = {
        .address = address_of(registers),
        .counter = (uint8_t)(operation == REPORT_ONLY ? data >> REPORT_AT & 31 : REPORT_PAYLOAD),
        .stream = data >> SUB_REPORT_AT & 7,
        .payload = registers[2],
        .one_word = data >> ONE_WORD_AT & 1,
    };
    if (operation == ACQUIRE || operation == TRAP)
        return REPORT_NOT_THERE;
    if (operation == RELEASE && data & REDUCES)
        return release_reduced(s, report.address, report.payload, data) ? REPORT_DONE
                                                                        : REPORT_NOT_MAPPED;
    s->renderer->report(s->renderer->context, s->pages, &report);
    return REPORT_DONE;
}

bool report_not_mapped(const uint32_t registers[3], struct error *error) {
    return error_set(error, ERROR_GUEST, "report: the word at 0x%lx is not mapped",
                     (unsigned long)address_of(registers));
}
