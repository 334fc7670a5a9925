/* SPDX-License-Identifier: MIT */
#include "gpu/shader/isa_fields.h"

enum { GUARD_AT = 16, GUARD_NOT_AT = 19, REGISTER_AT = 8, MAX_PARTS = 3 };

unsigned isa_item_width(const struct isa_item *item) {
    unsigned width = 0;
    for (unsigned i = 0; i < MAX_PARTS; i++)
        width += item->part[i].width;
    return width;
}

static uint64_t mask_of(unsigned width) {
    return width == 64 ? ~0ull : (1ull << width) - 1;
}

uint64_t isa_item_get(const struct isa_item *item, uint64_t word) {
    uint64_t bits = 0;
    unsigned at = 0;
    for (unsigned i = 0; i < MAX_PARTS; at += item->part[i++].width)
        bits |= (word >> item->part[i].at & mask_of(item->part[i].width)) << at;
    return item->flip ? bits ^ mask_of(at) : bits;
}

uint64_t isa_item_put(const struct isa_item *item, uint64_t bits) {
    uint64_t word = 0;
    if (item->flip)
        bits ^= mask_of(isa_item_width(item));
    for (unsigned i = 0; i < MAX_PARTS; bits >>= item->part[i++].width)
        word |= (bits & mask_of(item->part[i].width)) << item->part[i].at;
    return word;
}

static int64_t extended(uint64_t bits, unsigned width) {
    const uint64_t sign = 1ull << (width - 1);
    return (int64_t)((bits ^ sign) - sign);
}

/* Of the field's bits: value, number and slot. */
static void set_value(const struct isa_item *item, uint64_t bits, struct isa_operand *out) {
    const unsigned width = isa_item_width(item);
    switch (item->kind) {
    case ISA_REGISTER:
    case ISA_PREDICATE:
        out->number = (uint8_t)bits;
        break;
    case ISA_CONSTANT:
    case ISA_INDEXED:
        out->value = (int64_t)((bits & mask_of(item->part[0].width)) << item->shift);
        out->slot = (uint8_t)(bits >> item->part[0].width);
        break;
    case ISA_SIGNED:
    case ISA_TARGET:
    case ISA_MEMORY:
        out->value = (int64_t)((uint64_t)extended(bits, width) << item->shift);
        break;
    case ISA_HALVES: /* ten bits of each half are there */
        out->value = (int64_t)((bits >> 10) << 22 | (bits & 0x3ff) << 6);
        break;
    default:
        out->value = (int64_t)(bits << item->shift);
    }
}

void isa_operand_of(const struct isa_item *item, uint64_t word, struct isa_operand *out) {
    *out = (struct isa_operand){.present = true, .kind = item->kind};
    set_value(item, isa_item_get(item, word), out);
    if (item->indexed)
        out->number = (uint8_t)(word >> REGISTER_AT);
    out->negate = item->negate && word >> item->negate & 1;
    out->absolute = item->absolute && word >> item->absolute & 1;
    out->invert = item->invert && word >> item->invert & 1;
}

static uint64_t bits_of_value(const struct isa_item *item, const struct isa_operand *in) {
    const uint64_t value = (uint64_t)in->value;
    switch (item->kind) {
    case ISA_REGISTER:
    case ISA_PREDICATE:
        return in->number;
    case ISA_CONSTANT:
    case ISA_INDEXED:
        return value >> item->shift | (uint64_t)in->slot << item->part[0].width;
    case ISA_HALVES:
        return (value >> 22 & 0x3ff) << 10 | (value >> 6 & 0x3ff);
    default:
        return value >> item->shift;
    }
}

bool isa_operand_bits(const struct isa_item *item, const struct isa_operand *in, uint64_t *bits) {
    const uint64_t field = bits_of_value(item, in) & mask_of(isa_item_width(item));
    struct isa_operand back = {0};
    set_value(item, field, &back);
    if (back.value != in->value || back.slot != in->slot ||
        (!item->indexed && back.number != in->number) || (in->negate && !item->negate) ||
        (in->absolute && !item->absolute) || (in->invert && !item->invert))
        return false;
    *bits = isa_item_put(item, field);
    if (item->indexed)
        *bits |= (uint64_t)in->number << REGISTER_AT;
    *bits |= (uint64_t)in->negate << item->negate | (uint64_t)in->absolute << item->absolute |
             (uint64_t)in->invert << item->invert;
    return true;
}

const struct isa_row *isa_find(uint64_t word) {
    const unsigned top = (unsigned)(word >> 56);
    for (unsigned i = isa_first[top]; i < isa_first[top + 1]; i++) {
        const struct isa_row *row = &isa_rows[isa_candidates[i]];
        if ((word & row->mask) == row->value)
            return row;
    }
    return NULL;
}

bool isa_has_modifier(const struct isa_row *row, enum isa_modifier modifier) {
    const struct isa_item *item = &isa_items[row->first_item];
    for (unsigned i = 0; i < row->item_count; i++)
        if ((item[i].kind == ISA_MODIFIER || item[i].kind == ISA_NAME) && item[i].slot == modifier)
            return true;
    return false;
}

bool isa_decode(uint64_t word, struct isa_instruction *out) {
    const struct isa_row *row = isa_find(word);
    *out = (struct isa_instruction){.word = word, .row = row, .guard = ISA_PT};
    if (!row)
        return false;
    if (row->guard) {
        out->guard = word >> GUARD_AT & 7;
        out->guard_not = word >> GUARD_NOT_AT & 1;
    }
    out->rest = word & ~row->used;
    const struct isa_item *item = &isa_items[row->first_item];
    for (unsigned i = 0; i < row->item_count; i++, item++) {
        if (item->kind == ISA_MODIFIER || item->kind == ISA_NAME)
            out->modifier[item->slot] = (uint8_t)isa_item_get(item, word);
        else
            isa_operand_of(item, word, &out->operand[item->slot]);
    }
    return true;
}

static uint64_t item_mask(const struct isa_item *item) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < MAX_PARTS; i++)
        mask |= mask_of(item->part[i].width) << item->part[i].at;
    return mask;
}

static bool encode_item(const struct isa_item *item, const struct isa_instruction *in,
                        uint64_t *bits) {
    if (item->kind == ISA_MODIFIER || item->kind == ISA_NAME) {
        *bits = isa_item_put(item, in->modifier[item->slot]);
        return in->modifier[item->slot] <= mask_of(isa_item_width(item));
    }
    struct isa_operand operand = in->operand[item->slot];
    if (!operand.present && item->optional) {
        operand = (struct isa_operand){0};
        set_value(item, item->normal, &operand);
    }
    return (operand.present || item->optional) && isa_operand_bits(item, &operand, bits);
}

bool isa_encode(const struct isa_instruction *in, uint64_t *word, struct error *error) {
    const struct isa_row *row = in->row;
    const struct isa_item *item = &isa_items[row->first_item];
    uint64_t made = row->value | in->rest, taken = 0;
    if (row->guard)
        made |= (uint64_t)in->guard << GUARD_AT | (uint64_t)in->guard_not << GUARD_NOT_AT;
    else if (in->guard != ISA_PT || in->guard_not)
        return error_set(error, ERROR_FORMAT, "%s takes no guard", row->mnemonic);
    for (unsigned i = 0; i < row->item_count; i++, item++) {
        uint64_t bits = 0;
        if (!encode_item(item, in, &bits))
            return error_set(error, ERROR_FORMAT, "%s: an operand is missing or out of range",
                             row->mnemonic);
        /* Only a register that is also the destination lies where another item does. */
        if (taken & item_mask(item) && (made ^ bits) & item_mask(item))
            return error_set(error, ERROR_FORMAT, "%s: its last register must be the first one",
                             row->mnemonic);
        made |= bits;
        taken |= item_mask(item);
    }
    if (isa_find(made) != row)
        return error_set(error, ERROR_FORMAT, "%s: with these operands it is another instruction",
                         row->mnemonic);
    *word = made;
    return true;
}
