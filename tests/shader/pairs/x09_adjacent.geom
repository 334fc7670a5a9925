// SPDX-License-Identifier: MIT
// A square of each line and its neighbours.
#version 460
layout(lines_adjacency) in;
layout(triangle_strip, max_vertices = 4) out;
layout(location = 0) in vec2 tint[];
layout(location = 0) out vec2 shade;
void main()
{
    for (int i = 0; i < 4; i++) {
        gl_Position = gl_in[i].gl_Position;
        shade = tint[i] + vec2(0.0, float(gl_PrimitiveIDIn) * 0.5);
        EmitVertex();
    }
    EndPrimitive();
}
