// SPDX-License-Identifier: MIT
// What later passes need of a surface: colour, normal (0 to 1), place.
#version 460
layout(location = 0) in vec4 shade;
layout(location = 1) in vec3 normal_world;
layout(location = 2) in vec3 position_world;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 normal;
layout(location = 2) out vec4 place;
void main()
{
    color = shade;
    normal = vec4(normalize(normal_world) * 0.5 + 0.5, 1.0);
    place = vec4(position_world, 1.0);
}
