// SPDX-License-Identifier: MIT
// Reads a multisampled image: a vector each sample, those of a pixel one behind the other.
#version 460
layout(local_size_x = 4) in;
layout(std430, binding = 0) writeonly buffer Out { vec4 vectors[]; };
layout(binding = 1) uniform sampler2DMSArray image;
void main()
{
    ivec3 p = ivec3(gl_WorkGroupID);
    int s = int(gl_LocalInvocationID.x);
    uvec3 n = gl_NumWorkGroups;
    vectors[((p.z * n.y + p.y) * n.x + p.x) * 4 + s] = texelFetch(image, p, s);
}
