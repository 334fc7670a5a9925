/* SPDX-License-Identifier: MIT */
#include "core/memory.h"
#include "vectors/vectors.h"

/* Changed bytes with fewer unchanged ones between them are one area; together with the length this
 * keeps a case below VECTORS_AREAS. */
enum { VALUES_A_LINE = 4, LONGEST_AREA = 256, GAP = 16 };

static void add_bytes(struct strbuf *out, const char *word, uint64_t address, const uint8_t *bytes,
                      size_t count) {
    strbuf_addf(out, "%s %llx ", word, (unsigned long long)address);
    for (size_t i = 0; i < count; i++)
        strbuf_addf(out, "%02x", bytes[i]);
    strbuf_add(out, "\n");
}

/* Adds a value to a line that begins with the word; a new line every now and then. */
static void add_value(struct strbuf *out, const char *word, unsigned number,
                      const struct vector_value *value) {
    if (number % VALUES_A_LINE == 0)
        strbuf_addf(out, "%s%s", number ? "\n" : "", word);
    strbuf_add(out, " ");
    vector_value_print(value, out);
}

/* The values of a slice as they stand in the file. */
static void add_values(struct strbuf *out, const char *word, const struct vectors *v,
                       struct vector_slice slice) {
    for (uint32_t i = 0; i < slice.count; i++)
        add_value(out, word, i, &v->values[slice.first + i]);
    if (slice.count)
        strbuf_add(out, "\n");
}

static void add_areas(struct strbuf *out, const char *word, const struct vectors *v,
                      struct vector_slice slice) {
    for (uint32_t i = 0; i < slice.count; i++) {
        const struct vector_area *a = &v->areas[slice.first + i];
        add_bytes(out, word, a->address, vector_bytes(v, a), a->count);
    }
}

void vector_print(const struct vectors *v, const struct vector_case *c, struct strbuf *out) {
    strbuf_addf(out, "case %s\ncode", vector_name(v, c));
    for (uint32_t i = 0; i < c->code.count; i++)
        strbuf_addf(out, " %08x", vector_code(v, c)[i]);
    strbuf_add(out, "\n");
    add_values(out, "set", v, c->set);
    add_areas(out, "mem", v, c->mem);
}

void vector_print_given(const struct vectors *v, const struct vector_case *c, struct strbuf *out) {
    if (c->want.count)
        add_values(out, "want", v, c->want);
    else
        strbuf_add(out, "want\n");
    add_areas(out, "wmem", v, c->wmem);
    strbuf_add(out, "\n");
}

/* FPSR is compared only where it is named, so that it is wanted where it was set. */
static bool sets_fpsr(const struct vectors *v, const struct vector_case *c) {
    for (uint32_t i = 0; i < c->set.count; i++)
        if (v->values[c->set.first + i].name == VECTOR_FPSR)
            return true;
    return false;
}

static void add_registers(const struct vectors *v, const struct vector_case *c,
                          const struct a64_state *before, const struct a64_state *after,
                          struct strbuf *out) {
    unsigned number = 0;
    for (unsigned name = 0; name < VECTOR_REGISTERS; name++) {
        const struct vector_value value = vector_get(after, (enum vector_register)name);
        struct vector_value old = vector_get(before, (enum vector_register)name);
        if (name == VECTOR_PC)
            old.low = vector_code_end(c);
        const bool same = old.low == value.low && old.high == value.high;
        if (name == VECTOR_FPSR ? sets_fpsr(v, c) : !same)
            add_value(out, "want", number++, &value);
    }
    strbuf_add(out, number ? "\n" : "want\n");
}

static void add_changes(uint64_t address, const uint8_t *old, const uint8_t *now,
                        struct strbuf *out) {
    for (size_t at = 0; at < GUEST_PAGE; at++) {
        if (now[at] == old[at])
            continue;
        size_t last = at;
        for (size_t i = at; i < GUEST_PAGE && i - at < LONGEST_AREA && i - last < GAP; i++)
            if (now[i] != old[i])
                last = i;
        add_bytes(out, "wmem", address + at, now + at, last + 1 - at);
        at = last;
    }
}

void vector_print_want(const struct vectors *v, const struct vector_case *c,
                       const struct a64_state *before, const struct a64_state *after,
                       const uint8_t *memory_after, struct strbuf *out) {
    uint64_t pages[VECTORS_PAGES];
    uint8_t old[GUEST_PAGE];
    const size_t count = vector_pages(v, c, pages);
    add_registers(v, c, before, after, out);
    for (size_t i = 0; i < count; i++) {
        vector_page(v, c, pages[i], old);
        add_changes(pages[i], old, memory_after + i * GUEST_PAGE, out);
    }
    strbuf_add(out, "\n");
}
