// SPDX-License-Identifier: MIT
// Uniform blocks of compute shaders: the hardware has six, others are read through pointers. One of them by lanes.
#version 460
layout(local_size_x = 8) in;
layout(std140, binding = 5) uniform B5 { uvec4 five[2]; };
layout(std140, binding = 6) uniform B6 { uvec4 six[2]; };
layout(std140, binding = 15) uniform B15 { uvec4 last[2]; };
layout(std430, binding = 2) writeonly buffer Dst { uint dst[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    dst[2u * i] = five[1].y + six[i >> 2][i & 3u];
    dst[2u * i + 1u] = last[1].w ^ last[i >> 2][i & 3u];
}
