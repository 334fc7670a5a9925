// SPDX-License-Identifier: MIT
// Texels of one surface for another one: TEXEL is what they are, SOURCE the sampler of such.
layout(binding = 64) uniform SOURCE source;
#ifdef OPERATES
layout(location = 0, index = 0) out TEXEL value;
layout(location = 0, index = 1) out TEXEL covered; // how much of what was there goes
#else
layout(location = 0) out TEXEL value;
#endif

// Positions are of 64 bits, half of them behind the point: pairs of words, lower first.
layout(push_constant) uniform Push {
    uvec4 from, step; // x, y
    ivec2 corner;     // of the rectangle
    ivec2 size;       // of the source
    ivec2 samples_log2; // of a pixel, along each axis
    uint flags;
    vec4 beta;
};
const uint CORNER = 1, BILINEAR = 2, OPAQUE = 4, KEYED = 8, BY_ALPHA = 16;

uvec2 along(uvec2 from, uvec2 step, uint count) {
    uint high, low, carry;
    umulExtended(step.x, count, high, low);
    const uint sum = uaddCarry(low, from.x, carry);
    return uvec2(sum, high + step.y * count + from.y + carry);
}

// The texel at a position, and how much of the next one is in it.
void place(uvec2 at, uint half_is_centre, out int texel, out float next) {
    const uint half_one = 0x80000000u;
    uint carry = 0;
    if (half_is_centre == 0)
        at = uvec2(uaddCarry(at.x, half_one, carry), at.y + carry);
    texel = int(at.y);
    next = 0;
    if ((flags & BILINEAR) == 0)
        return;
    uint borrow;
    at.x = usubBorrow(at.x, half_one, borrow);
    texel = int(at.y - borrow);
    next = float(at.x >> 8) / 16777216.0;
}

TEXEL texel_at(int x, int y) {
    const ivec2 at = clamp(ivec2(x, y), ivec2(0), size - 1);
#ifdef SAMPLES
    const ivec2 within = at & ((ivec2(1) << samples_log2) - 1);
    return TEXEL(texelFetch(source, at >> samples_log2, within.y << samples_log2.x | within.x));
#else
    return TEXEL(texelFetch(source, at, 0));
#endif
}

#ifdef SPREAD
// Each sample of the target takes its own texel, as they lie in storage: samples.comp.
void main() {
    const int number = gl_SampleID;
    const ivec2 within = ivec2(number & 1 | number >> 2 << 1, number >> 1 & 1);
    value = texel_at((int(gl_FragCoord.x) << samples_log2.x) + within.x,
                     (int(gl_FragCoord.y) << samples_log2.y) + within.y);
}
#else
void main() {
    const uvec2 count = uvec2(ivec2(gl_FragCoord.xy) - corner);
    int x, y;
    float u, v;
    place(along(from.xy, step.xy, count.x), flags & CORNER, x, u);
    place(along(from.zw, step.zw, count.y), flags & CORNER, y, v);
    value = texel_at(x, y);
#ifdef MIXES
    if ((flags & BILINEAR) != 0)
        value = mix(mix(value, texel_at(x + 1, y), u), mix(texel_at(x, y + 1), texel_at(x + 1, y + 1), u), v);
#endif
#ifdef OPERATES
    if ((flags & OPAQUE) != 0)
        value.a = 1;
    if ((flags & KEYED) != 0 && value.a == 0)
        discard;
    const float part = value.a * beta.a;
    value *= (flags & BY_ALPHA) != 0 ? vec4(part) : beta;
    covered = vec4(part);
#endif
}
#endif
