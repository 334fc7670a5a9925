// SPDX-License-Identifier: MIT
#version 450
layout(triangles, equal_spacing, cw) in;
layout(location = 0) in vec4 shades[];
layout(location = 0) out vec4 shade;
void main() {
    vec3 t = vec3(gl_TessCoord.xy, 1 - gl_TessCoord.x - gl_TessCoord.y);
    gl_Position = t.x * gl_in[0].gl_Position + t.y * gl_in[1].gl_Position +
                  t.z * gl_in[2].gl_Position;
    gl_Position.x += 0.2 * t.x * t.y;
    shade = t.x * shades[0] + t.y * shades[1] + t.z * shades[2];
}
