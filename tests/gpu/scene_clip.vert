// SPDX-License-Identifier: MIT
#version 450
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 shade;
out float gl_ClipDistance[2];
void main() {
    gl_Position = position;
    gl_ClipDistance[0] = color.x - 0.25;
    gl_ClipDistance[1] = color.y - 0.125;
    shade = color;
}
