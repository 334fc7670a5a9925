/* SPDX-License-Identifier: MIT */
#include "tolerance.h"

#include "formats.h"

#include "base/memory.h"

#include <ctype.h>
#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum phrase {
    PHRASE_EXACT,
    PHRASE_LANES,
    PHRASE_DIVISOR,
    PHRASE_HALF,
    PHRASE_ULPS,
    PHRASE_RELATIVE,
    PHRASE_ABSOLUTE,
    PHRASE_SCALED,
    PHRASE_FRACTION,
    PHRASE_ABSOLUTE_FRACTION,
    PHRASE_SHARE,
    PHRASE_EDGES,
};

/* In the order in which they are looked for: what was found is taken out. */
static const struct {
    enum phrase phrase;
    const char *pattern;
} phrases[] = {
    {PHRASE_LANES, "32-wide subgroups"},
    {PHRASE_DIVISOR, "([0-9]+) ULP of divisor"},
    {PHRASE_HALF, "([0-9]+) half ULP"},
    {PHRASE_ULPS, "1/w \\(([0-9]+) ULP\\)"},
    {PHRASE_ULPS, "([0-9]+) ULP"},
    {PHRASE_RELATIVE, "relative 2\\^-([0-9]+)"},
    {PHRASE_RELATIVE, "2\\^-([0-9]+) relative"},
    {PHRASE_ABSOLUTE, "absolute 2\\^-([0-9]+)"},
    {PHRASE_SCALED, "2\\^-([0-9]+)"},
    {PHRASE_ABSOLUTE_FRACTION, "absolute ([0-9]+)/([0-9]+)"},
    {PHRASE_FRACTION, "([0-9]+)/([0-9]+)"},
    {PHRASE_SHARE, "([0-9]+) %"},
    {PHRASE_EDGES, "edges within one pixel"},
    {PHRASE_EXACT, "exact"},
};

static void take(struct tolerance *t, enum phrase phrase, double first, double second) {
    switch (phrase) {
    case PHRASE_EXACT:
        break;
    case PHRASE_LANES:
        t->lanes = true;
        break;
    case PHRASE_DIVISOR:
        t->divisor_ulps = (uint32_t)first;
        break;
    case PHRASE_HALF:
        t->half_ulps = (uint32_t)first;
        break;
    case PHRASE_ULPS:
        t->ulps = (uint32_t)first;
        break;
    case PHRASE_RELATIVE:
        t->relative = exp2(-first);
        break;
    case PHRASE_ABSOLUTE:
        t->absolute = exp2(-first);
        break;
    case PHRASE_SCALED:
        t->scaled = exp2(-first);
        break;
    case PHRASE_FRACTION:
        t->scaled = first / second;
        break;
    case PHRASE_ABSOLUTE_FRACTION:
        t->absolute = first / second;
        break;
    case PHRASE_SHARE:
        t->share = first / 100;
        break;
    case PHRASE_EDGES:
        t->edges = true;
        break;
    }
}

bool tolerance_read(const char *text, struct tolerance *out, struct error *error) {
    char *left = memory_string(text);
    bool any = false;
    *out = (struct tolerance){0};
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        regex_t pattern;
        regmatch_t match[3];
        if (regcomp(&pattern, phrases[i].pattern, REG_EXTENDED))
            continue;
        while (!regexec(&pattern, left, 3, match, 0)) {
            const double first = match[1].rm_so >= 0 ? atof(left + match[1].rm_so) : 0;
            const double second = match[2].rm_so >= 0 ? atof(left + match[2].rm_so) : 0;
            take(out, phrases[i].phrase, first, second);
            memset(left + match[0].rm_so, ' ', (size_t)(match[0].rm_eo - match[0].rm_so));
            any = true;
        }
        regfree(&pattern);
    }
    any = any && !strpbrk(left, "0123456789");
    free(left);
    return any || error_set(error, ERROR_FORMAT, "exactness '%s' is not understood", text);
}

uint32_t float_distance(uint32_t a, uint32_t b) {
    const int64_t x = a >> 31 ? -(int64_t)(a & 0x7fffffff) : a,
                  y = b >> 31 ? -(int64_t)(b & 0x7fffffff) : b;
    const int64_t d = x > y ? x - y : y - x;
    return d > UINT32_MAX ? UINT32_MAX : (uint32_t)d;
}

static uint32_t half_distance(uint16_t a, uint16_t b) {
    return float_distance((uint32_t)(a & 0x8000) << 16 | (a & 0x7fff),
                          (uint32_t)(b & 0x8000) << 16 | (b & 0x7fff));
}

bool tolerance_allows(const struct tolerance *t, enum number_kind kind, uint32_t a, uint32_t b,
                      double a_value, double b_value) {
    if (a == b && kind != NUMBER_REAL)
        return true;
    if (kind == NUMBER_INTEGER)
        return false;
    if (isnan(a_value) || isnan(b_value))
        return isnan(a_value) && isnan(b_value);
    if (kind == NUMBER_FLOAT && t->ulps && float_distance(a, b) <= t->ulps)
        return true;
    if (kind == NUMBER_FLOAT && t->half_ulps &&
        half_distance((uint16_t)a, (uint16_t)b) <= t->half_ulps &&
        half_distance((uint16_t)(a >> 16), (uint16_t)(b >> 16)) <= t->half_ulps)
        return true;
    const double difference = fabs(a_value - b_value), larger = fmax(fabs(a_value), fabs(b_value));
    const double room = fmax(t->absolute, fmax(t->relative * larger, t->scaled * fmax(larger, 1)));
    return room > 0 ? difference <= room : kind == NUMBER_REAL && difference == 0;
}
