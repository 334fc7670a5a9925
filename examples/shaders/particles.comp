// SPDX-License-Identifier: MIT
// A step of each particle: pulled to a point, slowed down.
#version 460
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Step {
    vec2 middle;
    float pull;
    float slow;
};
layout(std430, binding = 0) buffer Particles { vec4 particle[]; }; // place, speed
void main()
{
    vec4 p = particle[gl_GlobalInvocationID.x];
    vec2 way = middle - p.xy;
    p.zw = (p.zw + way * (pull / (dot(way, way) + 0.0625))) * slow;
    p.xy += p.zw;
    particle[gl_GlobalInvocationID.x] = p;
}
