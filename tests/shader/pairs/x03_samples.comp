// SPDX-License-Identifier: MIT
// Beside x03_samples.comp.text: every sample goes into a picture of twice the size, before and after it is turned.
#version 460
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba8, binding = 0) uniform image2DMS a;
layout(r32ui, binding = 1) writeonly uniform uimage2D b;
layout(r32ui, binding = 2) writeonly uniform uimage2D c;
void main()
{
    ivec2 p = ivec2(gl_LocalInvocationID.xy);
    for (int s = 0; s < 4; s++) {
        uint raw = packUnorm4x8(imageLoad(a, p, s));
        imageStore(b, 2 * p + ivec2(s & 1, s >> 1), uvec4(raw, 0u, 0u, 0u));
        imageStore(a, p, s, unpackUnorm4x8(raw << 8 | raw >> 24));
        raw = packUnorm4x8(imageLoad(a, p, s));
        imageStore(c, 2 * p + ivec2(s & 1, s >> 1), uvec4(raw, 0u, 0u, 0u));
    }
}
