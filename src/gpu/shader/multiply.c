/* SPDX-License-Identifier: MIT */
/* What compilers make of a product of 32 bits (l, h: the halves of a factor):
 *
 *     XMAD t0, a.l, b.l, c              XMAD t0, a.l, b.l, c           b has 16 bits
 *     XMAD.MRG t1, a.l, b.h, RZ         XMAD.PSL d, a.h, b.l, t0
 *     XMAD.PSL.CBCC d, a.h, t1.h, t0
 *
 * MRG puts b.l into the high half; CBCC adds the low half of t1, shifted. */
#include "gpu/shader/multiply.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WHOLE = 15, HALF_BITS = 16, COPIES = 8, ROUNDS = 16 };

/* What is multiplied, whatever register holds it. */
struct factor {
    enum { VALUE, PLACE, NUMBER } kind;
    uint32_t value; /* its number, slot and offset, or what it is */
    bool high;      /* half */
};

/* One XMAD. */
struct part {
    uint32_t instruction;
    struct isa_instruction in;
    struct factor a, b;
};

struct fold {
    struct part parts[3]; /* t0, the last, t1 */
    unsigned count;
    struct multiply_fold made;
    bool refused;
};

struct finder {
    const struct shader_values *values;
    struct shader_multiplies *out;
    struct fold *folds;
    size_t count, room;
    uint32_t *wanted; /* of each write: how many folds have it as an intermediate */
};

/* ---- factors ---- */

static bool same_value(const struct factor *a, const struct factor *b) {
    return a->kind == b->kind && a->value == b->value;
}

static bool same_half(const struct factor *a, const struct factor *b) {
    return same_value(a, b) && a->high == b->high;
}

/* The operand, seen through moves. */
static struct factor factor_of(const struct shader_values *v, uint32_t instruction,
                               const struct isa_instruction *in, enum isa_role role) {
    struct isa_instruction mov;
    const struct isa_operand *o = &in->operand[role];
    uint32_t value = VALUE_NONE;
    for (unsigned i = 0; i < COPIES; i++) {
        if (o->kind == ISA_CONSTANT)
            return (struct factor){PLACE, (uint32_t)o->slot << HALF_BITS | (uint16_t)o->value, 0};
        if (o->kind != ISA_REGISTER || o->number == ISA_RZ)
            return (struct factor){NUMBER, o->kind == ISA_REGISTER ? 0 : (uint32_t)o->value, 0};
        value = shader_values_read(v, instruction, role, 0);
        if (shader_values_kind(v, value) != VALUE_WRITTEN)
            break;
        instruction = shader_values_write(v, value)->instruction;
        role = ISA_ARG_B;
        if (v->instructions[instruction].class != ISA_MOV ||
            !shader_values_decode(v, instruction, &mov) || mov.operand[ISA_ARG_S].value != WHOLE ||
            mov.operand[ISA_ARG_B].invert)
            break;
        o = &mov.operand[ISA_ARG_B];
    }
    return (struct factor){VALUE, value, 0};
}

static bool part_of(const struct shader_values *v, uint32_t instruction, struct part *out) {
    struct isa_instruction *in = &out->in;
    out->instruction = instruction;
    if (v->instructions[instruction].class != ISA_XMAD ||
        !shader_values_decode(v, instruction, in) || in->modifier[ISA_MOD_X] ||
        in->modifier[ISA_MOD_CC])
        return false;
    out->a = factor_of(v, instruction, in, ISA_ARG_A);
    out->a.high = in->modifier[ISA_MOD_AH];
    out->b = factor_of(v, instruction, in, ISA_ARG_B);
    out->b.high = in->modifier[ISA_MOD_BH];
    return true;
}

/* The XMAD that wrote an operand, in the same block and under the same guard. */
static bool part_before(const struct shader_values *v, const struct part *last, enum isa_role role,
                        struct part *out) {
    const uint32_t value = shader_values_read(v, last->instruction, role, 0);
    if (value == VALUE_NONE || shader_values_kind(v, value) != VALUE_WRITTEN)
        return false;
    const struct value_write *w = shader_values_write(v, value);
    const struct value_instruction *i = &v->instructions[w->instruction],
                                   *l = &v->instructions[last->instruction];
    return i->block == l->block && i->guard == l->guard && i->guard_not == l->guard_not &&
           part_of(v, w->instruction, out);
}

static bool has_modes(const struct part *p, bool psl, bool mrg, unsigned mode) {
    const uint8_t *m = p->in.modifier;
    return m[ISA_MOD_PSL] == psl && m[ISA_MOD_MRG] == mrg && m[ISA_MOD_XCMODE] == mode;
}

/* Two halves without sign, and an addend. */
static bool is_low_product(const struct part *p) {
    return has_modes(p, false, false, ISA_XCMODE_NONE) && !p->in.modifier[ISA_MOD_ASIGN] &&
           !p->in.modifier[ISA_MOD_BSIGN];
}

/* ---- operands that the last instruction can still read ---- */

static bool is_part(const struct fold *f, uint32_t instruction) {
    return f->parts[0].instruction == instruction ||
           (f->count > 2 && f->parts[2].instruction == instruction);
}

/* Does the register hold the value where the walk is, if the intermediates were not written? */
static bool holds(struct value_walk *w, const struct fold *f, uint8_t number, uint32_t value) {
    const struct shader_values *v = w->values;
    uint32_t now = shader_values_now(w, number);
    for (;;) {
        now = shader_values_under(v, now, f->parts[1].instruction, false);
        if (now == value || now == VALUE_NONE || shader_values_kind(v, now) != VALUE_WRITTEN ||
            !is_part(f, shader_values_write(v, now)->instruction))
            return now == value && now != VALUE_NONE;
        now = shader_values_write(v, now)->before;
    }
}

static bool take(struct value_walk *w, const struct fold *f, const struct part *p,
                 enum isa_role role, struct isa_operand *out) {
    const struct isa_operand *o = &p->in.operand[role];
    *out = *o;
    return o->kind != ISA_REGISTER || o->number == ISA_RZ ||
           holds(w, f, o->number, shader_values_read(w->values, p->instruction, role, 0));
}

/* An operand of one of the parts that is the factor. */
static bool take_factor(struct value_walk *w, const struct fold *f, const struct factor *factor,
                        struct isa_operand *out) {
    static const unsigned order[] = {1, 0, 2}; /* what the last reads is surely there */
    for (unsigned i = 0; i < f->count; i++) {
        const struct part *p = &f->parts[order[i]];
        if (same_value(&p->a, factor) && take(w, f, p, ISA_ARG_A, out))
            return true;
        if (same_value(&p->b, factor) && take(w, f, p, ISA_ARG_B, out))
            return true;
    }
    return false;
}

/* ---- the two forms ---- */

static bool is_three(const struct shader_values *v, struct fold *f, struct factor *a,
                     struct factor *b) {
    struct part *low = &f->parts[0], *last = &f->parts[1], *middle = &f->parts[2];
    if (!has_modes(last, true, false, ISA_XCMODE_CBCC) || !last->a.high || !last->b.high ||
        !part_before(v, last, ISA_ARG_C, low) || !part_before(v, last, ISA_ARG_B, middle) ||
        !is_low_product(low) || !has_modes(middle, false, true, ISA_XCMODE_NONE))
        return false;
    const struct isa_operand *nothing = &middle->in.operand[ISA_ARG_C];
    *a = middle->a;
    *b = middle->b;
    f->count = 3;
    return nothing->kind == ISA_REGISTER && nothing->number == ISA_RZ && !a->high && b->high &&
           same_value(&last->a, a) && !low->a.high && !low->b.high &&
           ((same_value(&low->a, a) && same_value(&low->b, b)) ||
            (same_value(&low->a, b) && same_value(&low->b, a)));
}

static bool is_two(const struct shader_values *v, struct fold *f, struct factor *a,
                   struct factor *b) {
    struct part *low = &f->parts[0], *last = &f->parts[1];
    if (!has_modes(last, true, false, ISA_XCMODE_NONE) || !part_before(v, last, ISA_ARG_C, low) ||
        !is_low_product(low))
        return false;
    f->count = 2;
    const struct factor *pairs[][4] = {
        {&last->a, &low->a, &last->b, &low->b},
        {&last->a, &low->b, &last->b, &low->a},
        {&last->b, &low->a, &last->a, &low->b},
        {&last->b, &low->b, &last->a, &low->a},
    };
    for (unsigned i = 0; i < 4; i++) {
        const struct factor *const *p = pairs[i];
        if (p[0]->high && !p[1]->high && same_value(p[0], p[1]) && same_half(p[2], p[3])) {
            *a = *p[0];
            *b = *p[2];
            return true;
        }
    }
    return false;
}

static enum multiply_part part_name(const struct fold *f, const struct factor *b,
                                    const struct isa_operand *o) {
    const bool fits = o->kind == ISA_HEX && o->value >> HALF_BITS == 0;
    return f->count == 3 || (fits && !b->high) ? MULTIPLY_WHOLE
           : b->high                           ? MULTIPLY_HIGH
                                               : MULTIPLY_LOW;
}

static void consider(struct finder *finder, struct value_walk *w, uint32_t instruction) {
    const struct shader_values *v = w->values;
    const struct value_instruction *i = &v->instructions[instruction];
    struct fold f = {.made.instruction = instruction};
    struct factor a, b;
    if (i[0].first_write == i[1].first_write || !part_of(v, instruction, &f.parts[1]) ||
        (!is_three(v, &f, &a, &b) && !is_two(v, &f, &a, &b)) ||
        !take_factor(w, &f, &a, &f.made.a) || !take_factor(w, &f, &b, &f.made.b) ||
        !take(w, &f, &f.parts[0], ISA_ARG_C, &f.made.c))
        return;
    f.made.b_part = part_name(&f, &b, &f.made.b);
    GROW(finder->folds, finder->count, finder->room);
    finder->folds[finder->count++] = f;
}

/* ---- which of them can be done ---- */

/* Adds to how often the intermediates are wanted; they write one register each. */
static void want(struct finder *finder, const struct fold *f, uint32_t more) {
    for (unsigned k = 0; k < f->count; k += 2)
        finder->wanted[finder->values->instructions[f->parts[k].instruction].first_write] += more;
}

static bool is_dead(const struct finder *finder, uint32_t instruction) {
    const uint32_t write = finder->values->instructions[instruction].first_write;
    return finder->values->writes[write].uses == finder->wanted[write];
}

/* One that is refused may have been all that made another one's intermediate dead. Such chains are
 * short in code of compilers; of a longer one nothing is folded. */
static void refuse_what_others_read(struct finder *finder) {
    bool again = true;
    for (unsigned round = 0; again; round++) {
        again = false;
        for (size_t i = 0; i < finder->count; i++) {
            struct fold *f = &finder->folds[i];
            if (f->refused || (round < ROUNDS && is_dead(finder, f->parts[0].instruction) &&
                               (f->count < 3 || is_dead(finder, f->parts[2].instruction))))
                continue;
            f->refused = again = true;
            want(finder, f, UINT32_MAX); /* one less */
        }
    }
}

static void keep(struct shader_multiplies *out, const struct fold *f) {
    GROW(out->folds, out->count, out->room);
    out->folds[out->count++] = f->made;
    out->roles[f->made.instruction] = MULTIPLY_LAST;
    for (unsigned k = 0; k < f->count; k += 2)
        out->roles[f->parts[k].instruction] = MULTIPLY_DEAD;
}

void shader_multiplies_find(const struct shader_values *values, struct shader_multiplies *out) {
    struct finder finder = {.values = values, .out = out};
    *out = (struct shader_multiplies){.roles = NEW_ARRAY(uint8_t, values->instruction_count + 1)};
    finder.wanted = NEW_ARRAY(uint32_t, values->write_count + 1);
    for (uint32_t block = 0; block < values->flow->block_count; block++) {
        struct value_walk w;
        shader_values_walk(&w, values, block);
        for (uint32_t i = values->blocks[block].first; i < values->blocks[block + 1].first; i++) {
            consider(&finder, &w, i);
            shader_values_step(&w, i);
        }
    }
    for (size_t i = 0; i < finder.count; i++)
        want(&finder, &finder.folds[i], 1);
    refuse_what_others_read(&finder);
    for (size_t i = 0; i < finder.count; i++)
        if (!finder.folds[i].refused)
            keep(out, &finder.folds[i]);
    free(finder.folds);
    free(finder.wanted);
}

void shader_multiplies_free(struct shader_multiplies *m) {
    free(m->roles);
    free(m->folds);
    *m = (struct shader_multiplies){0};
}

const struct multiply_fold *shader_multiply_at(const struct shader_multiplies *m,
                                               uint32_t instruction) {
    size_t low = 0, high = m->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (m->folds[middle].instruction == instruction)
            return &m->folds[middle];
        if (m->folds[middle].instruction < instruction)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}
