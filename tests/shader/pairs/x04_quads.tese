// SPDX-License-Identifier: MIT
// Each patch is a rectangle; the coordinate goes on to the fragments.
#version 460
layout(quads, fractional_odd_spacing, cw) in;
layout(location = 0) in vec4 turned[];
layout(location = 2) patch in vec2 lift;
layout(location = 0) out vec4 tint;
void main()
{
    vec2 t = gl_TessCoord.xy;
    float x = mix(gl_in[0].gl_Position.x, gl_in[1].gl_Position.x, t.x);
    float y = mix(gl_in[0].gl_Position.y, gl_in[2].gl_Position.y, t.y);
    gl_Position = vec4(x, y, 0.5, 1.0);
    tint = vec4(mix(turned[0].xy, turned[3].xy, t.x * t.y) + lift, t);
}
