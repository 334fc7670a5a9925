// SPDX-License-Identifier: MIT
#version 450
layout(location = 0) out vec4 color;
void main() {
    color = vec4(gl_PointCoord.x, 1 - gl_PointCoord.y, 0.5, 1);
}
