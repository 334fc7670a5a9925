/* SPDX-License-Identifier: MIT */
#include "lift/value.h"

#include "lift/symbolic.h"

const struct value *value_make(struct symbolic *s, struct value v) {
    static const struct value out_of_room = {.kind = VALUE_UNKNOWN, .number = UINT64_MAX};
    if (s->used == SYMBOLIC_POOL)
        return &out_of_room;
    s->pool[s->used] = v;
    return &s->pool[s->used++];
}

const struct value *value_const(struct symbolic *s, uint64_t number) {
    return value_make(s, (struct value){.kind = VALUE_CONST, .number = number});
}

const struct value *value_unknown(struct symbolic *s, uint64_t at, unsigned reg, bool merged) {
    return value_make(s, (struct value){VALUE_UNKNOWN, (uint8_t)reg, merged, at, NULL, NULL});
}

const struct value *value_add(struct symbolic *s, const struct value *a, const struct value *b) {
    if (a->kind == VALUE_CONST && b->kind != VALUE_CONST) {
        const struct value *swap = a;
        a = b;
        b = swap;
    }
    if (b->kind == VALUE_CONST) {
        if (!b->number)
            return a;
        if (a->kind == VALUE_CONST)
            return value_const(s, a->number + b->number);
        if (a->kind == VALUE_ADD && a->b->kind == VALUE_CONST)
            return value_add(s, a->a, value_const(s, a->b->number + b->number));
    }
    return value_make(s, (struct value){.kind = VALUE_ADD, .a = a, .b = b});
}

const struct value *value_indexed(struct symbolic *s, const struct value *a,
                                  const struct value *b) {
    if (a->kind == VALUE_CONST && b->kind != VALUE_CONST) {
        const struct value *swap = a;
        a = b;
        b = swap;
    }
    if (b->kind != VALUE_CONST || a->kind == VALUE_CONST)
        return value_add(s, a, b);
    return value_make(s, (struct value){.kind = VALUE_ADD, .a = a, .b = b});
}

const struct value *value_shift(struct symbolic *s, const struct value *a, unsigned n) {
    if (!n)
        return a;
    if (a->kind == VALUE_CONST)
        return value_const(s, n < 64 ? a->number << n : 0);
    return value_make(s, (struct value){.kind = VALUE_SHIFT, .a = a, .extra = (uint8_t)n});
}

const struct value *value_extract(struct symbolic *s, const struct value *a, unsigned low,
                                  unsigned bits) {
    uint64_t mask = bits >= 64 ? ~0ull : (1ull << bits) - 1;
    if (a->kind == VALUE_CONST)
        return value_const(s, a->number >> low & mask);
    if (!low && value_limit(a) <= mask)
        return a;
    if (!low && a->kind == VALUE_EXTRACT && a->extra >= bits)
        return value_extract(s, a->a, (unsigned)a->number, bits);
    return value_make(
        s, (struct value){.kind = VALUE_EXTRACT, .extra = (uint8_t)bits, .number = low, .a = a});
}

const struct value *value_and(struct symbolic *s, const struct value *a, uint64_t mask) {
    while (a->kind == VALUE_EXTRACT && !a->number && (a->extra >= 64 || !(mask >> a->extra)))
        a = a->a;
    if (a->kind == VALUE_CONST)
        return value_const(s, a->number & mask);
    return value_make(s, (struct value){.kind = VALUE_AND, .number = mask, .a = a});
}

const struct value *value_extend(struct symbolic *s, const struct value *a, unsigned bits) {
    if (bits >= 64)
        return a;
    if (a->kind == VALUE_CONST) {
        uint64_t top = 1ull << (bits - 1), low = a->number & ((top << 1) - 1);
        return value_const(s, (low ^ top) - top);
    }
    return value_make(s, (struct value){.kind = VALUE_EXTEND, .extra = (uint8_t)bits, .a = a});
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
