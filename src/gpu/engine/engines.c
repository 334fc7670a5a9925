/* SPDX-License-Identifier: MIT */
#include "gpu/engine/engines.h"

#include "gpu/engine/compute.h"
#include "gpu/engine/copy.h"
#include "gpu/engine/inline_port.h"
#include "gpu/engine/registers.h"
#include "gpu/engine/saved.h"
#include "gpu/engine/three.h"
#include "gpu/engine/two_d.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct engines {
    const struct engine_shared *shared;
    struct three_engine *three;
    struct compute_engine *compute;
    struct two_d_engine *two_d;
    struct class_registers copy_registers, inline_registers;
    struct copy_engine copy;
    struct inline_port inline_data;
    struct engine_memory memory; /* for `copy` */
};

static uint64_t timestamp(void *context) {
    const struct engine_shared *s = context;
    return s->nanoseconds(s->context);
}

struct engines *engines_new(const struct engine_shared *shared) {
    struct engines *e = NEW(struct engines);
    e->shared = shared;
    e->three = three_new(shared);
    e->compute = compute_new(shared);
    e->two_d = two_d_new(shared);
    registers_init(&e->copy_registers, shared, &copy_methods);
    registers_init(&e->inline_registers, shared, &inline_methods);
    e->copy.memory = &e->memory;
    e->copy.timestamp = timestamp;
    e->copy.context = (void *)(uintptr_t)shared;
    e->copy.ends = shared->ends;
    return e;
}

void engines_free(struct engines *e) {
    if (!e)
        return;
    three_free(e->three);
    compute_free(e->compute);
    two_d_free(e->two_d);
    inline_port_free(&e->inline_data);
    free(e);
}

/* LAUNCH_DMA (clb0b5.h). */
enum { PHYSICAL = 3 << 12, REDUCES = 1 << 19 };

static bool copy(struct engines *e, unsigned method, uint32_t data, struct error *error) {
    if (registers_write(&e->copy_registers, method, data)) { /* LAUNCH_DMA */
        if (data & (PHYSICAL | REDUCES))
            registers_unknown(&e->copy_registers, method, data,
                              "physical addresses and reductions");
        e->memory = shared_memory(e->shared);
    }
    return method >= COPY_METHODS || copy_method(&e->copy, method, data, error);
}

static bool inline_data(struct engines *e, unsigned method, uint32_t data, struct error *error) {
    if (!registers_write(&e->inline_registers, method, data))
        return true;
    if (method == INLINE_LAUNCH && !inline_launch_known(data))
        registers_unknown(&e->inline_registers, method, data, "semaphores and reductions");
    return inline_port_method(&e->inline_data, e->shared, method, data, error);
}

bool engines_method(struct engines *e, unsigned class, unsigned method, uint32_t data,
                    unsigned left, struct error *error) {
    if (class == THREE_CLASS)
        return three_method(e->three, method, data, left, error);
    /* What the 3D engine waits with comes first. */
    struct error ignored;
    const bool flushed = three_flush(e->three, error);
    struct error *const own = flushed ? error : &ignored;
    bool done;
    switch (class) {
    case COMPUTE_CLASS:
        done = compute_method(e->compute, method, data, own);
        break;
    case TWO_D_CLASS:
        done = two_d_method(e->two_d, method, data, own);
        break;
    case COPY_CLASS:
        done = copy(e, method, data, own);
        break;
    case INLINE_CLASS:
        done = inline_data(e, method, data, own);
        break;
    default:
        done = error_set(own, ERROR_GUEST,
                         "a command for class %04x, which the GPU has not (method 0x%04x)", class,
                         method * 4);
    }
    return flushed && done;
}

size_t engines_words(struct engines *e, unsigned class, unsigned method, const uint32_t *words,
                     size_t count) {
    return class == THREE_CLASS ? three_words(e->three, method, words, count) : 0;
}

bool engines_flush(struct engines *e, struct error *error) {
    return three_flush(e->three, error);
}

/* ---- captures ---- */

static size_t saved_parts(struct engines *e, struct saved_part *parts) {
    size_t count = three_saved(e->three, parts);
    count += compute_saved(e->compute, parts + count);
    count += two_d_saved(e->two_d, parts + count);
    struct inline_engine *i = &e->inline_data.engine;
    const struct saved_part own[] = {
        {e->copy_registers.values, sizeof e->copy_registers.values},
        {e->copy.registers, sizeof e->copy.registers},
        {e->inline_registers.values, sizeof e->inline_registers.values},
        {i->registers, sizeof i->registers},
    };
    memcpy(parts + count, own, sizeof own);
    return count + sizeof own / sizeof *own;
}

void engines_save(struct engines *e, struct strbuf *out) {
    struct saved_part parts[4 * SAVED_PARTS];
    const size_t count = saved_parts(e, parts);
    for (size_t i = 0; i < count; i++)
        strbuf_add_bytes(out, parts[i].data, parts[i].size);
}

bool engines_load(struct engines *e, struct reader *r) {
    struct saved_part parts[4 * SAVED_PARTS];
    const size_t count = saved_parts(e, parts);
    for (size_t i = 0; i < count; i++)
        reader_copy(r, parts[i].data, parts[i].size, "registers");
    three_all_changed(e->three);
    return reader_ok(r);
}
