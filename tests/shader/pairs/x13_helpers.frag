// SPDX-License-Identifier: MIT
// Every other pixel ends, and its neighbours still find in it what it would have been.
#version 460
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
void main()
{
    uvec2 p = uvec2(gl_FragCoord.xy);
    if (((p.x ^ p.y) & 1u) != 0u)
        demote;
    float t = uv.x * uv.x * uv.y;
    color = vec4(dFdxFine(t), dFdyFine(t), t, 1.0);
}
