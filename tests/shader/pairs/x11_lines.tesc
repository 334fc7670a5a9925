// SPDX-License-Identifier: MIT
// Three lines of five pieces; the corners go on.
#version 460
layout(vertices = 4) out;
layout(location = 0) in vec4 corner[];
layout(location = 0) out vec4 turned[];
void main()
{
    turned[gl_InvocationID] = corner[gl_InvocationID];
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_TessLevelOuter[0] = 3.0;
    gl_TessLevelOuter[1] = 5.0;
}
