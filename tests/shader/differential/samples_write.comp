// SPDX-License-Identifier: MIT
// Fills a multisampled image: a word each sample, those of a pixel one behind the other.
#version 460
layout(local_size_x = 4) in;
layout(std430, binding = 0) readonly buffer In { uint words[]; };
layout(rgba8, binding = 1) writeonly uniform image2DMSArray image;
void main()
{
    ivec3 p = ivec3(gl_WorkGroupID);
    int s = int(gl_LocalInvocationID.x);
    uvec3 n = gl_NumWorkGroups;
    imageStore(image, p, s, unpackUnorm4x8(words[((p.z * n.y + p.y) * n.x + p.x) * 4 + s]));
}
