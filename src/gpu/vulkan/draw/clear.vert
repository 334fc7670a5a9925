// SPDX-License-Identifier: MIT
#version 450

// A triangle over everything; the scissor says where.
layout(push_constant) uniform Push {
    uvec4 color;
    float depth;
};

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4 - 1;
    gl_Position = vec4(corner, depth, 1);
}
