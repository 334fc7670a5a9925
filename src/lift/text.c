/* SPDX-License-Identifier: MIT */
#include "lift/text.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define WORD_NOP 0xd503201fu

static uint64_t read_le(const uint8_t *p, unsigned bytes) {
    uint64_t v = 0;
    for (unsigned i = 0; i < bytes; i++)
        v |= (uint64_t)p[i] << (8 * i);
    return v;
}

static void relocate(struct text *t) {
    const struct module *m = t->module;
    for (size_t i = 0; i < m->pointer_count; i++) {
        uint64_t at = m->pointers[i].address, value = t->base + m->pointers[i].value;
        if (at > m->image_size || m->image_size - at < 8)
            continue; /* in .bss: the guest writes it, nothing here reads it */
        for (unsigned b = 0; b < 8; b++)
            t->image[at + b] = (uint8_t)(value >> (8 * b));
    }
}

void text_open(struct text *t, const struct module *m, uint64_t base) {
    const struct segment *s = &m->segments[SEGMENT_TEXT];
    uint64_t size = s->file_size;
    if (s->address > m->image_size)
        size = 0;
    else if (size > m->image_size - s->address)
        size = m->image_size - s->address;
    *t = (struct text){.module = m, .base = base, .start = base + s->address};
    t->count = (size_t)(size / 4);
    t->end = t->start + 4 * (uint64_t)t->count;
    t->image = memory_new(m->image_size ? m->image_size : 1);
    if (m->image_size)
        memcpy(t->image, m->image, m->image_size);
    relocate(t);
    t->ops = NEW_ARRAY(uint16_t, t->count + 1);
    t->kinds = NEW_ARRAY(uint8_t, t->count + 1);
    t->marks = NEW_ARRAY(uint16_t, t->count + 1);
    for (size_t i = 0; i < t->count; i++) {
        enum a64_op op = a64_decode(text_word(t, i));
        t->ops[i] = (uint16_t)op;
        t->kinds[i] = (uint8_t)(op == A64_OP_NONE ? A64_TRAP : a64_info(op)->kind);
    }
}

void text_close(struct text *t) {
    free(t->image);
    free(t->ops);
    free(t->kinds);
    free(t->marks);
    free(t->landings);
    free(t->limits);
    *t = (struct text){0};
}

bool text_read(const struct text *t, uint64_t address, unsigned bytes, uint64_t *out) {
    uint64_t offset = address - t->base;
    if (address < t->base || offset >= t->module->image_size ||
        t->module->image_size - offset < bytes)
        return false;
    *out = read_le(t->image + offset, bytes);
    return true;
}

bool text_is_constant(const struct text *t, uint64_t address, uint64_t bytes) {
    for (int k = SEGMENT_TEXT; k <= SEGMENT_RODATA; k++) {
        const struct segment *s = &t->module->segments[k];
        uint64_t begin = t->base + s->address;
        if (address >= begin && address - begin < s->file_size &&
            s->file_size - (address - begin) >= bytes)
            return true;
    }
    return false;
}

bool text_is_padding(const struct text *t, size_t index) {
    uint32_t word = text_word(t, index);
    return word == WORD_NOP || word < 0x10000;
}
