/* SPDX-License-Identifier: MIT */
#include "gpu/channel/host.h"

enum { /* byte addresses by four */
       SEMAPHORE_HIGH = 0x10 / 4,
       SEMAPHORE_LOW = 0x14 / 4,
       SEMAPHORE_PAYLOAD = 0x18 / 4,
       SEMAPHORE = 0x1c / 4,
       SYNCPOINT_PAYLOAD = 0x70 / 4,
       SYNCPOINT = 0x74 / 4,
};

/* Of SEMAPHORE, bits 0 to 4. */
enum { ACQUIRE = 1, RELEASE = 2, ACQUIRE_NOT_BELOW = 4, ACQUIRE_BITS = 8, REDUCE = 16 };
enum {
    REDUCE_MIN,
    REDUCE_MAX,
    REDUCE_XOR,
    REDUCE_AND,
    REDUCE_OR,
    REDUCE_ADD,
    REDUCE_INC,
    REDUCE_DEC
};
enum { ONE_WORD = 1 << 24, UNSIGNED = 1u << 31, REDUCTION_AT = 27 };
/* Of SYNCPOINT. */
enum { INCREMENT = 1, INDEX_AT = 8, INDEX_MASK = 0xfff };

bool host_reached(uint32_t value, uint32_t threshold) {
    return (int32_t)(value - threshold) >= 0;
}

static struct engine_memory memory_of(const struct engine_shared *s) {
    return s->renderer->memory(s->renderer->context, s->pages);
}

static bool no_semaphore(uint64_t address, struct error *error) {
    return error_set(error, ERROR_GUEST, "host engine: its semaphore at 0x%lx is not mapped",
                     (unsigned long)address);
}

/* INC and DEC wrap at the payload, as CUDA's atomicInc and atomicDec do. */
static uint32_t reduce(uint32_t how, bool is_signed, uint32_t old, uint32_t by) {
    const bool below = is_signed ? (int32_t)old < (int32_t)by : old < by;
    switch (how) {
    case REDUCE_MIN:
        return below ? old : by;
    case REDUCE_MAX:
        return below ? by : old;
    case REDUCE_XOR:
        return old ^ by;
    case REDUCE_AND:
        return old & by;
    case REDUCE_OR:
        return old | by;
    case REDUCE_ADD:
        return old + by;
    case REDUCE_INC:
        return old >= by ? 0 : old + 1;
    default:
        return !old || old > by ? by : old - 1;
    }
}

static bool semaphore(struct host_engine *h, const struct engine_shared *s, uint32_t data,
                      struct error *error) {
    const uint64_t address =
        (uint64_t)(h->registers[SEMAPHORE_HIGH] & 0xff) << 32 | (h->registers[SEMAPHORE_LOW] & ~3u);
    const uint32_t payload = h->registers[SEMAPHORE_PAYLOAD];
    const struct engine_memory memory = memory_of(s);
    uint32_t word;
    switch (data & 31) {
    case ACQUIRE:
    case ACQUIRE_NOT_BELOW:
    case ACQUIRE_BITS:
        h->wait = HOST_AT_SEMAPHORE;
        h->test = (data & 31) == ACQUIRE             ? HOST_EQUAL
                  : (data & 31) == ACQUIRE_NOT_BELOW ? HOST_NOT_BELOW
                                                     : HOST_ALL_BITS;
        h->address = address;
        h->value = payload;
        return engine_read(&memory, address, &word, sizeof word) ||
               (h->wait = HOST_GOES_ON, no_semaphore(address, error));
    case RELEASE: {
        const struct report report = {
            .address = address, .payload = payload, .one_word = data & ONE_WORD};
        uint64_t length;
        if (!page_table_find(s->pages, address, 4, &length))
            return no_semaphore(address, error);
        s->renderer->report(s->renderer->context, s->pages, &report);
        return true;
    }
    case REDUCE:
        s->renderer->finish(s->renderer->context);
        if (!engine_read(&memory, address, &word, sizeof word))
            return no_semaphore(address, error);
        word = reduce(data >> REDUCTION_AT & 7, !(data & UNSIGNED), word, payload);
        return engine_write(&memory, address, &word, sizeof word) || no_semaphore(address, error);
    default:
        return error_set(error, ERROR_GUEST, "host engine: 0x%x is no operation of semaphores",
                         data & 31);
    }
}

static bool syncpoint(struct host_engine *h, const struct engine_shared *s, uint32_t data) {
    const uint32_t index = data >> INDEX_AT & INDEX_MASK;
    if (data & INCREMENT) {
        s->increment(s->context, index);
        return true;
    }
    h->wait = HOST_AT_SYNCPOINT;
    h->syncpoint = index;
    h->value = h->registers[SYNCPOINT_PAYLOAD];
    return true;
}

bool host_method(struct host_engine *h, const struct engine_shared *s, unsigned method,
                 uint32_t data, struct error *error) {
    h->registers[method % COMMAND_HOST_METHODS] = data;
    switch (method) {
    case SEMAPHORE:
        return semaphore(h, s, data, error);
    case SYNCPOINT:
        return syncpoint(h, s, data);
    default:
        return true;
    }
}

static bool is_there(const struct host_engine *h, const struct engine_shared *s,
                     const struct gpu_owner *owner) {
    if (h->wait == HOST_AT_SYNCPOINT)
        return host_reached(owner->syncpoint_read(owner->context, h->syncpoint), h->value);
    const struct engine_memory memory = memory_of(s);
    uint32_t word;
    /* Memory that is gone keeps nobody. */
    if (!engine_read(&memory, h->address, &word, sizeof word))
        return true;
    return h->test == HOST_EQUAL       ? word == h->value
           : h->test == HOST_NOT_BELOW ? host_reached(word, h->value)
                                       : (word & h->value) == h->value;
}

bool host_goes_on(struct host_engine *h, const struct engine_shared *s,
                  const struct gpu_owner *owner) {
    if (h->wait && is_there(h, s, owner))
        h->wait = HOST_GOES_ON;
    return h->wait == HOST_GOES_ON;
}
