// SPDX-License-Identifier: MIT
// What only the guest has between stages: colours and texture coordinates of their own.
#version 460
layout(location = 0) out vec2 plain;
layout(location = 1) out vec4 front;
layout(location = 2) noperspective out vec4 coordinate;
void main()
{
    vec2 p = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    plain = p;
    front = vec4(p, 0.5, 1.0);
    coordinate = vec4(p.yx, 0.25, 1.0);
    gl_Position = vec4(p * 2.0 - 1.0, 0.5, 1.0 + p.x * 0.5) * vec4(1.0 + p.x * 0.5, 1.0 + p.x * 0.5, 1.0, 1.0);
}
