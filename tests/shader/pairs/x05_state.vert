// SPDX-License-Identifier: MIT
// A triangle over all of the target, clipped at two lines; of three distances the second does not count.
// The guest's depth is from -1 to 1.
#version 460
out float gl_ClipDistance[2];
layout(location = 0) out vec2 uv;
void main()
{
    uv = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    gl_Position = vec4(uv * 2.0 - 1.0, ((uv.x * 0.5 - 1.0) + 1.0) * 0.5, 1.0);
    gl_ClipDistance[0] = uv.x - 0.25;
    gl_ClipDistance[1] = 0.75 - uv.y;
}
