// SPDX-License-Identifier: MIT
// As guest/programs/shaders/solid.vert.text.
#version 460
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 out_color;
layout(std140, binding = 0) uniform Matrix { mat4 matrix; };
void main() {
    gl_Position = matrix * vec4(position, 1.0);
    out_color = color;
}
