/* SPDX-License-Identifier: MIT */
#include "sequences.h"

#include "base/file.h"
#include "gpu/shader/registers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    POOL = CASE_SEQUENCE_POOL,
    LENGTH_LIMIT = 64,
    FIRST = 600, /* of the inputs: random ones */
};

/* ---- instructions ---- */

/* What is exact, or nearly always so; where not, the lane is given up. */
static bool is_wanted(const struct isa_row *row, bool whole) {
    static const uint16_t not_these[] = {ISA_MUFU, ISA_RRO, ISA_FCHK, ISA_FFMA,
                                         ISA_DFMA, ISA_NOP, ISA_HFMA2};
    for (size_t i = 0; i < sizeof not_these / sizeof *not_these; i++)
        if (not_these[i] == row->class)
            return false;
    for (unsigned i = 0; i < row->item_count; i++) {
        const uint8_t kind = isa_items[row->first_item + i].kind;
        if (kind == ISA_MEMORY || kind == ISA_INDEXED)
            return false;
    }
    const bool number = row->class <= ISA_HSETP2; /* floats stand first in the tables */
    return row->status == ISA_TRANSLATED && model_knows(row->class) && number != whole;
}

/* Registers of the pool, the even ones for pairs; a third source in D's field stays there. */
static void scatter(struct isa_instruction *in, struct case_random *r) {
    for (unsigned role = 0; role < ISA_ROLES; role++) {
        struct isa_operand *o = &in->operand[role];
        if (!o->present || o->number == ISA_RZ)
            continue;
        if (o->kind == ISA_REGISTER) {
            const unsigned pair = isa_registers(in, role) > 1;
            o->number = (uint8_t)(CASE_FIRST_INPUT + (case_random(r) % POOL & ~pair));
        } else if (o->kind == ISA_PREDICATE && o->number != ISA_PT) {
            o->number = case_random(r) % 7;
        }
    }
}

static bool one(struct case_runner *run, struct isa_instruction *out) {
    const struct isa_row *row = &isa_rows[case_random(&run->random) % ISA_ROWS];
    struct case_list list = {0};
    struct error error = {0};
    uint64_t word;
    if (!is_wanted(row, case_random(&run->random) % 4 != 0))
        return false;
    cases_of_row(row, 8, &run->random, &list);
    struct isa_instruction in = list.list[case_random(&run->random) % list.count];
    cases_free(&list);
    scatter(&in, &run->random);
    return isa_encode(&in, &word, &error) && isa_decode(word, out) && out->row == row &&
           case_taken(run, out);
}

/* A product of 32 bits as compilers make it. */
static size_t product(struct case_runner *run, struct isa_instruction *out) {
    unsigned n[5];
    for (unsigned i = 0; i < 5; i++)
        n[i] = CASE_FIRST_INPUT + case_random(&run->random) % POOL;
    char text[3][64];
    snprintf(text[0], sizeof *text, "XMAD.U16.U16 R%u, R%u, R%u, RZ", n[2], n[0], n[1]);
    snprintf(text[1], sizeof *text, "XMAD.U16.U16.MRG R%u, R%u, R%u.H1, RZ", n[3], n[0], n[1]);
    snprintf(text[2], sizeof *text, "XMAD.U16.U16.PSL.CBCC R%u, R%u.H1, R%u.H1, R%u", n[4], n[0],
             n[3], n[2]);
    for (unsigned i = 0; i < 3; i++) {
        uint64_t word;
        struct error error = {0};
        if (!isa_parse(text[i], NULL, &word, &error) || !isa_decode(word, &out[i]))
            abort();
    }
    return 3;
}

/* Leaves out up to as many as there may be. */
static struct isa_instruction branch(struct case_runner *run, size_t most) {
    struct isa_instruction in = {.row = &isa_rows[ISA_ROW_BRA_L]};
    in.guard = case_random(&run->random) % 7;
    in.guard_not = case_random(&run->random) & 1;
    in.operand[ISA_ARG_L].value = (int64_t)(case_random(&run->random) % (most < 6 ? most : 6));
    return in;
}

/* ---- the model ---- */

static bool reads_flags(const struct isa_instruction *in) {
    return in->modifier[ISA_MOD_X] || in->row->class == ISA_CSET || in->row->class == ISA_CSETP ||
           (in->row->class == ISA_P2R && in->modifier[ISA_MOD_CCPR] == ISA_CCPR_CC);
}

static bool is_number(double value) {
    return !isnan(value) && value != 0;
}

/* Is what it left known bit by bit? Of NaNs it is not, nor of zeros: where lavapipe knows that an
 * operand is zero it loses the sign. */
static bool is_exact(const struct model *m, const struct isa_instruction *in) {
    const struct isa_operand *d = &in->operand[ISA_ARG_D];
    const uint32_t low = d->present ? m->r[d->number] : 0;
    const uint32_t high = d->present && d->number < 254 ? m->r[d->number + 1] : 0;
    if (m->either || m->has_separate || m->relative > 0 || m->absolute > 0)
        return false;
    switch (m->kind) {
    case MODEL_FLOAT:
        return is_number(model_float_of(low));
    case MODEL_DOUBLE:
        return is_number(model_double_of(low | (uint64_t)high << 32));
    case MODEL_HALF:
        return is_number(model_half_value((uint16_t)low));
    case MODEL_HALVES:
        return is_number(model_half_value((uint16_t)low)) &&
               is_number(model_half_value((uint16_t)(low >> 16)));
    default:
        return true;
    }
}

/* False: a step was not exact. */
static bool model_sequence(struct model *m, const struct isa_instruction *list, size_t count) {
    uint8_t unsure = 0;
    for (size_t i = 0; i < count; i++) {
        const bool runs = m->p[list[i].guard] != list[i].guard_not;
        if (list[i].row->class == ISA_BRA) {
            i += runs ? (size_t)list[i].operand[ISA_ARG_L].value : 0;
            continue;
        }
        if ((unsure && reads_flags(&list[i])) || !model_run(m, &list[i]))
            return false;
        if (runs && !is_exact(m, &list[i]))
            return false;
        if (runs && list[i].modifier[ISA_MOD_CC])
            unsure = m->unsure;
    }
    m->unsure = unsure;
    return true;
}

/* ---- both ---- */

static void describe(struct sequence_tally *tally, const struct isa_instruction *list, size_t count,
                     unsigned lane, unsigned word, uint32_t got, uint32_t want) {
    struct strbuf s = {0};
    for (size_t i = 0; i < count; i++) {
        if (list[i].row->class == ISA_BRA)
            strbuf_addf(&s, "@%sP%u BRA over %d", list[i].guard_not ? "!" : "", list[i].guard,
                        (int)list[i].operand[ISA_ARG_L].value);
        else
            isa_print(&list[i], NULL, &s);
        strbuf_add(&s, "; ");
    }
    snprintf(tally->text, sizeof tally->text, "lane %u, R%u: got 0x%08x, want 0x%08x: %s", lane,
             CASE_FIRST_INPUT + word, got, want, s.text);
    strbuf_free(&s);
}

static void compare(const struct case_runner *run, const struct isa_instruction *list, size_t count,
                    struct sequence_tally *tally) {
    struct model m = {0};
    for (unsigned lane = 0; lane < CASE_LANES; lane++) {
        const uint32_t *inputs = (const uint32_t *)(run->inputs.data + lane * CASE_STRIDE);
        case_prepare(&m, &list[0], inputs, &run->constants, lane);
        if (!model_sequence(&m, list, count))
            continue;
        tally->compared++;
        uint32_t state = 0;
        for (unsigned i = 0; i < 7; i++)
            state |= (uint32_t)m.p[i] << i;
        for (unsigned word = 0; word <= POOL; word++) {
            const uint32_t got =
                ((const uint32_t *)(run->results.data +
                                    (word / 4 * CASE_LANES + lane) * CASE_RESULT))[word % 4];
            const uint32_t want = word < POOL ? m.r[CASE_FIRST_INPUT + word] : state;
            if (got == want)
                continue;
            if (!tally->different++)
                describe(tally, list, count, lane, word, got, want);
            break;
        }
    }
}

bool sequence_run(struct case_runner *run, unsigned length, struct sequence_tally *tally,
                  struct error *error) {
    struct isa_instruction list[LENGTH_LIMIT + 3];
    const bool branches = case_random(&run->random) & 1;
    size_t count = 0;
    *tally = (struct sequence_tally){0};
    for (unsigned lane = 0; lane < CASE_LANES; lane++)
        case_inputs(&run->random, FIRST + lane,
                    (uint32_t *)(run->inputs.data + lane * CASE_STRIDE));
    case_constants(&run->random, (uint32_t *)run->constants.data);
    while (count < length && count < LENGTH_LIMIT)
        if (case_random(&run->random) % 200 == 0)
            count += product(run, list + count);
        else if (branches && case_random(&run->random) % 200 == 0 && count + 1 < length)
            list[count] = branch(run, length - count), count++;
        else if (one(run, &list[count]))
            count++;
    struct blob code;
    case_sequence(list, count, &code);
    const bool done =
        case_run_code(run, code, (struct blob){0}, CASE_GROUP, CASE_LANES / CASE_GROUP,
                      (size_t)(POOL / 4 + 1) * CASE_LANES * CASE_RESULT, error);
    blob_free(&code);
    if (done)
        compare(run, list, count, tally);
    return done;
}
