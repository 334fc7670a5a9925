// SPDX-License-Identifier: MIT
// Of each triangle two, in layers and viewports of their own; the guest's depth is from -1 to 1.
#version 460
layout(triangles, invocations = 2) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) in vec4 corner[];
layout(location = 0) out vec4 tint;
void main()
{
    for (int i = 0; i < 3; i++) {
        vec4 p = gl_in[i].gl_Position;
        p.z = float(i) * 0.5 - 0.5 - float(gl_InvocationID) * 0.25;
        p.z = (p.z + p.w) * 0.5;
        gl_Position = p;
        gl_Layer = 1 - gl_InvocationID;
        gl_ViewportIndex = gl_InvocationID;
        tint = corner[i];
        EmitVertex();
    }
    EndPrimitive();
}
