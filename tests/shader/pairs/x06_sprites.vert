// SPDX-License-Identifier: MIT
// Four points, of the size that the draw says.
#version 460
void main()
{
    int k = gl_VertexIndex;
    gl_Position = vec4(float(k & 1) - 0.5, float(k >> 1) - 0.5, 0.5, 1.0);
    gl_PointSize = 5.0;
}
