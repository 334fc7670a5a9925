// SPDX-License-Identifier: MIT
#version 450

layout(push_constant) uniform Push {
    uvec4 color;
    float depth;
};
layout(location = 0) out vec4 value;

void main() {
    value = uintBitsToFloat(color);
}
