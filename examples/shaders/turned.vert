// SPDX-License-Identifier: MIT
// A matrix for all vertices; what else a vertex has (a colour, a texture's coordinate) goes on.
#version 460
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 more;
layout(location = 0) out vec4 value;
layout(std140, binding = 0) uniform Transform { mat4 matrix; };
void main()
{
    gl_Position = matrix * vec4(position, 1.0);
    value = more;
}
