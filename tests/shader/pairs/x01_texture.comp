// SPDX-License-Identifier: MIT
// Beside x01_texture.comp.text: each block of four words is one instruction there. Input: any words.
#version 460
layout(local_size_x = 64) in;
layout(binding = 0) uniform sampler2D t2;
layout(binding = 1) uniform usamplerBuffer tb;
layout(binding = 2) uniform sampler2DArray ta;
layout(binding = 3) uniform sampler1D t1;
layout(binding = 4) uniform sampler2DMS tm;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Dst { uvec4 dst[]; };
// To nearest, which not every driver does when it packs halves; of 0 and of what is no denormal.
uint half_of(float x) {
    uint bits = floatBitsToUint(x);
    return x == 0.0 ? 0u : ((bits + 0xfffu + (bits >> 13 & 1u)) >> 13) - (112u << 10);
}
uint halves(vec2 v) { return half_of(v.x) | half_of(v.y) << 16; }
void main()
{
    uint g = gl_LocalInvocationID.x, w = src[g];
    ivec2 p = ivec2(w & 7u, w >> 3 & 7u);
    vec2 f = (vec2(p) + 0.5) / 8.0;
    ivec2 o = ivec2(int(w >> 6 & 15u) - 8, int(w >> 10 & 15u) - 8);
    int layer = int(w >> 14 & 1u);
    uint at = 6u * g;
    dst[at++] = floatBitsToUint(textureLod(t2, f, 1.0));
    vec4 c = textureLod(t2, f, 0.0);
    dst[at++] = uvec4(halves(c.xy), halves(c.zw), textureSize(tb), textureSamples(tm));
    c.xy = texelFetch(ta, ivec3(p, layer), 0).zw;
    dst[at++] = uvec4(floatBitsToUint(c.xy), texelFetch(tb, int(w & 63u)).x, floatBitsToUint(textureLod(t1, f.x, 1.0).y));
    const vec2 corner = vec2(p) / 8.0;
    dst[at++] = floatBitsToUint(vec4(textureGatherOffset(t2, corner, o, 1).w, textureGatherOffset(t2, corner, o.yx, 1).w,
                                     textureGatherOffset(t2, corner, ivec2(0), 1).w, textureGatherOffset(t2, corner, ivec2(3, -4), 1).w));
    c = texelFetch(t2, (p & 1) + 1, 1);
    dst[at++] = floatBitsToUint(vec4(c.xw, texelFetch(tm, p, int(w & 3u)).yz));
    c = textureGrad(t1, f.x, 0.25, 0.0);
    vec4 d = textureGather(t2, corner, 2);
    dst[at++] = uvec4(floatBitsToUint(c.xz), halves(d.xy), halves(d.zw));
}
