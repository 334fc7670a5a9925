/* SPDX-License-Identifier: MIT */
/* Integer sequences of ASTC, one value at a time: gpu/texture/astc_sequence.c says what this is. */

/* Tables are in expressions: many compilers copy an array into each invocation's memory. */

const uint RANGES = 21, FIRST_COLOR = 4;

/* base of the digit (1: there is none), bits */
uvec2 range_of(uint range) {
    if (range < 2)
        return range == 0 ? uvec2(1, 1) : uvec2(3, 0);
    const uint kind = (range - 2) % 3, step = (range - 2) / 3;
    return kind == 0 ? uvec2(1, step + 2) : kind == 1 ? uvec2(5, step) : uvec2(3, step + 1);
}

/* factor of the digit, spread and drop of the bits above the lowest one */
uvec3 color_scale(uvec2 r) {
    switch (r.x << 4 | r.y) {
    case 0x31:
        return uvec3(204, 0, 0);
    case 0x32:
        return uvec3(93, 0x116, 0);
    case 0x33:
        return uvec3(44, 0x85, 0);
    case 0x34:
        return uvec3(22, 0x41, 0);
    case 0x35:
        return uvec3(11, 0x81, 2);
    case 0x36:
        return uvec3(5, 0x101, 4);
    case 0x51:
        return uvec3(113, 0, 0);
    case 0x52:
        return uvec3(54, 0x10c, 0);
    case 0x53:
        return uvec3(26, 0x105, 1);
    case 0x54:
        return uvec3(13, 0x81, 1);
    default:
        return uvec3(6, 0x101, 3);
    }
}

uvec3 weight_scale(uvec2 r) {
    switch (r.x << 4 | r.y) {
    case 0x31:
        return uvec3(50, 0, 0);
    case 0x32:
        return uvec3(23, 0x45, 0);
    case 0x33:
        return uvec3(11, 0x21, 0);
    case 0x51:
        return uvec3(28, 0, 0);
    default:
        return uvec3(13, 0x42, 0);
    }
}

uint field(uvec4 bits, uint at, uint count) {
    if (at > 127)
        return 0;
    const uint word = at >> 5, shift = at & 31;
    uint value = bits[word] >> shift;
    if (shift > 0 && word < 3)
        value |= bits[word + 1] << (32 - shift);
    return value & ((1u << count) - 1);
}

uint sequence_size(uint range, uint count) {
    const uvec2 r = range_of(range);
    const uint digits = r.x == 3 ? (8 * count + 4) / 5 : r.x == 5 ? (7 * count + 2) / 3 : 0;
    return count * r.y + digits;
}

/* Bits from `end` on are something else's and read as zero. */
struct Sequence {
    uvec4 bits;
    uint at, end;
    uvec2 range; /* base, bits */
};

uint sequence_field(Sequence s, uint at, uint count) {
    at += s.at;
    return at < s.end ? field(s.bits, at, min(count, s.end - at)) : 0;
}

uint trit(uint t, uint which) {
    const bool four = (t >> 2 & 7) == 7; /* the last two are 2 */
    const bool three = (t >> 5 & 3) == 3;
    const uint rest = four ? (t >> 3 & 0x1c) | (t & 3) : t & 0x1f;
    if (which == 4)
        return four || three ? 2 : t >> 7;
    if (which == 3)
        return four ? 2 : three ? t >> 7 : t >> 5 & 3;
    if ((rest & 3) == 3)
        return which == 2   ? 2
               : which == 1 ? rest >> 4
                            : (rest >> 2 & 2) | (rest >> 2 & 1 & ~(rest >> 3));
    if ((rest >> 2 & 3) == 3)
        return which == 0 ? rest & 3 : 2;
    return which == 2   ? rest >> 4
           : which == 1 ? rest >> 2 & 3
                        : (rest & 2) | (rest & 1 & ~(rest >> 1));
}

uint quint(uint q, uint which) {
    const bool full = (q >> 1 & 3) == 3;
    const uint top = q >> 5;
    if (full && top == 0)
        return which < 2 ? 4 : (q & 1) << 2 | ((q & 1) == 1 ? 0 : q >> 3 & 3);
    const uint rest = full ? (q & 0x18) | (~top & 3) << 1 | (q & 1) : q & 0x1f;
    if (which == 2)
        return full ? 4 : top;
    if ((rest & 7) == 5)
        return which == 1 ? 4 : rest >> 3;
    return which == 1 ? rest >> 3 : rest & 7;
}

/* The digit and the bits of value `i`. */
uvec2 piece(Sequence s, uint i) {
    const uint base = s.range.x, n = s.range.y;
    if (base == 1)
        return uvec2(0, sequence_field(s, i * n, n));
    if (base == 3) {
        const uint at = i / 5 * (8 + 5 * n), k = i % 5;
        const uint before = 0x75420 >> 4 * k & 15; /* bits of the digits before the value's own */
        const uint packed =
            sequence_field(s, at + n, 2) | sequence_field(s, at + 2 * n + 2, 2) << 2 |
            sequence_field(s, at + 3 * n + 4, 1) << 4 | sequence_field(s, at + 4 * n + 5, 2) << 5 |
            sequence_field(s, at + 5 * n + 7, 1) << 7;
        return uvec2(trit(packed, k), sequence_field(s, at + k * n + before, n));
    }
    const uint at = i / 3 * (7 + 3 * n), k = i % 3;
    const uint before = 0x530 >> 4 * k & 15;
    const uint packed = sequence_field(s, at + n, 3) | sequence_field(s, at + 2 * n + 3, 2) << 3 |
                        sequence_field(s, at + 3 * n + 5, 2) << 5;
    return uvec2(quint(packed, k), sequence_field(s, at + k * n + before, n));
}

uint replicate(uint value, uint bits, uint wanted) {
    uint have = bits, all = value;
    for (; have < wanted; have += bits)
        all = all << bits | value;
    return all >> (have - wanted);
}

uint scaled(uvec3 scale, uvec2 p, uint top) {
    const uint all = (p.y & 1) == 1 ? top * 4 - 1 : 0;
    const uint value = p.x * scale.x + ((p.y >> 1) * scale.y >> scale.z);
    return (all & top) | (value ^ all) >> 2;
}

uint color_value(Sequence s, uint i) {
    const uint base = s.range.x, n = s.range.y;
    const uvec2 p = piece(s, i);
    if (base == 1)
        return replicate(p.y, n, 8);
    return scaled(color_scale(s.range), p, 0x80);
}

uint weight_value(Sequence s, uint i) {
    const uint base = s.range.x, n = s.range.y;
    const uvec2 p = piece(s, i);
    uint w;
    if (base == 1)
        w = replicate(p.y, n, 6);
    else if (n == 0)
        w = p.x * (base == 3 ? 32 : 16) - (p.x > base / 2 ? 1 : 0); /* 0, 32, 63; 0, 16, 32, 47, 63 */
    else
        w = scaled(weight_scale(s.range), p, 0x20);
    return w > 32 ? w + 1 : w;
}
