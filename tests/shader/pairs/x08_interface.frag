// SPDX-License-Identifier: MIT
// Reads them, what nobody wrote, and one away from the middle of the pixel.
#version 460
layout(location = 0) in vec2 plain;
layout(location = 1) in vec4 front;
layout(location = 2) noperspective in vec4 coordinate;
layout(location = 0) out vec4 first;
layout(location = 1) out vec4 second;
void main()
{
    first = vec4(plain.x, plain.y + 1.0, front.z, coordinate.w);
    second = vec4(front.x, coordinate.x, interpolateAtOffset(plain, vec2(0.25, -0.25)).y, gl_FrontFacing ? 1.0 : 0.0);
}
