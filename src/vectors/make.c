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
    const struct vectors_make *options;
    enum a64_op rows[A64_OPS]; /* that match and can be tested */
    size_t row_count;
    struct vector_memory memory;
    struct make_memory areas;
    uint32_t words[VECTORS_WORDS];
    struct a64_state state;
    struct strbuf text; /* of the case */
};

/* Zero is what is not set, but FPSR is compared where it is named. */
static void add_set(struct strbuf *out, const struct a64_state *s, enum vector_register name) {
    const struct vector_value value = vector_get(s, name);
    if (!value.low && !value.high && name != VECTOR_FPSR)
        return;
    strbuf_add(out, "set ");
    vector_value_print(&value, out);
    strbuf_add(out, "\n");
}

/* The registers that the code reads, and those that it writes (a part of the old value may stay),
 * flags, FPCR and FPSR; all others are zero. */
static void print_case(struct maker *m, const char *row, unsigned number, uint64_t seed) {
    uint32_t x = 0, v = 0;
    strbuf_clear(&m->text);
    strbuf_addf(&m->text, "case %s/%u\ncode", row, number);
    for (unsigned i = 0; i < m->options->length; i++) {
        struct a64_effects e;
        a64_effects(a64_decode(m->words[i]), m->words[i], &e);
        x |= e.x_read | e.x_written;
        v |= e.v_read | e.v_written;
        strbuf_addf(&m->text, " %08x", m->words[i]);
    }
    strbuf_add(&m->text, "\n");
    for (unsigned i = 0; i < 64; i++)
        if (i < 32 ? x >> i & 1 : v >> (i - 32) & 1)
            add_set(&m->text, &m->state, (enum vector_register)i);
    add_set(&m->text, &m->state, VECTOR_NZCV);
    add_set(&m->text, &m->state, VECTOR_FPCR);
    add_set(&m->text, &m->state, VECTOR_FPSR);
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

/* Where a branch to a register leads: nowhere near the code, and to no address whose top byte an
 * operating system may have ignored. */
static void aim_branch(struct maker *m, enum a64_op op, uint64_t random) {
    const enum a64_kind kind = a64_info(op)->kind;
    if (kind == A64_BRANCH_REG || kind == A64_CALL_REG || kind == A64_RET) {
        const unsigned target = a64_branch_register(op, m->words[0]);
        if (target < 31)
            m->state.x[target] = A64_RANDOM_AREA + (random % A64_RANDOM_AREA_SIZE & ~3ull);
    }
}

/* B.cond, CBZ, CBNZ, TBZ or TBNZ over the next words, at most to the end; 1 <= distance < 8. */
static uint32_t forward_branch(uint64_t random, unsigned distance) {
    static const struct {
        uint32_t word, free; /* free: bits of registers, conditions, bit numbers and sizes */
    } forms[] = {{0x54000000, 0x0000000f}, {0x34000000, 0x8100001f}, {0x36000000, 0x81f8001f}};
    const uint32_t word = forms[random % 3].word, free = forms[random % 3].free;
    return word | ((uint32_t)(random >> 16) & free) | (distance + 1) << 5;
}

/* The words behind the first one: plain ones of all rows, without memory, and branches over them.
 */
static bool add_words(struct maker *m, uint64_t *seed, struct error *error) {
    enum { BRANCH_IN = 8, FARTHEST = 8 };
    for (unsigned i = 1; i < m->options->length; i++) {
        const uint64_t random = a64_random(seed);
        const unsigned behind = m->options->length - i - 1;
        if (random % BRANCH_IN == 0 && behind) {
            const unsigned farthest = behind < FARTHEST - 1 ? behind : FARTHEST - 1;
            m->words[i] = forward_branch(random >> 8, 1 + (unsigned)(random >> 56) % farthest);
            continue;
        }
        const enum a64_op op = m->rows[(random >> 8) % m->row_count];
        const struct a64_op_info *info = a64_info(op);
        if (info->kind != A64_PLAIN || info->reads_memory || info->writes_memory)
            i--; /* another one */
        else if (!a64_random_word(op, seed, &m->words[i]))
            return error_set(error, ERROR_LIMIT, "row %s: no random word of it was found",
                             info->name);
    }
    return true;
}

/* Makes one case; where its first word accesses memory, what it accesses is found by running it.
 * *made: it ends as it should. */
static bool make_case(struct maker *m, unsigned number, enum a64_op op, uint64_t *seed, bool *made,
                      struct error *error) {
    struct vector_outcome outcome;
    const char *row = a64_info(op)->name;
    if (!a64_random_word(op, seed, &m->words[0]))
        return error_set(error, ERROR_LIMIT, "row %s: no random word of it was found", row);
    a64_random_state(&m->state, op, m->words[0], seed);
    aim_branch(m, op, a64_random(seed));
    if (!add_words(m, seed, error))
        return false;
    const uint64_t contents = a64_random(seed);
    memset(&m->areas, 0, sizeof m->areas);
    for (int round = 0; round < ROUNDS; round++) {
        print_case(m, row, number, contents);
        if (!try_case(m, &outcome, error))
            return false;
        const bool access = outcome.end == VECTOR_READ || outcome.end == VECTOR_WRITE;
        if (!access || !make_memory_add(&m->areas, outcome.detail))
            break;
    }
    *made = outcome.end == VECTOR_DONE;
    return true;
}

/* Single words of a row do not depend on the rows around it. */
static uint64_t row_seed(uint64_t seed, const char *name) {
    for (const char *c = name; *c; c++) {
        seed ^= (uint64_t)(unsigned char)*c;
        seed = a64_random(&seed);
    }
    return seed;
}

static bool make_row(struct maker *m, enum a64_op op, struct strbuf *out, struct error *error) {
    const char *row = a64_info(op)->name;
    uint64_t seed = row_seed(m->options->seed, row);
    for (unsigned i = 0; i < m->options->count; i++) {
        bool made = false;
        for (int tries = 0; !made; tries++) {
            if (tries == TRIES)
                return error_set(error, ERROR_LIMIT, "row %s: no random case of it ends", row);
            if (!make_case(m, i, op, &seed, &made, error))
                return false;
        }
        strbuf_add_bytes(out, m->text.text, m->text.length);
    }
    return true;
}

/* Mixed code needs rows that may stand anywhere in it. */
static bool choose_rows(struct maker *m, struct error *error) {
    size_t plain = 0;
    for (unsigned i = 1; i < A64_OPS; i++) {
        const enum a64_op op = (enum a64_op)i;
        const struct a64_op_info *info = a64_info(op);
        if (!a64_random_testable(op) || fnmatch(m->options->rows, info->name, 0) != 0)
            continue;
        m->rows[m->row_count++] = op;
        plain += info->kind == A64_PLAIN && !info->reads_memory && !info->writes_memory;
    }
    if (m->row_count && (plain || m->options->length == 1))
        return true;
    return error_set(error, ERROR_USAGE,
                     "no row that random states can test%s matches '%s'; src/a64/table has their "
                     "names",
                     m->options->length > 1 ? ", without memory and branches," : "",
                     m->options->rows);
}

bool vectors_make(const struct vectors_make *options, struct strbuf *out, struct error *error) {
    static struct maker m;
    m = (struct maker){.options = options};
    if (!choose_rows(&m, error) || !vector_memory_open(&m.memory, error))
        return false;
    bool ok = vector_guard_open(error);
    for (size_t i = 0; ok && i < m.row_count; i++)
        ok = make_row(&m, m.rows[i], out, error);
    vector_guard_close();
    vector_memory_close(&m.memory);
    strbuf_free(&m.text);
    return ok;
}
