// SPDX-License-Identifier: MIT
#version 450
layout(vertices = 3) out;
layout(location = 0) in vec4 shade[];
layout(location = 0) out vec4 shades[];
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    shades[gl_InvocationID] = shade[gl_InvocationID];
    if (gl_InvocationID == 0) {
        gl_TessLevelOuter[0] = 2;
        gl_TessLevelOuter[1] = 3;
        gl_TessLevelOuter[2] = 5;
        gl_TessLevelInner[0] = 5;
    }
}
