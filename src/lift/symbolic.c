/* SPDX-License-Identifier: MIT */
#include "lift/symbolic.h"

#include "base/memory.h"
#include "lift/pattern.h"

#include <stdlib.h>

enum {
    POOL = 512,        /* values of one question */
    DEPTH_MAX = 24,    /* instructions that one value may go through */
    STEPS_MAX = 20000, /* blocks looked at for one question */
    SITES_MAX = 64,    /* definitions of one register that may reach one use */
};

/* Places of definition that are no instruction. */
#define SITE_NONE  UINT32_MAX
#define SITE_CALL  (UINT32_MAX - 1) /* the call that ends the block */
#define SITE_ENTRY (UINT32_MAX - 2) /* the caller */

/* AAPCS64: what a call may change. */
#define CALL_CLOBBERS 0x4007ffffu
#define REG_FP        29
#define REG_SP        31

void symbolic_open(struct symbolic *s, const struct text *t, const struct function *f) {
    *s = (struct symbolic){.text = t, .function = f};
    s->pool = NEW_ARRAY(struct value, POOL);
    s->stack = NEW_ARRAY(uint32_t, f->block_count + 1);
    s->visited = NEW_ARRAY(uint32_t, f->block_count + 1);
}

void symbolic_close(struct symbolic *s) {
    free(s->pool);
    free(s->stack);
    free(s->visited);
}

static const struct value *make(struct symbolic *s, struct value v) {
    static const struct value out_of_room = {.kind = VALUE_UNKNOWN, .number = UINT64_MAX};
    if (s->used == POOL)
        return &out_of_room;
    s->pool[s->used] = v;
    return &s->pool[s->used++];
}

static const struct value *make_const(struct symbolic *s, uint64_t number) {
    return make(s, (struct value){.kind = VALUE_CONST, .number = number});
}

static const struct value *make_unknown(struct symbolic *s, uint64_t at, unsigned reg,
                                        bool merged) {
    return make(s, (struct value){VALUE_UNKNOWN, (uint8_t)reg, merged, at, NULL, NULL});
}

static const struct value *make_add(struct symbolic *s, const struct value *a,
                                    const struct value *b) {
    if (a->kind == VALUE_CONST && b->kind != VALUE_CONST) {
        const struct value *swap = a;
        a = b;
        b = swap;
    }
    if (b->kind == VALUE_CONST) {
        if (!b->number)
            return a;
        if (a->kind == VALUE_CONST)
            return make_const(s, a->number + b->number);
        if (a->kind == VALUE_ADD && a->b->kind == VALUE_CONST)
            return make_add(s, a->a, make_const(s, a->b->number + b->number));
    }
    return make(s, (struct value){.kind = VALUE_ADD, .a = a, .b = b});
}

static const struct value *make_shift(struct symbolic *s, const struct value *a, unsigned n) {
    if (!n)
        return a;
    if (a->kind == VALUE_CONST)
        return make_const(s, n < 64 ? a->number << n : 0);
    return make(s, (struct value){.kind = VALUE_SHIFT, .a = a, .extra = (uint8_t)n});
}

static const struct value *make_extract(struct symbolic *s, const struct value *a, unsigned low,
                                        unsigned bits) {
    uint64_t mask = bits >= 64 ? ~0ull : (1ull << bits) - 1;
    if (a->kind == VALUE_CONST)
        return make_const(s, a->number >> low & mask);
    if (!low && value_limit(a) <= mask)
        return a;
    if (!low && a->kind == VALUE_EXTRACT && a->extra >= bits)
        return make_extract(s, a->a, (unsigned)a->number, bits);
    return make(
        s, (struct value){.kind = VALUE_EXTRACT, .extra = (uint8_t)bits, .number = low, .a = a});
}

static const struct value *make_extend(struct symbolic *s, const struct value *a, unsigned bits) {
    if (bits >= 64)
        return a;
    if (a->kind == VALUE_CONST) {
        uint64_t top = 1ull << (bits - 1), low = a->number & ((top << 1) - 1);
        return make_const(s, (low ^ top) - top);
    }
    return make(s, (struct value){.kind = VALUE_EXTEND, .extra = (uint8_t)bits, .a = a});
}

const struct value *symbolic_low(struct symbolic *s, const struct value *v, unsigned bits) {
    return bits >= 64 ? v : make_extract(s, v, 0, bits);
}

uint64_t value_limit(const struct value *v) {
    switch (v->kind) {
    case VALUE_CONST:
        return v->number;
    case VALUE_AND: {
        uint64_t inner = value_limit(v->a);
        return v->number < inner ? v->number : inner;
    }
    case VALUE_EXTRACT: {
        uint64_t inner = value_limit(v->a) >> v->number;
        uint64_t own = v->extra >= 64 ? ~0ull : (1ull << v->extra) - 1;
        return own < inner ? own : inner;
    }
    case VALUE_LOAD:
        return v->extra >= 8 ? UINT64_MAX : (1ull << (8 * v->extra)) - 1;
    case VALUE_SHIFT: {
        uint64_t inner = value_limit(v->a);
        return inner > (UINT64_MAX >> v->extra) ? UINT64_MAX : inner << v->extra;
    }
    default:
        return UINT64_MAX;
    }
}

bool value_equal(const struct value *a, const struct value *b) {
    if (a == b)
        return true;
    if (!a || !b || a->kind != b->kind || a->extra != b->extra || a->number != b->number ||
        a->merged != b->merged)
        return false;
    return value_equal(a->a, b->a) && value_equal(a->b, b->b);
}

const struct value *symbolic_operand(struct symbolic *s, unsigned reg, bool wide, uint32_t block,
                                     uint32_t at) {
    const struct value *v = symbolic_register(s, reg, block, at);
    return wide ? v : symbolic_low(s, v, 32);
}

static const struct value *constant_load(struct symbolic *s, const struct pattern *p,
                                         uint64_t address) {
    uint64_t v;
    if (!text_is_constant(s->text, address, p->bytes) || !text_read(s->text, address, p->bytes, &v))
        return NULL;
    const struct value *c = make_const(s, v);
    return p->is_signed ? make_extend(s, c, p->bytes * 8u) : c;
}

/* A value that -O0 code keeps in its frame: the last store to the slot in this block or the chain
 * of blocks that lead only here. */
static const struct value *from_slot(struct symbolic *s, const struct pattern *load, uint32_t block,
                                     uint32_t at) {
    const struct function *f = s->function;
    for (unsigned hops = 0; hops < 8; hops++) {
        const struct block *b = &f->blocks[block];
        for (uint32_t i = at; i-- > b->first;) {
            struct pattern p;
            struct a64_effects effects;
            uint32_t word = text_word(s->text, i);
            pattern_read(word, text_pc(s->text, i), &p);
            a64_effects((enum a64_op)s->text->ops[i], word, &effects);
            if (effects.x_written >> load->rn & 1)
                return NULL;
            if (p.kind == PATTERN_STORE && p.rn == load->rn && p.value == load->value)
                return p.bytes == load->bytes
                           ? symbolic_low(s, symbolic_register(s, p.rd, block, i), p.bytes * 8u)
                           : NULL;
        }
        if (b->pred_count != 1 || block == f->entry_block)
            return NULL;
        block = f->preds[b->preds];
        enum block_end end = f->blocks[block].end;
        if (end == END_CALL || end == END_CALL_REG || end == END_SVC)
            return NULL;
        at = f->blocks[block].first + f->blocks[block].count;
    }
    return NULL;
}

/* A constant that a function keeps in its frame for good: every store to the slot stores it. What
 * other stores might do to the slot is not looked at, so the value is only assumed. */
static const struct value *from_any_store(struct symbolic *s, const struct pattern *load) {
    const struct function *f = s->function;
    const struct value *v = NULL;
    for (uint32_t n = 0; n < f->block_count; n++) {
        const struct block *b = &f->blocks[n];
        for (uint32_t i = b->first; i < b->first + b->count; i++) {
            struct pattern p;
            pattern_read(text_word(s->text, i), text_pc(s->text, i), &p);
            if (p.kind != PATTERN_STORE || p.rn != load->rn || p.value != load->value)
                continue;
            const struct value *one = symbolic_register(s, p.rd, n, i);
            if (p.bytes != 8 || one->kind != VALUE_CONST || (v && v->number != one->number))
                return NULL;
            v = one;
        }
    }
    s->assumed = s->assumed || v;
    return v;
}

/* The register of an addressing mode or of ADD (immediate), where 31 is SP. */
static const struct value *base_register(struct symbolic *s, unsigned reg, uint32_t block,
                                         uint32_t at) {
    if (reg == REG_SP)
        return make_unknown(s, at, reg, false);
    return symbolic_register(s, reg, block, at);
}

static const struct value *load_value(struct symbolic *s, const struct pattern *p, uint32_t block,
                                      uint32_t at) {
    const struct value *address;
    if (p->kind == PATTERN_LOAD_CONST) {
        const struct value *c = constant_load(s, p, p->value);
        return c ? c : make_unknown(s, at, p->rd, false);
    }
    if (p->kind == PATTERN_LOAD && (p->rn == REG_SP || p->rn == REG_FP)) {
        const struct value *v = from_slot(s, p, block, at);
        if (!v && p->bytes == 8)
            v = from_any_store(s, p);
        if (v)
            return p->is_signed ? make_extend(s, v, p->bytes * 8u) : v;
    }
    const struct value *base = base_register(s, p->rn, block, at);
    if (p->kind == PATTERN_LOAD) {
        address = make_add(s, base, make_const(s, p->value));
    } else {
        const struct value *index = symbolic_operand(s, p->rm, p->bits == 64, block, at);
        if (p->bits == 32 && p->mask)
            index = make_extend(s, index, 32);
        address = make_add(s, base, make_shift(s, index, p->shift));
    }
    if (address->kind == VALUE_CONST) {
        const struct value *c = constant_load(s, p, address->number);
        if (c)
            return c;
    }
    enum value_kind kind = p->is_signed ? VALUE_LOAD_SIGNED : VALUE_LOAD;
    return make(s, (struct value){.kind = kind, .extra = p->bytes, .number = at, .a = address});
}

/* What the instruction at `at` gives register reg. */
static const struct value *defined(struct symbolic *s, unsigned reg, uint32_t block, uint32_t at) {
    struct pattern p;
    pattern_read(text_word(s->text, at), text_pc(s->text, at), &p);
    const struct value *v = NULL;
    if (p.kind == PATTERN_OTHER || p.rd != reg || s->depth > DEPTH_MAX)
        return make_unknown(s, at, reg, false);
    s->depth++;
    switch (p.kind) {
    case PATTERN_CONST:
        v = make_const(s, p.value);
        break;
    case PATTERN_MOVK:
        v = symbolic_register(s, p.rd, block, at);
        v = v->kind == VALUE_CONST ? make_const(s, (v->number & ~p.mask) | p.value) : NULL;
        break;
    case PATTERN_ADD_IMM:
    case PATTERN_CMP_IMM:
        v = make_add(s, symbolic_low(s, base_register(s, p.rn, block, at), p.wide ? 64 : 32),
                     make_const(s, p.kind == PATTERN_CMP_IMM ? 0 - p.value : p.value));
        break;
    case PATTERN_ADD_REG: {
        const struct value *index = symbolic_operand(s, p.rm, p.wide, block, at);
        index = p.is_signed ? make_extend(s, index, p.bits) : symbolic_low(s, index, p.bits);
        v = make_add(s, symbolic_operand(s, p.rn, p.wide, block, at),
                     make_shift(s, index, p.shift));
        break;
    }
    case PATTERN_MOVE:
        v = symbolic_operand(s, p.rm, p.wide, block, at);
        break;
    case PATTERN_AND_IMM:
        v = make(s, (struct value){.kind = VALUE_AND,
                                   .number = p.value,
                                   .a = symbolic_operand(s, p.rn, p.wide, block, at)});
        break;
    case PATTERN_EXTRACT:
        v = make_extract(s, symbolic_register(s, p.rn, block, at), p.shift, p.bits);
        if (p.is_signed)
            v = make_extend(s, v, p.bits);
        break;
    case PATTERN_SHIFT:
        v = make_shift(s, symbolic_operand(s, p.rn, p.wide, block, at), p.shift);
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
        v = make_unknown(s, at, reg, false);
    return p.wide ? v : symbolic_low(s, v, 32);
}

/* The last definition of reg in the block before `at`; SITE_NONE: none. */
static uint32_t last_definition(const struct symbolic *s, unsigned reg, uint32_t block,
                                uint32_t at) {
    const struct block *b = &s->function->blocks[block];
    if (!(b->x_written >> reg & 1))
        return SITE_NONE;
    for (uint32_t i = at; i-- > b->first;) {
        struct a64_effects effects;
        a64_effects((enum a64_op)s->text->ops[i], text_word(s->text, i), &effects);
        if (effects.x_written >> reg & 1)
            return i;
    }
    return SITE_NONE;
}

static bool clobbered(const struct block *b, unsigned reg) {
    return (b->end == END_CALL || b->end == END_CALL_REG || b->end == END_SVC) &&
           (CALL_CLOBBERS >> reg & 1);
}

struct site {
    uint32_t block, at;
};

/* Definitions of reg that reach the start of `block`; false: more than are looked at. */
static bool reaching(struct symbolic *s, unsigned reg, uint32_t block, struct site *sites,
                     size_t *count) {
    const struct function *f = s->function;
    size_t top = 0;
    uint32_t mark = ++s->round;
    *count = 0;
    s->stack[top++] = block;
    while (top) {
        uint32_t at = s->stack[--top];
        const struct block *b = &f->blocks[at];
        if (s->steps++ > STEPS_MAX || *count + b->pred_count + 1 > SITES_MAX)
            return false;
        if (at == f->entry_block)
            sites[(*count)++] = (struct site){at, SITE_ENTRY};
        for (uint32_t i = 0; i < b->pred_count; i++) {
            uint32_t p = f->preds[b->preds + i];
            if (s->visited[p] == mark)
                continue;
            s->visited[p] = mark;
            const struct block *pred = &f->blocks[p];
            uint32_t site = last_definition(s, reg, p, pred->first + pred->count);
            if (clobbered(pred, reg))
                site = SITE_CALL;
            if (site == SITE_NONE)
                s->stack[top++] = p;
            else
                sites[(*count)++] = (struct site){p, site};
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
    return make_unknown(s, name, reg, true);
}

const struct value *symbolic_register(struct symbolic *s, unsigned reg, uint32_t block,
                                      uint32_t at) {
    if (reg == 31)
        return make_const(s, 0);
    uint32_t site = last_definition(s, reg, block, at);
    if (site != SITE_NONE)
        return defined(s, reg, block, site);
    struct site sites[SITES_MAX];
    size_t count;
    if (!reaching(s, reg, block, sites, &count))
        return make_unknown(s, (uint64_t)s->used << 32, reg, true);
    const struct value *v = NULL;
    for (size_t i = 0; i < count; i++) {
        if (sites[i].at >= SITE_ENTRY)
            return merged(s, reg, sites, count);
        const struct value *one = defined(s, reg, sites[i].block, sites[i].at);
        if (count > 1 && (one->kind != VALUE_CONST || (v && v->number != one->number)))
            return merged(s, reg, sites, count);
        v = one;
    }
    return v ? v : merged(s, reg, sites, count);
}
