/* SPDX-License-Identifier: MIT */
#include "gpu/engine/noting.h"

#include "gpu/engine/unknown.h"
#include "gpu/memory/page_table.h"

#include "base/memory.h"

#include <stdlib.h>

static struct note *add(struct noting *n, enum note_kind kind) {
    if (n->most && n->count == n->most)
        n->count = 0;
    GROW(n->notes, n->count, n->room);
    struct note *note = &n->notes[n->count++];
    *note = (struct note){.kind = kind};
    return note;
}

static void clear(void *context, const struct three_state *state, uint32_t what) {
    struct noting *n = context;
    struct note *note = add(n, NOTE_CLEAR);
    note->value = what;
    note->stamp = state->registers[n->stamp];
}

static void draw(void *context, const struct three_state *state, const struct draw *d) {
    struct noting *n = context;
    struct note *note = add(n, NOTE_DRAW);
    note->draw = *d;
    note->stamp = state->registers[n->stamp];
    uint32_t sum = 0; /* they must be readable */
    for (uint32_t i = 0; d->indices && i < d->count; i++)
        sum += d->indices[i];
    note->value = sum;
    note->draw.indices = NULL;
}

static void dispatch(void *context, const struct compute_launch *launch) {
    add(context, NOTE_DISPATCH)->launch = *launch;
}

static void blit(void *context, const struct blit *b) {
    add(context, NOTE_BLIT)->blit = *b;
}

static uint8_t *span(void *context, uint64_t address, uint64_t *length, bool writes) {
    (void)writes;
    enum { WANTED = 1 << 20 };
    return page_table_find(context, address, WANTED, length);
}

static struct engine_memory memory(void *context, const struct page_table *pages) {
    (void)context;
    return (struct engine_memory){span, (void *)(uintptr_t)pages};
}

static void report(void *context, const struct page_table *pages, const struct report *r) {
    struct noting *n = context;
    add(n, NOTE_REPORT)->report = *r;
    const struct engine_memory to = memory(context, pages);
    if (r->counter == REPORT_PAYLOAD && !engine_write(&to, r->address, &r->payload, 4))
        n->notes[n->count - 1].value = 1; /* not mapped */
}

static void reset_counter(void *context, uint8_t counter) {
    add(context, NOTE_RESET)->value = counter;
}

static void after(void *context, void (*call)(void *argument), void *argument) {
    (void)context;
    call(argument);
}

static void nothing(void *context) {
    (void)context;
}

static void finish(void *context) {
    add(context, NOTE_FINISH);
}

static void increment(void *context, uint32_t syncpoint) {
    add(context, NOTE_INCREMENT)->value = syncpoint;
}

static uint64_t nanoseconds(void *context) {
    (void)context;
    return 1000;
}

void noting_init(struct noting *n, uint64_t address, uint8_t *bytes, uint64_t size) {
    *n = (struct noting){
        .renderer = {.context = n,
                     .begin = nothing,
                     .clear = clear,
                     .draw = draw,
                     .dispatch = dispatch,
                     .blit = blit,
                     .report = report,
                     .reset_counter = reset_counter,
                     .after = after,
                     .flush = nothing,
                     .finish = finish,
                     .memory = memory},
        .pages = page_table_new(),
    };
    struct error error;
    if (!page_table_map(n->pages, address, bytes, size, &error))
        abort();
    n->shared = (struct engine_shared){
        .renderer = &n->renderer,
        .pages = n->pages,
        .unknown = unknown_new(),
        .increment = increment,
        .nanoseconds = nanoseconds,
        .context = n,
    };
}

void noting_free(struct noting *n) {
    unknown_free(n->shared.unknown);
    page_table_unref(n->pages);
    free(n->notes);
}
