/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include "base/memory.h"
#include "host/display_frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

struct number {
    uint32_t bits;
    double value;
};

static size_t number_count(const struct result *r) {
    return (size_t)r->width * r->height * r->layers * r->samples * r->components;
}

static struct number number_at(const struct result *r, size_t at) {
    struct number n;
    n.value =
        component_value(r->component, r->bytes.data + at * component_size(r->component), &n.bits);
    return n;
}

static bool tolerant(const struct tolerance *t) {
    return t->ulps || t->half_ulps || t->absolute > 0 || t->relative > 0 || t->scaled > 0;
}

/* Words of a buffer are floats where floats may differ, and otherwise just words. */
static enum number_kind kind_of(const struct tolerance *t, const struct result *r) {
    switch (r->component) {
    case COMPONENT_F32:
        return r->words && !tolerant(t) ? NUMBER_INTEGER : NUMBER_FLOAT;
    case COMPONENT_F16:
    case COMPONENT_UNORM8:
        return NUMBER_REAL;
    case COMPONENT_SINT16:
    case COMPONENT_UINT8:
    case COMPONENT_SINT32:
    case COMPONENT_UINT32:
        break;
    }
    return NUMBER_INTEGER;
}

struct comparison {
    const struct tolerance *tolerance;
    const struct result *a, *b;
    enum number_kind kind;
};

static bool pixel_agrees(const struct comparison *c, size_t a_pixel, size_t b_pixel) {
    for (size_t i = 0; i < c->a->components; i++) {
        const struct number a = number_at(c->a, a_pixel * c->a->components + i),
                            b = number_at(c->b, b_pixel * c->b->components + i);
        if (!tolerance_allows(c->tolerance, c->kind, a.bits, b.bits, a.value, b.value))
            return false;
    }
    return true;
}

/* Does a pixel of one picture look like this one of the other, or like a neighbour of it? */
static bool like_a_neighbour(const struct comparison *c, size_t pixel, bool swapped) {
    const size_t width = c->a->width, height = c->a->height, samples = c->a->samples;
    const size_t sample = pixel % samples, x = pixel / samples % width,
                 y = pixel / samples / width % height, layer = pixel / samples / width / height;
    for (size_t ny = y ? y - 1 : 0; ny <= y + 1 && ny < height; ny++)
        for (size_t nx = x ? x - 1 : 0; nx <= x + 1 && nx < width; nx++) {
            const size_t near = ((layer * height + ny) * width + nx) * samples + sample;
            if (swapped ? pixel_agrees(c, near, pixel) : pixel_agrees(c, pixel, near))
                return true;
        }
    return false;
}

/* ---- the report ---- */

static double distance(struct number a, struct number b) {
    if (a.bits == b.bits || (isnan(a.value) && isnan(b.value)))
        return 0;
    const double d = fabs(a.value - b.value);
    return isnan(d) ? INFINITY : d;
}

static void report_at(const struct comparison *c, const char *what, size_t at,
                      struct strbuf *report) {
    const struct number a = number_at(c->a, at), b = number_at(c->b, at);
    strbuf_addf(report, "%s ", what);
    if (c->kind == NUMBER_FLOAT)
        strbuf_addf(report, "%.3g (%u ULP) ", distance(a, b), float_distance(a.bits, b.bits));
    else if (c->kind == NUMBER_REAL)
        strbuf_addf(report, "%.3g ", distance(a, b));
    if (c->a->words) {
        strbuf_addf(report, "at word %zu", at);
    } else {
        const size_t n = c->a->components, pixel = at / n / c->a->samples;
        strbuf_addf(report, "at (%zu, %zu)", pixel % c->a->width,
                    pixel / c->a->width % c->a->height);
        if (c->a->layers > 1)
            strbuf_addf(report, " layer %zu", pixel / c->a->width / c->a->height);
        if (c->a->samples > 1)
            strbuf_addf(report, " sample %zu", at / n % c->a->samples);
        strbuf_addf(report, ".%c", "xyzw"[at % n]);
    }
    strbuf_addf(report, ": 0x%x (%.9g) against 0x%x (%.9g)", a.bits, a.value, b.bits, b.value);
}

bool compare_results(const struct tolerance *tolerance, const char *name, const struct result *a,
                     const struct result *b, struct strbuf *report) {
    const struct comparison c = {tolerance, a, b, kind_of(tolerance, a)};
    const size_t count = number_count(a), pixels = count / a->components;
    size_t worst = 0, first = count, wrong = 0, different = 0, excused = 0;
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        const struct number x = number_at(a, i), y = number_at(b, i);
        const double d = distance(x, y);
        if (x.bits == y.bits)
            continue;
        if (!different++ || d > largest) {
            largest = d;
            worst = i;
        }
    }
    for (size_t pixel = 0; pixel < pixels; pixel++) {
        if (pixel_agrees(&c, pixel, pixel))
            continue;
        if (tolerance->edges && like_a_neighbour(&c, pixel, false) &&
            like_a_neighbour(&c, pixel, true)) {
            excused++;
            continue;
        }
        wrong++;
        for (size_t i = 0; first == count && i < a->components; i++) {
            const size_t at = pixel * a->components + i;
            const struct number x = number_at(a, at), y = number_at(b, at);
            if (!tolerance_allows(tolerance, c.kind, x.bits, y.bits, x.value, y.value))
                first = at;
        }
    }
    const bool ok =
        (double)wrong <= (double)pixels * (tolerance->share > 0 ? 1 - tolerance->share : 0);
    strbuf_addf(report, "  %s: %zu %s", name, pixels, a->words ? "words" : "pixels");
    if (different)
        report_at(&c, ", the largest difference is", worst, report);
    else
        strbuf_add(report, ", all the same");
    if (excused)
        strbuf_addf(report, "; %zu at edges", excused);
    if (wrong) {
        strbuf_addf(report, "; %zu %sapart, the first", wrong, ok ? "" : "too far ");
        report_at(&c, " by", first, report);
    }
    strbuf_add(report, "\n");
    return ok;
}

/* ---- pictures ---- */

static uint8_t shade(double value) {
    return isnan(value) ? 0 : (uint8_t)lrint(fmin(fmax(value, 0), 1) * 255);
}

bool result_picture(const struct result *r, const char *path, struct error *error) {
    const size_t pixels = (size_t)r->width * r->height * r->layers;
    const bool whole = kind_of(&(struct tolerance){0}, r) == NUMBER_INTEGER;
    uint8_t *rgba = memory_new(pixels * 4);
    for (size_t i = 0; i < pixels; i++)
        for (size_t k = 0; k < 4; k++) {
            const struct number n = k < r->components
                                        ? number_at(r, i * r->samples * r->components + k)
                                        : (struct number){.value = k == 3};
            rgba[4 * i + k] = whole ? (uint8_t)n.bits : shade(n.value);
        }
    const bool ok = png_write(path, rgba, r->width, r->height * r->layers, error);
    free(rgba);
    return ok;
}
