/* SPDX-License-Identifier: MIT */
#include "gpu/channel/flight.h"

#include "gpu/channel/host.h"
#include "gpu/engine/method_table.h"

uint64_t flight_add(struct flight *f, const struct gpu_fence *done, size_t entries) {
    const uint64_t number = ++f->count;
    f->records[number % FLIGHT_RECORDS] =
        (struct flight_record){.number = number, .done = *done, .entries = (uint32_t)entries};
    return number;
}

struct flight_record *flight_find(struct flight *f, uint64_t number) {
    struct flight_record *r = &f->records[number % FLIGHT_RECORDS];
    return r->number == number ? r : NULL;
}

static const char *state_of(const struct flight_record *r, bool done) {
    switch (r->state) {
    case FLIGHT_QUEUED:
        return "queued";
    case FLIGHT_BEGUN:
        return "being executed";
    case FLIGHT_FAILED:
        return "ended its channel";
    default:
        return done ? "done" : "the device is at it";
    }
}

void flight_print(const struct flight *f, uint32_t (*reached)(void *context, uint32_t syncpoint),
                  void *context, struct strbuf *out) {
    const uint64_t first = f->count > FLIGHT_RECORDS ? f->count - FLIGHT_RECORDS : 0;
    for (uint64_t number = first + 1; number <= f->count; number++) {
        const struct flight_record *r = &f->records[number % FLIGHT_RECORDS];
        const bool done = host_reached(reached(context, r->done.syncpoint), r->done.value);
        strbuf_addf(out, "gpu: submission %lu, syncpoint %u to %u: %s; %u entries, %lu words read",
                    (unsigned long)number, r->done.syncpoint, r->done.value, state_of(r, done),
                    r->entries, (unsigned long)r->words);
        const struct method_row *row = method_table_find(r->class, r->method);
        const unsigned class = r->method < COMMAND_HOST_METHODS ? host_methods.class : r->class;
        if (r->words)
            strbuf_addf(out, ", the last 0x%x to %s (class 0x%x, method 0x%x)", r->data,
                        row ? row->name : "a method without a name", class, r->method);
        strbuf_add(out, "\n");
    }
}
