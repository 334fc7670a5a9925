// SPDX-License-Identifier: MIT
// Two squares of four corners.
#version 460
layout(location = 0) out vec2 tint;
void main()
{
    int k = gl_VertexIndex & 3;
    float q = float(gl_VertexIndex >> 2);
    tint = vec2(float(k) * 0.25, q);
    gl_Position = vec4(vec2(k & 1, k >> 1) * 0.75 - 0.875 + q, 0.5, 1.0);
}
