// SPDX-License-Identifier: MIT
// One light, far away, with a highlight.
#version 460
layout(location = 0) in vec4 shade;
layout(location = 1) in vec3 normal_world;
layout(location = 2) in vec3 position_world;
layout(location = 0) out vec4 color;
layout(std140, binding = 0) uniform Light {
    vec3 towards;   // of length 1
    float highlight;
    vec3 eye;
    float ambient;
};
void main()
{
    vec3 normal = normalize(normal_world);
    float faces = max(dot(normal, towards), 0.0);
    vec3 between = normalize(normalize(eye - position_world) + towards);
    float shine = pow(max(dot(normal, between), 0.0), 32.0) * highlight * faces;
    color = vec4(shade.rgb * (faces + ambient) + shine, shade.a);
}
