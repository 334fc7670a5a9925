/* SPDX-License-Identifier: MIT */
#include "vectors/compare.h"

#include <stdlib.h>
#include <string.h>

struct comparison {
    const struct vectors *v;
    const struct vector_case *c;
    FILE *out;
    bool same;
};

/* "file:line: case: ", in front of a difference. */
static void differs(struct comparison *k) {
    k->same = false;
    fprintf(k->out, "%s:%u: %s: ", k->v->path, k->c->line, vector_name(k->v, k->c));
}

static void compare_register(struct comparison *k, enum vector_register name,
                             const struct a64_state *got, const struct a64_state *want) {
    const struct vector_value g = vector_get(got, name), w = vector_get(want, name);
    struct strbuf text = {0};
    if (g.low == w.low && g.high == w.high)
        return;
    differs(k);
    vector_value_print(&g, &text);
    strbuf_add(&text, ", not ");
    vector_digits_print(&w, &text);
    fprintf(k->out, "%s\n", text.text);
    strbuf_free(&text);
}

static void compare_registers(struct comparison *k, const struct a64_state *before,
                              const struct a64_state *after) {
    struct a64_state want = *before;
    bool fpsr_named = false;
    want.pc = vector_code_end(k->c);
    for (uint32_t i = 0; i < k->c->want.count; i++) {
        const struct vector_value *value = &k->v->values[k->c->want.first + i];
        vector_put(&want, value);
        fpsr_named = fpsr_named || value->name == VECTOR_FPSR;
    }
    for (unsigned name = 0; name < VECTOR_REGISTERS; name++)
        if (name != VECTOR_FPSR || fpsr_named)
            compare_register(k, (enum vector_register)name, after, &want);
}

/* The page as it should be now. */
static void wanted_page(const struct comparison *k, uint64_t page, uint8_t out[GUEST_PAGE]) {
    vector_page(k->v, k->c, page, out);
    for (uint32_t i = 0; i < k->c->wmem.count; i++) {
        const struct vector_area *a = &k->v->areas[k->c->wmem.first + i];
        for (uint32_t n = 0; n < a->count; n++)
            if (a->address + n - page < GUEST_PAGE)
                out[a->address + n - page] = vector_bytes(k->v, a)[n];
    }
}

static void print_bytes(FILE *out, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%02x", bytes[i]);
}

static void compare_page(struct comparison *k, uint64_t page, const uint8_t *got) {
    enum { AT_ONCE = 16 };
    uint8_t want[GUEST_PAGE];
    wanted_page(k, page, want);
    if (!memcmp(got, want, GUEST_PAGE))
        return;
    for (size_t at = 0; at < GUEST_PAGE; at++) {
        size_t count = 0;
        while (count < AT_ONCE && at + count < GUEST_PAGE && got[at + count] != want[at + count])
            count++;
        if (!count)
            continue;
        differs(k);
        fprintf(k->out, "memory at %llx is ", (unsigned long long)(page + at));
        print_bytes(k->out, got + at, count);
        fprintf(k->out, ", not ");
        print_bytes(k->out, want + at, count);
        fprintf(k->out, "\n");
        at += count - 1;
    }
}

bool vector_compare(const struct vectors *v, const struct vector_case *c,
                    const struct a64_state *before, const struct a64_state *after,
                    const struct vector_outcome *outcome, const uint8_t *memory_after, FILE *out) {
    struct comparison k = {.v = v, .c = c, .out = out, .same = true};
    uint64_t pages[VECTORS_PAGES];
    if (outcome->end != VECTOR_DONE) {
        char text[128];
        vector_outcome_text(outcome, text, sizeof text);
        differs(&k);
        fprintf(out, "it %s\n", text);
        return false;
    }
    compare_registers(&k, before, after);
    const size_t count = vector_pages(v, c, pages);
    for (size_t i = 0; i < count; i++)
        compare_page(&k, pages[i], memory_after + i * GUEST_PAGE);
    return k.same;
}
