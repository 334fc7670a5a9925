/* SPDX-License-Identifier: MIT */
#include "lift/symbolic.h"

#include "base/memory.h"
#include "lift/definition.h"
#include "lift/join.h"
#include "lift/pattern.h"

#include <stdlib.h>

enum {
    DEPTH_MAX = 24, /* instructions that one value may go through */
};

static const struct value *place_value(struct symbolic *s, struct place place, uint32_t block,
                                       uint32_t at);

void symbolic_open(struct symbolic *s, const struct text *t, const struct function *f) {
    *s = (struct symbolic){.text = t, .function = f};
    s->pool = NEW_ARRAY(struct value, SYMBOLIC_POOL);
    s->stack = NEW_ARRAY(uint32_t, f->block_count + 1);
    s->visited = NEW_ARRAY(uint32_t, f->block_count + 1);
}

void symbolic_close(struct symbolic *s) {
    free(s->pool);
    free(s->stack);
    free(s->visited);
}

static const struct value *low_bits(struct symbolic *s, const struct value *v, unsigned bits) {
    return bits >= 64 ? v : value_extract(s, v, 0, bits);
}

const struct value *symbolic_operand(struct symbolic *s, unsigned reg, bool wide, uint32_t block,
                                     uint32_t at) {
    const struct value *v = symbolic_register(s, reg, block, at);
    return wide ? v : low_bits(s, v, 32);
}

static const struct value *constant_load(struct symbolic *s, const struct pattern *p,
                                         uint64_t address) {
    uint64_t v;
    if (!text_is_constant(s->text, address, p->bytes) || !text_read(s->text, address, p->bytes, &v))
        return NULL;
    const struct value *c = value_const(s, v);
    return p->is_signed ? value_extend(s, c, p->bytes * 8u) : c;
}

/* The register of an addressing mode or of ADD (immediate), where 31 is SP. */
static const struct value *base_register(struct symbolic *s, unsigned reg, uint32_t block,
                                         uint32_t at) {
    if (reg == REG_SP)
        return value_unknown(s, at, reg, false);
    return symbolic_register(s, reg, block, at);
}

/* Address of a load where one of its parts is a constant, which a table's is; else NULL. */
static const struct value *load_address(struct symbolic *s, const struct pattern *p, uint32_t block,
                                        uint32_t at) {
    enum { NEAR = DEPTH_MAX - 8 }; /* constants are made in few steps */
    unsigned depth = s->depth;
    if (s->depth < NEAR)
        s->depth = NEAR;
    const struct value *base = base_register(s, p->rn, block, at);
    s->depth = depth;
    bool has_constant =
        base->kind == VALUE_CONST || (base->kind == VALUE_ADD && base->b->kind == VALUE_CONST);
    if (p->kind == PATTERN_LOAD)
        return has_constant ? value_add(s, base, value_const(s, p->value)) : NULL;
    const struct value *index = symbolic_operand(s, p->rm, p->bits == 64, block, at);
    if (!has_constant && index->kind != VALUE_CONST)
        return NULL;
    if (p->bits == 32 && p->mask)
        index = value_extend(s, index, 32);
    return value_indexed(s, base, value_shift(s, index, p->shift));
}

static const struct value *load_value(struct symbolic *s, const struct pattern *p, uint32_t block,
                                      uint32_t at) {
    const struct value *address;
    if (p->kind == PATTERN_LOAD && (p->rn == REG_SP || p->rn == REG_FP)) {
        const struct value *v =
            place_value(s, (struct place){p->rn, p->bytes, p->value}, block, at);
        return p->is_signed ? value_extend(s, v, p->bytes * 8u) : v;
    }
    if (p->kind == PATTERN_LOAD_CONST)
        address = value_const(s, p->value);
    else
        address = load_address(s, p, block, at);
    if (address && address->kind == VALUE_CONST) {
        const struct value *c = constant_load(s, p, address->number);
        if (c)
            return c;
    }
    enum value_kind kind = p->is_signed ? VALUE_LOAD_SIGNED : VALUE_LOAD;
    return value_make(s,
                      (struct value){.kind = kind, .extra = p->bytes, .number = at, .a = address});
}

/* What the instruction at `at` gives register reg. */
static const struct value *defined_register(struct symbolic *s, unsigned reg, uint32_t block,
                                            uint32_t at) {
    struct pattern p;
    pattern_read(text_word(s->text, at), text_pc(s->text, at), &p);
    const struct value *v = NULL;
    if (p.kind == PATTERN_OTHER || p.rd != reg || s->depth > DEPTH_MAX)
        return value_unknown(s, at, reg, false);
    s->depth++;
    switch (p.kind) {
    case PATTERN_CONST:
        v = value_const(s, p.value);
        break;
    case PATTERN_MOVK:
        v = symbolic_register(s, p.rd, block, at);
        v = v->kind == VALUE_CONST ? value_const(s, (v->number & ~p.mask) | p.value) : NULL;
        break;
    case PATTERN_ADD_IMM:
    case PATTERN_CMP_IMM:
        v = value_add(s, low_bits(s, base_register(s, p.rn, block, at), p.wide ? 64 : 32),
                      value_const(s, p.kind == PATTERN_CMP_IMM ? 0 - p.value : p.value));
        break;
    case PATTERN_ADD_REG: {
        const struct value *index = symbolic_operand(s, p.rm, p.wide, block, at);
        index = p.is_signed ? value_extend(s, index, p.bits) : low_bits(s, index, p.bits);
        v = value_indexed(s, symbolic_operand(s, p.rn, p.wide, block, at),
                          value_shift(s, index, p.shift));
        break;
    }
    case PATTERN_MOVE:
        v = symbolic_operand(s, p.rm, p.wide, block, at);
        break;
    case PATTERN_AND_IMM:
        v = value_and(s, symbolic_operand(s, p.rn, p.wide, block, at), p.value);
        break;
    case PATTERN_EXTRACT:
        v = value_extract(s, symbolic_register(s, p.rn, block, at), p.shift, p.bits);
        if (p.is_signed)
            v = value_extend(s, v, p.bits);
        break;
    case PATTERN_SHIFT:
        v = value_shift(s, symbolic_operand(s, p.rn, p.wide, block, at), p.shift);
        break;
    case PATTERN_LOAD:
    case PATTERN_LOAD_REG:
    case PATTERN_LOAD_CONST:
        v = load_value(s, &p, block, at);
        break;
    default:
        break;
    }
    s->depth--;
    if (!v)
        v = value_unknown(s, at, reg, false);
    return p.wide ? v : low_bits(s, v, 32);
}

/* What the store at `at` leaves in the slot; unknown where it is another word or moves the base. */
static const struct value *defined_slot(struct symbolic *s, struct place place, uint32_t block,
                                        uint32_t at) {
    struct pattern p;
    pattern_read(text_word(s->text, at), text_pc(s->text, at), &p);
    if (p.rn == place.reg && p.bytes >= place.bytes && s->depth <= DEPTH_MAX) {
        unsigned reg = 32;
        if ((p.kind == PATTERN_STORE || p.kind == PATTERN_STORE_PAIR) && p.value == place.offset)
            reg = p.rd;
        else if (p.kind == PATTERN_STORE_PAIR && p.value + p.bytes == place.offset)
            reg = p.rm;
        if (reg < 32) {
            s->depth++;
            const struct value *v = symbolic_register(s, reg, block, at);
            s->depth--;
            return low_bits(s, v, place.bytes * 8u);
        }
    }
    return value_unknown(s, at, place.reg, false);
}

const struct value *symbolic_defined(struct symbolic *s, struct place place, uint32_t block,
                                     uint32_t at) {
    return place.bytes ? defined_slot(s, place, block, at)
                       : defined_register(s, place.reg, block, at);
}

static const struct value *place_value(struct symbolic *s, struct place place, uint32_t block,
                                       uint32_t at) {
    uint32_t site = definition_above(s, place, &block, at);
    if (site == SITE_CALL)
        return join_call(s, place, block);
    return site == SITE_NONE ? join_value(s, place, block)
                             : symbolic_defined(s, place, block, site);
}

const struct value *symbolic_register(struct symbolic *s, unsigned reg, uint32_t block,
                                      uint32_t at) {
    return reg == 31 ? value_const(s, 0)
                     : place_value(s, (struct place){.reg = (uint8_t)reg}, block, at);
}
