// SPDX-License-Identifier: MIT
// Beside x02_image.comp.text. Each thread has texels of its own.
#version 460
layout(local_size_x = 64) in;
layout(rgba8, binding = 0) readonly uniform image2D a;
layout(rgba8, binding = 1) uniform image2D b;
layout(r32ui, binding = 2) uniform uimageBuffer c;
layout(r32ui, binding = 3) uniform uimage1DArray d;
layout(r32ui, binding = 4) uniform uimage2D e;
layout(r32f, binding = 5) uniform image2D f;
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
void main()
{
    uint g = gl_LocalInvocationID.x, at = 11u * g;
    ivec2 p = ivec2(g & 7u, g >> 3);
    vec4 v = imageLoad(a, p);
    uint raw = packUnorm4x8(v);
    dst[at++] = floatBitsToUint(v.x);
    dst[at++] = floatBitsToUint(v.z);
    dst[at++] = raw >> 8 & 255u;
    dst[at++] = uint(int(raw) >> 24);
    imageStore(b, p, unpackUnorm4x8(raw ^ 0x00ff00ffu));
    uint w = imageLoad(c, int(g)).x;
    imageStore(c, int(g), uvec4(w * 3u));
    dst[at++] = w;
    uint old = imageLoad(d, ivec2(g & 15u, g >> 4)).x;
    imageStore(d, ivec2(g & 15u, g >> 4), uvec4(old >= w ? 0u : old + 1u));
    dst[at++] = old;
    old = imageLoad(e, p).x;
    uint next = old == 0u || old > w ? w : old - 1u; // DEC, then a signed MIN, an exchange if it is w
    dst[at++] = old;
    old = next;
    next = uint(min(int(old), int(w)));
    dst[at++] = old;
    dst[at++] = next;
    imageStore(e, p, uvec4(next == w ? raw : next));
    float s = imageLoad(f, p).x;
    imageStore(f, p, vec4(s + v.x));
    dst[at++] = floatBitsToUint(s);
    dst[at++] = imageLoad(c, int(g)).x;
}
