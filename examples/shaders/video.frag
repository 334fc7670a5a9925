// SPDX-License-Identifier: MIT
// Pictures as video has them: a plane of brightness, one of colours of half the size.
#version 460
layout(location = 0) in vec2 coordinate;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D bright;
layout(binding = 1) uniform sampler2D colors;
void main()
{
    float y = texture(bright, coordinate).r;
    vec2 c = texture(colors, coordinate).rg - 0.5;
    color = vec4(y + 1.402 * c.y, y - 0.3442 * c.x - 0.714 * c.y, y + 1.772 * c.x, 1.0);
}
