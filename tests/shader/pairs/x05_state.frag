// SPDX-License-Identifier: MIT
// The guest's GPU tests alpha behind the shader.
#version 460
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
void main()
{
    color = vec4(uv, 0.25, uv.x * uv.y);
    if (!(color.w > 0.125))
        discard;
}
