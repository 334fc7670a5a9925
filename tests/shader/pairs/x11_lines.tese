// SPDX-License-Identifier: MIT
// Bent lines; the number of the patch is in the colour.
#version 460
layout(isolines, equal_spacing) in;
layout(location = 0) in vec4 turned[];
layout(location = 0) out vec4 tint;
void main()
{
    vec2 t = gl_TessCoord.xy;
    float x = mix(gl_in[0].gl_Position.x, gl_in[1].gl_Position.x, t.x);
    float y = mix(gl_in[0].gl_Position.y, gl_in[2].gl_Position.y, t.y);
    gl_Position = vec4(x, y + t.x * t.x * 0.125, 0.5, 1.0);
    tint = vec4(turned[2].x, t, float(gl_PrimitiveID));
}
