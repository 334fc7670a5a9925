// SPDX-License-Identifier: MIT
// Hills: two waves over the ground; the slope goes on.
#version 460
layout(quads, equal_spacing, ccw) in;
layout(location = 0) out vec4 height_and_slope;
layout(std140, binding = 0) uniform Camera {
    mat4 matrix;
    vec4 waves; // how long, how high, where they are
};
void main()
{
    vec2 below = mix(gl_in[0].gl_Position.xy, gl_in[1].gl_Position.xy, gl_TessCoord.x);
    vec2 above = mix(gl_in[3].gl_Position.xy, gl_in[2].gl_Position.xy, gl_TessCoord.x);
    vec2 ground = mix(below, above, gl_TessCoord.y);
    vec2 at = ground * waves.x + waves.zw;
    float height = sin(at.x) * sin(at.y) * waves.y;
    gl_Position = matrix * vec4(ground, height, 1.0);
    height_and_slope = vec4(height, cos(at.x) * sin(at.y), sin(at.x) * cos(at.y), 1.0);
}
