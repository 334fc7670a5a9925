// SPDX-License-Identifier: MIT
// A function that samples and may end the pixel, called in a loop and where only some pixels come.
#version 460
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D tex;
vec4 part(vec2 p, float scale)
{
    vec4 c = textureLod(tex, p, 0.0);
    if (c.x * scale > 0.875)
        discard;
    return c * scale;
}
void main()
{
    vec4 sum = vec4(0.0);
    for (float i = 0.0; i < 3.0; i += 1.0)
        sum += part(uv * (i + 1.0), i * 0.25 + 0.5);
    if (uv.x <= 0.75)
        sum += part(uv.yx, 0.5);
    color = sum;
}
