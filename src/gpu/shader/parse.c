/* SPDX-License-Identifier: MIT */
/* A line of text as an instruction: the rows of its mnemonic are tried in turn. */
#include "gpu/shader/isa_fields.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_LABEL = 63 };

/* How far a row's pattern fits; of all rows the one that came farthest explains the failure. */
struct scan {
    const char *at;
    const struct isa_place *place;
    const char *farthest;
    char wanted[96]; /* at `farthest` */
};

static void skip_space(struct scan *s) {
    while (*s->at == ' ' || *s->at == '\t')
        s->at++;
}

static bool miss(struct scan *s, const char *wanted) {
    if (s->at > s->farthest) {
        s->farthest = s->at;
        snprintf(s->wanted, sizeof s->wanted, "%s", wanted);
    }
    return false;
}

static bool word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Takes a word without regard to case; what follows must not continue it. */
static bool take_word(struct scan *s, const char *word) {
    const size_t n = strlen(word);
    if (strncasecmp(s->at, word, n) != 0 || (word_char(word[n - 1]) && word_char(s->at[n])))
        return false;
    s->at += n;
    return true;
}

static bool take(struct scan *s, char c) {
    skip_space(s);
    if (*s->at != c)
        return false;
    s->at++;
    return true;
}

static bool expect(struct scan *s, char c) {
    const char wanted[] = {'\'', c, '\'', 0};
    return take(s, c) || miss(s, wanted);
}

/* ---- pieces ---- */

/* A name of the set, the longest that fits, or ?N. */
static bool take_name(struct scan *s, const struct isa_item *item, uint8_t *value) {
    const struct isa_set *set = &isa_sets[item->set];
    const char *best = NULL, *start = s->at;
    if (*start == '?') {
        char *end;
        const unsigned long number = strtoul(start + 1, &end, 10);
        if (end == start + 1 || number >= 1ul << isa_item_width(item))
            return false;
        s->at = end;
        *value = (uint8_t)number;
        return true;
    }
    for (unsigned i = 0; i < set->count; i++) {
        s->at = start;
        if (set->names[i] && *set->names[i] && take_word(s, set->names[i]) &&
            (!best || s->at > best)) {
            best = s->at;
            *value = (uint8_t)i;
        }
    }
    s->at = best ? best : start;
    return best != NULL;
}

/* ?N belongs to the first modifier of which it is no name. */
static bool own_number(const struct isa_item *item, const char *text) {
    const struct isa_set *set = &isa_sets[item->set];
    const unsigned long value = *text == '?' ? strtoul(text + 1, NULL, 10) : 0;
    return *text != '?' || value >= set->count || !set->names[value];
}

static bool parse_modifier(struct scan *s, const struct isa_item *item, uint8_t *value) {
    const int silent = isa_sets[item->set].silent;
    const char *start = s->at;
    if (*s->at == '.') {
        s->at++;
        if (own_number(item, s->at) && take_name(s, item, value))
            return true;
        if (silent < 0)
            miss(s, "a modifier");
        s->at = start;
    }
    *value = (uint8_t)(silent < 0 ? 0 : silent);
    return silent >= 0 || miss(s, "a modifier");
}

static bool parse_register(struct scan *s, uint8_t *number) {
    skip_space(s);
    if (take_word(s, "RZ")) {
        *number = ISA_RZ;
        return true;
    }
    char *end;
    if ((*s->at != 'R' && *s->at != 'r') || !isdigit((unsigned char)s->at[1]))
        return miss(s, "a register");
    const unsigned long n = strtoul(s->at + 1, &end, 10);
    if (n >= ISA_RZ || word_char(*end))
        return miss(s, "a register, R0 to R254 or RZ");
    s->at = end;
    *number = (uint8_t)n;
    return true;
}

static bool parse_predicate(struct scan *s, uint8_t *number) {
    skip_space(s);
    if (take_word(s, "PT")) {
        *number = ISA_PT;
        return true;
    }
    if ((*s->at != 'P' && *s->at != 'p') || s->at[1] < '0' || s->at[1] > '6' || word_char(s->at[2]))
        return miss(s, "a predicate, P0 to P6 or PT");
    *number = (uint8_t)(s->at[1] - '0');
    s->at += 2;
    return true;
}

static bool parse_integer(struct scan *s, int64_t *value) {
    skip_space(s);
    const bool negative = *s->at == '-', sign = negative || *s->at == '+';
    const char *digits = s->at + sign;
    char *end;
    if (!isdigit((unsigned char)*digits))
        return miss(s, "a number");
    errno = 0;
    const uint64_t n = strtoull(digits, &end, 0);
    if (word_char(*end) || errno)
        return miss(s, "a number");
    s->at = end;
    *value = (int64_t)(negative ? -n : n);
    return true;
}

/* A decimal number of floating point, or the bits of one. */
static bool parse_float(struct scan *s, bool wide, int64_t *value) {
    skip_space(s);
    const char *first = s->at + (*s->at == '-' || *s->at == '+');
    if (first[0] == '0' && (first[1] == 'x' || first[1] == 'X'))
        return parse_integer(s, value);
    char *end;
    if (!isdigit((unsigned char)*first))
        return miss(s, "a number");
    if (wide) {
        const double d = strtod(s->at, &end);
        memcpy(value, &d, sizeof d);
    } else {
        const float f = strtof(s->at, &end);
        uint32_t bits;
        memcpy(&bits, &f, sizeof bits);
        *value = bits;
    }
    if (word_char(*end))
        return miss(s, "a number");
    s->at = end;
    return true;
}

static bool parse_address(struct scan *s, struct isa_operand *o) {
    if (!expect(s, '['))
        return false;
    skip_space(s);
    o->number = ISA_RZ;
    const bool has_register = *s->at == 'R' || *s->at == 'r';
    if (has_register && !parse_register(s, &o->number))
        return false;
    skip_space(s);
    if ((!has_register || *s->at == '+' || *s->at == '-') && !parse_integer(s, &o->value))
        return false;
    return expect(s, ']');
}

static bool parse_constant(struct scan *s, struct isa_operand *o) {
    int64_t slot;
    skip_space(s);
    if (*s->at != 'c' && *s->at != 'C')
        return miss(s, "a constant, c[SLOT][OFFSET]");
    s->at++;
    if (!expect(s, '[') || !parse_integer(s, &slot) || slot < 0 || slot > 31)
        return miss(s, "a constant buffer, 0 to 31");
    o->slot = (uint8_t)slot;
    if (!expect(s, ']'))
        return false;
    if (o->kind == ISA_INDEXED)
        return parse_address(s, o);
    return expect(s, '[') && parse_integer(s, &o->value) && expect(s, ']');
}

static bool parse_target(struct scan *s, int64_t *distance) {
    skip_space(s);
    if (!strncasecmp(s->at, "PC", 2) && (s->at[2] == '+' || s->at[2] == '-')) {
        s->at += 2;
        if (!parse_integer(s, distance))
            return false;
        *distance -= 8;
        return true;
    }
    size_t n = 0;
    while (word_char(s->at[n]) || s->at[n] == '.')
        n++;
    uint32_t address;
    if (!n || n > MAX_LABEL || !s->place || !s->place->find ||
        !s->place->find(s->place->context, s->at, n, &address))
        return miss(s, "a label that is there, or PC+DISTANCE");
    *distance = (int64_t)address - (int64_t)s->place->address - 8;
    s->at += n;
    return true;
}

static bool parse_value(struct scan *s, struct isa_operand *o) {
    switch ((enum isa_kind)o->kind) {
    case ISA_REGISTER:
        return parse_register(s, &o->number);
    case ISA_PREDICATE:
        return parse_predicate(s, &o->number);
    case ISA_CONSTANT:
    case ISA_INDEXED:
        return parse_constant(s, o);
    case ISA_FLOAT:
        return parse_float(s, false, &o->value);
    case ISA_DOUBLE:
        return parse_float(s, true, &o->value);
    case ISA_ATTRIBUTE:
        skip_space(s);
        if (*s->at != 'a' && *s->at != 'A')
            return miss(s, "an attribute, a[OFFSET]");
        s->at++;
        return parse_address(s, o);
    case ISA_MEMORY:
        return parse_address(s, o);
    case ISA_TARGET:
        return parse_target(s, &o->value);
    default:
        return parse_integer(s, &o->value);
    }
}

static bool parse_operand(struct scan *s, const struct isa_item *item, struct isa_operand *o) {
    *o = (struct isa_operand){.present = true, .kind = item->kind};
    bool brackets = false;
    skip_space(s);
    if (item->negate && *s->at == '-' && !isdigit((unsigned char)s->at[1])) {
        s->at++;
        o->negate = true;
        brackets = take(s, '(');
    }
    if (item->invert && take(s, item->kind == ISA_PREDICATE ? '!' : '~'))
        o->invert = true;
    if (item->absolute && take(s, '|'))
        o->absolute = true;
    uint64_t bits;
    if (!parse_value(s, o) || (o->absolute && !expect(s, '|')) || (brackets && !expect(s, ')')))
        return false;
    return isa_operand_bits(item, o, &bits) || miss(s, "a value that fits");
}

/* ---- rows ---- */

static bool parse_guard(struct scan *s, struct isa_instruction *out) {
    out->guard = ISA_PT;
    if (!take(s, '@'))
        return true;
    out->guard_not = take(s, '!');
    return parse_predicate(s, &out->guard);
}

/* The bits in braces behind everything else. */
static bool parse_rest(struct scan *s, struct isa_instruction *out) {
    int64_t rest;
    if (take(s, '{')) {
        if (!parse_integer(s, &rest) || !expect(s, '}'))
            return false;
        out->rest = (uint64_t)rest;
        if (out->rest & out->row->used)
            return miss(s, "only bits that mean nothing");
    }
    skip_space(s);
    return !*s->at || miss(s, "the end of the line");
}

static bool parse_row(struct scan *s, struct isa_instruction *out) {
    const struct isa_row *row = out->row;
    bool first = true;
    const struct isa_item *item = &isa_items[row->first_item];
    if (!take_word(s, row->mnemonic))
        return false;
    miss(s, "an operand or a modifier");
    for (unsigned i = 0; i < row->item_count; i++, item++) {
        if (item->kind == ISA_MODIFIER) {
            if (!parse_modifier(s, item, &out->modifier[item->slot]))
                return false;
            continue;
        }
        struct scan before = *s;
        bool ok =
            first ? (*s->at == ' ' || *s->at == '\t') || miss(s, "an operand") : expect(s, ',');
        skip_space(s);
        if (item->kind == ISA_NAME)
            ok = ok && (take_name(s, item, &out->modifier[item->slot]) || miss(s, "a name"));
        else
            ok = ok && parse_operand(s, item, &out->operand[item->slot]);
        if (ok) {
            first = false;
        } else if (item->optional) {
            out->operand[item->slot] = (struct isa_operand){0};
            s->at = before.at;
        } else {
            return false;
        }
    }
    return parse_rest(s, out);
}

static bool parse_word(struct scan *s, uint64_t *word, struct error *error) {
    int64_t value;
    if (!parse_integer(s, &value) || (skip_space(s), *s->at))
        return error_set(error, ERROR_FORMAT, "'.word' takes one number of 64 bits");
    *word = (uint64_t)value;
    return true;
}

/* Can the text be of the row? A first look that spares the closer one. */
static bool may_be(const char *text, const struct isa_row *row) {
    return toupper((unsigned char)*text) == *row->mnemonic;
}

static bool mnemonic_known(const char *at) {
    for (unsigned i = 0; i < ISA_ROWS; i++) {
        struct scan s = {.at = at};
        if (may_be(at, &isa_rows[i]) && take_word(&s, isa_rows[i].mnemonic))
            return true;
    }
    return false;
}

bool isa_parse(const char *line, const struct isa_place *place, uint64_t *word,
               struct error *error) {
    struct scan s = {.at = line, .place = place, .farthest = line};
    struct isa_instruction start = {0};
    struct error why = {0};
    skip_space(&s);
    if (take_word(&s, ".word"))
        return parse_word(&s, word, error);
    if (!parse_guard(&s, &start))
        return error_set(error, ERROR_FORMAT, "'%s': the guard must be @P0 to @P6, or @!P0", line);
    skip_space(&s);
    const char *body = s.at;
    if (!mnemonic_known(body))
        return error_set(error, ERROR_FORMAT, "'%s': there is no such instruction", line);
    for (unsigned i = 0; i < ISA_ROWS; i++) {
        if (!may_be(body, &isa_rows[i]))
            continue;
        struct isa_instruction in = start;
        in.row = &isa_rows[i];
        s.at = body;
        if (parse_row(&s, &in)) {
            if (isa_encode(&in, word, &why))
                return true;
            s.farthest = s.at;
        }
    }
    if (why.kind)
        return error_set(error, ERROR_FORMAT, "'%s': %s", line, why.text);
    return error_set(error, ERROR_FORMAT, "'%s': %s is wanted at column %zu", line, s.wanted,
                     (size_t)(s.farthest - line) + 1);
}
