// SPDX-License-Identifier: MIT
// The colour that came.
#version 460
layout(location = 0) in vec4 shade;
layout(location = 0) out vec4 color;
void main()
{
    color = shade;
}
