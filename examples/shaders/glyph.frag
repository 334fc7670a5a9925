// SPDX-License-Identifier: MIT
// A letter: the texture says how much of a pixel is covered.
#version 460
layout(location = 0) in vec2 coordinate;
layout(location = 1) in vec4 shade;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D letters;
void main()
{
    color = vec4(shade.rgb, shade.a * texture(letters, coordinate).r);
}
