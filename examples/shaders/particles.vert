// SPDX-License-Identifier: MIT
// A point of three pixels, whose colour says how fast it is.
#version 460
layout(location = 0) in vec4 particle; // place, speed
layout(location = 0) out vec4 shade;
layout(std140, binding = 0) uniform Screen { float narrow; };
void main()
{
    float fast = min(length(particle.zw) * 40.0, 1.0);
    shade = vec4(fast, fast * 0.5 + 0.4, 1.0 - fast, 0.5);
    gl_Position = vec4(particle.x * narrow, particle.y, 0.0, 1.0);
    gl_PointSize = 3.0;
}
