/* SPDX-License-Identifier: MIT */
#include "lift/jump_bound.h"

#include "base/memory.h"
#include "lift/definition.h"
#include "lift/known_limit.h"
#include "lift/pattern.h"

#include <stdlib.h>

static const struct value *strip_low(const struct value *v) {
    while ((v->kind == VALUE_EXTRACT && !v->number && v->extra >= 32) ||
           (v->kind == VALUE_EXTEND && v->extra >= 32))
        v = v->a;
    return v;
}

/* Condition codes of B.cond. */
enum { EQ = 0, NE = 1, CS = 2, CC = 3, HI = 8, LS = 9 };

/* Largest value on the side of a compare with c that is taken; UINT64_MAX: no bound. */
static uint64_t side_limit(unsigned condition, bool taken, uint64_t c) {
    if (!taken)
        condition ^= 1;
    if (condition == LS || condition == EQ)
        return c;
    if (condition == CC && c)
        return c - 1;
    return UINT64_MAX;
}

/* The instruction that set the flags at the end of `block`. */
static bool flag_setter(const struct symbolic *s, uint32_t *block, uint32_t *at) {
    const struct function *f = s->function;
    for (unsigned hops = 0; hops < 4; hops++) {
        const struct block *b = &f->blocks[*block];
        for (uint32_t i = b->first + b->count; i-- > b->first;) {
            struct a64_effects effects;
            a64_effects((enum a64_op)s->text->ops[i], text_word(s->text, i), &effects);
            if (effects.nzcv_written) {
                *at = i;
                return true;
            }
        }
        if (b->pred_count != 1 || b->end == END_CALL || b->end == END_CALL_REG)
            return false;
        *block = f->preds[b->preds];
    }
    return false;
}

/* What the edge from `pred` to `block` says about index. */
static uint64_t edge_limit(struct symbolic *s, uint32_t pred, uint32_t block,
                           const struct value *index) {
    const struct block *p = &s->function->blocks[pred];
    uint32_t last = p->first + p->count - 1, word = text_word(s->text, last);
    bool taken = p->taken.kind == EDGE_BLOCK && p->taken.block == block;
    bool fallen = p->next.kind == EDGE_BLOCK && p->next.block == block;
    if (p->end != END_COND || (word & 0xff000010) != 0x54000000 || taken == fallen)
        return UINT64_MAX;
    uint32_t at, where = pred;
    struct pattern cmp;
    if (!flag_setter(s, &where, &at))
        return UINT64_MAX;
    pattern_read(text_word(s->text, at), text_pc(s->text, at), &cmp);
    uint64_t c = cmp.value;
    if (cmp.kind == PATTERN_CMP_REG) {
        const struct value *v = symbolic_operand(s, cmp.rm, cmp.wide, where, at);
        if (v->kind != VALUE_CONST)
            return UINT64_MAX;
        c = v->number;
    } else if (cmp.kind != PATTERN_CMP_IMM) {
        return UINT64_MAX;
    }
    const struct value *left = symbolic_operand(s, cmp.rn, cmp.wide, where, at);
    if (!value_equal(strip_low(left), strip_low(index)))
        return UINT64_MAX;
    return side_limit(word & 15, taken, c);
}

/* As value_limit; what other functions return and give is known of some (known_limit.h). */
static uint64_t index_limit(struct symbolic *s, const struct value *index) {
    const struct value *low = strip_low(index);
    uint64_t limit = value_limit(index);
    struct limit other = {.entry = s->function->entry, .of = low->extra, .largest = UINT64_MAX};
    if (limit < JUMP_BOUND_MAX || (low->kind != VALUE_RESULT && low->kind != VALUE_ARGUMENT))
        return limit;
    if (low->kind == VALUE_RESULT) {
        other.entry = block_call_target(s->text, &s->function->blocks[low->number]);
        other.of = LIMIT_RESULT;
    }
    if (!limit_known(s->text, &other))
        s->wanted = other;
    s->assumed |= other.assumed;
    return other.largest < limit ? other.largest : limit;
}

/* The register that carries what `reg` holds at word `at` into the block: 32 where it is not known.
 * *same: it is that register's value (or its low 32 bits), not one made of it. */
static unsigned carrier(const struct symbolic *s, uint32_t block, uint32_t at, unsigned reg,
                        bool *same) {
    const struct block *b = &s->function->blocks[block];
    *same = true;
    for (uint32_t i = at; i-- > b->first;) {
        struct a64_effects effects;
        struct pattern p;
        a64_effects((enum a64_op)s->text->ops[i], text_word(s->text, i), &effects);
        if (!(effects.x_written >> reg & 1))
            continue;
        pattern_read(text_word(s->text, i), 0, &p);
        bool copy = p.kind == PATTERN_EXTRACT && !p.shift && p.bits >= 32;
        *same = *same && (p.kind == PATTERN_MOVE || copy);
        if (p.kind == PATTERN_MOVE)
            reg = p.rm;
        else if (p.kind == PATTERN_ADD_IMM || p.kind == PATTERN_EXTRACT ||
                 p.kind == PATTERN_AND_IMM || p.kind == PATTERN_CMP_IMM)
            reg = p.rn;
        else
            return 32;
    }
    return reg < 31 ? reg : 32;
}

/* The search for a bound: the index is `reg` at the start of a block (same), or has a value that is
 * the same on all paths. */
struct bound {
    struct symbolic *symbolic;
    const struct value *index;
    unsigned reg;
    bool same;
    uint8_t *looked;
};

static uint64_t path_limit(struct bound q, uint32_t block, unsigned depth);

/* What is known on the way from `pred` to `block`. */
static uint64_t pred_limit(struct bound q, uint32_t pred, uint32_t block, unsigned depth) {
    struct symbolic *s = q.symbolic;
    const struct block *p = &s->function->blocks[pred];
    uint32_t site = SITE_NONE;
    if (q.reg < 32) {
        const struct place place = {.reg = (uint8_t)q.reg};
        site = definition_in_block(s, place, pred);
        if (definition_is_lost(place, site))
            return 0;
    }
    if (q.reg < 32 && q.same)
        q.index = symbolic_register(s, q.reg, pred, p->first + p->count);
    uint64_t limit = edge_limit(s, pred, block, q.index), own = index_limit(s, q.index);
    if (own < limit)
        limit = own;
    if (limit < JUMP_BOUND_MAX || q.looked[pred])
        return limit < JUMP_BOUND_MAX ? limit : 0;
    if (site == SITE_CALL)
        return UINT64_MAX;
    if (!q.same || site != SITE_NONE)
        q.reg = 32;
    return path_limit(q, pred, depth + 1);
}

/* The largest index on any path to `block`; paths through blocks that are being looked at already
 * add nothing. */
static uint64_t path_limit(struct bound q, uint32_t block, unsigned depth) {
    const struct function *f = q.symbolic->function;
    const struct block *b = &f->blocks[block];
    uint64_t limit = 0;
    if (block == f->entry_block || depth > 32 || !b->pred_count)
        return UINT64_MAX;
    q.looked[block] = 1;
    for (uint32_t i = 0; i < b->pred_count && limit < JUMP_BOUND_MAX; i++) {
        uint64_t one = pred_limit(q, f->preds[b->preds + i], block, depth);
        if (one > limit)
            limit = one;
    }
    return limit;
}

/* The index is what `reg` holds at word `at` of the block (reg 32: it is not known where it is). */
static uint64_t bound(struct symbolic *s, uint32_t block, uint32_t at, unsigned reg,
                      const struct value *index) {
    uint64_t own = index_limit(s, index);
    struct bound q = {.symbolic = s, .index = index, .reg = 32};
    if (reg < 32)
        q.reg = carrier(s, block, at, reg, &q.same);
    q.looked = NEW_ARRAY(uint8_t, s->function->block_count);
    uint64_t path = path_limit(q, block, 0);
    free(q.looked);
    return path < own ? path : own;
}

uint64_t jump_bound(struct symbolic *s, uint32_t block, uint32_t load, const struct value *index) {
    const struct block *b = &s->function->blocks[block];
    struct pattern p;
    pattern_read(text_word(s->text, load), 0, &p);
    bool inside = p.kind == PATTERN_LOAD_REG && load >= b->first && load < b->first + b->count;
    return bound(s, block, load, inside ? p.rm : 32, index);
}

uint64_t jump_bound_register(struct symbolic *s, uint32_t block, uint32_t at, unsigned reg) {
    return bound(s, block, at, reg, symbolic_register(s, reg, block, at));
}
