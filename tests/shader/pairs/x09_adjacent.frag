// SPDX-License-Identifier: MIT
// Shows what comes.
#version 460
layout(location = 0) in vec2 shade;
layout(location = 0) out vec4 color;
void main()
{
    color = vec4(shade, 0.0, 1.0);
}
