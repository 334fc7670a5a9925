// SPDX-License-Identifier: MIT
#version 460
// What a texture gives at 64 points: SAMPLER is what it is, RESULT the words of a point p, q.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Points { vec4 points[]; };
layout(std430, binding = 1) writeonly buffer Results { uvec4 results[]; };
layout(binding = 2) uniform SAMPLER t;
int word(float f) { return floatBitsToInt(f); }
uvec4 bits(vec4 v) { return floatBitsToUint(v); }
void main() {
    const vec4 p = points[2 * gl_LocalInvocationID.x], q = points[2 * gl_LocalInvocationID.x + 1];
    results[gl_LocalInvocationID.x] = RESULT;
}
