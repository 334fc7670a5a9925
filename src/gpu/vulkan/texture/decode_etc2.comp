/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#include "decode.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

/* ETC2 and EAC blocks to texels: gpu/texture/etc2.c says what this is, and both give the same bits.
 * An invocation has one texel. Of a block's 64 bits the higher 32 are in x. */

const uint RGB = 0, PUNCH = 1, RGBA = 2, R = 3, R_SIGNED = 4, RG = 5, RG_SIGNED = 6; /* etc2_kind */

uvec2 load(Blocks blocks, uint unit) {
    const uvec2 b = blocks.at[unit];
    return b << 24 | (b & 0xff00) << 8 | (b >> 8 & 0xff00) | b >> 24;
}

/* Bits of the higher half are numbered from 32 on; a field lies in one half. */
int field(uvec2 bits, uint at, uint count) {
    return int((at < 32 ? bits.y >> at : bits.x >> (at - 32)) & ((1u << count) - 1));
}

/* ---- colours ---- */

/* Tables are bytes in words, the first one lowest: many compilers copy an array into each
 * invocation's memory. */
const uvec2 small = uvec2(0x0d090502, 0x2f211812), large = uvec2(0x2a1d1108, 0xb76a503c);
const uvec2 distances = uvec2(0x100b0603, 0x40292017);

int byte_of(uvec2 table, int i) {
    return int(table[i >> 2] >> 8 * (i & 3) & 0xff);
}

uint index_of(uvec2 bits, uvec2 at) {
    const uint texel = at.x * 4 + at.y;
    return field(bits, 16 + texel, 1) << 1 | field(bits, texel, 1);
}

/* Individual and differential mode. */
ivec3 in_half(uvec2 bits, uvec2 at, ivec3 one, ivec3 two, bool opaque) {
    const bool second = (field(bits, 32, 1) == 1 ? at.y : at.x) > 1;
    const int table = field(bits, second ? 34 : 37, 3);
    const uint index = index_of(bits, at);
    const int size = (index & 1) == 1 ? byte_of(large, table) : opaque ? byte_of(small, table) : 0;
    return (second ? two : one) + (index > 1 ? -size : size);
}

ivec3 in_t(uvec2 bits, uint index) {
    const ivec3 one =
        ivec3(field(bits, 59, 2) << 2 | field(bits, 56, 2), field(bits, 52, 4), field(bits, 48, 4));
    const ivec3 two = ivec3(field(bits, 44, 4), field(bits, 40, 4), field(bits, 36, 4));
    const int d = byte_of(distances, field(bits, 34, 2) << 1 | field(bits, 32, 1));
    return index == 0 ? one * 17 : two * 17 + (index == 1 ? d : index == 2 ? 0 : -d);
}

ivec3 in_h(uvec2 bits, uint index) {
    const ivec3 one = ivec3(field(bits, 59, 4), field(bits, 56, 3) << 1 | field(bits, 52, 1),
                            field(bits, 51, 1) << 3 | field(bits, 47, 3));
    const ivec3 two = ivec3(field(bits, 43, 4), field(bits, 39, 4), field(bits, 35, 4));
    const int first = one.x * 256 + one.y * 16 + one.z >= two.x * 256 + two.y * 16 + two.z ? 1 : 0;
    const int d = byte_of(distances, field(bits, 34, 1) << 2 | field(bits, 32, 1) << 1 | first);
    return (index < 2 ? one : two) * 17 + ((index & 1) == 1 ? -d : d);
}

ivec3 of_planar(int r, int g, int b) {
    return ivec3(r << 2 | r >> 4, g << 1 | g >> 6, b << 2 | b >> 4);
}

ivec3 in_planar(uvec2 bits, ivec2 at) {
    const ivec3 o =
        of_planar(field(bits, 57, 6), field(bits, 56, 1) << 6 | field(bits, 49, 6),
                  field(bits, 48, 1) << 5 | field(bits, 43, 2) << 3 | field(bits, 39, 3));
    const ivec3 h = of_planar(field(bits, 34, 5) << 1 | field(bits, 32, 1), field(bits, 25, 7),
                              field(bits, 19, 6));
    const ivec3 v = of_planar(field(bits, 13, 6), field(bits, 6, 7), field(bits, 0, 6));
    return (at.x * (h - o) + at.y * (v - o) + 4 * o + 2) >> 2;
}

bool leaves_five_bits(int value) {
    return value < 0 || value > 31;
}

/* A transparent texel is black. */
ivec4 color_at(uvec2 bits, uvec2 at, bool punch) {
    const bool marked = field(bits, 33, 1) == 1; /* differential, or with `punch` opaque */
    if (!punch && !marked) {
        const ivec3 one = ivec3(field(bits, 60, 4), field(bits, 52, 4), field(bits, 44, 4));
        const ivec3 two = ivec3(field(bits, 56, 4), field(bits, 48, 4), field(bits, 40, 4));
        return ivec4(in_half(bits, at, one * 17, two * 17, true), 255);
    }
    const ivec3 first = ivec3(field(bits, 59, 5), field(bits, 51, 5), field(bits, 43, 5));
    const ivec3 by = ivec3(field(bits, 56, 3), field(bits, 48, 3), field(bits, 40, 3));
    const ivec3 second = first + bitfieldExtract(by, 0, 3);
    const uint index = index_of(bits, at);
    const bool t = leaves_five_bits(second.x), h = !t && leaves_five_bits(second.y);
    if (!t && !h && leaves_five_bits(second.z))
        return ivec4(in_planar(bits, ivec2(at)), 255);
    if (!marked && index == 2)
        return ivec4(0);
    if (t)
        return ivec4(in_t(bits, index), 255);
    if (h)
        return ivec4(in_h(bits, index), 255);
    return ivec4(
        in_half(bits, at, first << 3 | first >> 2, second << 3 | second >> 2, marked), 255);
}

/* ---- EAC ---- */

/* Rows of four digits, two rows a word. */
const uvec4 first_modifiers = uvec4(0xda73f963, 0xd642d852, 0xb973c863, 0xb853b874);
const uvec4 last_modifiers = uvec4(0xa852a862, 0xa752a842, 0xa321a743, 0x97539864);

/* Indices are three bits, one of which may lie in the other half. */
int modifier(uvec2 bits, uvec2 at) {
    const uint low = 45 - 3 * (at.x * 4 + at.y);
    const int index =
        field(bits, low + 2, 1) << 2 | field(bits, low + 1, 1) << 1 | field(bits, low, 1);
    const int row = field(bits, 48, 4);
    const uint pair = (row < 8 ? first_modifiers : last_modifiers)[row >> 1 & 3];
    const int size = int(pair >> 16 * (row & 1) >> 4 * (index & 3) & 15);
    return index > 3 ? size - 1 : -size;
}

int alpha_at(uvec2 bits, uvec2 at) {
    return clamp(field(bits, 56, 8) + modifier(bits, at) * field(bits, 52, 4), 0, 255);
}

/* Sixteen bits. */
uint number_at(uvec2 bits, uvec2 at, bool is_signed) {
    const int multiplier = field(bits, 52, 4), by = modifier(bits, at);
    const int scaled = multiplier == 0 ? by : by * multiplier * 8;
    if (!is_signed) {
        const int value = clamp(field(bits, 56, 8) * 8 + 4 + scaled, 0, 2047);
        return uint(value << 5 | value >> 6);
    }
    const int base = max(bitfieldExtract(int(bits.x), 24, 8), -127);
    const int value = clamp(base * 8 + scaled, -1023, 1023), size = abs(value);
    return uint((size << 5 | size >> 5) * sign(value)) & 0xffff;
}

uint decode(Blocks blocks, uint unit, uvec2 at) {
    const uvec2 bits = load(blocks, unit);
    if (push.kind > RGBA) {
        const bool is_signed = push.kind == R_SIGNED || push.kind == RG_SIGNED;
        const uint red = number_at(bits, at, is_signed);
        return push.kind < RG ? red
                              : red | number_at(load(blocks, unit + 1), at, is_signed) << 16;
    }
    ivec4 c = color_at(push.kind == RGBA ? load(blocks, unit + 1) : bits, at, push.kind == PUNCH);
    if (push.kind == RGBA)
        c.w = alpha_at(bits, at);
    const uvec4 u = uvec4(clamp(c, 0, 255));
    return u.x | u.y << 8 | u.z << 16 | u.w << 24;
}

void main() {
    const uvec3 p = gl_GlobalInvocationID;
    if (outside(p))
        return;
    const uint units = push.kind == RGBA || push.kind >= RG ? 2 : 1;
    const uvec3 block = uvec3(p.xy / 4, p.z);
    Texels(push.texels).word[texel_number(p)] =
        decode(Blocks(push.blocks), first_unit(block, units), p.xy % 4);
}
