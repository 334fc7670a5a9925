/* SPDX-License-Identifier: MIT */
/* An instruction as a line of text. docs/shader.md describes the language. */
#include "gpu/shader/isa_fields.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_register(unsigned number, struct strbuf *out) {
    if (number == ISA_RZ)
        strbuf_add(out, "RZ");
    else
        strbuf_addf(out, "R%u", number);
}

static void add_predicate(unsigned number, bool inverted, struct strbuf *out) {
    strbuf_add(out, inverted ? "!" : "");
    if (number == ISA_PT)
        strbuf_add(out, "PT");
    else
        strbuf_addf(out, "P%u", number);
}

static void add_name(const struct isa_item *item, unsigned value, struct strbuf *out) {
    const struct isa_set *set = &isa_sets[item->set];
    const char *name = value < set->count ? set->names[value] : NULL;
    if (name)
        strbuf_add(out, name);
    else
        strbuf_addf(out, "?%u", value);
}

static void add_modifier(const struct isa_item *item, unsigned value, struct strbuf *out) {
    if ((int)value == isa_sets[item->set].silent)
        return;
    strbuf_add(out, ".");
    add_name(item, value, out);
}

static void add_signed(int64_t value, struct strbuf *out) {
    strbuf_addf(out, "%s0x%" PRIx64, value < 0 ? "-" : "",
                value < 0 ? -(uint64_t)value : (uint64_t)value);
}

/* Decimal where that gives the same bits back, the bits otherwise. */
static void add_float(uint32_t bits, struct strbuf *out) {
    float value;
    char text[32];
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value) || (value != 0 && !isnormal(value))) {
        strbuf_addf(out, "0x%08x", bits);
        return;
    }
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            break;
    }
    strbuf_addf(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void add_double(uint64_t bits, struct strbuf *out) {
    double value;
    char text[40];
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value) || (value != 0 && !isnormal(value))) {
        strbuf_addf(out, "0x%016" PRIx64, bits);
        return;
    }
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    strbuf_addf(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void add_address(const struct isa_operand *o, struct strbuf *out) {
    strbuf_add(out, "[");
    if (o->number != ISA_RZ)
        add_register(o->number, out);
    if (o->number == ISA_RZ)
        add_signed(o->value, out);
    else if (o->value)
        strbuf_addf(out, "%s0x%" PRIx64, o->value < 0 ? "-" : "+",
                    o->value < 0 ? -(uint64_t)o->value : (uint64_t)o->value);
    strbuf_add(out, "]");
}

static void add_target(int64_t distance, const struct isa_place *place, struct strbuf *out) {
    const int64_t from_here = distance + 8;
    char name[64];
    if (place && place->label && place->label(place->context, place->address + from_here, name)) {
        strbuf_add(out, name);
        return;
    }
    strbuf_addf(out, "PC%s0x%" PRIx64, from_here < 0 ? "-" : "+",
                from_here < 0 ? -(uint64_t)from_here : (uint64_t)from_here);
}

static void add_value(const struct isa_operand *o, const struct isa_place *place,
                      struct strbuf *out) {
    switch ((enum isa_kind)o->kind) {
    case ISA_REGISTER:
        add_register(o->number, out);
        break;
    case ISA_PREDICATE:
        add_predicate(o->number, false, out);
        break;
    case ISA_CONSTANT:
        strbuf_addf(out, "c[0x%x][0x%" PRIx64 "]", o->slot, (uint64_t)o->value);
        break;
    case ISA_INDEXED:
        strbuf_addf(out, "c[0x%x]", o->slot);
        add_address(o, out);
        break;
    case ISA_NUMBER:
        strbuf_addf(out, "%" PRIu64, (uint64_t)o->value);
        break;
    case ISA_HEX:
        strbuf_addf(out, "0x%" PRIx64, (uint64_t)o->value);
        break;
    case ISA_SIGNED:
        add_signed(o->value, out);
        break;
    case ISA_FLOAT:
        add_float((uint32_t)o->value, out);
        break;
    case ISA_DOUBLE:
        add_double((uint64_t)o->value, out);
        break;
    case ISA_HALVES:
        strbuf_addf(out, "0x%08" PRIx64, (uint64_t)o->value);
        break;
    case ISA_ATTRIBUTE:
        strbuf_add(out, "a");
        add_address(o, out);
        break;
    case ISA_MEMORY:
        add_address(o, out);
        break;
    case ISA_TARGET:
        add_target(o->value, place, out);
        break;
    case ISA_MODIFIER:
    case ISA_NAME:
        break;
    }
}

/* Is the operand's own text free of a sign, so that a minus in front is the instruction's? */
static bool bare(const struct isa_operand *o) {
    return o->kind == ISA_REGISTER || o->kind == ISA_PREDICATE || o->kind == ISA_CONSTANT;
}

static void add_operand(const struct isa_operand *o, const struct isa_place *place,
                        struct strbuf *out) {
    const bool brackets = o->negate && !bare(o);
    strbuf_add(out, o->negate ? "-" : "");
    strbuf_add(out, brackets ? "(" : "");
    if (o->invert)
        strbuf_add(out, o->kind == ISA_PREDICATE ? "!" : "~");
    strbuf_add(out, o->absolute ? "|" : "");
    add_value(o, place, out);
    strbuf_add(out, o->absolute ? "|" : "");
    strbuf_add(out, brackets ? ")" : "");
}

static bool left_out(const struct isa_item *item, const struct isa_operand *o) {
    const bool normal =
        item->kind == ISA_PREDICATE ? o->number == item->normal : o->value == item->normal;
    return item->optional && normal && !o->negate && !o->absolute && !o->invert;
}

void isa_print(const struct isa_instruction *in, const struct isa_place *place,
               struct strbuf *out) {
    const struct isa_row *row = in->row;
    if (!row) {
        strbuf_addf(out, ".word 0x%016" PRIx64, in->word);
        return;
    }
    if (in->guard != ISA_PT || in->guard_not) {
        strbuf_add(out, "@");
        add_predicate(in->guard, in->guard_not, out);
        strbuf_add(out, " ");
    }
    strbuf_add(out, row->mnemonic);
    const char *between = " ";
    const struct isa_item *item = &isa_items[row->first_item];
    for (unsigned i = 0; i < row->item_count; i++, item++) {
        const struct isa_operand *o = &in->operand[item->slot];
        if (item->kind == ISA_MODIFIER) {
            add_modifier(item, in->modifier[item->slot], out);
            continue;
        }
        if (item->kind != ISA_NAME && left_out(item, o))
            continue;
        strbuf_add(out, between);
        between = ", ";
        if (item->kind == ISA_NAME)
            add_name(item, in->modifier[item->slot], out);
        else
            add_operand(o, place, out);
    }
    if (in->rest)
        strbuf_addf(out, " {0x%016" PRIx64 "}", in->rest);
}
