// SPDX-License-Identifier: MIT
// Rectangles in pixels, from the upper left.
#version 460
layout(location = 0) in vec4 place; // pixels; the texture's coordinate
layout(location = 1) in vec4 color;
layout(location = 0) out vec2 coordinate;
layout(location = 1) out vec4 shade;
layout(std140, binding = 0) uniform Screen { vec2 scale; }; // 2 / pixels
void main()
{
    coordinate = place.zw;
    shade = color;
    gl_Position = vec4(place.x * scale.x - 1.0, 1.0 - place.y * scale.y, 0.0, 1.0);
}
