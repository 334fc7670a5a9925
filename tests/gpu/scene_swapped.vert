// SPDX-License-Identifier: MIT
#version 450
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 shade;
void main() {
    gl_Position = position;
    shade = color.r == 0 ? color : color.zyxw;
}
