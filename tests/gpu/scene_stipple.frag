// SPDX-License-Identifier: MIT
#version 450
layout(location = 0) in vec4 shade;
layout(location = 0) out vec4 color;
// Rows of a pattern as OpenGL has them: bytes from left to right, each from its highest bit.
void main() {
    const uvec2 at = uvec2(gl_FragCoord.xy) % 32;
    const uint row = 0x9e3779b9u * (at.y + 1);
    const uint byte = row >> 8 * (at.x / 8) & 0xff;
    if ((byte & 0x80u >> at.x % 8) == 0)
        discard;
    color = shade;
}
