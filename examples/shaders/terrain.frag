// SPDX-License-Identifier: MIT
// Meadows below, snow above, and a light.
#version 460
layout(location = 0) in vec4 height_and_slope;
layout(location = 0) out vec4 color;
layout(std140, binding = 0) uniform Light {
    vec3 towards;
    float ambient;
    vec3 meadow;
    float steep; // how fast one becomes the other
};
void main()
{
    vec3 normal = normalize(vec3(-height_and_slope.yz, 1.0));
    float bright = max(dot(normal, towards), 0.0) + ambient;
    float snow = clamp(height_and_slope.x * steep + 0.5, 0.0, 1.0);
    color = vec4(mix(meadow, vec3(1.0), snow) * bright, 1.0);
}
