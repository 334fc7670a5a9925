/* SPDX-License-Identifier: MIT */
#include "vectors/vectors.h"

#include <string.h>

static const struct {
    const char *name;
    enum vector_register number;
    unsigned digits;
} single[] = {
    {"sp", VECTOR_SP, 16},    {"nzcv", VECTOR_NZCV, 1}, {"fpcr", VECTOR_FPCR, 8},
    {"fpsr", VECTOR_FPSR, 8}, {"pc", VECTOR_PC, 16},
};
enum { SINGLE = sizeof single / sizeof *single };

bool vector_register_find(const char *text, size_t length, enum vector_register *out) {
    for (size_t i = 0; i < SINGLE; i++)
        if (strlen(single[i].name) == length && !memcmp(single[i].name, text, length)) {
            *out = single[i].number;
            return true;
        }
    if (length < 2 || length > 3 || (text[0] != 'x' && text[0] != 'v'))
        return false;
    unsigned number = 0;
    for (size_t i = 1; i < length; i++) {
        if (text[i] < '0' || text[i] > '9' || (i == 1 && length == 3 && text[i] == '0'))
            return false;
        number = number * 10 + (unsigned)(text[i] - '0');
    }
    *out = (enum vector_register)((text[0] == 'v' ? VECTOR_V0 : VECTOR_X0) + number);
    return number < (text[0] == 'v' ? 32 : 31);
}

static bool is_vector(enum vector_register name) {
    return name >= VECTOR_V0 && name < VECTOR_NZCV;
}

unsigned vector_register_digits(enum vector_register name) {
    for (size_t i = 0; i < SINGLE; i++)
        if (single[i].number == name)
            return single[i].digits;
    return is_vector(name) ? 32 : 16;
}

void vector_digits_print(const struct vector_value *value, struct strbuf *out) {
    const unsigned digits = vector_register_digits(value->name);
    if (digits > 16)
        strbuf_addf(out, "%0*llx", (int)digits - 16, (unsigned long long)value->high);
    strbuf_addf(out, "%0*llx", (int)(digits > 16 ? 16 : digits), (unsigned long long)value->low);
}

void vector_value_print(const struct vector_value *value, struct strbuf *out) {
    const char *name = NULL;
    for (size_t i = 0; i < SINGLE; i++)
        if (single[i].number == value->name)
            name = single[i].name;
    if (name)
        strbuf_addf(out, "%s=", name);
    else
        strbuf_addf(out, "%c%u=", is_vector(value->name) ? 'v' : 'x', value->name % 32u);
    vector_digits_print(value, out);
}

struct vector_value vector_get(const struct a64_state *s, enum vector_register name) {
    struct vector_value value = {.name = name};
    if (name < VECTOR_SP)
        value.low = s->x[name];
    else if (is_vector(name))
        value.low = s->q[name - VECTOR_V0][0], value.high = s->q[name - VECTOR_V0][1];
    else if (name == VECTOR_SP)
        value.low = s->sp;
    else if (name == VECTOR_NZCV)
        value.low = s->n << 3u | s->z << 2u | s->c << 1u | s->v;
    else if (name == VECTOR_FPCR)
        value.low = s->fpcr;
    else if (name == VECTOR_FPSR)
        value.low = s->fpsr;
    else
        value.low = s->pc;
    return value;
}

void vector_put(struct a64_state *s, const struct vector_value *value) {
    const enum vector_register name = value->name;
    const uint64_t low = value->low;
    if (name < VECTOR_SP)
        s->x[name] = low;
    else if (is_vector(name))
        s->q[name - VECTOR_V0] = (a64_v2u64){low, value->high};
    else if (name == VECTOR_SP)
        s->sp = low;
    else if (name == VECTOR_NZCV)
        s->n = low >> 3 & 1, s->z = low >> 2 & 1, s->c = low >> 1 & 1, s->v = low & 1;
    else if (name == VECTOR_FPCR)
        s->fpcr = (uint32_t)low;
    else if (name == VECTOR_FPSR)
        s->fpsr = (uint32_t)low;
    else
        s->pc = low;
}

void vector_start(const struct vectors *v, const struct vector_case *c, struct a64_state *out) {
    *out = (struct a64_state){.pc = VECTORS_CODE};
    for (uint32_t i = 0; i < c->set.count; i++)
        vector_put(out, &v->values[c->set.first + i]);
}
