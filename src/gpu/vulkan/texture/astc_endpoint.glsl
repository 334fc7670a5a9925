/* SPDX-License-Identifier: MIT */
/* Endpoints of ASTC: gpu/texture/astc_endpoint.c and astc_endpoint_hdr.c say what this is. */

struct Endpoint {
    ivec4 from, to;
    bool hdr, hdr_alpha;
};

const int HDR_ONE = 0x780;

/* ---- LDR ---- */

void split(int first, int second, out int base, out int by) {
    base = first >> 1 | (second & 0x80);
    by = bitfieldExtract(second, 1, 6);
}

ivec4 contracted(ivec4 c) {
    return ivec4((c.xy + c.zz) >> 1, c.zw);
}

/* Both ends in pairs, or bases and offsets; alpha is 255 where it is not among them. */
Endpoint pairs(int v[8], bool offsets, bool alpha) {
    ivec4 from = ivec4(v[0], v[2], v[4], alpha ? v[6] : 255);
    ivec4 to = ivec4(v[1], v[3], v[5], alpha ? v[7] : 255);
    bool forward = to.x + to.y + to.z >= from.x + from.y + from.z;
    if (offsets) {
        ivec4 by = ivec4(0);
        for (int i = 0; i < (alpha ? 4 : 3); i++) {
            int base, one;
            split(v[2 * i], v[2 * i + 1], base, one);
            from[i] = base;
            by[i] = one;
        }
        to = from + by;
        forward = by.x + by.y + by.z >= 0;
    }
    return forward ? Endpoint(from, to, false, false)
                   : Endpoint(contracted(to), contracted(from), false, false);
}

Endpoint endpoint_ldr(uint mode, int v[8]) {
    int l, by, a, a_by;
    Endpoint e;
    switch (mode) {
    case 0:
        e = Endpoint(ivec4(v[0].xxx, 255), ivec4(v[1].xxx, 255), false, false);
        break;
    case 1:
        l = v[0] >> 2 | (v[1] & 0xc0);
        e = Endpoint(ivec4(l.xxx, 255), ivec4((l + (v[1] & 0x3f)).xxx, 255), false, false);
        break;
    case 4:
        e = Endpoint(ivec4(v[0].xxx, v[2]), ivec4(v[1].xxx, v[3]), false, false);
        break;
    case 5:
        split(v[0], v[1], l, by);
        split(v[2], v[3], a, a_by);
        e = Endpoint(ivec4(l.xxx, a), ivec4((l + by).xxx, a + a_by), false, false);
        break;
    case 6:
    case 10:
        e = Endpoint(ivec4(ivec3(v[0], v[1], v[2]) * v[3] >> 8, mode == 6 ? 255 : v[4]),
                     ivec4(v[0], v[1], v[2], mode == 6 ? 255 : v[5]), false, false);
        break;
    default:
        e = pairs(v, (mode & 1) == 1, mode > 11);
        break;
    }
    e.from = clamp(e.from, 0, 255);
    e.to = clamp(e.to, 0, 255);
    return e;
}

/* ---- HDR ---- */

/* Where the bits go that move, a byte each: sixteen times the field, and the bit of it. */
uvec2 scale_extra(int mode) {
    switch (mode) {
    case 0:
        return uvec2(0x0a070809, 0x353606);
    case 1:
        return uvec2(0x25071508, 0x090a06);
    case 2:
        return uvec2(0x06070809, 0x353637);
    case 3:
        return uvec2(0x25071508, 0x353606);
    case 4:
        return uvec2(0x25261516, 0x350706);
    default:
        return uvec2(0x25261516, 0x353606);
    }
}

/* And how many bits the last fields have. */
uvec2 direct_extra(int mode, out int d_bits) {
    d_bits = (mode & 1) == 1 ? 6 : mode < 4 ? 7 : 5;
    switch (mode) {
    case 0:
        return uvec2(0x56462616, 0x5545);
    case 1:
        return uvec2(0x27172616, 0x5545);
    case 2:
        return uvec2(0x56463609, 0x5545);
    case 3:
        return uvec2(0x36092616, 0x5545);
    case 4:
        return uvec2(0x27172616, 0x0a09);
    case 5:
        return uvec2(0x36370a09, 0x5545);
    case 6:
        return uvec2(0x360b2616, 0x0a09);
    default:
        return uvec2(0x360b0a09, 0x5545);
    }
}

uint byte_of(uvec2 bytes, int i) {
    return bytes[i >> 2] >> 8 * (i & 3) & 0xff;
}

/* The lowest bit at its place, in four fields from `first` on. */
ivec4 placed(uint to, int bit, uint first) {
    const bvec4 here = equal(uvec4(to >> 4), first + uvec4(0, 1, 2, 3));
    return mix(ivec4(0), ivec4((bit & 1) << (to & 15)), here);
}

ivec4 hdr_color(ivec3 c, int major) {
    c = clamp(c, 0, 0xfff);
    return ivec4(major == 1 ? c.yxz : major == 2 ? c.zyx : c, HDR_ONE);
}

Endpoint luminance(uint mode, int v[8]) {
    int from = v[0] << 4, to = v[1] << 4;
    if (mode == 3) {
        const bool coarse = (v[0] & 0x80) != 0;
        const int high = v[1] & (coarse ? 0xe0 : 0xf0), shift = coarse ? 2 : 1;
        from = high << 4 | (v[0] & 0x7f) << shift;
        to = from + ((v[1] ^ high) << shift);
    } else if (v[1] < v[0]) {
        from = (v[1] << 4) + 8;
        to = (v[0] << 4) - 8;
    }
    return Endpoint(hdr_color(from.xxx, 0), hdr_color(to.xxx, 0), true, true);
}

Endpoint rgb_scale(int v[8]) {
    const int code = v[0] >> 6 | (v[1] >> 7) << 2 | (v[2] >> 7) << 3;
    const int mode = code < 12 ? code & 3 : code < 15 ? 4 : 5;
    const int major = code < 12 ? code >> 2 : code < 15 ? code & 3 : 0;
    const int extra[7] = {v[1] >> 6, v[1] >> 5, v[2] >> 6, v[2] >> 5, v[3] >> 7, v[3] >> 6, v[3] >> 5};
    ivec4 part = ivec4(v[0] & 0x3f, v[1] & 0x1f, v[2] & 0x1f, v[3] & 0x1f);
    const uvec2 places = scale_extra(mode);
    for (int i = 0; i < 7; i++)
        part |= placed(byte_of(places, i), extra[i], 0);
    part <<= max(mode, 1);
    ivec3 c = part.rgb;
    const int by = part.w;
    if (mode != 5)
        c.yz = c.x - c.yz;
    return Endpoint(hdr_color(c - by, major), hdr_color(c, major), true, true);
}

Endpoint rgb_direct(int v[8]) {
    const int major = v[4] >> 7 | (v[5] >> 7) << 1;
    if (major == 3)
        return Endpoint(hdr_color(ivec3(v[0] << 4, v[2] << 4, (v[4] & 0x7f) << 5), 0),
                        hdr_color(ivec3(v[1] << 4, v[3] << 4, (v[5] & 0x7f) << 5), 0), true, true);
    const int mode = v[1] >> 7 | (v[2] >> 7) << 1 | (v[3] >> 7) << 2, shift = (mode >> 1) ^ 3;
    const int extra[6] = {v[2] >> 6, v[3] >> 6, v[4] >> 6, v[5] >> 6, v[4] >> 5, v[5] >> 5};
    /* a, b0, b1, c; d0, d1 */
    ivec4 f = ivec4(v[0] | (v[1] & 0x40) << 2, v[2] & 0x3f, v[3] & 0x3f, v[1] & 0x3f);
    ivec4 d = ivec4(v[4] & 0x1f, v[5] & 0x1f, 0, 0);
    int d_bits;
    const uvec2 places = direct_extra(mode, d_bits);
    for (int i = 0; i < 6; i++) {
        f |= placed(byte_of(places, i), extra[i], 0);
        d |= placed(byte_of(places, i), extra[i], 4);
    }
    const ivec3 to = ivec3(f.x, f.xx - f.yz);
    const ivec3 by = ivec3(0, bitfieldExtract(d.xy, 0, d_bits));
    return Endpoint(hdr_color((to - f.w - by) * (1 << shift), major),
                    hdr_color(to * (1 << shift), major), true, true);
}

ivec2 hdr_alpha(int first, int second) {
    const int mode = first >> 7 | (second >> 7) << 1;
    int from = first & 0x7f, by = second & 0x7f;
    if (mode == 3)
        return ivec2(from, by) << 5;
    from |= by << (mode + 1) & 0x780;
    from <<= 4 - mode;
    by = bitfieldExtract(by, 0, 6 - mode) * (1 << (4 - mode));
    return ivec2(from, clamp(from + by, 0, 0xfff));
}

Endpoint endpoint(uint mode, int v[8]) {
    if (mode == 2 || mode == 3)
        return luminance(mode, v);
    if (mode == 7)
        return rgb_scale(v);
    if (mode != 11 && mode < 14)
        return endpoint_ldr(mode, v);
    Endpoint e = rgb_direct(v);
    if (mode > 11) {
        const ivec2 alpha = mode == 14 ? ivec2(v[6], v[7]) : hdr_alpha(v[6], v[7]);
        e.from.w = alpha.x;
        e.to.w = alpha.y;
        e.hdr_alpha = mode == 15;
    }
    return e;
}
