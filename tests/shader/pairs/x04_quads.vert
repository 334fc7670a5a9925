// SPDX-License-Identifier: MIT
// Two patches of four corners.
#version 460
layout(location = 0) in vec4 a;
layout(location = 0) out vec4 corner;
void main()
{
    int k = gl_VertexIndex;
    gl_Position = vec4(float(k & 1) * 1.75 - 0.9, float(k >> 1 & 1) * 0.75 - 0.9 + float(k >> 2), 0.5, 1.0);
    corner = a;
}
