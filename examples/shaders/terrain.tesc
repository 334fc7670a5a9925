// SPDX-License-Identifier: MIT
// Edges are finer where they are near. The corners go around: (0, 0), (1, 0), (1, 1), (0, 1).
#version 460
layout(vertices = 4) out;
layout(std140, binding = 0) uniform Detail {
    vec2 eye;
    float fine; // the level at a distance of one
};
void main()
{
    vec4 corner = gl_in[gl_InvocationID].gl_Position;
    gl_out[gl_InvocationID].gl_Position = corner;
    vec2 middle = (corner.xy + gl_in[(gl_InvocationID + 1) & 3].gl_Position.xy) * 0.5;
    float level = min(max(fine / length(middle - eye), 1.0), 32.0);
    gl_TessLevelOuter[(gl_InvocationID + 1) & 3] = level;
    if (gl_InvocationID == 0) {
        gl_TessLevelInner[0] = level;
        gl_TessLevelInner[1] = level;
    }
}
