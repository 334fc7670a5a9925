// SPDX-License-Identifier: MIT
// Doubles what is bound, and adds what an address in front of it leads to: one word a thread.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
layout(local_size_x = 8) in;
layout(buffer_reference, std430) readonly buffer Words { uint word[]; };
layout(std430, binding = 3) readonly buffer In { uvec2 address; uint numbers[]; };
layout(std430, binding = 40) writeonly buffer Out { uint results[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x + gl_NumWorkGroups.x * 8 * gl_GlobalInvocationID.y;
    results[i] = numbers[i] * 2 + Words(address).word[i];
}
