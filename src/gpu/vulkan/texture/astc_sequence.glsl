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

struct Sequence {
    uvec4 bits; /* zero behind its end */
    uint at;
    uvec2 range; /* base, bits */
};

Sequence sequence(uvec4 bits, uint at, uint size, uint range) {
    const uint end = at + size;
    for (uint i = 0; i < 4; i++)
        bits[i] &= end >= 32 * i + 32 ? ~0u : (1u << (max(end, 32 * i) - 32 * i)) - 1;
    return Sequence(bits, at, range_of(range));
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

/* The digit and the bits of value `i`. Behind each value of a group stand some bits of the digits:
 * how many, and how many before those, are four bits each of a number. */
uvec2 piece(Sequence s, uint i) {
    const uint base = s.range.x, n = s.range.y;
    const uint widths = base == 3 ? 0x12122 : base == 5 ? 0x223 : 0;
    const uint before = base == 3 ? 0x75420 : 0x530;
    const uint group = base == 3 ? i / 5 : base == 5 ? i / 3 : i;
    const uint k = base == 3 ? i % 5 : base == 5 ? i % 3 : 0;
    const uint at = s.at + group * (base == 3 ? 8 + 5 * n : base == 5 ? 7 + 3 * n : n);
    uint packed = 0;
    for (uint j = 0; j < 5; j++) {
        const uint have = before >> 4 * j & 15;
        packed |= field(s.bits, at + (j + 1) * n + have, widths >> 4 * j & 15) << have;
    }
    const uint digit = base == 3 ? trit(packed, k) : base == 5 ? quint(packed, k) : 0;
    return uvec2(digit, field(s.bits, at + k * n + (before >> 4 * k & 15), n));
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
