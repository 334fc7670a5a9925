/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include <stdlib.h>
#include <string.h>

/* ---- what sources are ---- */

/* Of A, B, C: f float, i integer, s small, h halves, d double; the formats of conversions say it
 * themselves. */
static const char *const sources[ISA_CLASSES] = {
    [ISA_FADD] = "ff",  [ISA_FMUL] = "ff",   [ISA_FFMA] = "fff",  [ISA_FMNMX] = "ff",
    [ISA_FSET] = "ff",  [ISA_FSETP] = "ff",  [ISA_FCMP] = "fff",  [ISA_FCHK] = "ff",
    [ISA_MUFU] = "f",   [ISA_RRO] = "ff",    [ISA_DADD] = "dd",   [ISA_DMUL] = "dd",
    [ISA_DFMA] = "ddd", [ISA_DMNMX] = "dd",  [ISA_DSET] = "dd",   [ISA_DSETP] = "dd",
    [ISA_HADD2] = "hh", [ISA_HMUL2] = "hh",  [ISA_HFMA2] = "hhh", [ISA_HSET2] = "hh",
    [ISA_BFE] = "is",   [ISA_HSETP2] = "hh", [ISA_BFI] = "isi",   [ISA_SHL] = "is",
    [ISA_SHR] = "is",   [ISA_SHF_L] = "isi", [ISA_SHF_R] = "isi", [ISA_PRMT] = "isi",
    [ISA_VSHL] = "isi", [ISA_VSHR] = "isi",
};

static enum case_kind kind_of(const struct isa_instruction *in, enum isa_role role) {
    const unsigned format = in->modifier[ISA_MOD_SFMT];
    const enum isa_class class = in->row->class;
    if (class == ISA_F2F || class == ISA_F2I)
        return format == ISA_FFMT_F64   ? CASE_DOUBLE
               : format == ISA_FFMT_F16 ? CASE_HALVES
                                        : CASE_FLOAT;
    if (class == ISA_I2F || class == ISA_I2I)
        return (format & 3) == ISA_IFMT_U64 ? CASE_LONG : CASE_INTEGER;
    if (class == ISA_MUFU && (in->modifier[ISA_MOD_MUFU] == ISA_MUFU_RCP64H ||
                              in->modifier[ISA_MOD_MUFU] == ISA_MUFU_RSQ64H))
        return CASE_DOUBLE;
    const unsigned place = role == ISA_ARG_A ? 0 : role == ISA_ARG_B ? 1 : 2;
    static const enum isa_modifier half[] = {ISA_MOD_AHALF, ISA_MOD_BHALF, ISA_MOD_CHALF};
    const char *text = sources[class];
    switch (text && place < strlen(text) ? text[place] : 'i') {
    case 'f':
        return CASE_FLOAT;
    case 'h':
        return in->operand[role].kind == ISA_CONSTANT || (in->operand[role].kind == ISA_REGISTER &&
                                                          in->modifier[half[place]] == ISA_HALF_F32)
                   ? CASE_FLOAT
                   : CASE_HALVES;
    case 'd':
        return CASE_DOUBLE;
    case 's':
        return CASE_SMALL;
    default:
        return CASE_INTEGER;
    }
}

unsigned case_before(const struct isa_instruction *in) {
    return case_register(kind_of(in, ISA_ARG_C), 2);
}

/* ---- operands ---- */

static unsigned narrowest(const struct isa_item *item) {
    unsigned width = 0;
    for (unsigned i = 0; i < 3; i++)
        width += item->part[i].width;
    return width;
}

/* A number that fits the item. */
static int64_t immediate(struct case_random *r, const struct isa_item *item, enum case_kind kind,
                         unsigned try) {
    const unsigned width = narrowest(item);
    const uint64_t value = case_value(r, kind, try > 3);
    switch (item->kind) {
    case ISA_FLOAT:
        return width >= 32 ? (int64_t)(uint32_t)value : (int64_t)(value & 0xfffff000);
    case ISA_DOUBLE:
        return (int64_t)(case_value(r, CASE_DOUBLE, true) & 0xfffff00000000000);
    case ISA_HALVES:
        return (int64_t)(value & 0xffc0ffc0);
    case ISA_SIGNED: {
        const uint32_t bits = (uint32_t)value;
        return width >= 32 ? (int32_t)bits : (int32_t)(bits << (32 - width)) >> (32 - width);
    }
    default:
        return (int64_t)(value & ((UINT64_C(1) << (width < 63 ? width : 63)) - 1));
    }
}

/* Registers, constants and predicates by the role; numbers by chance. */
static void fill(struct isa_instruction *in, const struct isa_item *item, struct case_random *r,
                 unsigned try) {
    const enum isa_role role = item->slot;
    struct isa_operand *o = &in->operand[role];
    o->present = true;
    o->kind = item->kind;
    const enum case_kind kind = kind_of(in, role);
    const unsigned third = role == ISA_ARG_A ? 0 : role == ISA_ARG_B ? 1 : 2;
    switch (item->kind) {
    case ISA_REGISTER: /* a third source may share its field with the destination */
        o->number = role == ISA_ARG_D || (role == ISA_ARG_C && item->part[0].at == 0)
                        ? CASE_D
                        : (uint8_t)case_register(kind, third);
        break;
    case ISA_PREDICATE:
        /* What is read comes from anywhere; what is written lies side by side. What the
         * predicate of LEA is is not known. */
        o->number = item->optional && !(in->row->class == ISA_LOP3 || in->row->class == ISA_LOP)
                        ? ISA_PT
                    : role == ISA_ARG_PD ? 2
                    : role == ISA_ARG_PE ? 3
                                         : (uint8_t)(try ? case_random(r) % 8 : third + 4);
        break;
    case ISA_CONSTANT:
        o->slot = 3;
        o->value = case_constant_place(kind, case_random(r));
        break;
    default:
        o->value = immediate(r, item, kind, try);
        break;
    }
}

/* ---- one instruction ---- */

static void keep(struct case_list *out, const struct isa_instruction *in) {
    uint64_t word;
    struct error error = {0};
    struct isa_instruction again;
    /* What the encoding has no room for, and what another row would take, is no case. */
    if (!isa_encode(in, &word, &error) || !isa_decode(word, &again) || again.row != in->row)
        return;
    if (out->count == out->room) {
        out->room = out->room ? 2 * out->room : 64;
        out->list = realloc(out->list, out->room * sizeof *out->list);
        if (!out->list)
            abort();
    }
    out->list[out->count++] = again;
}

/* The row's items, and a choice for each modifier and sign. */
struct plan {
    const struct isa_row *row;
    uint8_t modifier[ISA_MODIFIERS];
    uint8_t signs[ISA_ROLES]; /* 1 negated, 2 absolute, 4 inverted */
    uint8_t guard;
};

static void base(struct plan *plan, const struct isa_row *row) {
    *plan = (struct plan){.row = row, .guard = ISA_PT};
    for (unsigned i = 0; i < row->item_count; i++) {
        const struct isa_item *item = &isa_items[row->first_item + i];
        if (item->kind != ISA_MODIFIER && item->kind != ISA_NAME)
            continue;
        const struct isa_set *set = &isa_sets[item->set];
        unsigned value = set->silent >= 0 ? (unsigned)set->silent : 0;
        while (value + 1 < set->count && !set->names[value])
            value++;
        plan->modifier[item->slot] = (uint8_t)value;
    }
    /* The usual forms: single floats, words. */
    const enum isa_class class = row->class;
    if (class == ISA_F2F || class == ISA_F2I)
        plan->modifier[ISA_MOD_SFMT] = ISA_FFMT_F32;
    if (class == ISA_F2F || class == ISA_I2F)
        plan->modifier[ISA_MOD_DFMT] = ISA_FFMT_F32;
    if (class == ISA_F2I || class == ISA_I2I)
        plan->modifier[ISA_MOD_DFMT] = ISA_IFMT_S32;
    if (class == ISA_I2F || class == ISA_I2I)
        plan->modifier[ISA_MOD_SFMT] = ISA_IFMT_S32;
}

static void make(const struct plan *plan, struct case_random *r, unsigned try,
                 struct case_list *out) {
    struct isa_instruction in = {
        .row = plan->row, .guard = plan->guard & 7, .guard_not = plan->guard >> 3};
    memcpy(in.modifier, plan->modifier, sizeof in.modifier);
    for (unsigned i = 0; i < plan->row->item_count; i++) {
        const struct isa_item *item = &isa_items[plan->row->first_item + i];
        if (item->kind == ISA_MODIFIER || item->kind == ISA_NAME)
            continue;
        fill(&in, item, r, try);
        struct isa_operand *o = &in.operand[item->slot];
        const uint8_t signs = plan->signs[item->slot];
        o->negate = item->negate && signs & 1;
        o->absolute = item->absolute && signs & 2;
        o->invert = item->invert && signs & 4;
    }
    keep(out, &in);
}

/* ---- all of a row ---- */

/* What a modifier needs beside it to mean something. */
static const struct {
    uint16_t class, modifier, with, value;
} companions[] = {
    {ISA_F2F, ISA_MOD_SH, ISA_MOD_SFMT, ISA_FFMT_F16},
    {ISA_F2I, ISA_MOD_SH, ISA_MOD_SFMT, ISA_FFMT_F16},
    {ISA_I2F, ISA_MOD_BYTE, ISA_MOD_SFMT, ISA_IFMT_S8},
    {ISA_I2I, ISA_MOD_BYTE, ISA_MOD_SFMT, ISA_IFMT_U8},
    {ISA_IMAD, ISA_MOD_SAT, ISA_MOD_HI, 1},
    {ISA_IMAD, ISA_MOD_SAT, ISA_MOD_ASIGN, ISA_SIGN_S32},
    {ISA_IMAD, ISA_MOD_SAT, ISA_MOD_BSIGN, ISA_SIGN_S32},
    {ISA_IDP, ISA_MOD_HI, ISA_MOD_IDP, ISA_IDP_2A},
};

/* Directions of F2F are those of narrowing, or of integers. */
static void accompany(struct plan *plan, unsigned modifier) {
    const enum isa_class class = plan->row->class;
    for (size_t i = 0; i < sizeof companions / sizeof *companions; i++)
        if (companions[i].class == class && companions[i].modifier == modifier)
            plan->modifier[companions[i].with] = (uint8_t)companions[i].value;
    if (class == ISA_F2F && modifier == ISA_MOD_FROUND &&
        plan->modifier[ISA_MOD_FROUND] < ISA_FROUND_ROUND)
        plan->modifier[ISA_MOD_DFMT] = ISA_FFMT_F16;
}

static void one_at_a_time(const struct plan *usual, struct case_random *r, struct case_list *out) {
    for (unsigned i = 0; i < usual->row->item_count; i++) {
        const struct isa_item *item = &isa_items[usual->row->first_item + i];
        struct plan plan = *usual;
        if (item->kind != ISA_MODIFIER && item->kind != ISA_NAME) {
            for (unsigned signs = 1; signs < 8; signs++) {
                plan.signs[item->slot] = (uint8_t)signs;
                if ((signs & 1) <= (item->negate != 0) &&
                    (signs >> 1 & 1) <= (item->absolute != 0) &&
                    (signs >> 2 & 1) <= (item->invert != 0))
                    make(&plan, r, 1, out);
            }
            continue;
        }
        for (unsigned value = 0; value < isa_sets[item->set].count; value++) {
            plan.modifier[item->slot] = (uint8_t)value;
            accompany(&plan, item->slot);
            if (isa_sets[item->set].names[value] && value != usual->modifier[item->slot])
                make(&plan, r, value, out);
        }
    }
}

static void anything(const struct plan *usual, struct case_random *r, struct case_list *out) {
    struct plan plan = *usual;
    for (unsigned i = 0; i < usual->row->item_count; i++) {
        const struct isa_item *item = &isa_items[usual->row->first_item + i];
        if (item->kind != ISA_MODIFIER && item->kind != ISA_NAME) {
            plan.signs[item->slot] = case_random(r) & 7;
            continue;
        }
        const struct isa_set *set = &isa_sets[item->set];
        const unsigned value = case_random(r) % set->count;
        if (set->names[value])
            plan.modifier[item->slot] = (uint8_t)value;
    }
    if (usual->row->guard && case_random(r) % 4 == 0)
        plan.guard = case_random(r) & 15;
    make(&plan, r, 5, out);
}

/* Two negative sources mean something else than one. */
static void two_signs(const struct plan *usual, struct case_random *r, struct case_list *out) {
    struct plan plan = *usual;
    plan.signs[ISA_ARG_A] = plan.signs[ISA_ARG_B] = plan.signs[ISA_ARG_C] = 1;
    make(&plan, r, 1, out);
}

void cases_of_row(const struct isa_row *row, unsigned random, struct case_random *r,
                  struct case_list *out) {
    struct plan usual;
    base(&usual, row);
    for (unsigned try = 0; try < 2; try++)
        make(&usual, r, try, out);
    one_at_a_time(&usual, r, out);
    two_signs(&usual, r, out);
    for (unsigned i = 0; i < random; i++)
        anything(&usual, r, out);
}

void cases_free(struct case_list *cases) {
    free(cases->list);
    *cases = (struct case_list){0};
}
