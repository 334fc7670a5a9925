/* SPDX-License-Identifier: MIT */
#include "lift/symbolic.h"

#include "base/memory.h"
#include "lift/definition.h"
#include "lift/pattern.h"

#include <stdlib.h>

enum {
    DEPTH_MAX = 24,    /* instructions that one value may go through */
    STEPS_MAX = 20000, /* blocks looked at for one question */
    SITES_MAX = 64,    /* definitions of one register that may reach one use */
};

static const struct value *place_value(struct symbolic *s, struct place place, uint32_t block,
                                       uint32_t at);

void symbolic_open(struct symbolic *s, const struct text *t, const struct function *f) {
    *s = (struct symbolic){.text = t, .function = f, .leaned = SIZE_MAX};
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

static struct place slot_place(const struct pattern *load) {
    return (struct place){load->rn, load->bytes, load->value};
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
        const struct value *v = place_value(s, slot_place(p), block, at);
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
        v = value_make(s, (struct value){.kind = VALUE_AND,
                                         .number = p.value,
                                         .a = symbolic_operand(s, p.rn, p.wide, block, at)});
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

static const struct value *defined(struct symbolic *s, struct place place, uint32_t block,
                                   uint32_t at) {
    return place.bytes ? defined_slot(s, place, block, at)
                       : defined_register(s, place.reg, block, at);
}

struct site {
    uint32_t block, at;
};

/* Definitions of the place that reach the start of `block`; false: more than are looked at. */
static bool reaching(struct symbolic *s, struct place place, uint32_t block, struct site *sites,
                     size_t *count) {
    const struct function *f = s->function;
    size_t top = 0;
    uint32_t mark = ++s->round;
    *count = 0;
    s->stack[top++] = block;
    while (top) {
        uint32_t at = s->stack[--top];
        const struct block *b = &f->blocks[at];
        if (s->steps++ > STEPS_MAX || *count + 1 > SITES_MAX)
            return false;
        if (at == f->entry_block)
            sites[(*count)++] = (struct site){at, SITE_ENTRY};
        for (uint32_t i = 0; i < b->pred_count; i++) {
            uint32_t p = f->preds[b->preds + i];
            if (s->visited[p] == mark)
                continue;
            s->visited[p] = mark;
            uint32_t site = definition_in_block(s, place, p);
            if (site == SITE_NONE) {
                s->stack[top++] = p;
            } else if (!definition_is_lost(place, site)) {
                if (*count == SITES_MAX)
                    return false;
                sites[(*count)++] = (struct site){p, site};
            }
        }
    }
    return true;
}

/* The same set of definitions gives the same name wherever it is asked for. */
static const struct value *merged(struct symbolic *s, unsigned reg, const struct site *sites,
                                  size_t count) {
    uint64_t name = count;
    for (size_t i = 0; i < count; i++)
        name += ((uint64_t)sites[i].block << 32 | sites[i].at) * 0x9e3779b97f4a7c15ull;
    return value_unknown(s, name, reg, true);
}

/* Is it the name of a value that is being worked out? */
static bool is_open(const struct symbolic *s, const struct value *v) {
    for (size_t i = 0; i < s->known_count; i++)
        if (s->known[i].open && s->known[i].value == v)
            return true;
    return false;
}

/* What the call at the block's end leaves. */
static const struct value *call_value(struct symbolic *s, struct place place, uint32_t block) {
    if (!place.reg && !place.bytes && s->function->blocks[block].end == END_CALL)
        return value_make(s, (struct value){.kind = VALUE_RESULT, .number = block});
    return value_unknown(s, (uint64_t)block << 32, place.reg, true);
}

/* What a loop hands on to itself, by way of other registers or not, adds nothing: the others must
 * agree, and what is found then holds for it, too. */
static const struct value *join(struct symbolic *s, struct place place, uint32_t block) {
    const unsigned reg = place.reg;
    struct site sites[SITES_MAX];
    size_t count;
    if (!reaching(s, place, block, sites, &count))
        return value_unknown(s, (uint64_t)block << 32 | place.offset, reg, true);
    const struct value *v = NULL, *open = NULL;
    if (count == 1 && sites[0].at == SITE_CALL)
        return call_value(s, place, sites[0].block);
    for (size_t i = 0; i < count; i++) {
        if (sites[i].at >= SITE_ENTRY)
            return merged(s, reg, sites, count);
        const struct value *one = defined(s, place, sites[i].block, sites[i].at);
        if (is_open(s, one)) {
            open = one;
            continue;
        }
        if (count > 1 && (one->kind != VALUE_CONST || (v && v->number != one->number)))
            return merged(s, reg, sites, count);
        v = one;
    }
    if (!v && open)
        return open;
    return v ? v : merged(s, reg, sites, count);
}

static size_t find_known(const struct symbolic *s, struct place place, uint32_t block) {
    for (size_t i = 0; i < s->known_count; i++) {
        const struct known_value *k = &s->known[i];
        if (k->block == block && k->reg == place.reg && k->bytes == place.bytes &&
            k->offset == place.offset)
            return i;
    }
    return SIZE_MAX;
}

/* At the start of a block where paths meet. Kept, so that asking twice gives one answer even when
 * the bounds of the question are reached in between; but not what was found on the way to an answer
 * that it leans on itself. */
static const struct value *joined_value(struct symbolic *s, struct place place, uint32_t block) {
    const size_t known = find_known(s, place, block), mine = s->known_count;
    if (known != SIZE_MAX) {
        if (s->known[known].open && known < s->leaned)
            s->leaned = known;
        return s->known[known].value;
    }
    if (mine == SYMBOLIC_KNOWN)
        return join(s, place, block);
    const struct value *self =
        value_unknown(s, (uint64_t)block << 32 | place.offset, place.reg, true);
    const size_t outer = s->leaned;
    s->leaned = SIZE_MAX;
    s->known[s->known_count++] =
        (struct known_value){block, place.reg, place.bytes, place.offset, self, true};
    const struct value *v = join(s, place, block);
    if (s->leaned < mine) {
        s->known[mine] = s->known[--s->known_count];
    } else {
        s->known[mine].value = v;
        s->known[mine].open = false;
        s->leaned = SIZE_MAX;
    }
    if (outer < s->leaned)
        s->leaned = outer;
    return v;
}

static const struct value *place_value(struct symbolic *s, struct place place, uint32_t block,
                                       uint32_t at) {
    const struct function *f = s->function;
    uint32_t site = definition_before(s, place, block, at);
    /* Up to the block where paths meet. */
    while (site == SITE_NONE && f->blocks[block].pred_count == 1 && block != f->entry_block &&
           s->steps++ < STEPS_MAX) {
        block = f->preds[f->blocks[block].preds];
        site = definition_in_block(s, place, block);
    }
    if (site == SITE_CALL)
        return call_value(s, place, block);
    if (site != SITE_NONE)
        return defined(s, place, block, site);
    return joined_value(s, place, block);
}

const struct value *symbolic_register(struct symbolic *s, unsigned reg, uint32_t block,
                                      uint32_t at) {
    return reg == 31 ? value_const(s, 0)
                     : place_value(s, (struct place){.reg = (uint8_t)reg}, block, at);
}
