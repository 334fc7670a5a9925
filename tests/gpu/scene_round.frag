// SPDX-License-Identifier: MIT
#version 450
layout(location = 0) in vec4 shade;
layout(location = 0) out vec4 color;
// Points of seven pixels.
void main() {
    const float away = 7 * distance(gl_PointCoord, vec2(0.5));
    color = vec4(shade.rgb, shade.a * clamp(4 - away, 0, 1));
}
