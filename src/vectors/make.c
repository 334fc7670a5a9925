/* SPDX-License-Identifier: MIT */
#include "vectors/make.h"

#include "a64/row.h"
#include "vectors/guard.h"
#include "vectors/memory.h"

#include <fnmatch.h>
#include <string.h>

/* Tries to find memory for a case, and cases tried for each that is made. */
enum { ROUNDS = 8, TRIES = 16 };

struct maker {
    struct vector_memory memory;
    struct make_memory areas;
    struct a64_state state;
    struct strbuf text; /* of the case */
};

static void add_set(struct strbuf *out, const struct a64_state *s, enum vector_register name) {
    const struct vector_value value = vector_get(s, name);
    if (!value.low && !value.high)
        return;
    strbuf_add(out, "set ");
    vector_value_print(&value, out);
    strbuf_add(out, "\n");
}

/* The registers that the instruction reads, and those that it writes (a part of the old value may
 * stay), flags and FPCR; all others are zero. */
static void print_case(struct maker *m, const char *row, unsigned number, uint32_t word,
                       uint64_t seed) {
    struct a64_effects e;
    a64_effects(a64_decode(word), word, &e);
    const uint32_t x = e.x_read | e.x_written, v = e.v_read | e.v_written;
    strbuf_clear(&m->text);
    strbuf_addf(&m->text, "case %s/%u\ncode %08x\n", row, number, word);
    for (unsigned i = 0; i < 64; i++)
        if (i < 32 ? x >> i & 1 : v >> (i - 32) & 1)
            add_set(&m->text, &m->state, (enum vector_register)i);
    add_set(&m->text, &m->state, VECTOR_NZCV);
    add_set(&m->text, &m->state, VECTOR_FPCR);
    make_memory_print(&m->areas, seed, &m->text);
    strbuf_add(&m->text, "\n");
}

/* Runs the case that is printed. */
static bool try_case(struct maker *m, struct vector_outcome *outcome, struct error *error) {
    struct vectors v;
    struct a64_state s;
    if (!vectors_parse("random case", m->text.text, m->text.length, &v, error))
        return false;
    const bool ok = vector_memory_prepare(&m->memory, &v, v.cases, error);
    if (ok) {
        vector_start(&v, v.cases, &s);
        *outcome = vector_guard_run(&s, vector_code_end(v.cases), NULL);
    }
    vectors_close(&v);
    return ok;
}

/* A load into XZR may never happen on the host: the same word with another register does. */
static uint32_t loading_word(uint32_t word, enum a64_op op) {
    const unsigned rn = word >> 5 & 31, rm = word >> 16 & 31;
    const bool is_vector = word >> 26 & 1;
    unsigned rt = 0;
    if (!a64_info(op)->reads_memory || is_vector || (word & 31) != 31)
        return word;
    while (rt == rn || rt == rm)
        rt++;
    return (word & ~31u) | rt;
}

/* Makes one case; where it accesses memory, what it accesses is found by running it. *made: it ends
 * as it should. */
static bool make_case(struct maker *m, const char *row, unsigned number, enum a64_op op,
                      uint64_t *seed, bool *made, struct error *error) {
    struct vector_outcome outcome;
    uint32_t word;
    if (!a64_random_word(op, seed, &word))
        return error_set(error, ERROR_LIMIT, "row %s: no random word of it was found", row);
    a64_random_state(&m->state, op, word, seed);
    const uint64_t contents = a64_random(seed);
    memset(&m->areas, 0, sizeof m->areas);
    for (int round = 0; round < ROUNDS; round++) {
        print_case(m, row, number, loading_word(word, op), contents);
        if (!try_case(m, &outcome, error))
            return false;
        const bool access = outcome.end == VECTOR_READ || outcome.end == VECTOR_WRITE;
        if (!access || !make_memory_add(&m->areas, outcome.detail))
            break;
    }
    print_case(m, row, number, word, contents);
    if (!try_case(m, &outcome, error))
        return false;
    *made = outcome.end == VECTOR_DONE;
    return true;
}

/* A row's cases do not depend on the rows around it. */
static uint64_t row_seed(uint64_t seed, const char *name) {
    for (const char *c = name; *c; c++) {
        seed ^= (uint64_t)(unsigned char)*c;
        seed = a64_random(&seed);
    }
    return seed;
}

static bool make_row(struct maker *m, const struct vectors_make *options, enum a64_op op,
                     struct strbuf *out, struct error *error) {
    const char *row = a64_info(op)->name;
    uint64_t seed = row_seed(options->seed, row);
    for (unsigned i = 0; i < options->count; i++) {
        bool made = false;
        for (int tries = 0; !made; tries++) {
            if (tries == TRIES)
                return error_set(error, ERROR_LIMIT, "row %s: no random case of it ends", row);
            if (!make_case(m, row, i, op, &seed, &made, error))
                return false;
        }
        strbuf_add_bytes(out, m->text.text, m->text.length);
    }
    return true;
}

bool vectors_make(const struct vectors_make *options, struct strbuf *out, struct error *error) {
    static struct maker m;
    size_t rows = 0;
    m = (struct maker){0};
    if (!vector_memory_open(&m.memory, error))
        return false;
    bool ok = vector_guard_open(error);
    for (unsigned op = 1; ok && op < A64_OPS; op++) {
        if (!a64_random_testable((enum a64_op)op) ||
            fnmatch(options->rows, a64_info((enum a64_op)op)->name, 0) != 0)
            continue;
        ok = make_row(&m, options, (enum a64_op)op, out, error);
        rows++;
    }
    vector_guard_close();
    vector_memory_close(&m.memory);
    strbuf_free(&m.text);
    if (ok && !rows)
        return error_set(error, ERROR_USAGE,
                         "no row that random states can test matches '%s'; src/a64/table has their "
                         "names",
                         options->rows);
    return ok;
}
