/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steele, Lea and Flood: "Fast splittable pseudorandom number generators", 2014. */
static uint64_t next(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint64_t seed(uint64_t state, const char *name) {
    for (; *name; name++) {
        state ^= (uint8_t)*name;
        state = next(&state);
    }
    return state;
}

static double between(uint64_t *state, double low, double high) {
    return low + (high - low) * ((double)(next(state) >> 11) * 0x1p-53);
}

static int64_t whole(uint64_t *state, const struct fill *fill) {
    const int64_t low = (int64_t)fill->low, high = (int64_t)fill->high;
    return low + (int64_t)(next(state) % (uint64_t)(high - low + 1));
}

/* One number; how many bytes it has. */
static size_t number(const struct fill *fill, uint64_t *state, uint8_t out[8]) {
    const double real = between(state, fill->low, fill->high);
    const float single = (float)real;
    const uint16_t half = half_of(real);
    uint32_t word;
    switch (fill->kind) {
    case FILL_F16:
        memcpy(out, &half, sizeof half);
        return sizeof half;
    case FILL_F32:
        memcpy(out, &single, sizeof single);
        return sizeof single;
    case FILL_F64:
        memcpy(out, &real, sizeof real);
        return sizeof real;
    case FILL_I32:
    case FILL_U32:
        word = (uint32_t)whole(state, fill);
        memcpy(out, &word, sizeof word);
        return sizeof word;
    case FILL_ZERO:
        memset(out, 0, 8);
        return 8;
    case FILL_OUT:
        memset(out, 0xcd, 8);
        return 8;
    case FILL_RANDOM:
        break;
    }
    const uint64_t any = next(state);
    memcpy(out, &any, sizeof any);
    return sizeof any;
}

void fill_bytes(const struct scene *scene, const struct fill *fill, const char *name, uint8_t *out,
                size_t size) {
    uint64_t state = seed(seed(0, scene->name), name);
    for (size_t at = 0; at < size;) {
        uint8_t bytes[8];
        const size_t got = number(fill, &state, bytes);
        memcpy(out + at, bytes, got < size - at ? got : size - at);
        at += got;
    }
}

bool fill_read(const char **text, struct fill *out, struct error *error) {
    static const struct {
        const char *name;
        enum fill_kind kind;
        double low, high;
    } names[] = {
        {"zero", FILL_ZERO, 0, 0},
        {"rand", FILL_RANDOM, 0, 0},
        {"out", FILL_OUT, 0, 0},
        {"f16", FILL_F16, -1, 1},
        {"f32", FILL_F32, -1, 1},
        {"f64", FILL_F64, -1, 1},
        {"i32", FILL_I32, INT32_MIN, INT32_MAX},
        {"u32", FILL_U32, 0, UINT32_MAX},
    };
    const size_t length = strcspn(*text, "[:( ");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i].name) != length || memcmp(*text, names[i].name, length))
            continue;
        *out = (struct fill){names[i].kind, names[i].low, names[i].high};
        *text += length;
        if (**text != '[')
            return true;
        char *end;
        out->low = strtod(*text + 1, &end);
        out->high = *end == ',' ? strtod(end + 1, &end) : NAN;
        if (*end != ']' || !(out->low <= out->high))
            return error_set(error, ERROR_FORMAT, "'%s': a range is [LOW,HIGH]", *text);
        *text = end + 1;
        return true;
    }
    return error_set(error, ERROR_FORMAT, "'%s' is no content: zero, rand, out, f32[LOW,HIGH], ...",
                     *text);
}
