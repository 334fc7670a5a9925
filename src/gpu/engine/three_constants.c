/* SPDX-License-Identifier: MIT */
#include "gpu/engine/three_engine.h"
#include "gpu/engine/three_methods.h"

#include <string.h>

/* The constant buffer that is selected: what data is loaded into, and what is bound. */

enum {
    VALID = 1,
    SLOT_AT = 4,
    SLOT_MASK = 0x1f,
    SIZE_MASK = 0x1ffff,
    OFFSET_MASK = 0xffff,
    OFFSET_END = 0x10000
};

static struct constant_buffer selected(const struct three_engine *e) {
    const uint32_t *r = e->front.registers + THREE_CONSTANT_SIZE;
    return (struct constant_buffer){(uint64_t)(r[1] & 0xff) << 32 | r[2], r[0] & SIZE_MASK};
}

/* ---- loading ---- */

/* How many words from `at` on lie in the buffer, below where the offset begins again, and in what
 * is gathered. */
static size_t room(const struct three_load *load, const struct constant_buffer *to, uint32_t at) {
    const uint32_t end = to->size < OFFSET_END ? to->size : OFFSET_END;
    const size_t in_buffer = at < end ? (end - at) / 4 : 0,
                 in_load = sizeof load->words / sizeof *load->words - load->count;
    return in_buffer < in_load ? in_buffer : in_load;
}

/* The words that come in a row are one write of memory. */
void three_constants_words(struct three_engine *e, const uint32_t *words, size_t count) {
    struct three_load *load = &e->load;
    uint32_t *offset = &e->front.registers[THREE_CONSTANT_OFFSET];
    const struct constant_buffer to = selected(e);
    while (count) {
        const uint32_t at = *offset & OFFSET_MASK & ~3u;
        if (load->count && load->address + 4 * load->count != to.address + at)
            three_constants_flush(e);
        const size_t fits = room(load, &to, at), part = fits < count ? fits : count;
        if (!part) {
            three_unknown(e, THREE_CONSTANT_DATA, *words, "behind the end of the constant buffer");
            *offset = at + 4;
            words++, count--;
            continue;
        }
        if (!load->count) {
            three_draw_flush(e);
            load->address = to.address + at;
        }
        memcpy(load->words + load->count, words, part * sizeof *words);
        load->count += part;
        *offset = at + 4 * (uint32_t)part;
        words += part, count -= part;
        if (load->count == sizeof load->words / sizeof *load->words)
            three_constants_flush(e);
    }
}

void three_constants_flush(struct three_engine *e) {
    struct three_load *load = &e->load;
    if (!load->count)
        return;
    const uint64_t size = load->count * 4;
    const struct engine_memory memory = shared_memory(e->shared);
    load->count = 0;
    if (!engine_write(&memory, load->address, load->words, size) && e->error.kind == ERROR_NONE)
        error_set(&e->error, ERROR_GUEST, "constants: memory at 0x%lx (%lu bytes) is not mapped",
                  (unsigned long)load->address, (unsigned long)size);
}

/* ---- binding ---- */

void three_constants_bind(struct three_engine *e, unsigned stage, uint32_t data) {
    const unsigned slot = data >> SLOT_AT & SLOT_MASK;
    if (slot >= THREE_CONSTANTS) {
        three_unknown(e, THREE_BIND_CONSTANT + 8 * stage, data, "there are 18 constant buffers");
        return;
    }
    const struct constant_buffer to = data & VALID ? selected(e) : (struct constant_buffer){0};
    struct constant_buffer *bound = &e->state.constants[stage][slot];
    if (bound->address == to.address && bound->size == to.size)
        return;
    *bound = to;
    e->changes.constants[stage] |= 1u << slot;
}

void three_constants_unbind_all(struct three_engine *e) {
    for (unsigned stage = 0; stage < THREE_STAGES; stage++)
        for (unsigned slot = 0; slot < THREE_CONSTANTS; slot++)
            three_constants_bind(e, stage, slot << SLOT_AT);
}
