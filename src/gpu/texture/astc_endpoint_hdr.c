/* SPDX-License-Identifier: MIT */
#include "gpu/texture/astc_endpoint.h"

/* Khronos' Data Format Specification, "HDR Endpoint Decoding". Numbers of twelve bits; which bits
 * of them are stored differs between sub-modes, the tables say where the bits go that move. */

enum { ONE = 0x780, MOST = 0xfff };

static int clamp(int value) {
    return value < 0 ? 0 : value > MOST ? MOST : value;
}

static void set(int16_t color[4], int r, int g, int b) {
    color[0] = (int16_t)clamp(r);
    color[1] = (int16_t)clamp(g);
    color[2] = (int16_t)clamp(b);
    color[3] = ONE;
}

static void swap_red(int16_t color[4], unsigned with) {
    const int16_t red = color[0];
    color[0] = color[with];
    color[with] = red;
}

static int sign_extend(int value, unsigned bits) {
    return (int)((unsigned)value << (32 - bits)) >> (32 - bits);
}

/* Where an extra bit goes: a field's number and a bit of it. */
#define TO(field, bit) ((field) << 4 | (bit))

static void place(int *fields, uint8_t to, unsigned bit) {
    fields[to >> 4] |= (int)(bit << (to & 15));
}

/* ---- luminance ---- */

static void luminance_large(const uint8_t *v, struct astc_endpoint *out) {
    int from = v[0] << 4, to = v[1] << 4;
    if (v[1] < v[0]) {
        from = (v[1] << 4) + 8;
        to = (v[0] << 4) - 8;
    }
    set(out->from, from, from, from);
    set(out->to, to, to, to);
}

static void luminance_small(const uint8_t *v, struct astc_endpoint *out) {
    const bool coarse = v[0] & 0x80;
    const int high = coarse ? v[1] & 0xe0 : v[1] & 0xf0;
    const unsigned shift = coarse ? 2 : 1;
    const int from = high << 4 | (v[0] & 0x7f) << shift;
    const int to = from + ((v[1] ^ high) << shift);
    set(out->from, from, from, from);
    set(out->to, to, to, to);
}

/* ---- mode 7: a colour and how much less the other one is ---- */

enum { R, G, B, S };

static const uint8_t scale_extra[6][7] = {
    {TO(R, 9), TO(R, 8), TO(R, 7), TO(R, 10), TO(R, 6), TO(S, 6), TO(S, 5)},
    {TO(R, 8), TO(G, 5), TO(R, 7), TO(B, 5), TO(R, 6), TO(R, 10), TO(R, 9)},
    {TO(R, 9), TO(R, 8), TO(R, 7), TO(R, 6), TO(S, 7), TO(S, 6), TO(S, 5)},
    {TO(R, 8), TO(G, 5), TO(R, 7), TO(B, 5), TO(R, 6), TO(S, 6), TO(S, 5)},
    {TO(G, 6), TO(G, 5), TO(B, 6), TO(B, 5), TO(R, 6), TO(R, 7), TO(S, 5)},
    {TO(G, 6), TO(G, 5), TO(B, 6), TO(B, 5), TO(R, 6), TO(S, 6), TO(S, 5)},
};

static void rgb_scale(const uint8_t *v, struct astc_endpoint *out) {
    static const uint8_t shift[] = {1, 1, 2, 3, 4, 5};
    const unsigned code = v[0] >> 6 | (v[1] >> 7) << 2 | (v[2] >> 7) << 3;
    const unsigned mode = code < 12 ? code & 3 : code < 15 ? 4 : 5;
    const unsigned major = code < 12 ? code >> 2 : code < 15 ? code & 3 : 0;
    const unsigned extra[] = {v[1] >> 6 & 1, v[1] >> 5 & 1, v[2] >> 6 & 1, v[2] >> 5 & 1,
                              v[3] >> 7,     v[3] >> 6 & 1, v[3] >> 5 & 1};
    int part[] = {v[0] & 0x3f, v[1] & 0x1f, v[2] & 0x1f, v[3] & 0x1f};
    for (unsigned i = 0; i < 7; i++)
        place(part, scale_extra[mode][i], extra[i]);
    for (unsigned i = 0; i < 4; i++)
        part[i] <<= shift[mode];
    if (mode != 5) {
        part[G] = part[R] - part[G];
        part[B] = part[R] - part[B];
    }
    set(out->from, part[R] - part[S], part[G] - part[S], part[B] - part[S]);
    set(out->to, part[R], part[G], part[B]);
    swap_red(out->from, major);
    swap_red(out->to, major);
}

/* ---- modes 11, 14, 15: two colours ---- */

enum { A, B0, B1, C, D0, D1, FIELDS };

static const uint8_t direct_extra[8][6] = {
    {TO(B0, 6), TO(B1, 6), TO(D0, 6), TO(D1, 6), TO(D0, 5), TO(D1, 5)},
    {TO(B0, 6), TO(B1, 6), TO(B0, 7), TO(B1, 7), TO(D0, 5), TO(D1, 5)},
    {TO(A, 9), TO(C, 6), TO(D0, 6), TO(D1, 6), TO(D0, 5), TO(D1, 5)},
    {TO(B0, 6), TO(B1, 6), TO(A, 9), TO(C, 6), TO(D0, 5), TO(D1, 5)},
    {TO(B0, 6), TO(B1, 6), TO(B0, 7), TO(B1, 7), TO(A, 9), TO(A, 10)},
    {TO(A, 9), TO(A, 10), TO(C, 7), TO(C, 6), TO(D0, 5), TO(D1, 5)},
    {TO(B0, 6), TO(B1, 6), TO(A, 11), TO(C, 6), TO(A, 9), TO(A, 10)},
    {TO(A, 9), TO(A, 10), TO(A, 11), TO(C, 6), TO(D0, 5), TO(D1, 5)},
};

static void rgb_direct(const uint8_t *v, struct astc_endpoint *out) {
    static const uint8_t d_bits[] = {7, 6, 7, 6, 5, 6, 5, 6};
    const unsigned major = v[4] >> 7 | (v[5] >> 7) << 1;
    if (major == 3) {
        set(out->from, v[0] << 4, v[2] << 4, (v[4] & 0x7f) << 5);
        set(out->to, v[1] << 4, v[3] << 4, (v[5] & 0x7f) << 5);
        return;
    }
    const unsigned mode = v[1] >> 7 | (v[2] >> 7) << 1 | (v[3] >> 7) << 2;
    const unsigned shift = (mode >> 1) ^ 3; /* A ends at the highest of twelve bits */
    const unsigned extra[] = {v[2] >> 6 & 1, v[3] >> 6 & 1, v[4] >> 6 & 1,
                              v[5] >> 6 & 1, v[4] >> 5 & 1, v[5] >> 5 & 1};
    int f[FIELDS] = {
        v[0] | (v[1] & 0x40) << 2, v[2] & 0x3f, v[3] & 0x3f, v[1] & 0x3f, v[4] & 0x1f, v[5] & 0x1f};
    for (unsigned i = 0; i < 6; i++)
        place(f, direct_extra[mode][i], extra[i]);
    f[D0] = sign_extend(f[D0], d_bits[mode]);
    f[D1] = sign_extend(f[D1], d_bits[mode]);
    for (unsigned i = 0; i < FIELDS; i++)
        f[i] *= 1 << shift;
    set(out->from, f[A] - f[C], f[A] - f[B0] - f[C] - f[D0], f[A] - f[B1] - f[C] - f[D1]);
    set(out->to, f[A], f[A] - f[B0], f[A] - f[B1]);
    swap_red(out->from, major);
    swap_red(out->to, major);
}

static void hdr_alpha(const uint8_t *v, struct astc_endpoint *out) {
    const unsigned mode = v[0] >> 7 | (v[1] >> 7) << 1;
    int from = v[0] & 0x7f, by = v[1] & 0x7f;
    if (mode == 3) {
        out->from[3] = (int16_t)(from << 5);
        out->to[3] = (int16_t)(by << 5);
        return;
    }
    from |= by << (mode + 1) & 0x780;
    from <<= 4 - mode;
    by = sign_extend(by, 6 - mode) * (1 << (4 - mode));
    out->from[3] = (int16_t)from;
    out->to[3] = (int16_t)clamp(from + by);
}

void astc_endpoint_hdr(unsigned mode, const uint8_t *v, struct astc_endpoint *out) {
    *out = (struct astc_endpoint){.hdr = true, .hdr_alpha = mode != 14};
    switch (mode) {
    case 2:
        luminance_large(v, out);
        break;
    case 3:
        luminance_small(v, out);
        break;
    case 7:
        rgb_scale(v, out);
        break;
    default:
        rgb_direct(v, out);
        if (mode == 15)
            hdr_alpha(v + 6, out);
        if (mode == 14) {
            out->from[3] = v[6];
            out->to[3] = v[7];
        }
        break;
    }
}
