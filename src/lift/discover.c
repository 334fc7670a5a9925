/* SPDX-License-Identifier: MIT */
#include "lift/discover.h"

#include "base/memory.h"
#include "lift/eh_frame.h"
#include "lift/keeps.h"
#include "lift/known_limit.h"
#include "lift/pattern.h"
#include "lift/walk.h"

#include <stdlib.h>

static void mark_address(struct text *t, uint64_t pc, uint16_t bits) {
    if (text_holds(t, pc) && t->ops[text_index(t, pc)] != A64_OP_NONE)
        t->marks[text_index(t, pc)] |= bits;
}

static void mark_module_sources(struct text *t) {
    const struct module *m = t->module;
    mark_address(t, t->base + m->entry, MARK_ENTRY_POINT);
    for (size_t i = 0; i < m->symbol_count; i++)
        if (m->symbols[i].defined && m->symbols[i].kind == SYMBOL_FUNCTION)
            mark_address(t, t->base + m->symbols[i].address,
                         m->symbols[i].local ? MARK_SYMBOL : MARK_SYMBOL | MARK_EXPORTED);
    for (size_t i = 0; i < m->pointer_count; i++)
        mark_address(t, t->base + m->pointers[i].value, MARK_POINTER);
}

/* BL targets and address constants, in one linear scan. A constant is ADR, or ADRP and an ADD to
 * the same register within the next few words. */
static void mark_code_sources(struct text *t) {
    enum { REACH = 8 };
    uint64_t page[32] = {0};
    size_t made[32];
    for (unsigned r = 0; r < 32; r++)
        made[r] = SIZE_MAX;
    for (size_t i = 0; i < t->count; i++) {
        struct pattern p;
        if (t->kinds[i] == A64_CALL) {
            mark_address(t, walk_target(t, i), MARK_CALLED);
            continue;
        }
        if (t->kinds[i] != A64_PLAIN)
            continue;
        uint32_t word = text_word(t, i);
        pattern_read(word, text_pc(t, i), &p);
        if (p.kind == PATTERN_CONST && (word >> 24 & 0x1f) == 0x10) { /* ADR, ADRP */
            if (word >> 31) {
                page[p.rd] = p.value;
                made[p.rd] = i;
            } else {
                mark_address(t, p.value, MARK_CONSTANT);
            }
        } else if (p.kind == PATTERN_ADD_IMM && made[p.rn] != SIZE_MAX && i - made[p.rn] <= REACH) {
            mark_address(t, page[p.rn] + p.value, MARK_CONSTANT);
        } else if (p.kind == PATTERN_LOAD_CONST) {
            for (unsigned b = 0; b < p.bytes; b += 4)
                mark_address(t, p.value + b, MARK_DATA);
        }
    }
}

/* Builds (and forgets) the function at word i; what it covers and where it branches stays marked.
 */
static void explore(struct walker *w, size_t i) {
    struct function f;
    w->text->marks[i] |= MARK_FUNCTION;
    function_build(w, text_pc(w->text, i), &f);
    function_free(&f);
}

/* Does the run of words from i look like code: known instructions up to a transfer that ends it,
 * and at least two of them? */
static bool looks_like_code(const struct text *t, size_t i) {
    for (size_t n = 0; i + n < t->count && n < 4096; n++) {
        size_t at = i + n;
        if (t->ops[at] == A64_OP_NONE || t->marks[at] & MARK_DATA)
            return false;
        if (t->marks[at] & MARK_COVERED)
            return n > 0;
        enum block_end end = walk_end(t, at);
        if (end == END_TRAP)
            return false;
        if ((end == END_BRANCH || end == END_COND || end == END_CALL) &&
            !text_holds(t, walk_target(t, at)))
            return false;
        if (end == END_RETURN || end == END_BRANCH || end == END_JUMP)
            return true;
    }
    return false;
}

/* A weak source names a function when no code of a function reaches the word, except over a call
 * that may never return. */
static bool weak_is_function(const struct text *t, size_t i) {
    uint16_t m = t->marks[i];
    if (!(m & MARK_WEAK) || m & (MARK_FUNCTION | MARK_BRANCHED | MARK_FALLEN | MARK_DATA))
        return false;
    if (m & MARK_TABLE_BASE || text_is_padding(t, i))
        return false;
    return m & MARK_COVERED || looks_like_code(t, i);
}

/* What no function covers: each plausible run behind padding becomes a function. */
static void sweep(struct walker *w) {
    struct text *t = w->text;
    for (size_t i = 0; i < t->count; i++) {
        if (t->marks[i] & MARK_COVERED || text_is_padding(t, i))
            continue;
        if (looks_like_code(t, i)) {
            t->marks[i] |= MARK_SWEEP;
            explore(w, i);
            continue;
        }
        while (i + 1 < t->count && !(t->marks[i + 1] & MARK_COVERED) && !text_is_padding(t, i + 1))
            i++;
    }
}

static void find_entries(struct walker *w) {
    struct text *t = w->text;
    for (size_t i = 0; i < t->count; i++)
        if (t->marks[i] & MARK_STRONG)
            t->marks[i] |= MARK_FUNCTION;
    for (size_t i = 0; i < t->count; i++)
        if (t->marks[i] & MARK_STRONG)
            explore(w, i);
    /* In order of address: a function is seen before the labels inside it. */
    for (size_t i = 0; i < t->count; i++)
        if (weak_is_function(t, i))
            explore(w, i);
    w->rest = true;
    sweep(w);
}

static int compare_functions(const void *a, const void *b) {
    const struct function *x = a, *y = b;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

/* Builds all functions of the entries that are marked `with` and not `without`. */
static void build_marked(struct walker *w, struct discovery *d, uint16_t without,
                         discover_progress *progress, void *context) {
    const struct text *t = w->text;
    for (size_t i = 0; i < t->count; i++) {
        if ((t->marks[i] & (MARK_FUNCTION | MARK_SWEEP)) != (MARK_FUNCTION | MARK_SWEEP) - without)
            continue;
        function_build(w, text_pc(t, i), &d->functions[d->count++]);
        if (progress && !(d->count & 0xff))
            progress(context, d->count, d->room);
    }
}

static void build_index(const struct text *t, struct discovery *d) {
    d->start = t->start;
    d->runs = (size_t)((t->end - t->start) / DISCOVERY_RUN + 1);
    d->index = NEW_ARRAY(uint32_t, d->runs + 1);
    size_t number = 0;
    for (size_t run = 0; run <= d->runs; run++) {
        const uint64_t begin = t->start + run * (uint64_t)DISCOVERY_RUN;
        while (number < d->count && d->functions[number].entry < begin)
            number++;
        d->index[run] = (uint32_t)number;
    }
}

void discover(struct text *t, struct discovery *d, discover_progress *progress, void *context) {
    *d = (struct discovery){0};
    struct walker w;
    walker_open(&w, t);
    mark_module_sources(t);
    d->fdes = eh_frame_mark(t);
    mark_code_sources(t);
    w.marking = true;
    find_entries(&w);
    size_t total = 0;
    for (size_t i = 0; i < t->count; i++) {
        total += (t->marks[i] & MARK_FUNCTION) != 0;
        t->marks[i] &= (uint16_t)~(MARK_COVERED | MARK_BRANCHED | MARK_FALLEN);
    }
    /* Once more, now that all entries are known. What only the sweep found comes last and takes
     * what the others leave. */
    d->functions = NEW_ARRAY(struct function, total + 1);
    d->room = total;
    w.rest = false;
    build_marked(&w, d, MARK_SWEEP, progress, context);
    w.rest = true;
    build_marked(&w, d, 0, progress, context);
    qsort(d->functions, d->count, sizeof *d->functions, compare_functions);
    build_index(t, d);
    keeps_mark(t);
    limits_use(&w, d);
    walker_close(&w);
}

void discovery_free(struct discovery *d) {
    for (size_t i = 0; i < d->count; i++)
        function_free(&d->functions[i]);
    free(d->functions);
    free(d->index);
    *d = (struct discovery){0};
}

size_t discovery_find(const struct discovery *d, uint64_t pc) {
    const uint64_t run = (pc - d->start) / DISCOVERY_RUN; /* huge below the start */
    if (run >= d->runs)
        return SIZE_MAX;
    for (size_t i = d->index[run]; i < d->index[run + 1]; i++)
        if (d->functions[i].entry == pc)
            return i;
    return SIZE_MAX;
}
