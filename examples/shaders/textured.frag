// SPDX-License-Identifier: MIT
// A texture.
#version 460
layout(location = 0) in vec2 coordinate;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D picture;
void main()
{
    color = texture(picture, coordinate);
}
