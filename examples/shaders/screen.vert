// SPDX-License-Identifier: MIT
// One triangle over the whole screen; draw three vertices. The coordinate is (0, 0) at the upper left.
#version 460
#ifdef VULKAN
#define gl_VertexID gl_VertexIndex
#endif
layout(location = 0) out vec2 coordinate;
void main()
{
    coordinate = vec2(gl_VertexID & 2, (gl_VertexID & 1) << 1);
    gl_Position = vec4(coordinate.x * 2.0 - 1.0, 1.0 - coordinate.y * 2.0, 0.0, 1.0);
}
