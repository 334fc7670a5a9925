// SPDX-License-Identifier: MIT
// Instances of a mesh: each has a place with a size, and a colour.
#version 460
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 place;
layout(location = 3) in vec4 color;
layout(location = 0) out vec4 shade;
layout(location = 1) out vec3 normal_world;
layout(location = 2) out vec3 position_world;
layout(std140, binding = 0) uniform Camera { mat4 matrix; };
void main()
{
    vec3 world = position * place.w + place.xyz;
    gl_Position = matrix * vec4(world, 1.0);
    shade = color;
    normal_world = normal;
    position_world = world;
}
