// SPDX-License-Identifier: MIT
// A level of each edge from its corner, numbers of the patch from two invocations and their neighbours.
#version 460
layout(vertices = 4) out;
layout(location = 0) in vec4 corner[];
layout(location = 0) out vec4 turned[];
layout(location = 2) patch out vec2 lift;
void main()
{
    int i = gl_InvocationID;
    turned[gl_InvocationID] = corner[i].wxyz;
    gl_out[gl_InvocationID].gl_Position = gl_in[i].gl_Position;
    barrier();
    vec4 next = turned[(i + 1) & 3];
    gl_TessLevelOuter[i] = 1.0 + floor(corner[i].z * 4.0);
    if (i == 0) {
        gl_TessLevelInner[0] = 3.0;
        gl_TessLevelInner[1] = 2.0;
        lift.x = next.z;
    }
    if (i == 1)
        lift.y = next.w;
}
