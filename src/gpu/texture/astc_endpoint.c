/* SPDX-License-Identifier: MIT */
#include "gpu/texture/astc_endpoint.h"

/* Khronos' Data Format Specification, "LDR Endpoint Decoding": modes 4k are a colour with 2k + 2
 * values given as such, modes 4k + 1 (and 4k + 2 from 6 on) as a base and something to it. */

static int clamp(int value) {
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

static void set(int16_t color[4], int r, int g, int b, int a) {
    const int part[] = {r, g, b, a};
    for (unsigned i = 0; i < 4; i++)
        color[i] = (int16_t)clamp(part[i]);
}

/* Red and green stored as what is between them and blue. */
static void set_contracted(int16_t color[4], const int part[4]) {
    set(color, (part[0] + part[2]) >> 1, (part[1] + part[2]) >> 1, part[2], part[3]);
}

static void set_plain(int16_t color[4], const int part[4]) {
    set(color, part[0], part[1], part[2], part[3]);
}

/* An offset of six bits with sign, whose value gave its highest bit to the base. */
static void split(const uint8_t *pair, int *base, int *offset) {
    *base = pair[0] >> 1 | (pair[1] & 0x80);
    *offset = pair[1] >> 1 & 0x3f;
    if (*offset & 0x20)
        *offset -= 0x40;
}

static void luminance_offset(const uint8_t *v, struct astc_endpoint *out) {
    const int base = v[0] >> 2 | (v[1] & 0xc0), sum = base + (v[1] & 0x3f);
    set(out->from, base, base, base, 255);
    set(out->to, sum, sum, sum, 255);
}

static void luminance_alpha_offset(const uint8_t *v, struct astc_endpoint *out) {
    int l, to_l, a, to_a;
    split(v, &l, &to_l);
    split(v + 2, &a, &to_a);
    set(out->from, l, l, l, a);
    set(out->to, l + to_l, l + to_l, l + to_l, a + to_a);
}

static void rgb_scale(const uint8_t *v, int from_alpha, int to_alpha, struct astc_endpoint *out) {
    set(out->from, v[0] * v[3] >> 8, v[1] * v[3] >> 8, v[2] * v[3] >> 8, from_alpha);
    set(out->to, v[0], v[1], v[2], to_alpha);
}

/* `parts` components in pairs, alpha is 255 where it is not among them. Whether red and green are
 * contracted is told by the order of the ends. */
static void direct(const uint8_t *v, unsigned parts, struct astc_endpoint *out) {
    int from[4] = {0, 0, 0, 255}, to[4] = {0, 0, 0, 255};
    for (unsigned i = 0; i < parts; i++) {
        from[i] = v[2 * i];
        to[i] = v[2 * i + 1];
    }
    if (to[0] + to[1] + to[2] >= from[0] + from[1] + from[2]) {
        set_plain(out->from, from);
        set_plain(out->to, to);
    } else {
        set_contracted(out->from, to);
        set_contracted(out->to, from);
    }
}

static void offset(const uint8_t *v, unsigned parts, struct astc_endpoint *out) {
    int from[4] = {0, 0, 0, 255}, to[4] = {0, 0, 0, 255}, way = 0;
    for (unsigned i = 0; i < parts; i++) {
        int by;
        split(v + 2 * i, &from[i], &by);
        to[i] = from[i] + by;
        way += i < 3 ? by : 0;
    }
    if (way >= 0) {
        set_plain(out->from, from);
        set_plain(out->to, to);
    } else {
        set_contracted(out->from, to);
        set_contracted(out->to, from);
    }
}

void astc_endpoint(unsigned mode, const uint8_t *v, struct astc_endpoint *out) {
    *out = (struct astc_endpoint){0};
    switch (mode) {
    case 0:
        set(out->from, v[0], v[0], v[0], 255);
        set(out->to, v[1], v[1], v[1], 255);
        break;
    case 1:
        luminance_offset(v, out);
        break;
    case 4:
        set(out->from, v[0], v[0], v[0], v[2]);
        set(out->to, v[1], v[1], v[1], v[3]);
        break;
    case 5:
        luminance_alpha_offset(v, out);
        break;
    case 6:
        rgb_scale(v, 255, 255, out);
        break;
    case 8:
    case 12:
        direct(v, mode == 8 ? 3 : 4, out);
        break;
    case 9:
    case 13:
        offset(v, mode == 9 ? 3 : 4, out);
        break;
    case 10:
        rgb_scale(v, v[4], v[5], out);
        break;
    default:
        astc_endpoint_hdr(mode, v, out);
        break;
    }
}
